"""A host whose clock is wrong robs no player: the sandbox's clock is shifted against the host's."""

import asyncio
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import aiohttp
import pytest

from sandbox.server import Sandbox
from sandbox.state.snowflakes import Snowflakes, seconds_of
from tests.end_to_end.conftest import fixture, open_sandbox, started
from tests.end_to_end.helpers.matches import World, judge
from tests.end_to_end.helpers.shards import process
from tests.end_to_end.restarts.test_history_requests import HISTORY, count_histories
from tests.helpers.clocks.waiting import eventually
from tests.helpers.counting import Request, note_requests
from tests.helpers.databases.new_databases import make_databases_on_server  # noqa: F401 - a fixture
from tests.helpers.databases.postgres_server import Databases
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import READY, BotProcess
from tests.helpers.processes.scripted_host import CLOCKS, go_by_scripted_clocks

AWAY_SECONDS, SLOW_SECONDS, HOUR = 10, 2, 3_600
MOST_UNCERTAIN_SECONDS = 15
WAITING = b"in reserve"
SHIFTS = (5, -5, 30, -30, HOUR, -HOUR)
SLOW = (-5, 30, -HOUR)
IS_WRONG = b"this machine's clock is"


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
        assert IS_WRONG in bot.log


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


HOST: Final = ("wall", "uptime", "boottime")
LEAPING: Final = {
    "off": (),
    "set": ("wall",),
    "ahead": HOST,
    "slept": ("discord", "wall", "boottime"),
    "stood still": ("discord",),
}
"""The clocks that leap: none if the host's is off from the start, its own if it is set.

Or the host's leap ahead of Discord's, or fall behind as it sleeps, or stands still as a whole.
"""
CASES: Final = (
    *((kind, shift) for kind in ("off", "set") for shift in SHIFTS),
    *((kind, shift) for kind in ("ahead", "slept", "stood still") for shift in (5, 30, HOUR)),
)
TURN, MINUTE = 2 * HOUR, 60


@dataclass(frozen=True)
class Scripted:
    """Discord's clock and those of a host, which go on by the test's word alone."""

    there: Shifted
    host: dict[str, float]
    file: Path

    def passes(self, seconds: float, clocks: Collection[str] = ("discord", *HOST)) -> None:
        """Let some clocks go on, Discord's before those of whoever hears of it."""
        self.there.passes(seconds if "discord" in clocks else 0)
        for name in {*HOST} & {*clocks}:
            self.host[name] += seconds
        # The bot never sees half of a file.
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.host))
        new.rename(self.file)

    def goes_on_to(self, instant: float) -> None:
        self.passes(instant - self.there.clock.now())

    def answers_slowly(self, request: Request) -> None:
        if request.route == HISTORY:
            self.passes(SLOW_SECONDS)


@pytest.mark.parametrize(("kind", "leap"), CASES)
async def test_every_turn_lasts_its_time_by_discords_clock(
    shifted: Open, forker: Forker, file: Path, kind: str, leap: float
):
    """Some clocks leap in the middle of EC's turn, and again just before DMO's is over.

    EC moves in the last second, DMO does not: no time but this passes until that is told.
    """
    is_slow = kind in {"off", "set"} and leap in SLOW
    async with shifted(0) as there:
        there.stops()
        world, room, now = there.world, there.room, there.clock.now
        host = dict.fromkeys(HOST, now()) | {"wall": now() + leap * (kind == "off")}
        scripted = Scripted(there, host, file.with_name(CLOCKS))
        scripted.passes(0)
        if is_slow:
            note_requests(there.sandbox, scripted.answers_slowly)
        histories = count_histories(there.sandbox)

        async def leaps() -> None:
            scripted.passes(leap, LEAPING[kind])
            if kind == "stood still":
                # Nothing on the host knows of it but what Discord tells.
                await world.spectator.say(room, "hello")

        begin = partial(forker.begin, prepare=go_by_scripted_clocks)
        async with started(BotProcess(there.sandbox, file, begin)) as bot:
            opening = await world.start(room, turn=TURN, reserve=0)
            await world.clock_runs(room)
            scripted.passes(MINUTE)
            await leaps()
            await world.clock_runs(room)
            scripted.goes_on_to(seconds_of(int(opening["id"])) + TURN - 0.5)
            move = await world.ec.say(room, "E6 E7")
            turn = await world.turn_after(room, move, world.dmo)
            await world.clock_runs(room)
            deadline, readings = seconds_of(int(turn["id"])) + TURN, histories[room]
            scripted.goes_on_to(deadline - 2)
            # After its last warning the Dealer asks Discord for nothing.
            await world.host.read(room, from_dealer("30 s"), turn["id"])
            await leaps()
            if kind == "ahead":
                await eventually(lambda: histories[room] > readings)
            if now() < deadline:
                scripted.goes_on_to(deadline - 0.5)
                await world.clock_runs(room)
                assert not await results(world, room)
                scripted.goes_on_to(deadline + 2)
            promised = max(now(), deadline + 2) + 2 * SLOW_SECONDS * is_slow
            result = await world.result_after(room, turn)
            assert seconds_of(int(result["id"])) <= promised
            if kind != "slept":
                await eventually(lambda: IS_WRONG in bot.log)
        record = await world.record_of(result)
        judge(record)
        lines = re.findall("^(dealer|ec) @([0-9.]+)", record, re.MULTILINE)
        (_, opened), (who, moved), (_, posted), (_, over) = lines
        assert who == "ec"
        assert float(moved) - float(opened) == pytest.approx(TURN - 0.5, abs=0.002)
        assert Decimal(over) - Decimal(posted) == TURN


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
