"""A table: all that happens to a live match passes one queue, counts once and is kept first."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.live.decision import GRACE_MS
from bot.live.values.events import Deleted, Delivered, Edited
from tests.bot.cards import DMO, EC
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.live_rooms import POSTED_MS, SECOND, Rooms, held, message_id, typed

# A move, from message to post


async def test_a_move_is_kept_told_and_starts_the_next_clock_by_its_post(deal: Rooms):
    room = await deal(takeback="0")
    await room.typed(EC, "E6 E7", 10 * SECOND)
    assert room.log == ["dealer posted", "ec E6 E7"]
    assert room.match.started is None
    assert room.wake_ms is None
    (turn,) = room.sent
    assert (turn.sequence, turn.log_length, turn.opens) == (2, 2, True)
    await room.stands(2, 11 * SECOND)
    assert room.match.started == 11
    assert room.wake_ms == 41 * SECOND
    message = message_id(EC, 10 * SECOND)
    post = snowflake(BEGAN_MS + 11 * SECOND, 2)
    assert (await room.sources())[1:] == [f"message:{message}", f"post:{post}"]


async def test_a_move_is_timed_by_its_message_and_not_by_when_it_is_heard(deal: Rooms):
    room = await deal(takeback="0", turn="10", reserve="60")
    room.clock.ms = BEGAN_MS + 50 * SECOND
    await room.typed(EC, "E6 E7", POSTED_MS + 15 * SECOND)
    assert room.match.reserve_left(EC) == 55


async def test_a_message_that_comes_twice_counts_once(deal: Rooms):
    room = await deal(takeback="0")
    move = typed(EC, "E6 E7", 10 * SECOND)
    await room.happen(move, move)
    assert room.log.count("ec E6 E7") == 1
    assert len(room.told()) == 1
    await room.stands(2, 11 * SECOND)
    await room.happen(move)
    assert room.told() == []


async def test_a_refused_message_that_comes_twice_is_answered_once(deal: Rooms):
    room = await deal()
    move = typed(EC, "E4 E5", 10 * SECOND)
    await room.happen(move, move)
    (reply,) = room.told()
    assert reply.reply_to == move.said_id
    assert room.log == ["dealer posted"]


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
    after = await room.stored()
    assert replace(after, read_to=before.read_to) == before


async def test_events_are_judged_one_after_the_other(deal: Rooms):
    room = await deal(takeback="0")
    moves = ("E6 E7", "D4 C4", "F3 F4", "E8 F8")
    await room.happen(*(typed(EC, text, (10 + at) * SECOND) for at, text in enumerate(moves)))
    assert [line for line in room.log if line.startswith("ec")] == ["ec E6 E7"]
    assert [each.sequence for each in room.sent] == [2, 3, 4]
    assert [each.opens for each in room.sent] == [True, False, False]


async def test_posts_are_numbered_without_gaps_over_a_restart(deal: Rooms):
    room = await deal(takeback="0")
    room.answers_stand = False
    await room.typed(EC, "E6 E7", 10 * SECOND)
    await room.typed(EC, "E6 E7", 11 * SECOND)
    await room.restart(12 * SECOND, 13 * SECOND)
    assert [each.sequence for each in room.sent] == [2, 3, 4]
    await room.typed(DMO, "E6 E7", 14 * SECOND)
    assert room.sent[-1].sequence == 5
    assert (await room.stored()).sequence == 5


# Held moves


async def test_a_held_move_is_final_a_little_after_its_time(deal: Rooms):
    room, _ = await held(deal)
    until = 15 * SECOND
    assert room.wake_ms == until + GRACE_MS
    for early in (until, until + GRACE_MS - 1):
        await room.wakes(early)
        assert room.match.held
        assert room.wake_ms == until + GRACE_MS
    await room.wakes(until + GRACE_MS)
    assert room.match.held
    await room.room_is_read()
    assert room.match.held is None
    assert room.match.entries[-1].at == 15
    (turn,) = room.told()
    assert turn.opens


@pytest.mark.parametrize(("typed_ms", "is_in_time"), [(15_000, True), (15_001, False)])
async def test_a_take_back_that_was_sent_in_time_counts_within_the_grace(
    deal: Rooms, typed_ms: int, is_in_time: bool
):
    room, _ = await held(deal)
    await room.wakes(15 * SECOND + GRACE_MS - 1)
    await room.typed(EC, "takeback", typed_ms)
    assert (room.log[-1] == "ec takeback") == is_in_time
    assert room.match.held is None
    assert room.match.to_act == ((EC,) if is_in_time else (DMO,))


async def test_an_edit_takes_a_held_move_back_and_submits_anew_at_its_own_time(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, "D4 C4", 12 * SECOND)
    assert room.log[1:] == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    assert room.match.held
    assert room.match.held.until == 17
    (told,) = room.told()
    assert "changes the move" in told.content
    edit = f"edit:{message}:{BEGAN_MS + 12 * SECOND}"
    assert (await room.sources())[1:] == [f"message:{message}", f"{edit}:takeback", edit]


async def test_an_edit_that_comes_twice_with_the_same_time_counts_once(deal: Rooms):
    room, message = await held(deal)
    edit = Edited(EC, message, "D4 C4", BEGAN_MS + 12 * SECOND)
    await room.happen(edit, edit)
    assert room.log[1:] == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    await room.restart(13 * SECOND, 13 * SECOND)
    await room.happen(edit)
    assert room.log.count("ec takeback") == 1
    assert room.match.held


async def test_each_edit_with_a_new_time_counts(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, "D4 C4", 12 * SECOND)
    await room.edited(message, "F3 F4", 13 * SECOND)
    assert room.log[-2:] == ["ec takeback", "ec F3 F4"]


async def test_an_edit_into_conversation_takes_a_held_move_back(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, "never mind", 12 * SECOND)
    assert room.log[1:] == ["ec E6 E7", "ec takeback"]
    assert room.match.held is None
    assert len(room.told()) == 1
    await room.edited(message, "D4 C4", 13 * SECOND)
    assert room.log[-1] == "ec D4 C4"


async def test_an_edit_into_an_illegal_move_takes_back_and_is_refused(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, "E4 E5", 12 * SECOND)
    assert room.log[1:] == ["ec E6 E7", "ec takeback"]
    taken_back, reply = room.told()
    assert taken_back.reply_to is None
    assert reply.reply_to == message


async def test_an_edit_after_the_hold_changes_nothing_and_says_so(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, "D4 C4", 15_001)
    assert "ec D4 C4" not in room.log
    assert room.match.to_act == (DMO,)
    turn, reply = room.told()
    assert turn.opens
    assert reply.reply_to == message


async def test_a_refused_message_may_be_mended_by_an_edit_at_the_edits_time(deal: Rooms):
    room = await deal(takeback="0", turn="10", reserve="60")
    message = await room.typed(EC, "E6 E8", POSTED_MS + 5 * SECOND)
    room.told()
    await room.edited(message, "E6 E7", POSTED_MS + 15 * SECOND)
    assert room.log[-1] == "ec E6 E7"
    assert room.match.reserve_left(EC) == 55


async def test_an_edit_of_a_final_move_or_of_an_older_message_changes_nothing(deal: Rooms):
    room = await deal(takeback="0")
    message = await room.typed(EC, "E6 E7", 10 * SECOND)
    await room.stands(2, 11 * SECOND)
    room.told()
    before = room.match
    await room.edited(message, "D4 C4", 12 * SECOND)
    await room.edited(message + 5, "E3 E2", 13 * SECOND)
    assert room.match == before
    assert [post.reply_to for post in room.told()] == [message]


async def test_a_refused_message_is_no_longer_mended_once_its_turn_is_over(deal: Rooms):
    room = await deal(takeback="0")
    refused = await room.typed(EC, "E6 E8", 10 * SECOND)
    await room.typed(EC, "E6 E7", 11 * SECOND)
    await room.typed(DMO, "E3 E2", 12 * SECOND)
    await room.stands(room.sent[-1].sequence, 12 * SECOND)
    await room.edited(refused, "D4 C4", 13 * SECOND)
    assert "ec D4 C4" not in room.log


async def test_a_deletion_takes_a_held_move_back(deal: Rooms):
    room, message = await held(deal)
    await room.deleted(message, 12 * SECOND)
    assert room.log[1:] == ["ec E6 E7", "ec takeback"]
    (post,) = room.told()
    assert "takes the move back" in post.content
    assert (await room.sources())[-1] == f"deletion:{message}"
    assert room.match.started == Decimal(POSTED_MS) / 1000


async def test_only_the_deletion_of_the_held_message_counts_and_only_once(deal: Rooms):
    room, message = await held(deal)
    # As a bulk deletion comes: one after the other.
    others = [Deleted(message + number, BEGAN_MS + 12 * SECOND) for number in (-7, 5, 6)]
    await room.happen(*others)
    assert room.match.held
    gone = Deleted(message, BEGAN_MS + 12 * SECOND)
    await room.happen(*others, gone, gone, *others)
    assert room.log[1:] == ["ec E6 E7", "ec takeback"]
    assert len(room.told()) == 1


async def test_a_deletion_after_the_hold_changes_nothing(deal: Rooms):
    room, message = await held(deal)
    await room.wakes(15 * SECOND + GRACE_MS)
    await room.room_is_read()
    room.told()
    await room.deleted(message, 16 * SECOND)
    assert room.match.to_act == (DMO,)
    assert room.told() == []


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


async def test_a_post_of_a_turn_that_is_over_starts_no_clock(deal: Rooms):
    room = await deal(posted=False, takeback="0")
    await room.typed(EC, "E6 E7", 5 * SECOND)
    await room.stands(1, 6 * SECOND)
    assert "dealer posted" not in room.log
    assert room.match.started is None
    await room.stands(2, 7 * SECOND)
    assert room.match.started == 7
    assert room.match.reserve_left(EC) == 300


async def test_only_the_post_of_the_turn_starts_its_clock(deal: Rooms):
    room = await deal(posted=False)
    await room.typed(EC, "E4 E5", 3 * SECOND)
    assert [each.opens for each in room.sent] == [True, False]
    await room.stands(2, 4 * SECOND)
    assert room.match.started is None
    await room.stands(1, 5 * SECOND)
    assert room.match.started == 5


async def test_what_was_delivered_or_dropped_is_not_sent_again(deal: Rooms):
    room = await deal()
    for number, ruling in enumerate(("pause", "resume", "pause")):
        await room.ruled(ruling, (3 + number) * SECOND, number)
    await room.stands(2, 6 * SECOND)
    await room.happen(Delivered(3, None, BEGAN_MS + 7 * SECOND))
    assert [each.sequence for each in (await room.stored()).waiting] == [4]
