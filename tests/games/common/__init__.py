"""Samples of every game, and what holds in all games."""
