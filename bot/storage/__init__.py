"""The database: one SQLite file that holds every match."""
