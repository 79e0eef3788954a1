"""Tells other processes through a PostgreSQL server, and hears what they tell."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg

from bot.storage.databases.database import Hear

log = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 0.5
FAILS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Listening:
    """A connection of its own, made once it is needed and again whenever it is lost."""

    def __init__(self, connect: Callable[[], Awaitable["asyncpg.Connection[Any]"]]) -> None:
        self._connect = connect
        self._connection: asyncpg.Connection[Any] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def tell(self, topic: str, number: int) -> None:
        """Tell whoever listens; it is lost where the server cannot be reached."""
        with suppress(*FAILS):
            async with self._one_at_a_time:
                connection = await self._connected()
                await connection.execute("SELECT pg_notify($1, $2)", topic, str(number))

    async def listen(self, topic: str, hear: Hear) -> None:
        """Let each number be heard that is told about a topic, until this is cancelled.

        None is heard after each connection that is made, as some may have been lost before it.
        """
        while True:
            try:
                await self._listen(topic, hear)
            except FAILS as error:
                log.warning("%s cannot be heard of just now: %s", topic, error)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _listen(self, topic: str, hear: Hear) -> None:
        """Listen until the connection is lost."""

        def heard(_connection: object, _pid: object, _topic: object, told: object) -> None:
            hear(int(str(told)))

        lost = asyncio.Event()
        async with self._one_at_a_time:
            connection = await self._connected()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(topic, heard)
        try:
            hear(None)
            await lost.wait()
        finally:
            async with self._one_at_a_time:
                with suppress(*FAILS):
                    await connection.remove_listener(topic, heard)

    async def _connected(self) -> "asyncpg.Connection[Any]":
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.terminate()
