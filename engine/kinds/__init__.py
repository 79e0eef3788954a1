"""Kinds of games: what the games of a kind have in common."""
