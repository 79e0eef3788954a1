"""The bot is killed with SIGKILL and started again: every live match goes on where it stood."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest

from bot.texts.matches import was_away
from sandbox.server import Sandbox
from sandbox.state.snowflakes import seconds_of
from tests.end_to_end.conftest import fixture, started
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World, judge
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess, by_command

TURN, AWAY_SECONDS, RESERVE = 1, 2, 600
"""The bot is away for longer than a turn. Were that charged, it would be taken from the reserve."""


@fixture(scope="module")
async def bot(
    sandbox: Sandbox, forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """Yield the bot: the first process is the command's; the next ones are forks."""
    database = tmp_path_factory.mktemp("bot") / "dealer.sqlite"
    async with started(BotProcess(sandbox, database, by_command)) as bot:
        bot.begin = forker.begin
        yield bot


def at(message: Message) -> float:
    """Return when a message was written, in seconds of the wall clock."""
    return seconds_of(int(message["id"]))


async def test_a_turn_goes_on_after_a_kill_and_the_gap_is_nobodys_time(
    bot: BotProcess, world: World, room: str
):
    opening = await world.start(room, turn=TURN, reserve=RESERVE)
    await world.clock_runs(room)
    await bot.kill()
    killed = time.time()
    await asyncio.sleep(AWAY_SECONDS)
    restarted = time.time()
    await bot.start()
    away = await world.host.read(room, from_dealer("was away for"), opening["id"])
    move = await world.ec.say(room, "E6 E7")
    await world.turn_after(room, away, world.dmo)
    record = await world.concede(room)
    gap = re.search("^dealer @([0-9.]+) pause\ndealer @([0-9.]+) resume$", record, re.MULTILINE)
    assert gap
    assert "host @" not in record
    log = await world.host.ask_text(room, "/match log")
    # It begins after what was found to have happened meanwhile: the room may be told of more.
    assert f"**Dealer**: {was_away(Decimal(gap[2]) - Decimal(gap[1]))}" in log
    assert "**Host**" not in log
    used = RESERVE - judge(record)["clock"]["ec"]["reserve"]
    assert used <= killed - at(opening) + at(move) - restarted
    boards = [m for m in await world.host.history(room) if len(m["attachments"]) == 1]
    assert len(boards) == 2
