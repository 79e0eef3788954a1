"""The database's one writer: everything that waits to be stored goes into one transaction.

SQLAlchemy commits for each caller separately, and each commit waits for the disk.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]
"""One caller's work in a transaction; it may run again after a rollback."""


class _WorkFailed(Exception):  # noqa: N818 - a fact about a batch
    """One caller's work failed, and its transaction with it; the cause is the original error."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A caller's work, the future of its result, and whether it has begun."""

    work: Work[Any]
    result: asyncio.Future[Any]
    is_begun: bool = False
    _lock: Lock = field(default_factory=Lock)

    def do(self, connection: Connection) -> Any:
        """Do the work in a transaction, in the writer's thread, unless its caller has given up."""
        with self._lock:
            if self.result.done():
                return None
            self.is_begun = True
        try:
            return self.work(connection)
        except Exception as error:
            raise _WorkFailed from error

    def undone(self) -> None:
        """Note that it is to be done again, because its transaction failed."""
        with self._lock:
            self.is_begun = False

    def give_up(self) -> None:
        """Cancel the work unless it has begun: once begun, its outcome must be awaited."""
        with self._lock:
            if not self.is_begun and not self.result.done():
                self.result.set_exception(TimeoutError())

    def end(self, outcome: Any) -> None:
        """Hand over the result, or the reason why it is not stored; the caller may be gone."""
        if self.result.done():
            return
        if isinstance(outcome, _NotStored):
            self.result.set_exception(outcome.error)
        else:
            self.result.set_result(outcome)


@dataclass(frozen=True, slots=True)
class _NotStored:
    """Why a caller's work is not stored."""

    error: BaseException


class Writer:
    """Writes in the order in which it is asked to, in a thread of its own.

    All requests that arrive during a commit go into the next transaction together, so many callers
    share one sync of the disk, and one change of threads.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[_Waiting] = []
        self._go_with_next: list[_Waiting] = []
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    async def write(self, work: Work[T], patience: float | None = None) -> T:
        """Do some work in a transaction; return its result once it is durable.

        A caller that is cancelled before its transaction begins leaves nothing behind. With
        `patience`, a caller waits only that many seconds for its work to begin; work that has begun
        is awaited to its end, so the caller always knows whether it was stored.

        Raises:
            TimeoutError: It did not begin in time, and never will.
            Exception: The work's own error, or why the transaction failed; nothing was stored.
        """
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()
        waiting = _Waiting(work, result)
        self._waiting.append(waiting)
        if self._is_idle.is_set():
            self._is_idle.clear()
            # Whoever else asks right now goes along.
            loop.call_soon(self._begin)
        giving_up = None if patience is None else loop.call_later(patience, waiting.give_up)
        try:
            return await result
        finally:
            if giving_up:
                giving_up.cancel()

    def write_with_next(self, work: Work[object]) -> None:
        """Do some work in the next transaction; whether that succeeds, nobody is told."""
        result: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        # A future that failed and was never asked would be logged.
        result.add_done_callback(lambda done: done.exception())
        self._go_with_next.append(_Waiting(work, result))

    async def all_stored(self) -> None:
        """Wait until everything is stored that somebody waits for."""
        await self._is_idle.wait()

    async def close(self) -> None:
        """Store everything that somebody waits for, and end; nothing can be written any more."""
        await self.all_stored()
        self._thread.shutdown()

    def _begin(self) -> None:
        """Let the thread store everything that waits."""
        batch = [*self._go_with_next, *self._waiting]
        self._go_with_next, self._waiting = [], []
        self._thread.submit(self._work, batch, asyncio.get_running_loop())

    def _stored(self, batch: list[_Waiting], outcomes: list[Any]) -> None:
        for each, outcome in zip(batch, outcomes, strict=True):
            each.end(outcome)
        if self._waiting:
            self._begin()
        else:
            self._is_idle.set()

    # In the thread

    def _work(self, batch: list[_Waiting], loop: asyncio.AbstractEventLoop) -> None:
        outcomes = self._store(batch)
        loop.call_soon_threadsafe(self._stored, batch, outcomes)

    def _store(self, batch: list[_Waiting]) -> list[Any]:
        """Store a batch in one transaction; if one caller's work fails, each in its own."""
        try:
            return self._transact(batch)
        except _WorkFailed as failed:
            if len(batch) == 1:
                return [_NotStored(failed.__cause__ or failed)]
            for each in batch:
                each.undone()
            return [outcome for each in batch for outcome in self._store([each])]
        except Exception as error:  # noqa: BLE001 - whatever it is, the callers are told
            return [_NotStored(error)] * len(batch)

    def _transact(self, batch: list[_Waiting]) -> list[Any]:
        with self._engine.begin() as connection:
            return [each.do(connection) for each in batch]
