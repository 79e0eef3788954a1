"""Submissions without a trace on Discord: stored before they are acknowledged, and judged once."""

import asyncio
import sqlite3
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.live.decide.decision import FORM_SETTLE_DELAY_MS
from bot.posts.compose import Composer
from bot.storage.store import NotLiveError, Store
from bot.storage.writer import StorageUnavailableError
from bot.texts import answers
from bot.values.events import MatchChoice, PlayerMessage, Submission, TimerFired
from bot.values.obstacles import Obstacle
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import Seat
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DMO, EC, card_of
from tests.helpers.rooms.changes import OVER, change
from tests.helpers.rooms.live_rooms import SECOND, Room, Rooms, whispered
from tests.helpers.rooms.servers import Server, typed_in

PATIENCE = 30.0
FORM = PlayerMessage.by_interaction(EC, EC_LAYOUT, snowflake(BEGAN_MS + 10 * SECOND), "token")
PRESS = PlayerMessage.by_interaction(DMO, "pass", 5, "token", pressed_on=7)


def kept(database: Path) -> list[int]:
    with closing(sqlite3.connect(database)) as other:
        return [number for (number,) in other.execute("SELECT interaction_id FROM inbox")]


def form_of(server: Server, text: str, seat: Seat = EC) -> PlayerMessage:
    return PlayerMessage.by_interaction(
        seat, text, snowflake(server.clock.now_ms()), "a spent token"
    )


# Keeping


@pytest.mark.parametrize("submission", [FORM, PRESS, MatchChoice(5, DMO, 6, 7)])
async def test_what_is_kept_is_there_for_the_next_process(store: Store, submission: Submission):
    match_id = await store.begin(card_of(), read_through=0)
    for _ in range(2):
        await store.keep(match_id, submission, PATIENCE)
    (stored,) = await store.live_matches()
    assert stored.inbox == (submission,)
    await store.commit(change(match_id, settled_interaction_id=submission.inbox_id))
    (stored,) = await store.live_matches()
    assert stored.inbox == ()


async def test_nothing_is_kept_for_a_match_that_is_over(store: Store, database: Path):
    match_id = await store.begin(card_of(), read_through=0)
    await store.commit(change(match_id, outcome=OVER))
    with pytest.raises(NotLiveError):
        await store.keep(match_id, FORM, PATIENCE)
    assert kept(database) == []


# Judging


async def test_what_cannot_be_judged_leaves_the_inbox_with_an_apology(
    deal: Rooms, database: Path, monkeypatch: pytest.MonkeyPatch
):
    room = await deal(CompassCollisions)
    with monkeypatch.context() as broken:
        broken.setattr(Composer, "posts", lambda *_: 1 / 0)
        await room.runner.take(FORM, PATIENCE)
        await room.happen()
    (answer,) = room.posts
    assert (answer.reply.token, kept(database)) == ("token", [])
    assert answer.content.startswith(answers.TRY_AGAIN())
    assert EC_LAYOUT in answer.content


def slow_store(room: Room, *, keeps: bool = True) -> asyncio.Event:
    """Let a room's store keep forms only when it is let, or never."""
    keep, may_keep = room.store.keep, asyncio.Event()

    async def keep_slowly(*submission: Any) -> None:
        await may_keep.wait()
        if not keeps:
            raise StorageUnavailableError
        await keep(*submission)

    room.store.keep = keep_slowly
    return may_keep


@pytest.mark.parametrize("keeps", [True, False])
async def test_a_form_is_judged_before_what_is_sent_after_it_however_slow_the_disk_is(
    deal: Rooms, *, keeps: bool
):
    room = await deal(CompassCollisions)
    may_keep = slow_store(room, keeps=keeps)
    taking = asyncio.create_task(room.runner.take(FORM, PATIENCE))
    await asyncio.sleep(0)
    room.runner.enqueue(whispered(EC, DMO_LAYOUT, 11 * SECOND))
    await asyncio.sleep(0.05)
    assert room.log == ["dealer posted"]
    may_keep.set()
    (error,) = await asyncio.gather(taking, return_exceptions=True)
    await room.happen()
    assert isinstance(error, StorageUnavailableError) is not keeps
    # Submissions that were not stored have not happened.
    assert room.log[1:] == [f"ec {text}" for text in ([EC_LAYOUT] if keeps else []) + [DMO_LAYOUT]]


async def test_no_flag_is_judged_before_a_choice_that_is_being_kept(deal: Rooms):
    room = await deal(CompassCollisions)
    may_keep = slow_store(room)
    choice = MatchChoice(snowflake(BEGAN_MS + 10 * SECOND), EC, 6, 7)
    taking = asyncio.create_task(room.runner.take(choice, PATIENCE))
    await asyncio.sleep(0)
    room.clock.ms = room.card.discord_ms(room.match.next_due()) + FORM_SETTLE_DELAY_MS
    room.runner.enqueue(TimerFired())
    await asyncio.sleep(0.05)
    assert room.reads == 0
    may_keep.set()
    await taking
    await room.happen()
    assert room.reads == 1
    assert room.runner.live.inbox == (choice,)


