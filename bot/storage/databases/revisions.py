"""The revisions of a database's tables, and their upgrades."""

from functools import cache
from importlib.resources import files
from typing import Final

from sqlalchemy import Connection, inspect, text

from bot.storage.databases.database import DatabaseUnavailableError


class OtherDealerError(Exception):
    """Error for the tables of a later version, or too old for an upgrade; a clause of advice."""


UPGRADE_FIRST: Final = "start a Dealer of commit 0791b2e on it first, once"
"""The advice on tables older than the oldest revision, as a clause."""


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database's tables; None for foreign ones.

    Raises:
        DatabaseUnavailableError: The database cannot be read.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    if len(revisions) > 1:
        raise DatabaseUnavailableError(
            "its tables belong to several versions of the Dealer at once"
        )
    return str(revisions[0]) if revisions else None


def required_revision(connection: Connection) -> str:
    """Return the revision of a Dealer's database, or raise DatabaseUnavailableError."""
    revision = revision_of(connection)
    if revision is None:
        raise DatabaseUnavailableError("it is not a database of the Dealer's")
    return revision


def newest_revision() -> str:
    """Return the newest known revision, the target of upgrades."""
    return max(_revisions())


def oldest_revision() -> str:
    """Return the oldest revision that can be upgraded."""
    return min(_revisions())


def other_revision(revision: str) -> str:
    """Say what is wrong with tables of another revision."""
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
    """Return all revisions, the prefixes of their files' names."""
    names = (entry.name for entry in files("migrations.versions").iterdir())
    return frozenset(name.partition("_")[0] for name in names if name[:1].isdigit())


def refuse_unknown(connection: Connection) -> None:
    """Refuse tables of unknown revisions, or raise OtherDealerError."""
    revision = revision_of(connection)
    if revision is None or revision in _revisions():
        return
    if revision < oldest_revision():
        raise OtherDealerError(f"is from an old Dealer (revision {revision}): {UPGRADE_FIRST}")
    raise OtherDealerError(
        f"is from a newer Dealer (revision {revision} is not known, the newest known is "
        f"{newest_revision()}): start that one"
    )


def migrate(connection: Connection) -> bool:
    """Upgrade the tables; return whether anything changed.

    It is one transaction: an aborted start leaves nothing half done.
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
