"""The place of a database, as DATABASE_URL names it, and the extra that a server's needs."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

DatabaseLocation: TypeAlias = Path | URL
"""A SQLite file, or the address of a database on a server."""

SQLITE: Final = ("sqlite", "sqlite+aiosqlite")
"""The schemes of a file's URL, which once had to name a driver."""
POSTGRESQL: Final = "postgresql+asyncpg"


def location_of(url: str) -> DatabaseLocation:
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


def name_of(place: DatabaseLocation) -> str:
    """Return a place's name for operators, without the password."""
    return str(place) if isinstance(place, Path) else place.render_as_string(hide_password=True)


class ExtraMissingError(ValueError):
    """Error for a missing extra; the message is a clause of advice."""


def require_extra(extra: str, package: str) -> None:
    """Raise ExtraMissingError unless an extra is installed, by one of its packages."""
    if not find_spec(package):
        raise ExtraMissingError(
            f"it needs the extra {extra}: pip install '.[{extra}]' in the Dealer's folder"
        )
