"""The kinds of database: a SQLite file, or a database on a PostgreSQL server."""
