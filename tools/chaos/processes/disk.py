"""A read-only spell of the database: its disk is full, or another program has locked it."""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.storage.store import Store
from bot.storage.writer import Access
from tools.chaos.processes.boundaries import Boundary, Trap, discord_seconds, wrap

LONGEST_WAIT_SECONDS: Final = 60.0
"""Longest wait of the other program for its turn."""


class Hindrance(StrEnum):
    """The reasons why nothing can be written."""

    FULL = "disk full"
    LOCKED = "database locked"


@dataclass(frozen=True)
class Spell:
    """A time in which nothing can be written.

    Attributes:
        passing: Number of the commit at which it begins.
    """

    hindrance: Hindrance
    passing: int
    seconds: float


class Disk:
    """Switches the time in which nothing can be written on and off.

    It reports `unwritable` at the first vain write, and `writable` again after that.
    """

    def __init__(self, spell: Spell, database: Path, tell: Callable[[str, float], None]) -> None:
        self._spell = spell
        self._database = database
        self._tell = tell
        self._left = spell.passing
        self._is_on = self._is_told = self._is_over = False

    def install(self, trap: Trap) -> None:
        """Begin at a commit; the first one after the spell is a boundary of its own."""

        def committed(*_: object) -> None:
            if self._is_over:
                trap.passes(Boundary.WRITABLE_AGAIN)

        wrap(Store, "commit", before=self._commits, handle=committed)
        wrap(Access, "write", before=self._writes)

    def refuses(self, _: str) -> bool:
        """Return whether the disk of a file is full just now."""
        return self._is_on and self._spell.hindrance == Hindrance.FULL

    def _writes(self, *_: object) -> None:
        if self._is_on and not self._is_told:
            self._is_told = True
            self._tell("unwritable", discord_seconds())

    def _commits(self, *_: object) -> None:
        self._left -= 1
        if self._left == 0:
            is_full = self._spell.hindrance == Hindrance.FULL
            threading.Thread(target=self._last if is_full else self._lock, daemon=True).start()

    def _lock(self) -> None:
        path, patience = self._database, LONGEST_WAIT_SECONDS
        with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            self._last()
            other.execute("ROLLBACK")

    def _last(self) -> None:
        self._is_on = True
        time.sleep(self._spell.seconds)
        self._is_on, self._is_over = False, True
        self._tell("writable", discord_seconds())
