"""Differences that can be seen, and texts that can be read, in every theme."""
