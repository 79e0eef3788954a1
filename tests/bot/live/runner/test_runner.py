"""A table: all that happens to a live match passes one queue, counts once and is kept first."""

from dataclasses import replace

from bot.values.events import PostDelivered
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import SECOND, Rooms, held, message_id, typed

# A move, from message to post


async def test_a_move_is_kept_told_and_starts_the_next_clock_by_its_post(deal: Rooms):
    room = await deal(takeback="0")
    await room.typed(EC, "E6 E7", 10 * SECOND)
    assert room.log == ["dealer posted", "ec E6 E7"]
    assert room.match.clock.started is None
    assert room.wake_ms is None
    (turn,) = room.sent
    assert (turn.sequence, turn.log_length, turn.starts_clock) == (2, 2, True)
    await room.stands(2, 11 * SECOND)
    assert room.match.clock.started == 11
    assert room.wake_ms == 41 * SECOND
    message = message_id(EC, 10 * SECOND)
    post = snowflake(BEGAN_MS + 11 * SECOND, 2)
    assert (await room.sources())[1:] == [f"message:{message}", f"post:{post}"]


async def test_a_message_that_comes_again_after_a_restart_counts_once(deal: Rooms):
    room = await deal(takeback="0")
    move = typed(EC, "E6 E7", 10 * SECOND)
    await room.happen(move)
    await room.restart(11 * SECOND, 12 * SECOND)
    room.told()
    await room.happen(move)
    assert room.log.count("ec E6 E7") == 1
    assert room.told() == []


async def test_conversation_leaves_no_trace(deal: Rooms):
    room = await deal()
    before = await room.stored()
    await room.typed(EC, "I think E5 is lost", 10 * SECOND)
    await room.typed(DMO, "hello", 11 * SECOND)
    assert room.told() == []
    next_stored = await room.stored()
    assert replace(next_stored, read_through=before.read_through) == before


async def test_events_are_judged_one_after_the_other(deal: Rooms):
    room = await deal(takeback="0")
    moves = ("E6 E7", "D4 C4", "F3 F4", "E8 F8")
    await room.happen(*(typed(EC, text, (10 + index) * SECOND) for index, text in enumerate(moves)))
    assert [line for line in room.log if line.startswith("ec")] == ["ec E6 E7"]
    assert [post.sequence for post in room.sent] == [2, 3, 4]
    assert [post.starts_clock for post in room.sent] == [True, False, False]


async def test_posts_are_numbered_without_gaps_over_a_restart(deal: Rooms):
    room = await deal(takeback="0")
    room.answers_stand = False
    await room.typed(EC, "E6 E7", 10 * SECOND)
    await room.typed(EC, "E6 E7", 11 * SECOND)
    await room.restart(12 * SECOND, 13 * SECOND)
    assert [post.sequence for post in room.sent] == [2, 3, 4]
    await room.typed(DMO, "E6 E7", 14 * SECOND)
    assert room.sent[-1].sequence == 5
    assert (await room.stored()).last_sequence == 5


# Held moves


async def test_the_held_message_is_known_again_after_a_restart(deal: Rooms):
    room, message = await held(deal)
    await room.restart(11 * SECOND, 12 * SECOND)
    await room.deleted(message, 13 * SECOND)
    assert room.log[-1] == "ec takeback"


async def test_a_message_that_was_edited_into_the_held_move_is_known_after_a_restart(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, "D4 C4", 12 * SECOND)
    await room.restart(12 * SECOND, 12 * SECOND)
    await room.edited(message, "F3 F4", 13 * SECOND)
    assert room.log[-2:] == ["ec takeback", "ec F3 F4"]


# Posts


async def test_what_was_delivered_or_dropped_is_not_sent_again(deal: Rooms):
    room = await deal()
    for number, ruling in enumerate(("pause", "resume", "pause")):
        await room.ruled(ruling, (3 + number) * SECOND, number)
    await room.stands(2, 6 * SECOND)
    await room.happen(PostDelivered(3, None, BEGAN_MS + 7 * SECOND))
    assert [post.sequence for post in (await room.stored()).waiting] == [4]
