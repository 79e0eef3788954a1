"""Servers on several shards, and the processes of which one serves them."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import aiohttp

from engine.seats import SEATS
from tests.helpers.matches.laying import LaidMatch, Room
from tests.helpers.people import Person, World
from tests.helpers.processes.bot_process import BotProcess, by_command, with_settings
from tests.helpers.processes.sandbox_process import SandboxProcess
from tools.bench.processes.arena import SANDBOX, Notes, people_of, rooms_of
from tools.bench.processes.usage import cpu_seconds


class Quarters:
    """A sandbox with a server on each shard, and people in its rooms, from enter to exit.

    Attributes:
        world: First of the servers.
        rooms: Rooms, by server; everybody plays in one.
        laid: Empty: all matches are begun here.
        bots: Processes, not started yet.
    """

    def __init__(self, folder: Path, shards: int, rooms: int, url: str, processes: int = 1) -> None:
        """Prepare them; an empty `url` means SQLite. All processes but one wait in reserve."""
        self.world: World
        self.rooms: list[Room] = []
        self.laid: Sequence[LaidMatch] = ()
        self.notes: Notes
        self.bots: list[BotProcess] = []
        self._people: dict[int, Person] = {}
        self._folder, self._shards, self._rooms = folder, shards, rooms
        self._url, self._processes = url, processes
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opening:
            folder = Path(opening.enter_context(TemporaryDirectory(dir=self._folder)))
            sandbox = await opening.enter_async_context(SandboxProcess(SANDBOX))
            session = await opening.enter_async_context(aiohttp.ClientSession())
            self.notes = Notes(sandbox)
            self.world = await World.visit(session, sandbox.address)
            # No shard's session waits for another one's.
            limits = {"enforce": False, "max_concurrency": self._shards}
            async with session.post(f"{sandbox.address}/sandbox/limits", json=limits) as response:
                assert response.status == 200, await response.text()
            for number in range(self._shards):
                await self._inhabit(await self.world.new_guild((number, self._shards)))
            begin = with_settings(by_command, SHARD_COUNT=str(self._shards))
            for _ in range(self._processes):
                self.bots.append(BotProcess(sandbox, folder / "dealer.sqlite", begin, self._url))
            opening.push_async_callback(self._end_bots)
            self._open = opening.pop_all()
        return self

    async def _inhabit(self, guild: World) -> None:
        await guild.grow(channels=self._rooms, users=len(SEATS) * self._rooms)
        self._people |= people_of(guild)
        self.rooms += rooms_of(guild, self._rooms)

    async def _end_bots(self) -> None:
        for bot in self.bots:
            if bot.is_running:
                await bot.stop()

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    def person(self, user_id: int) -> Person:
        """Return a person by their id."""
        return self._people[user_id]

    def cpu_seconds(self) -> float:
        """Return the processor time of all processes so far."""
        return sum(cpu_seconds(bot.pid) for bot in self.bots)
