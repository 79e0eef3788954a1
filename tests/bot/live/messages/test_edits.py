"""A message is edited into a submission: over a restart and a gap, and in Discord's order."""

import asyncio
import time
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from bot.live.runner import MatchRunner
from bot.texts import submissions
from bot.values.discord_time import snowflake_ms, timestamp_ms
from bot.values.events import MessageEdited, PlayerMessage, ReadingScope
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import SECOND, Room, Rooms, typed
from tests.helpers.rooms.servers import Server

WRONG, RIGHT = "E6 E8", "E6 E7"


async def refused(deal: Rooms, **options: str) -> tuple[Room, int]:
    room = await deal(**({"takeback": "0"} | options))
    message = await room.typed(EC, WRONG, 10 * SECOND)
    (reply,) = room.told()
    assert reply.reply_to == message
    return room, message


def edit(message: int, text: str, at_ms: int) -> MessageEdited:
    return MessageEdited(EC, message, text, BEGAN_MS + at_ms)


def replies(room: Room, event: MessageEdited) -> set[int]:
    """The letters that answer an event; one that still waits is sent again after a restart."""
    return {post.sequence for post in room.sent if post.answers == event.source}


# Over a restart


async def test_what_was_refused_before_a_restart_is_mended_after_it(deal: Rooms):
    room, message = await refused(deal)
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.edited(message, RIGHT, 40 * SECOND)
    assert room.log[-1] == f"ec {RIGHT}"
    assert (await room.sources())[-1] == edit(message, RIGHT, 40 * SECOND).source


async def test_an_edit_that_counted_before_a_restart_does_not_count_again(deal: Rooms):
    room, message = await refused(deal)
    right = edit(message, RIGHT, 15 * SECOND)
    await room.happen(right)
    room.unheard = [right]
    await room.restart(20 * SECOND, 30 * SECOND)
    await room.happen(right)
    assert room.log.count(f"ec {RIGHT}") == 1
    assert room.match.to_act == (DMO,)
    assert not replies(room, right)


# Earlier states


async def test_a_move_that_waits_behind_an_edit_is_not_lost_with_the_process(deal: Rooms):
    room = await deal(posted=False, takeback="0")
    move = typed(EC, RIGHT, 5 * SECOND)
    await room.happen(edit(snowflake(BEGAN_MS + 3 * SECOND), WRONG, 4 * SECOND), move)
    await room.typed(DMO, "hm", 6 * SECOND)
    assert (await room.stored()).read_through < move.snowflake


# Final moves


async def final_move(deal: Rooms) -> tuple[Room, int]:
    """Return DMO's turn, with its post and EC's final move before it."""
    room = await deal(takeback="0")
    message = await room.typed(EC, RIGHT, 10 * SECOND)
    await room.stands(room.sent[-1].sequence, 11 * SECOND)
    room.told()
    return room, message


async def test_a_final_move_is_known_after_a_restart(deal: Rooms):
    room, message = await final_move(deal)
    room.unheard = [edit(message, "D4 C4", 25 * SECOND)]
    await room.restart(20 * SECOND, 30 * SECOND)
    assert [post.content for post in room.posts].count(submissions.FINAL()) == 1
    assert room.match.to_act == (DMO,)


# Places


async def heard(server: Server, runner: MatchRunner, message: Message) -> None:
    """Let a table hear a message, and all before it."""
    await server.hear(runner)
    await eventually(lambda: runner.live.read_through >= int(message["id"]))


async def refused_in_server(server: Server) -> tuple[MatchRunner, Message]:
    runner = await server.open()
    message = await server.world.ec.say(server.room, WRONG)
    await heard(server, runner, message)
    return runner, message


