"""Reads and durable writes: nobody hears of a change before it is durable.

One writer puts all waiting changes into one transaction. SQLAlchemy commits for each caller
separately, and each commit waits for the disk.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, RowMapping, Select, Table, delete
from sqlalchemy.exc import DatabaseError, IntegrityError

from bot.storage.databases.database import Database, NotOwnerError, Operation
from bot.storage.databases.dialects import put
from bot.values.observer import Observer

T = TypeVar("T")

COMMAND_SECONDS: Final = 5.0
"""Longest wait of a command for its change to be stored."""
CLOSE_SECONDS: Final = 10.0
"""Longest delay of the Dealer's end by a database that does not answer."""


class StorageUnavailableError(Exception):
    """Error for a change that is not stored and never will be."""


@dataclass(slots=True, eq=False)
class _PendingWrite:
    """A caller's work, the future of its result, and its state."""

    operation: Operation[Any]
    result: asyncio.Future[Any]
    is_begun: bool = False
    has_failed: bool = False

    def give_up(self) -> None:
        """Cancel the work unless it has begun: once begun, its outcome must be awaited."""
        if not self.is_begun:
            self.fail(TimeoutError())

    def succeed(self, result: Any) -> None:
        """Hand over the result; the caller may be gone."""
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: BaseException) -> None:
        """Hand over the error; the caller may be gone."""
        if not self.result.done():
            self.result.set_exception(error)
            # Otherwise Python reports it if nobody awaits the result.
            self.result.exception()


@dataclass(eq=False)
class Access:
    """An open database, as its stores use it; writes are done in the order of asking.

    All requests that arrive during a commit go into the next transaction together, so many callers
    share one sync of the disk.
    """

    database: Database
    observer: Observer | None = None
    _waiting: list[_PendingWrite] = field(default_factory=list)
    _go_with_next: list[_PendingWrite] = field(default_factory=list)
    _storing: asyncio.Task[None] | None = None

    async def read(self, operation: Operation[T]) -> T:
        """Read from one snapshot."""
        return await self.database.read(operation)

    async def rows(self, query: Select[Any]) -> Sequence[RowMapping]:
        """Read the rows of one query."""
        return await self.read(lambda connection: connection.execute(query).mappings().all())

    async def write(self, operation: Operation[T], patience: float | None = None) -> T:
        """Do some work in a transaction; return its result once it is durable.

        A caller that is cancelled before its transaction begins leaves nothing behind. With
        `patience`, a caller waits only that many seconds for its work to begin; work that has begun
        is awaited to its end, so the caller always knows whether it was stored.

        Once the database is no longer this process's, the caller is cancelled.

        Raises:
            TimeoutError: It did not begin in time, and never will.
            Exception: The work's own error, or why the transaction failed; nothing was stored.
        """
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()
        waiting = _PendingWrite(operation, result)
        self._waiting.append(waiting)
        if self._storing is None:
            # Other callers of this moment join in.
            self._storing = loop.create_task(self._store_all())
        giving_up = None if patience is None else loop.call_later(patience, waiting.give_up)
        try:
            return await result
        finally:
            if giving_up:
                giving_up.cancel()

    async def write_once(self, operation: Operation[T], patience: float = COMMAND_SECONDS) -> T:
        """Write, but try only once and wait a limited time for the writer.

        Raises:
            StorageUnavailableError: The database cannot do it right now.
        """
        try:
            return await self.write(operation, patience)
        except IntegrityError:
            raise
        except (DatabaseError, TimeoutError) as error:
            raise StorageUnavailableError from error

    async def put(self, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Put the values of the row with a key, or raise StorageUnavailableError."""
        await self.write_once(lambda connection: put(connection, table, key, values))

    async def delete(self, table: Table, **key: Any) -> bool:
        """Delete the rows with a key; return whether there were any.

        Raise StorageUnavailableError if the database cannot do it right now.
        """
        rows = delete(table).filter_by(**key)
        return bool(await self.write_once(lambda connection: connection.execute(rows).rowcount))

    def write_later(self, operation: Operation[object]) -> None:
        """Do some work in the next transaction, without a report of its success."""
        result: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._go_with_next.append(_PendingWrite(operation, result))

    async def all_stored(self) -> None:
        """Wait until everything is stored that a caller waits for."""
        if self._storing:
            await asyncio.wait({self._storing})

    async def close(self) -> None:
        """Store everything that a caller waits for, if the database answers; then close it."""
        if self._storing:
            _, unanswered = await asyncio.wait({self._storing}, timeout=CLOSE_SECONDS)
            for item in unanswered:
                item.cancel()
            await asyncio.gather(*unanswered, return_exceptions=True)
        await self.database.close()

    async def _store_all(self) -> None:
        batch: list[_PendingWrite] = []
        try:
            while self._waiting:
                batch = [*self._go_with_next, *self._waiting]
                self._go_with_next, self._waiting = [], []
                await self._store(batch)
        finally:
            self._storing = None
            for write in (*batch, *self._waiting):
                write.result.cancel()

    async def _store(self, batch: list[_PendingWrite]) -> None:
        """Store a batch in one transaction; if one caller's work fails, each in its own."""
        began = time.monotonic()
        try:
            outcomes = await self.database.transact(partial(_do, batch))
        except NotOwnerError:
            # The callers must do nothing more, and tell nobody: the next owner goes on.
            for write in batch:
                write.result.cancel()
        except Exception as error:  # noqa: BLE001 - whatever it is, the callers are told
            is_callers_fault = len(batch) > 1 and any(write.has_failed for write in batch)
            for write in batch:
                if is_callers_fault:
                    write.is_begun = write.has_failed = False
                    await self._store([write])
                else:
                    write.fail(error)
        else:
            if self.observer:
                self.observer.committed(time.monotonic() - began)
            for write, outcome in zip(batch, outcomes, strict=True):
                write.succeed(outcome)


def _do(batch: list[_PendingWrite], connection: Connection) -> list[Any]:
    """Do the work of each caller who has not given up."""
    outcomes: list[Any] = []
    for waiting in batch:
        waiting.is_begun = not waiting.result.done()
        try:
            outcomes.append(waiting.operation(connection) if waiting.is_begun else None)
        except Exception:
            waiting.has_failed = True
            raise
    return outcomes


log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
NO_ANSWER_SECONDS: Final = 3.0
"""After this long without an answer, a write counts as failing; a server may hang for longer."""


class WriteRetries:
    """Repeats each write until the database takes it.

    Attributes:
        reason: Reason of the latest failure, in the database's own words.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._failing_since: dict[object, float] = {}
        self._is_restored = asyncio.Event()
        self._is_restored.set()

    @property
    def failing_seconds(self) -> float | None:
        """The seconds for which writes have been failing; None while they succeed."""
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
            if caller in self._failing_since:
                self._succeeds(caller)

    def _fails(self, caller: object, began: float, reason: str) -> None:
        self.reason = reason
        log.error("the database is not writable (%s); trying again", self.reason)
        self._failing_since.setdefault(caller, began)
        self._is_restored.clear()

    def _succeeds(self, caller: object) -> None:
        del self._failing_since[caller]
        if not self._failing_since:
            log.warning("the database is writable again")
            self._is_restored.set()
