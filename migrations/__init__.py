"""The history of the database, as Alembic revisions."""
