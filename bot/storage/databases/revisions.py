"""Which tables a database has, and how they are brought up to date."""

from functools import cache
from importlib.resources import files
from typing import Final

from sqlalchemy import Connection, inspect, text

from bot.storage.databases.database import NoDatabase


class NewerDatabase(Exception):  # noqa: N818 - a fact about a database
    """A later version wrote the database; this one does not know its tables.

    Attributes:
        revision: The revision of the database's tables.
    """

    def __init__(self, revision: str) -> None:
        self.revision = revision
        super().__init__(
            f"revision {revision} is not known, the newest known is {newest_revision()}"
        )


class OlderDatabase(Exception):  # noqa: N818 - a fact about a database
    """A version wrote the database from which this one brings no tables up to date.

    Attributes:
        revision: The revision of the database's tables.
    """

    def __init__(self, revision: str) -> None:
        self.revision = revision
        super().__init__(f"revision {revision}")


UPGRADE_FIRST: Final = "start a Dealer of commit 0791b2e on it first, once"
"""The advice on tables older than the oldest revision, as a clause."""


def revision_of(connection: Connection) -> str | None:
    """The revision of a database's tables; None if they are not the Dealer's.

    Raises:
        NoDatabase: The tables are at several revisions at once.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    if len(revisions) > 1:
        raise NoDatabase("its tables belong to several versions of the Dealer at once")
    return str(revisions[0]) if revisions else None


def required_revision(connection: Connection) -> str:
    """The revision of the tables in a Dealer's database.

    Raises:
        NoDatabase: It is not a Dealer's database.
    """
    revision = revision_of(connection)
    if revision is None:
        raise NoDatabase("it is not a database of the Dealer's")
    return revision


def newest_revision() -> str:
    """The revision that this version brings tables up to."""
    return max(_revisions())


def oldest_revision() -> str:
    """The revision from which on this version brings tables up to date."""
    return min(_revisions())


def other_revision(revision: str) -> str:
    """What is wrong with a database whose tables are not of this version's revision."""
    if revision < oldest_revision():
        return f"the tables are those of an old Dealer (revision {revision}): {UPGRADE_FIRST}"
    if revision in _revisions():
        return (
            f"the tables are those of an earlier Dealer (revision {revision}): "
            "start this one to bring them up to date"
        )
    return f"the tables are those of a newer Dealer (revision {revision}): use that one"


@cache
def _revisions() -> frozenset[str]:
    """All revisions, by which their files' names begin."""
    names = (each.name for each in files("migrations.versions").iterdir())
    return frozenset(name.partition("_")[0] for name in names if name[:1].isdigit())


def refuse_unknown(connection: Connection) -> None:
    """Refuse tables that this version does not know.

    Raises:
        NewerDatabase: A later version made them.
        OlderDatabase: A version made them that came before the oldest revision.
    """
    revision = revision_of(connection)
    if revision is None or revision in _revisions():
        return
    raise OlderDatabase(revision) if revision < oldest_revision() else NewerDatabase(revision)


def migrate(connection: Connection) -> bool:
    """Bring the tables up to date; return whether anything had to change.

    If a start is cut short here, nothing is left half done.
    """
    if revision_of(connection) == newest_revision():
        return False
    # Alembic takes megabytes that the bot would never give back, and most starts need none of it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return True
