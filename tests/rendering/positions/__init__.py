"""Positions of every game, and how they are drawn."""
