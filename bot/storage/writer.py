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

    def give_up(self) -> None:
        """Cancel the work unless it has begun: once begun, its outcome must be awaited."""
        with self._lock:
            if not self.is_begun:
                self.fail(TimeoutError())

    def succeed(self, result: Any) -> None:
        """Hand over the result; the caller may be gone."""
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: BaseException) -> None:
        """Hand over the reason why it is not stored."""
        if not self.result.done():
            self.result.set_exception(error)


class Writer:
    """Writes in the order in which it is asked to, in a thread of its own.

    All requests that arrive during a commit go into the next transaction together, so many callers
    share one sync of the disk, and one change of threads.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[_Waiting] = []
        self._emptying: asyncio.Task[None] | None = None

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
        if self._emptying is None:
            self._emptying = asyncio.create_task(self._empty(), name="writer")
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
        self._waiting.append(_Waiting(work, result))

    async def close(self) -> None:
        """Wait until everything is stored that somebody waits for."""
        if self._emptying:
            await asyncio.wait({self._emptying})
        self._thread.shutdown()

    async def _empty(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._keep(batch)
        finally:
            self._emptying = None

    async def _keep(self, batch: list[_Waiting]) -> None:
        """Store a batch in one transaction; if one caller's work fails, each in its own."""
        batch = [each for each in batch if not each.result.done()]
        if not batch:
            return
        for each in batch:
            each.is_begun = False
        work = asyncio.get_running_loop().run_in_executor(self._thread, self._transact, batch)
        try:
            results = await work
        except _WorkFailed as failed:
            await self._part(batch, failed.__cause__ or failed)
        except Exception as error:  # noqa: BLE001 - whatever it is, the callers are told
            for each in batch:
                each.fail(error)
        else:
            for each, result in zip(batch, results, strict=True):
                each.succeed(result)

    def _transact(self, batch: list[_Waiting]) -> list[Any]:
        with self._engine.begin() as connection:
            return [each.do(connection) for each in batch]

    async def _part(self, batch: list[_Waiting], error: BaseException) -> None:
        """Keep each caller's work separate, so that one failure does not undo the others."""
        if len(batch) == 1:
            batch[0].fail(error)
            return
        for each in batch:
            await self._keep([each])
