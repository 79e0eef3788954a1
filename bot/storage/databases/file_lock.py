"""Locks the database file for one Dealer, hides it from other users, and notices its loss.

SQLite's own locks last only as long as a transaction, or keep readers such as `dealer verify` out.
"""

import fcntl
import logging
import os
import stat
import sys
from pathlib import Path
from typing import Final

from bot.storage.databases.database import DatabaseInUse

log = logging.getLogger(__name__)

OWNER_ALONE: Final = 0o600
COMPANIONS: Final = ("-wal", "-shm")
"""The files SQLite keeps next to an open database; the newest changes are only there."""
_LOCKS_ARE_APART: Final = sys.platform == "linux"
"""Whether `flock` is independent of SQLite's locks, which are the other kind (fcntl).

Where it is not, a separate file next to the database is locked instead.
"""


class FileLock:
    """Keeps every other Dealer off a file, whatever path it uses, until `release`."""

    def __init__(self, path: Path) -> None:
        """Lock a file; create it if it is missing.

        Raises:
            DatabaseInUse: Another Dealer came first.
            OSError: The file does not exist and cannot be created.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _open(path)
        lock = file if _LOCKS_ARE_APART else _open(_beside(path, "-lock"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Closing the file would drop every lock that SQLite holds on it in this process.
            raise DatabaseInUse from None
        self._open = {file, lock}
        self._known = {path: _identity(os.fstat(file))}

    def keep_from_others(self) -> None:
        """Let only the owner read the file; what SQLite creates next to it inherits that."""
        files = (self.path, *self._companions())
        narrowed = [str(each) for each in files if _is_narrowed(each)]
        if narrowed:
            log.warning("others could read this; now only its owner can: %s", ", ".join(narrowed))

    def note_companions(self) -> None:
        """Remember the files SQLite keeps next to the database, now that it has opened it."""
        self._known |= {each: _identity(each.stat()) for each in self._companions()}

    def loss(self) -> str | None:
        """Why the data is no longer found under the file's name; None while it is."""
        for path, known in self._known.items():
            try:
                if _identity(path.stat()) != known:
                    return f"{path} was replaced"
            except FileNotFoundError:
                return f"{path} was deleted"
            except OSError as error:
                log.warning("cannot check %s: %s", path, error.strerror)
        return None

    def release(self) -> None:
        """Let others use the file; call this only after SQLite has closed it."""
        while self._open:
            os.close(self._open.pop())

    def _companions(self) -> tuple[Path, ...]:
        # SQLite names them after the file itself, not after a link to it.
        real = Path(os.path.realpath(self.path))
        return tuple(_beside(real, suffix) for suffix in COMPANIONS)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ALONE)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")


def _identity(about: os.stat_result) -> tuple[int, int]:
    """What tells one file from every other, whatever its path."""
    return about.st_dev, about.st_ino


def _is_narrowed(path: Path) -> bool:
    """Take a file's access away from others; return whether they had any."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & ~OWNER_ALONE:
            path.chmod(mode & OWNER_ALONE)
            return True
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("cannot take other users' access to %s away: %s", path, error.strerror)
    return False