async def test_a_form_that_is_kept_while_its_match_is_stopped_is_acknowledged(deal: Rooms):
    room = await deal(CompassCollisions)
    may_keep = slow_store(room)
    taking = asyncio.create_task(room.runner.take(FORM, PATIENCE))
    await asyncio.sleep(0.05)
    await room.stop()
    may_keep.set()
    # The next process judges it, so nobody may be told to send it again.
    await taking


async def test_the_answer_to_a_form_is_held_back_while_the_form_is_being_acknowledged(
    server: Server,
):
    runner = await server.open(CompassCollisions())
    button = await server.world.host.read(server.room, lambda m: m.get("components"))
    await server.world.ec.press(button, f"form:{runner.card.id}")
    pressed = list(server.sandbox.services.interactions._by_token.values())[-1]
    form = PlayerMessage.by_interaction(EC, EC_LAYOUT, int(pressed.id), pressed.token)
    answered = {"method": "PATCH", "route": "/webhooks/"}
    await server.world.fault(fault="refused", status=404, match=answered, count=None)
    with runner.acknowledging(form):
        await runner.take(form, PATIENCE)
        await eventually(lambda: typed_in(runner) == [EC_LAYOUT])
        await asyncio.sleep(0.1)
        assert await server.said_to(server.world.ec) == []
    # It could never be answered in its place, so the answer comes as a direct message.
    await server.told(server.world.ec, "Your layout")


# The next process


async def test_the_next_process_judges_what_was_kept_in_discords_order(server: Server):
    runner = await server.open(CompassCollisions())
    await server.store.keep(runner.card.id, form_of(server, DMO_LAYOUT), PATIENCE)
    later = await server.world.ec.tell(EC_LAYOUT)
    again = await server.restart()
    await server.world.ec.reply(later)
    assert typed_in(again) == [DMO_LAYOUT, EC_LAYOUT]
    assert again.live.inbox == ()


async def test_a_form_kept_before_the_gap_counts_though_the_phase_had_ended_by_then(server: Server):
    runner = await server.open(CompassCollisions(setup=Decimal(5)))
    await server.store.keep(runner.card.id, form_of(server, DMO_LAYOUT), PATIENCE)
    # The last proof of life comes after the end of the phase, which was not judged yet.
    await server.store.put_alive(server.clock.now_ms() + 6 * SECOND)
    await server.world.control("POST", "clock", {"shift": 60})
    again = await server.restart()
    await eventually(lambda: not again.live.is_catching_up)
    assert typed_in(again) == [DMO_LAYOUT]
    assert again.match.state.phase is Phase.PRIVILEGE


async def test_a_reading_brings_a_message_whose_match_was_chosen(server: Server):
    runner = await server.open(CompassCollisions())
    message = await server.world.ec.tell(EC_LAYOUT)
    chosen = MatchChoice(5, EC, int(message["channel_id"]), int(message["id"]))
    await runner.take(chosen, PATIENCE)
    await eventually(lambda: runner.live.inbox)
    server.direct_messages.since = AsyncMock(return_value=[])  # type: ignore[method-assign]
    await server.hear(runner)
    await eventually(lambda: typed_in(runner) == [EC_LAYOUT])


# Matches that end first


@pytest.mark.parametrize("restarts", [False, True])
async def test_what_a_match_did_not_hear_before_it_ended_is_given_back_once(
    server: Server, database: Path, *, restarts: bool
):
    runner = await server.open(CompassCollisions())
    form = form_of(server, EC_LAYOUT)
    await server.store.keep(runner.card.id, form, PATIENCE)
    await server.world.dmo.say(server.room, "concede")
    await server.hear(runner)
    await eventually(lambda: server.runners.in_room(int(server.room)) is None)
    for _ in range(2):
        await (server.restart() if restarts else server.finished.return_submissions())
    assert EC_LAYOUT in await server.told(server.world.ec, answers.MATCH_ENDED())
    assert kept(database) == []
    assert sum(answers.MATCH_ENDED() in text for text in await server.said_to(server.world.ec)) == 1


async def test_what_was_kept_for_a_room_that_stays_shut_is_given_back_when_the_match_ends(
    server: Server,
):
    runner = await server.open(CompassCollisions())
    await server.store.keep(runner.card.id, form_of(server, EC_LAYOUT), PATIENCE)
    server.registry.obstruct(int(server.room), Obstacle.NO_HISTORY)
    await eventually(lambda: runner.match.clock.paused_since is not None)
    again = await server.restart()
    await again.rule("abort", snowflake(server.clock.now_ms()))
    assert EC_LAYOUT in await server.told(server.world.ec, answers.MATCH_ENDED())
