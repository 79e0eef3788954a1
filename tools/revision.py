"""`make revision NAME=...`: a new migration, from the schema's differences."""

import sys

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from bot.storage.databases.revisions import newest_revision


def main(name: str) -> None:
    """Write the next revision into migrations/versions, to be read and completed."""
    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    with create_engine("sqlite://").connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        number = f"{int(newest_revision()) + 1:04}"
        command.revision(config, name, autogenerate=True, rev_id=number)


if __name__ == "__main__":
    main(*sys.argv[1:])
