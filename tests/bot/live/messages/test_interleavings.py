"""Interleavings in which the Dealer is unfair, forgets, or hangs; each test states the rule."""

import asyncio
from dataclasses import replace
from math import inf
from types import SimpleNamespace

import discord
import pytest
from sqlalchemy.exc import DatabaseError

from bot.live.services import gateway
from bot.values.discord_time import snowflake_ms
from bot.values.events import (
    GapEnded,
    GapStarted,
    PlayerMessage,
    PostDelivered,
    ReadingScope,
    TimerFired,
)
from bot.values.obstacles import Obstacle
from bot.values.post import Post
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.rooms.cards import EC, unplaced
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms, whispered
from tests.helpers.rooms.servers import Server

FLOWER, OTHER_FLOWER = "flower U G7 H7 I7 G8 I8", "flower X H8 G8 I8 H7 H9"


def forbidden() -> discord.Forbidden:
    return discord.Forbidden(SimpleNamespace(status=403, reason="no"), "Missing Access")


READING = {"method": "GET", "route": "/channels/{channel_id}/messages"}


# Proof of life


async def test_the_loss_of_a_silent_connection_is_no_proof_of_life(server: Server, monkeypatch):
    monkeypatch.setattr(gateway, "ALIVE_EVERY_SECONDS", 0.01)
    latency = 0.1
    monkeypatch.setattr(type(server.client), "latency", property(lambda _: latency))
    await server.registry.start()
    runner = await server.open()
    happened = []
    runner.enqueue = happened.append
    await asyncio.sleep(0.05)
    alive_ms = server.registry._gateway.alive_ms(0)
    await asyncio.sleep(0.3)  # a minute of silence; then the library gives the connection up
    latency = inf  # as `DiscordWebSocket.close` leaves it
    server.registry.mark_disconnected(0)
    await asyncio.sleep(0.05)
    server.registry.begin_session(0, {runner.card.guild_id})
    assert [e.since_ms for e in happened if isinstance(e, GapStarted)] == [alive_ms]


# Stale last_message_id


async def test_before_a_flag_the_room_is_read_whatever_the_gateway_has_told(
    server: Server, monkeypatch
):
    runner = await server.open()
    chatter = await server.world.ec.say(server.room, "hm")
    runner.enqueue(PlayerMessage(EC, "hm", int(chatter["id"]), 0, heard_through=int(chatter["id"])))
    await eventually(lambda: runner.live.read_through == int(chatter["id"]))
    # The newest message by the gateway; the move after it is still on its way.
    room = SimpleNamespace(last_message_id=runner.live.read_through)
    monkeypatch.setattr(server.client, "get_channel", lambda _: room)
    move = await server.world.ec.say(server.room, "E6 E7")
    reading = await server.read(runner, ReadingScope(until_ms=snowflake_ms(int(move["id"]))))
    assert [message.text for message in reading.messages] == ["E6 E7"]


# Cursor over unread messages after an obstruction


async def test_what_is_heard_while_the_match_waits_for_its_room_hides_nothing_unheard(
    server: Server,
):
    runner = await server.open()
    server.registry.obstruct(runner.card.room_id, Obstacle.FORBIDDEN)
    await eventually(lambda: runner.match.clock.paused_since is not None)
    # The gateway does not tell of it: the Dealer may not see the room.
    await server.world.ec.say(server.room, "E6 E7")
    # It may again; what is said next is heard, before the host says `resume`.
    chatter = await server.world.dmo.say(server.room, "E4 E5")
    room = server.client.get_partial_messageable(int(server.room))
    message = await room.fetch_message(int(chatter["id"]))
    server.hearing_of(runner.card).hear(runner, message)
    await eventually(runner._events.empty)
    host = await server.world.host.say(server.room, "resume")
    assert await runner.rule("resume", int(host["id"])) is None
    await eventually(lambda: [e.text for e in runner.match.entries if e.speaker.seat] == ["E6 E7"])


# Global 429 while a reading is cancelled


async def test_a_reading_that_is_given_up_does_not_stop_all_other_requests(server: Server):
    runner = await server.open()
    await server.world.fault(fault="429", count=1, seconds=0.3, **{"global": True}, match=READING)
    runner.enqueue(GapEnded(None))
    await eventually(lambda: not server.client.http._global_over.is_set())
    runner.enqueue(GapEnded(None))
    await asyncio.wait_for(server.client.http._global_over.wait(), PATIENCE_SECONDS)


# Resume with a room still shut for writing


async def test_a_host_who_resumes_too_early_is_told_and_the_match_pauses_again(
    server: Server, monkeypatch
):
    runner = await server.open()
    await server.world.fault(
        fault="forbidden",
        seconds=60,
        match={"method": "POST", "route": f"/channels/{server.room}/messages"},
    )
    host = await server.world.host.say(server.room, "hi")
    assert await runner.rule("pause", int(host["id"])) is None
    host = await server.world.host.say(server.room, "hi")
    await eventually(lambda: runner.live.is_obstructed)
    assert await runner.rule("resume", int(host["id"])) is None
    await eventually(lambda: runner.match.clock.paused_since is not None)


# Busy loop


