"""Figures of a bot with many matches."""
