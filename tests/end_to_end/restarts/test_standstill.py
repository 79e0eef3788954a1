"""A database that is locked, and a disk that is full: who learns of it, and what counts then."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager

import pytest

from bot.texts import answers, matches
from tests.end_to_end.helpers.apart import own_bot, own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World, first_button_id, judge
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.games.samples import sample
from tests.helpers.people import Listener, from_dealer
from tests.helpers.processes.bot_process import BotProcess

SUBMITTED = "has submitted"

Unwritable = Callable[[BotProcess], AbstractContextManager[None]]


@contextmanager
def locked(bot: BotProcess) -> Iterator[None]:
    with closing(sqlite3.connect(bot.database, PATIENCE_SECONDS, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(bot: BotProcess) -> Iterator[None]:
    """Let the bot's process make no file larger, nor write anywhere but at its very beginning."""
    before = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (1024, before[1]))
    yield
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("unwritable", sample([locked, full], [locked]))
async def test_all_learn_that_nothing_can_be_kept_and_nobody_is_charged(
    world: World, bot: BotProcess, room: str, unwritable: Unwritable
):
    post = await world.deal(room, "compass-collisions", setup=600)
    await world.clock_runs(room)
    async with Listener(world.ec) as ear:
        modal = await ear.open_form(post, first_button_id(post))
        with unwritable(bot):
            # A form that comes before anybody knows of it is given back as well.
            await world.ec.fill_in(room, modal, EC_LAYOUT)
            given_back = (await ear.answer())["content"]
            assert given_back.startswith(answers.NOT_KEPT())
            assert EC_LAYOUT in given_back
            notice = await world.spectator.read(room, from_dealer(matches.STANDSTILL()))
            direct = await world.host.direct()
            await world.host.read(direct, from_dealer("can't save anything", room))
            assert await world.host.ask_text(room, "/match abort") == answers.NOT_KEPT()
            assert "against" in await world.host.ask_text(room, "/match status")
            stopped, *clocks = (await world.host.ask_text(room, "/match clock")).splitlines()
            assert stopped == matches.STANDSTILL()
            assert all("left" in clock and "<t:" not in clock for clock in clocks)
            message = await world.ec.tell(DMO_LAYOUT)
        await world.host.read(room, from_dealer("was away for"), notice["id"])
        assert "WWWWWWW" in (await world.ec.reply(message))["content"]
    await world.host.read(direct, from_dealer(matches.KEPT_AGAIN()))
    await world.host.read(room, from_dealer(SUBMITTED))
    messages = [message["content"] for message in await world.host.history(room)]
    assert sum(matches.STANDSTILL() in content for content in messages) == 1
    assert sum(SUBMITTED in content for content in messages) == 1
    record = await world.concede(room, world.ec)
    judge(record)
    assert "pause\n" in record
    assert "host @" not in record
    assert "EEWWFFA" not in record
