"""What the Dealer needs of a database, of whichever kind, and what may be wrong with one."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

T = TypeVar("T")
Hear: TypeAlias = Callable[[int | None], None]
Work: TypeAlias = Callable[[Connection], T]
"""Work in a transaction; it may run again after a rollback."""

CANNOT_BE_READ: Final = (DatabaseError, UnicodeDecodeError)
"""What a damaged database can raise; SQLite's driver cannot even decode all of its messages."""


def why_not_read(error: DatabaseError | UnicodeDecodeError) -> str:
    """What the database says when it cannot be read."""
    return str(error.orig) if isinstance(error, DatabaseError) else "a name in it is no text"


class ServerSays(Exception):  # noqa: N818 - what a server says
    """Why a server cannot be reached or refuses, in its words or the system's, on one line."""


def is_damaged(error: DatabaseError | UnicodeDecodeError) -> bool:
    """Whether a database that cannot be read is at fault itself, and not a server just now."""
    return not (isinstance(error, DatabaseError) and isinstance(error.orig, ServerSays))


class NoDatabase(Exception):  # noqa: N818 - a fact about a database
    """The database is missing or not a Dealer's; the message is a clause that says which."""


class DatabaseInUse(Exception):  # noqa: N818 - a fact about a database
    """Another Dealer already runs on this database; two would post everything twice."""


class Database(Protocol):
    """An open database.

    Attributes:
        is_shared: Whether several processes may use it at once.
    """

    is_shared: bool

    async def transact(self, work: Work[T]) -> T:
        """Do work in a transaction; return its result once it is durable.

        Raises:
            DatabaseError: The database does not take it; nothing of it is or will be stored.
            Exception: The work's own error; nothing was stored.
        """

    async def briefly(self, work: Work[T]) -> T:
        """Do a little work that waits for no other, and that a crash of the server may undo.

        Raises:
            DatabaseError: The database does not take it, or not soon.
        """

    async def read(self, work: Work[T]) -> T:
        """Read from one snapshot."""

    async def loss(self) -> str:
        """Wait until the database is no longer this process's; return why, as a clause."""

    async def rescue(self) -> Path | None:
        """Copy what would be lost with this process to a new file; None if nothing would be.

        Raises:
            BackupFailed: There is no space, or no permission.
        """

    async def tell(self, topic: str, number: int) -> None:
        """Tell all that listen, in whichever process; that may be lost where it is shared."""

    async def listen(self, topic: str, hear: Hear) -> None:
        """Let each number be heard that is told about a topic, until this is cancelled.

        None is heard where some may have been lost.
        """

    async def close(self) -> None:
        """Close it, and let other Dealers have it."""


class Run(Protocol):
    """Does work in a transaction that is already open."""

    async def __call__(self, work: Work[T]) -> T:
        """Do it, and return its result."""
