"""Starts of the bot in this process, against a sandbox."""

import asyncio
from contextlib import suppress

from bot.app.build import build_client
from bot.storage.store import Store
from sandbox.server import BOT_TOKEN
from tests.helpers.clocks.waiting import eventually


class Start:
    def __init__(self, store: Store) -> None:
        self.client = build_client(store)
        self.client._connection.guild_ready_timeout = 0.01
        self.running = asyncio.create_task(self.client.stay_connected(BOT_TOKEN))

    async def is_open(self) -> None:
        await eventually(lambda: self.client.registry.is_open or self.running.done())
        assert self.client.registry.is_open, await self.running

    async def close(self) -> None:
        await self.client.close()
        self.running.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self.running
