"""Matches in rooms, with all around them in a test's hands."""
