"""Databases for tests, and what is in them."""
