"""The database: one SQLite file that keeps every match."""
