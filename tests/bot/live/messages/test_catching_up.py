"""Messages from while nobody listened: found in every place, and judged in their own order."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.values.events import Event, GapEnded, MessageEdited, RulingGiven, TimerFired
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import EC, card_of
from tests.helpers.rooms.game_cogs import game_rooms_of
from tests.helpers.rooms.live_rooms import SECOND, Rooms, typed
from tests.helpers.rooms.servers import Server

FLOWER, OTHER_FLOWER = "flower U G7 H7 I7 G8 I8", "flower X H8 G8 I8 H7 H9"


# Order of judging


@pytest.mark.parametrize(
    ("event", "is_hastened"),
    [
        (typed(EC, "E6 E7", 41 * SECOND), True),
        (MessageEdited(EC, 7, "E6 E7", BEGAN_MS + 41 * SECOND), True),
        (RulingGiven("pause", 1, BEGAN_MS + 41 * SECOND), True),
        # Time waits for the reading as well, but nobody sees that.
        (TimerFired(), False),
    ],
)
async def test_a_reading_that_somebody_waits_for_is_hastened(
    deal: Rooms, event: Event, is_hastened: bool
):
    room = await deal(takeback="0")
    await room.restart(20 * SECOND, 40 * SECOND, catch_up=False)
    assert room.hastened == []
    if isinstance(event, RulingGiven):
        room.runner.ask(event)
    else:
        room.runner.enqueue(event)
    await room.happen()
    assert room.hastened == [room.card.id] * is_hastened
    await room.room_is_read()


# The cursor


async def test_an_edited_message_is_found_again_until_it_is_judged(server: Server):
    """It counts at its edit, later than messages that stand after it in the room."""
    runner = await server.open()
    early = await server.world.ec.say(server.room, "wait")
    later = await server.world.dmo.say(server.room, "E3 E2")
    # Within one millisecond, the message that was said first comes first.
    await asyncio.sleep(0.002)
    await server.world.ec.edit(early, "E6 E7")
    reading = await server.read(runner)
    assert [message.text for message in reading.messages] == ["E3 E2", "E6 E7"]
    assert [message.heard_through for message in reading.messages] == [
        int(early["id"]) - 1,
        reading.read_through,
    ]
    assert reading.read_through >= int(later["id"])


# Places


@pytest.mark.parametrize("kind", list(discord.MessageType))
def test_only_what_somebody_says_is_heard(kind: discord.MessageType):
    card = card_of()
    author = SimpleNamespace(id=card.players[EC].id)
    message = SimpleNamespace(
        author=author, type=kind, content="concede", id=snowflake(BEGAN_MS), edited_at=None
    )
    is_heard = game_rooms_of(None)(card).read(card, message) is not None
    assert is_heard == (kind in {discord.MessageType.default, discord.MessageType.reply})


# The gateway


async def test_a_long_silence_is_a_gap_and_a_blip_is_none(server: Server):
    runner = await server.open()
    happened: list[Event] = []
    runner.enqueue = happened.append  # type: ignore[method-assign]
    now_ms = server.clock.now_ms
    session = server.outages.services.gateway._sessions[0]
    alive_ms = session.alive_ms = now_ms() - 60_000
    for lost_for_ms in (1_000, 10_000):
        server.outages.mark_disconnected(0)
        session.lost_ms = now_ms() - lost_for_ms
        server.outages.prove_session(0)
        server.outages.prove_session(0)
        session.alive_ms = alive_ms
    assert happened == [GapEnded(None), GapEnded(alive_ms)]


# Answers


async def test_what_comes_while_one_channel_is_read_keeps_its_place_before_what_another_has(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    runner = await server.open(DemetersAnguish())
    await eventually(lambda: runner.match.clock.started is not None)
    since, waiting = server.direct_messages.since, ["ec", "dmo"]

    async def and_then_both_write(*asked: Any) -> list[discord.Message]:
        messages = await since(*asked)
        while waiting:
            # EC's conversation has been read; both write now, EC first.
            await server.world.people[waiting.pop(0)].tell(FLOWER if waiting else OTHER_FLOWER)
        return messages

    monkeypatch.setattr(server.direct_messages, "since", and_then_both_write)
    reading = await server.read(runner)
    assert [message.text for message in reading.messages] == [FLOWER, OTHER_FLOWER]
