"""Slow, plain second implementations of the games, to hold the real ones against."""
