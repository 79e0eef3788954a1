"""A process in reserve goes on for one that was killed, or frozen and changes nothing more."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World
from tests.end_to_end.helpers.shards import guilds_on_shards, hears_all, process  # noqa: F401 - a fixture, too
from tests.helpers.clocks.waiting import eventually
from tests.helpers.databases.new_databases import make_databases_on_server  # noqa: F401 - a fixture
from tests.helpers.databases.postgres_server import Databases
from tests.helpers.people import from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import READY, BotProcess

WAITING = b"in reserve"
"""The log line of a process that does not own the database."""


@fixture()
async def fleet(
    sandbox: Sandbox, forker: Forker, on_server: Databases, tmp_path: Path
) -> AsyncIterator[list[BotProcess]]:
    """Yield the owner of a database, and a process in reserve."""
    url = await on_server.create()
    async with AsyncExitStack() as stack:
        fleet = [
            await stack.enter_async_context(process(sandbox, forker, tmp_path / name, url))
            for name in ("owner", "reserve")
        ]
        for bot, until in zip(fleet, (READY, WAITING), strict=True):
            await bot.start(until)
        await hears_all(fleet[0])
        yield fleet


async def test_an_owner_that_was_frozen_changes_nothing_and_waits_in_reserve(
    guilds: list[World], fleet: list[BotProcess]
):
    owner, reserve = fleet
    guild, room = guilds[1], await guilds[1].new_room()
    opening = await guild.start(room)
    await guild.clock_runs(room)
    os.kill(owner.pid, signal.SIGSTOP)
    first = await guild.ec.say(room, "E6 E7")
    await guild.turn_after(room, first, guild.dmo)
    os.kill(owner.pid, signal.SIGCONT)
    second = await guild.dmo.say(room, "E3 F3")
    await guild.turn_after(room, second, guild.ec)
    # It is there again for the next one that ends.
    await eventually(lambda: WAITING in owner.log)
    await reserve.kill()
    third = await guild.ec.say(room, "E8 F8")
    await guild.turn_after(room, third, guild.dmo)
    record = await guild.concede(room)
    assert [record.count(item) for item in ("E6 E7", "E3 F3", "E8 F8", "concede")] == [1] * 4
    messages = await guild.host.history(room, opening["id"])
    assert sum(map(from_dealer("your move"), messages)) == 3
    assert await guild.gaps(room) == 2
