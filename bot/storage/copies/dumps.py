"""Lets PostgreSQL's own programs dump a database."""

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL

from bot.storage.databases.database import CANNOT_BE_READ, NoDatabase, why_not_read
from bot.storage.databases.new_file import BackupFailed
from bot.storage.databases.opening import read_from
from bot.storage.databases.revisions import required_revision


def dump(source: URL, target: Path) -> None:
    """Write a database as it stands at one instant to a file, in `pg_dump`'s custom format.

    Raises:
        NoDatabase: It cannot be reached, or is not a Dealer's.
        BackupFailed: `pg_dump` is not installed, or failed.
    """
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupFailed(
            "pg_dump is not installed: install PostgreSQL's client programs, or copy the database "
            "to a SQLite file with `dealer copy`"
        )
    try:
        read_from(source, required_revision)
    except CANNOT_BE_READ as error:
        raise NoDatabase(f"it cannot be read ({why_not_read(error)})") from None
    wanted = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    environment = os.environ | _environment(source)
    ended = subprocess.run(  # noqa: S603 - nothing of it comes from players
        [program, *wanted], env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        said = ended.stderr.strip().splitlines() or ["it says nothing"]
        raise BackupFailed(f"pg_dump failed ({said[0]})")


def _environment(source: URL) -> dict[str, str]:
    """Where the database is, as PostgreSQL's programs are told; arguments are seen by all users."""
    query = {name: value for name, value in source.query.items() if isinstance(value, str)}
    known = {
        "PGHOST": source.host or query.get("host"),
        "PGPORT": (source.port and str(source.port)) or query.get("port"),
        "PGUSER": source.username,
        "PGPASSWORD": source.password and str(source.password),
        "PGDATABASE": source.database,
        "PGSSLMODE": query.get("ssl") or query.get("sslmode"),
    }
    return {name: value for name, value in known.items() if value}
