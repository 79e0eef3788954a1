"""Keeps the database's file to one Dealer and one owner, and notices when it is lost.

SQLite's own locks last no longer than a transaction, or keep readers such as `dealer verify` out.
"""

import fcntl
import logging
import os
import stat
import sys
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

OWNER_ALONE: Final = 0o600
COMPANIONS: Final = ("-wal", "-shm")
"""What SQLite keeps beside a file while it is open; newer changes are there alone."""
_LOCKS_ARE_APART: Final = sys.platform == "linux"
"""Whether `flock` is of no account to the locks of SQLite, which are of the other sort (fcntl).

Where it is not so, a file of its own beside the database is locked.
"""


class DatabaseInUse(Exception):  # noqa: N818 - a fact about a file
    """Another Dealer keeps its matches in the file, and would tell everything as well."""


class Hold:
    """Keeps every other Dealer from a file, by whatever name they call it, until it is let go."""

    def __init__(self, path: Path) -> None:
        """Take hold of a file; a missing one is made.

        Raises:
            DatabaseInUse: Another Dealer has come first.
            OSError: There is no such file, and none can be made.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _open(path)
        lock = file if _LOCKS_ARE_APART else _open(_beside(path, "-lock"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # To close the file would take from this process what locks SQLite may have on it.
            raise DatabaseInUse from None
        self._open = {file, lock}
        self._known = {path: _identity(os.fstat(file))}

    def keep_from_others(self) -> None:
        """Leave what is there to its owner alone; what SQLite makes beside it will be like it."""
        files = (self.path, *self._companions())
        narrowed = [str(each) for each in files if _is_narrowed(each)]
        if narrowed:
            log.warning("was open to others, and is its owner's alone now: %s", ", ".join(narrowed))

    def note_companions(self) -> None:
        """Remember what SQLite keeps beside the file, now that it has opened it."""
        self._known |= {each: _identity(each.stat()) for each in self._companions()}

    def loss(self) -> str | None:
        """Why what is kept is not found under the file's name any more; None while it is."""
        for path, known in self._known.items():
            try:
                if _identity(path.stat()) != known:
                    return f"{path} was replaced"
            except FileNotFoundError:
                return f"{path} was deleted"
            except OSError as error:
                log.warning("%s cannot be looked at: %s", path, error.strerror)
        return None

    def let_go(self) -> None:
        """Leave the file to others; not before SQLite has closed it."""
        while self._open:
            os.close(self._open.pop())

    def _companions(self) -> tuple[Path, ...]:
        # SQLite calls them by the file's own name, and not by that of a link to it.
        real = Path(os.path.realpath(self.path))
        return tuple(_beside(real, suffix) for suffix in COMPANIONS)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ALONE)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")


def _identity(about: os.stat_result) -> tuple[int, int]:
    """What tells a file from every other, whatever it is called."""
    return about.st_dev, about.st_ino


def _is_narrowed(path: Path) -> bool:
    """Leave a file to its owner alone; whether others could open it until now."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & ~OWNER_ALONE:
            path.chmod(mode & OWNER_ALONE)
            return True
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("%s cannot be kept from others: %s", path, error.strerror)
    return False
