"""Copies of a database: backups, and moves to another kind."""