async def test_while_the_gateway_is_away_nothing_wakes_a_runner_again_and_again(
    server: Server, monkeypatch
):
    await server.registry.start()
    runner = await server.open(turn="1", reserve="0")
    server.registry.mark_disconnected(0)
    woken = 0
    put = runner.enqueue

    def counting(event):
        nonlocal woken
        woken += isinstance(event, TimerFired)
        put(event)

    runner.enqueue = counting
    await asyncio.sleep(1.5)
    assert woken <= 5


# Edits judged twice


async def test_a_private_message_whose_edit_was_judged_is_not_found_again_as_new(server: Server):
    runner = await server.open(DemetersAnguish())
    # Asked for which match, its author edits the message: that edit is judged.
    message = await server.world.ec.tell("what?")
    direct = await server.world.ec.direct()
    await server.world.ec.request(
        "PATCH", f"/channels/{direct}/messages/{message['id']}", json={"content": FLOWER}
    )
    heard = await server.private(message)
    await server.direct_messages.hear(heard, is_edit=True)
    await eventually(lambda: len([e for e in runner.match.entries if e.speaker.seat]) == 1)
    await server.hear(runner)
    await eventually(runner._events.empty)
    await asyncio.sleep(0.1)
    assert [e.text for e in runner.match.entries if e.speaker.seat] == [FLOWER]


# A dropped opening post


async def unposted(deal: Rooms) -> Room:
    """Return a match whose first turn's post is not taken, so that it waits for the host."""
    room = await deal(takeback="0", posted=False)
    room.may_read.set()
    await room.happen(PostDelivered(1, None, BEGAN_MS + 2 * SECOND))
    assert room.match.clock.paused_since == 0
    return room


async def resumed(room: Room, at_ms: int, number: int = 1) -> Post:
    room.told()
    assert await room.ruled("resume", at_ms, number) is None
    await room.room_is_read()
    (opening,) = [post for post in room.sent if post.starts_clock]
    assert opening.has_board
    assert opening.sequence == room.runner.live.turn_post_sequence
    return opening


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_turn_whose_post_was_not_taken_is_posted_anew_before_its_clock_runs(
    deal: Rooms, restarts: bool
):
    room = await unposted(deal)
    first = (await room.stored()).turn_post
    if restarts:
        await room.restart(3 * SECOND, 8 * SECOND)
        await room.room_is_read()
    opening = await resumed(room, 10 * SECOND)
    assert first
    assert unplaced(opening) == unplaced(first)
    assert room.match.clock.started is None
    assert room.wake_ms is None
    await room.stands(opening.sequence, 30 * SECOND)
    assert room.match.clock.started == 30
    assert room.wake_ms == 60 * SECOND


# Failures


class Failing:
    def __init__(self, store, errors):
        self._store, self.errors = store, errors

    async def commit(self, change, **how):
        if self.errors:
            raise self.errors.pop()
        await self._store.commit(change, **how)

    def __getattr__(self, name):
        return getattr(self._store, name)


async def test_a_runner_outlives_two_failures_of_its_store(
    deal: Rooms, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.storage.writer.RETRY_SECONDS", 0)
    room = await deal(DemetersAnguish)
    errors = [DatabaseError("COMMIT", {}, Exception("disk image is malformed")) for _ in range(2)]
    room.runner._services = replace(room.runner._services, store=Failing(deal.store, errors))
    room.runner.enqueue(whispered(EC, FLOWER, 10 * SECOND))
    answer = await asyncio.wait_for(room.ruled("pause", 12 * SECOND), PATIENCE_SECONDS)
    assert answer is None


async def test_a_reading_that_could_not_be_kept_is_made_again(deal: Rooms):

    room = await deal(takeback="0", turn="60", reserve="0")
    errors = [DatabaseError("COMMIT", {}, Exception("disk image is malformed"))]
    await room.wakes(POSTED_MS + 60 * SECOND)
    room.runner._services = replace(room.runner._services, store=Failing(deal.store, errors))
    await room.room_is_read()
    room.runner._services = replace(room.runner._services, store=deal.store)
    assert room.match.result or room.wake_ms is not None or room.runner.live.is_reading


# A request without an end


async def test_a_reading_that_hangs_is_given_up_like_any_other_request(server: Server, monkeypatch):
    monkeypatch.setattr("bot.posts.sending.request_guard.ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("bot.live.runner.RETRY_SECONDS", 0.01)
    runner = await server.open()
    await server.world.fault(fault="latency", count=1, seconds=5, match=READING)
    runner.enqueue(GapEnded(None))
    await eventually(lambda: runner.live.is_catching_up)
    await eventually(lambda: not runner.live.is_catching_up)


# The room's news of a secret


async def test_the_room_does_not_learn_how_often_a_seat_sent_a_secret(deal: Rooms):
    public = []
    for often in (1, 2):
        room = await deal(DemetersAnguish)
        for number in range(often):
            await room.whispers(EC, FLOWER, (10 + number) * SECOND)
            (answer,) = [post for post in room.sent[-2:] if post.recipient is EC]
            await room.happen(PostDelivered(answer.sequence, None, BEGAN_MS + 20 * SECOND, EC))
        here = f"/channels/11/{room.card.room_id}/"
        lines = [post.content for post in room.sent if not post.recipient]
        public.append([text.replace(here, "/channels/here/") for text in lines])
    assert public[0] == public[1]
