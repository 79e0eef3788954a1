"""Chaos over several processes on one PostgreSQL database, of which one deals at a time."""
