"""Panels as time passes, set by the test, and while nothing can be kept."""

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any
from unittest.mock import DEFAULT, AsyncMock

import pytest

from bot.cogs.interactions import DeclinedError
from bot.features.panels import cog
from bot.features.panels.cog import RETRY_MS, Panels
from bot.features.panels.panel import (
    LAPSE_MS,
    MINUTE_MS,
    ROOM_TOLD,
    Button,
    End,
    Panel,
    Press,
    set_up,
)
from bot.storage.store import Write
from bot.storage.writer import StorageUnavailableError
from bot.texts.language import Language, spoken
from bot.values.card import MatchCard
from tests.helpers.clocks.fake_clock import FakeClock
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message, from_dealer
from tests.helpers.rooms.outboxes import POSTS
from tests.helpers.rooms.servers import Server

PATIENCE = 2.0
HOURS_MS = 120 * MINUTE_MS


class Waiting:
    """The panels of a server, whose time and whose matches are in the test's hands."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.clock = FakeClock(server.clock.now_ms())
        self.begins = AsyncMock(wraps=self._begin)
        self.find_blocker = AsyncMock(return_value="")
        bot: Any = server.client
        bot.store, bot.limiter, bot.clock = server.store, server.limiter, self.clock
        bot.registry = SimpleNamespace(open_match=self.begins, free_room=lambda: None)
        self.panels = Panels(bot)

    async def _begin(self, card: MatchCard, _: int, also: Write) -> None:
        await self.server.store.begin(card, 0, (), [also])

    async def set_up(self, at_ms: int | None = None) -> Panel:
        await self.panels.set_up(set_up(self.server.card(), at_ms, asks_ready=True))
        await eventually(lambda: self.now and self.now.message_id)
        return self.now

    @property
    def now(self) -> Panel | None:
        return self.panels.in_room(int(self.server.room))

    async def press(self, button: Button, person: str, patience: float = PATIENCE) -> Any:
        panel = self.now
        user_id = int(self.server.world.people[person].id)
        press = Press(button, user_id, panel.message_id or 0)
        return await self.panels.press(panel.id, press, patience)

    async def said(self, *parts: str) -> list[Message]:
        history = await self.server.world.host.history(self.server.room)
        return [message for message in history if from_dealer(*parts)(message)]


@pytest.fixture
async def waiting(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Waiting]:
    waiting = Waiting(server)
    monkeypatch.setattr(cog, "find_start_blocker", waiting.find_blocker)
    await waiting.panels.after_resume()
    yield waiting
    assert not any(call.kwargs["force"] for call in waiting.find_blocker.await_args_list)
    await waiting.panels.before_stop()


async def test_what_a_match_needs_to_begin_is_said_in_its_own_language_whoever_presses(
    waiting: Waiting,
):
    languages = list[Language]()
    waiting.find_blocker.side_effect = lambda *_, **__: languages.append(spoken()) or "something"
    german = replace(waiting.server.card(), language=Language.DE)
    await waiting.panels.set_up(set_up(german, None, asks_ready=True))
    await eventually(lambda: waiting.now and waiting.now.message_id)
    with pytest.raises(DeclinedError):
        await waiting.press(Button.START, "host")
    assert {*languages} == {Language.DE}


async def test_a_match_that_nobody_is_ready_for_lapses_a_day_after_its_time(waiting: Waiting):
    at_ms = waiting.clock.ms + MINUTE_MS // 2
    await waiting.set_up(at_ms)
    waiting.clock.ms = at_ms + LAPSE_MS
    await eventually(lambda: not waiting.panels._tracked)
    assert await waiting.said("for 24 hours")
    assert not waiting.begins.await_count
    assert await waiting.panels.store.all() == ([], [])


async def test_a_press_that_cannot_be_kept_changes_nothing(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
):
    before = await waiting.set_up()
    with monkeypatch.context() as patched:
        patched.setattr(waiting.panels.store, "put", AsyncMock(side_effect=StorageUnavailableError))
        for button, person in ((Button.READY, "ec"), (Button.START, "host")):
            with pytest.raises(StorageUnavailableError):
                await waiting.press(button, person)
        with pytest.raises(StorageUnavailableError):
            await waiting.panels.call_off(before, before.card.host_id)
        assert waiting.now == before
    assert (await waiting.press(Button.CANCEL, "host")).end is End.CANCELLED


async def test_a_press_gives_up_on_a_panel_that_changes_for_too_long(waiting: Waiting):
    before = await waiting.set_up()
    (tracked,) = waiting.panels._tracked.values()
    async with tracked.lock:
        with pytest.raises(StorageUnavailableError):
            await waiting.press(Button.CANCEL, "host", patience=0.01)
    assert waiting.now == before
    assert (await waiting.press(Button.CANCEL, "host")).end is End.CANCELLED


async def test_a_match_that_cannot_be_kept_begins_once_it_can(waiting: Waiting):
    await waiting.set_up()
    refusals = [StorageUnavailableError, StorageUnavailableError]
    waiting.begins.side_effect = [*refusals, DEFAULT]
    await waiting.press(Button.START, "host")

    def is_over() -> bool:
        waiting.clock.ms += RETRY_MS
        return not waiting.panels._tracked

    await eventually(is_over)
    assert waiting.begins.await_count == len(refusals) + 1


async def test_a_match_does_not_begin_in_an_outage_nor_by_itself_once_it_was_held_up(
    waiting: Waiting,
):
    await waiting.set_up()
    waiting.find_blocker.return_value = None
    for person in ("ec", "dmo"):
        await waiting.press(Button.READY, person)
    await looked(waiting)
    assert (waiting.begins.await_count, waiting.now.blocker) == (0, None)
    waiting.find_blocker.return_value = "Something is missing."
    await looked(waiting)
    await eventually(lambda: waiting.now and waiting.now.pinged == ROOM_TOLD)
    waiting.find_blocker.return_value = ""
    waiting.clock.ms += HOURS_MS
    assert not waiting.begins.await_count
    await waiting.press(Button.START, "host")
    await eventually(lambda: waiting.begins.await_count)


async def looked(waiting: Waiting) -> None:
    """Look at the panel once more, as a player takes back that they are ready, and doesn't."""
    before = waiting.find_blocker.await_count
    for button in (Button.NOT_READY, Button.READY):
        await waiting.press(button, "ec")
    await eventually(lambda: waiting.find_blocker.await_count > before)


async def test_what_is_missing_only_when_start_now_was_pressed_holds_the_match_up(waiting: Waiting):
    await waiting.set_up()
    waiting.find_blocker.side_effect = chain(["", "Something is missing."], repeat(""))
    await waiting.press(Button.START, "host")
    await eventually(lambda: waiting.now and waiting.now.blocker)
    assert not waiting.now.is_told
    await waiting.press(Button.START, "host")
    await eventually(lambda: waiting.begins.await_count)


async def test_a_panel_for_a_room_that_is_gone_is_posted_no_more(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
):
    server = waiting.server
    await server.world.fault(fault="refused", status=404, code=10003, match=POSTS, count=None)
    monkeypatch.setattr(server.client, "get_guild", lambda _: SimpleNamespace(unavailable=False))
    await waiting.panels.set_up(set_up(server.card(), None, asks_ready=True))
    await eventually(lambda: waiting.now and waiting.now.message_id is not None)
    await waiting.panels.before_stop()
    waiting.panels = Panels(waiting.panels.bot)
    await waiting.panels.after_resume()
    assert waiting.now
    assert not [*waiting.panels.undelivered()]
