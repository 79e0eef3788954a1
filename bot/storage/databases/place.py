"""The places that a DATABASE_URL can name: a SQLite file, or a database on a server."""

from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.databases.extras import require_extra

Place: TypeAlias = Path | URL
"""A SQLite file, or the address of a database on a server."""

SQLITE: Final = ("sqlite", "sqlite+aiosqlite")
"""How a file's URL may begin; it once had to name a driver."""
POSTGRESQL: Final = "postgresql+asyncpg"


def place_of(url: str) -> Place:
    """Return the place that a URL names.

    Raises:
        ValueError: It names none.
        ExtraMissingError: It names a server, for which no driver is installed.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError("this is no URL") from None
    if parsed.drivername == POSTGRESQL and parsed.database:
        require_extra("postgres", "asyncpg")
        return parsed
    if parsed.drivername in SQLITE and parsed.database not in {None, "", ":memory:"}:
        return Path(parsed.database or "")
    raise ValueError("it names neither a file nor a server's database")


def name_of(place: Place) -> str:
    """Return a place's name for operators, without the password."""
    return str(place) if isinstance(place, Path) else place.render_as_string(hide_password=True)
