"""Matches of every game, as they are played."""
