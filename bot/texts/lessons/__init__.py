"""Lessons: rules in pages and guided positions, one module a game in each."""
