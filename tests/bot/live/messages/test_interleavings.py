"""Interleavings in which the Dealer is unfair, forgets, or hangs; each test states the rule."""

import asyncio
from math import inf

from bot.live.services import gateway
from bot.values.events import GapEnded, GapStarted
from bot.values.obstacles import Obstacle
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.rooms.outboxes import READINGS
from tests.helpers.rooms.servers import Server, typed_in

FLOWER = "flower U G7 H7 I7 G8 I8"


# Proof of life


async def test_the_loss_of_a_silent_connection_is_no_proof_of_life(server: Server, monkeypatch):
    monkeypatch.setattr(gateway, "ALIVE_EVERY_SECONDS", 0.01)
    latency = 0.1
    monkeypatch.setattr(type(server.client), "latency", property(lambda _: latency))
    await server.start()
    runner = await server.open()
    happened = []
    runner.enqueue = happened.append
    await asyncio.sleep(0.05)
    alive_ms = server.outages.services.gateway.alive_ms(0)
    await asyncio.sleep(0.3)  # a minute of silence; then the library gives the connection up
    latency = inf  # as `DiscordWebSocket.close` leaves it
    server.outages.mark_disconnected(0)
    await asyncio.sleep(0.05)
    server.outages.begin_session(0, {runner.card.guild_id})
    assert [e.since_ms for e in happened if isinstance(e, GapStarted)] == [alive_ms]


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
    server.game_rooms_of(runner.card).hear(runner, message)
    await eventually(runner._queue.waiting.empty)
    host = await server.world.host.say(server.room, "resume")
    assert await runner.rule("resume", int(host["id"])) is None
    await eventually(lambda: typed_in(runner) == ["E6 E7"])


# Global 429 while a reading is cancelled


async def test_a_reading_that_is_given_up_does_not_stop_all_other_requests(server: Server):
    runner = await server.open()
    await server.world.fault(fault="429", count=1, seconds=0.3, **{"global": True}, match=READINGS)
    runner.enqueue(GapEnded(None))
    await eventually(lambda: not server.client.http._global_over.is_set())
    runner.enqueue(GapEnded(None))
    await asyncio.wait_for(server.client.http._global_over.wait(), PATIENCE_SECONDS)


# Edits judged twice


async def test_a_private_message_whose_edit_was_judged_is_not_found_again_as_new(server: Server):
    runner = await server.open(DemetersAnguish())
    # Asked for which match, its author edits the message: that edit is judged.
    message = await server.world.ec.tell("what?")
    await server.world.ec.edit(message, FLOWER)
    heard = await server.private(message)
    await server.direct_messages.hear(heard, is_edit=True)
    await eventually(lambda: typed_in(runner) == [FLOWER])
    await server.hear(runner)
    await eventually(runner._queue.waiting.empty)
    await asyncio.sleep(0.1)
    assert typed_in(runner) == [FLOWER]


# A request without an end


async def test_a_reading_that_hangs_is_given_up_like_any_other_request(server: Server, monkeypatch):
    monkeypatch.setattr("bot.posts.sending.requests.ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("bot.live.runner.RETRY_SECONDS", 0.01)
    runner = await server.open()
    await server.world.fault(fault="latency", count=1, seconds=5, match=READINGS)
    runner.enqueue(GapEnded(None))
    await eventually(lambda: runner.live.is_catching_up)
    await eventually(lambda: not runner.live.is_catching_up)
