"""Processes that serve two shards, and servers on each of them, with people who are on both."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox.server import Sandbox
from tests.end_to_end.conftest import assert_no_fault_logged, fixture
from tests.end_to_end.helpers.matches import World
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Person, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess, with_settings

COUNT = 2
SUBMITTED = "has submitted"


@asynccontextmanager
async def process(
    sandbox: Sandbox, forker: Forker, database: Path, url: str = ""
) -> AsyncIterator[BotProcess]:
    """Yield a process for two shards, not started yet. Neither's login waits for the other's."""
    sandbox.services.limiter.settings.max_concurrency = COUNT
    begin = with_settings(forker.begin, SHARD_COUNT=str(COUNT))
    bot = BotProcess(sandbox, database, begin, url)
    try:
        yield bot
    finally:
        if bot.is_running:
            os.kill(bot.pid, signal.SIGCONT)
            await bot.stop()
        assert_no_fault_logged(bot)


@fixture(name="guilds")
async def guilds_on_shards(world: World) -> list[World]:
    """Return a server on each shard, with people of its own."""
    return [await world.new_guild((number, COUNT)) for number in range(COUNT)]


@asynccontextmanager
async def begun(guild: World, ec: Person) -> AsyncIterator[str]:
    await guild.add_member(ec.id)
    room = await guild.new_room()
    await guild.host.command(room, "/compass-collisions start", ec=ec.id, dmo=guild.dmo.id)
    opening = await guild.host.read(room, from_dealer("## Compass Collisions"))
    yield room
    await guild.dmo.say(room, "concede")
    await guild.result_after(room, opening)


async def hears_all(bot: BotProcess) -> None:
    """Wait until the sessions of both shards have begun in a process that deals."""
    begun = b"the session of shard %d has begun"
    await eventually(lambda: all(bot.log.count(begun % number) for number in range(COUNT)))
