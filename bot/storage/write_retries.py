"""Retries writes that must succeed, and knows how long they have been failing.

SQLAlchemy does not repeat a transaction.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from sqlalchemy.exc import DatabaseError, IntegrityError

T = TypeVar("T")

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
NO_ANSWER_SECONDS: Final = 3.0
"""After this long without an answer, a write counts as failing; a server may hang for longer."""
LOG_EVERY_SECONDS: Final = 60.0


class WriteRetries:
    """Repeats each write until the database takes it.

    Attributes:
        reason: Why the latest try failed, in the database's own words.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._failing_since: dict[object, float] = {}
        self._is_restored = asyncio.Event()
        self._is_restored.set()
        self._logged_at = 0.0

    @property
    def failing_seconds(self) -> float | None:
        """How long writes have been failing; None while they succeed."""
        since = min(self._failing_since.values(), default=None)
        return None if since is None else asyncio.get_running_loop().time() - since

    async def restored(self) -> None:
        """Wait until everything is stored."""
        await self._is_restored.wait()

    async def until_stored(self, write: Callable[[], Awaitable[T]]) -> T:
        """Try until it is stored: nothing may be announced before that.

        Raises:
            IntegrityError: It contradicts what is already stored.
        """
        loop, caller = asyncio.get_running_loop(), object()
        fails = partial(self._fails, caller, loop.time())
        unanswered = loop.call_later(NO_ANSWER_SECONDS, fails, "it does not answer")
        try:
            while True:
                try:
                    return await write()
                except IntegrityError:
                    raise
                except DatabaseError as error:
                    fails(str(error.orig))
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            unanswered.cancel()
            self._ends(caller)

    def _fails(self, caller: object, began: float, reason: str) -> None:
        self.reason = reason
        now, is_new = asyncio.get_running_loop().time(), not self._failing_since
        if is_new or now - self._logged_at >= LOG_EVERY_SECONDS:
            log.error("the database is not writable (%s); trying again", self.reason)
            self._logged_at = now
        self._failing_since.setdefault(caller, began)
        self._is_restored.clear()

    def _ends(self, caller: object) -> None:
        was_failing = self._failing_since.pop(caller, None) is not None
        if was_failing and not self._failing_since:
            log.warning("the database is writable again")
            self._is_restored.set()
