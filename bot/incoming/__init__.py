"""Turns what comes in from Discord into events of a match, and answers interactions."""
