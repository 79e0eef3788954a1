"""Texts for players and the audience beside the room's own posts."""
