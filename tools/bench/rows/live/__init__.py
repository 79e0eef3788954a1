"""Figures of a bot with a few matches."""