async def test_an_edit_of_a_refused_message_is_found_in_its_place_by_its_own_time(server: Server):
    runner, message = await refused_in_server(server)
    await heard(server, runner, await server.world.dmo.say(server.room, "E2 E3"))
    post = await server.world.dmo.say(server.room, "E3 E2")
    # Of what happens within a millisecond, the older message comes first.
    await eventually(lambda: time.time() * 1000 >= snowflake_ms(int(post["id"])) + 1)
    await server.world.ec.edit(message, RIGHT)
    result = await server.world.dmo.say(server.room, "E3 F3")
    reading = await server.read(runner)
    assert [event.text for event in reading.messages] == ["E3 E2", RIGHT, "E3 F3"]
    cursors = [
        other_message.heard_through
        for other_message in reading.messages
        if isinstance(other_message, PlayerMessage)
    ]
    assert cursors == [int(result["id"]) - 1, int(result["id"])]


async def test_until_the_turns_post_is_known_to_stand_what_was_heard_before_it_is_read_again(
    deal: Rooms,
):
    """It may stand since before a message that was heard, and edited while nobody was there."""
    room = await deal(posted=False)
    wrong = typed(EC, "E6 E8", 20 * SECOND)
    await room.happen(wrong)
    await room.restart(alive_ms=21 * SECOND, now_ms=30 * SECOND, catch_up=False)
    result = room.runner.live.earliest_editable_id
    assert result is not None
    assert result < wrong.snowflake
    await room.stands(1, 31 * SECOND)
    assert room.runner.live.earliest_editable_id == snowflake(BEGAN_MS + 31 * SECOND, 1)


@pytest.mark.parametrize("microseconds", [0, 499, 500, 999])
def test_an_edit_counts_in_the_millisecond_in_which_it_was_made_as_a_message_does(
    microseconds: int,
):
    made = datetime(2026, 5, 1, 12, 0, 0, 7_000 + microseconds, UTC)
    assert timestamp_ms(made) == timestamp_ms(made.replace(microsecond=7_000))


async def test_before_a_flag_an_edit_is_read_if_it_was_made_before_and_else_holds_nothing_back(
    server: Server,
):
    runner, message = await refused_in_server(server)
    before = await server.world.dmo.say(server.room, "E3 E2")
    await asyncio.sleep(0.002)  # a later millisecond, by Discord's clock
    await server.world.ec.edit(message, RIGHT)
    result = await server.world.dmo.say(server.room, "E3 E4")
    early = await server.read(runner, ReadingScope(until_ms=snowflake_ms(int(before["id"]))))
    assert [event.text for event in early.messages] == ["E3 E2"]
    # The Dealer may have spoken in the same millisecond.
    assert int(before["id"]) <= early.read_through < int(result["id"])
    late = await server.read(runner, ReadingScope(until_ms=snowflake_ms(int(result["id"]))))
    assert [event.text for event in late.messages] == ["E3 E2", RIGHT, "E3 E4"]


async def test_after_a_restart_what_was_said_since_the_turns_post_is_read_again(server: Server):
    runner = await server.open()
    early = await server.world.dmo.say(server.room, "hm")
    move = await server.world.ec.say(server.room, RIGHT)
    await heard(server, runner, move)
    await eventually(
        lambda: runner.live.turn_message_id and runner.live.turn_message_id > int(move["id"])
    )
    chatter = await server.world.dmo.say(server.room, "so")
    await heard(server, runner, chatter)
    again = await server.restart()
    assert again
    await eventually(lambda: not again.live.is_catching_up)
    for message, text in ((early, "E3 F3"), (move, "D4 C4"), (chatter, "E3 E2")):
        await (server.world.ec if message is move else server.world.dmo).edit(message, text)
    reading = await server.read(again)
    assert [event.text for event in reading.messages] == ["E3 E2"]


async def test_a_room_in_which_something_refused_may_have_changed_is_read(
    server: Server, monkeypatch
):
    runner, message = await refused_in_server(server)
    newest = SimpleNamespace(last_message_id=runner.live.read_through)
    monkeypatch.setattr(server.client, "get_channel", lambda _: newest)
    await server.world.ec.edit(message, RIGHT)
    reading = await server.read(runner, ReadingScope(is_newest_known=True))
    assert [event.text for event in reading.messages] == [RIGHT]
