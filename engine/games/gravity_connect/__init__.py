"""Gravity Connect: discs that slide in from four sides until five are in a row."""
