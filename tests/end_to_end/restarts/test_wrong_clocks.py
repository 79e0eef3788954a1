"""A host whose clock is wrong robs no player: the sandbox's clock is shifted against the host's."""

import asyncio
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import aiohttp
import pytest

from sandbox.server import Sandbox
from sandbox.state.snowflakes import Snowflakes, seconds_of
from tests.end_to_end.conftest import fixture, open_sandbox, started
from tests.end_to_end.helpers.matches import World
from tests.end_to_end.helpers.shards import process
from tests.end_to_end.restarts.test_history_requests import count_histories
from tests.helpers.databases.new_databases import make_databases_on_server  # noqa: F401 - a fixture
from tests.helpers.databases.postgres_server import Databases
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import READY, BotProcess

AWAY_SECONDS, SLOW_SECONDS, HOUR = 10, 2, 3_600
MOST_UNCERTAIN_SECONDS = 15
WAITING = b"in reserve"
SHIFTS = (5, -5, 30, -30, HOUR, -HOUR)
SLOW = (-5, 30, -HOUR)


@dataclass
class Shifted:
    """A sandbox of a test's own, whose clock is ahead of the host's by some seconds."""

    sandbox: Sandbox
    world: World

    @property
    def clock(self) -> Snowflakes:
        return self.sandbox.services.world.snowflakes

    @property
    def room(self) -> str:
        return self.world.rooms["dm1-game-room"]

    async def answers_slowly(self) -> None:
        await self.world.fault(fault="latency", seconds=SLOW_SECONDS, count=None)

    def passes(self, seconds: float) -> float:
        """Let time pass by Discord's clock alone; return its time then."""
        self.clock.shift += seconds
        return self.clock.now()

    def stops(self) -> None:
        """Let no more time pass by Discord's clock; only the host's goes on."""
        stopped_at = self.clock.now() - self.clock.shift
        self.clock.now = lambda: stopped_at + self.clock.shift  # type: ignore[method-assign]


Open: TypeAlias = Callable[[float], AbstractAsyncContextManager[Shifted]]


@fixture()
async def shifted(session: aiohttp.ClientSession) -> Open:
    @asynccontextmanager
    async def open_shifted(shift: float) -> AsyncIterator[Shifted]:
        async with open_sandbox(shift) as sandbox:
            yield Shifted(sandbox, await World.visit(session, sandbox.address))

    return open_shifted


@fixture()
async def file(new_database: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(new_database, tmp_path / "dealer.sqlite"))


@pytest.mark.parametrize(("shift", "is_slow"), [(shift, shift in SLOW) for shift in SHIFTS])
async def test_no_flag_falls_before_its_time_at_discord(
    shifted: Open, forker: Forker, file: Path, shift: float, *, is_slow: bool
):
    """Discord's time stands still, and passes for the Dealer alone until the room was read twice.

    By its clock the turn was over the first time.
    """
    async with (
        shifted(shift) as there,
        started(BotProcess(there.sandbox, file, forker.begin)),
    ):
        world, room, histories = there.world, there.room, count_histories(there.sandbox)
        there.stops()
        if is_slow:
            await there.answers_slowly()
        await world.start(room, turn=1, reserve=0)
        while histories[room] < 2:
            assert not await results(world, room)
            await asyncio.sleep(0.1)
        move = await world.ec.say(room, "E6 E7")
        turn = await world.turn_after(room, move, world.dmo)
        await world.clock_runs(room)
        there.passes(1.5)
        # It is Discord's, and proves that the time is past.
        await world.spectator.say(room, "hello")
        record = await world.record_of(await world.result_after(room, turn))
        *_, posted, over = re.findall("^dealer @([0-9.]+)", record, re.MULTILINE)
        assert float(over) == float(posted) + 1


@pytest.mark.parametrize("shift", SHIFTS)
async def test_the_dealers_absence_is_measured_by_discords_clock(
    shifted: Open, forker: Forker, file: Path, shift: float
):
    async with (
        shifted(shift) as there,
        started(BotProcess(there.sandbox, file, forker.begin)) as bot,
    ):
        opening = await there.world.start(there.room, turn=HOUR)
        await there.world.clock_runs(there.room)
        if shift == -HOUR:
            await there.answers_slowly()
        killed = there.passes(0)
        await bot.kill()
        restarted = there.passes(AWAY_SECONDS)
        await bot.start()
        await is_charged_to_nobody(there, opening, killed, restarted)
        assert b"this machine's clock is" in bot.log


@pytest.mark.parametrize("shift", SHIFTS)
async def test_a_process_in_reserve_measures_it_too(
    shifted: Open, forker: Forker, on_server: Databases, tmp_path: Path, shift: float
):
    url = await on_server.create()
    async with shifted(shift) as there, AsyncExitStack() as stack:
        owner, reserve = [
            await stack.enter_async_context(process(there.sandbox, forker, tmp_path / name, url))
            for name in ("owner", "reserve")
        ]
        await owner.start(READY)
        await reserve.start(WAITING)
        opening = await there.world.start(there.room, turn=HOUR)
        await there.world.clock_runs(there.room)
        killed = there.passes(0)
        os.kill(owner.pid, signal.SIGKILL)
        restarted = there.passes(AWAY_SECONDS)
        await owner.ended()
        await is_charged_to_nobody(there, opening, killed, restarted)


async def results(world: World, room: str) -> list[Message]:
    return [message for message in await world.host.history(room) if from_dealer("🏁")(message)]


async def is_charged_to_nobody(
    there: Shifted, opening: Message, killed: float, restarted: float
) -> None:
    """Check that the logged pause holds the whole absence, and nothing that is surely later."""
    away = await there.world.host.read(there.room, from_dealer("was away for"), opening["id"])
    record = await there.world.concede(there.room)
    stamps = re.findall("^dealer @([0-9.]+) (posted|pause|resume)$", record, re.MULTILINE)
    instants = {what: float(instant) for instant, what in stamps}
    began = seconds_of(int(opening["id"])) - instants["posted"]
    assert instants["pause"] <= killed - began
    resumed = began + instants["resume"]
    assert restarted <= resumed <= seconds_of(int(away["id"])) + MOST_UNCERTAIN_SECONDS
