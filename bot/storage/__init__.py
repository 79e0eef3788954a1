"""The database that holds every match: a SQLite file, or a database on a PostgreSQL server."""
