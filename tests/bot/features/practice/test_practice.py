"""The special rules of practice: direct messages as a room, live matches first, a player's undo."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.live.decide.rulings import LONGEST_PAUSE_MS, is_on_hold
from bot.values.card import NO_SERVER, Person
from bot.values.events import PracticeHoldChanged
from engine.game import ABORTED
from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.options import read_options
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import ADA, DEALER, GUILD, card_of
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms, is_kept

pytestmark = pytest.mark.asyncio

LIVE_ROOM = 77
AT = 10 * SECOND

Practise = Callable[..., Any]


@pytest.fixture
def practise(deal: Rooms) -> Practise:
    async def open_match(
        game: str = "fire-and-ice", guild_id: int = NO_SERVER, **options: str
    ) -> Room:
        """Begin Ada's practice against the Dealer, in direct messages, up to her first turn."""
        card = card_of(GAMES[game](**read_options(GAMES[game], {"first": "ec"} | options)))
        players = {**card.players, Seat.DMO: Person(DEALER, "Dealer", Level.NORMAL)}
        practice = {"guild_id": guild_id, "host_id": ADA, "is_practice": True}
        room = Room(deal.store, replace(card, players=players, **practice))
        await room.open()
        deal.open.append(room)
        await room.stands(1, POSTED_MS)
        room.told()
        return room

    return open_match


@pytest.mark.parametrize("is_older", [False, True])
async def test_practice_waits_while_a_live_match_awaits_a_secret(
    practise: Practise, *, is_older: bool
):
    room = await practise(takeback="0")
    await room.happen(PracticeHoldChanged(LIVE_ROOM, BEGAN_MS + AT))
    assert room.match.clock.paused_since is not None
    assert f"a secret from you in <#{LIVE_ROOM}>" in room.told()[-1].content
    assert room.log[-1] == "dealer pause"
    if is_older:
        await room.log_pauses_as_hosts()
    await room.restart(AT, AT + SECOND)
    assert is_on_hold(room.runner.live)
    await room.happen(PracticeHoldChanged(None, BEGAN_MS + AT + 2 * SECOND))
    assert room.match.clock.paused_since is None
    assert room.log[-1] == "dealer resume"
    await is_kept(room)


PAUSE_ENDS_MS = AT + LONGEST_PAUSE_MS


async def test_a_pause_of_an_hour_ends_practice_in_a_room_that_others_may_want(practise: Practise):
    room = await practise(guild_id=GUILD)
    await room.ruled("pause", AT)
    (paused,) = room.told()
    assert "After an hour the match ends" in paused.content
    assert room.wake_ms == PAUSE_ENDS_MS
    await room.wakes(PAUSE_ENDS_MS - 1)
    assert room.match.result is None
    assert room.wake_ms == PAUSE_ENDS_MS
    await room.wakes(PAUSE_ENDS_MS)
    assert room.match.result
    assert room.match.result.reason is ABORTED
    why, over = room.told()
    assert "after an hour's pause" in why.content
    assert over.content.startswith("🏁 This practice match is over")
    assert room.log[-1] == "host abort"
    await is_kept(room)


async def test_the_hour_begins_anew_after_the_dealer_was_away(practise: Practise):
    room = await practise(guild_id=GUILD)
    await room.ruled("pause", AT)
    await room.restart(AT + SECOND, PAUSE_ENDS_MS + SECOND, catch_up=False)
    assert room.match.result is None
    assert room.wake_ms is None
    await room.room_is_read()
    assert room.wake_ms == PAUSE_ENDS_MS + SECOND + LONGEST_PAUSE_MS
    await room.wakes(room.wake_ms)
    assert room.match.result
    await is_kept(room)
