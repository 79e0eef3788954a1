"""Squares of tiles: cells, sets of tiles as numbers, and shapes."""
