"""A table: all that happens to a live match passes one queue, counts once and is kept first."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.live.decide import GRACE_MS
from bot.live.events import Deleted, Delivered, Edited
from tests.bot.halls import POSTED_MS, SECOND, Halls, held, message_id, typed
from tests.bot.support import (
    BEGAN_MS,
    DMO,
    EC,
    snowflake,
)

# A move, from message to post


async def test_a_move_is_kept_told_and_starts_the_next_clock_by_its_post(deal: Halls):
    hall = await deal(takeback="0")
    await hall.typed(EC, "E6 E7", 10 * SECOND)
    assert hall.log == ["dealer posted", "ec E6 E7"]
    assert hall.match.started is None
    assert hall.wake_ms is None
    (turn,) = hall.sent
    assert (turn.sequence, turn.log_length, turn.opens) == (2, 2, True)
    await hall.stands(2, 11 * SECOND)
    assert hall.match.started == 11
    assert hall.wake_ms == 41 * SECOND
    message = message_id(EC, 10 * SECOND)
    post = snowflake(BEGAN_MS + 11 * SECOND, 2)
    assert (await hall.sources())[1:] == [f"message:{message}", f"post:{post}"]


async def test_a_move_is_timed_by_its_message_and_not_by_when_it_is_heard(deal: Halls):
    hall = await deal(takeback="0", turn="10", reserve="60")
    hall.clock.ms = BEGAN_MS + 50 * SECOND
    await hall.typed(EC, "E6 E7", POSTED_MS + 15 * SECOND)
    assert hall.match.reserve_left(EC) == 55


async def test_a_message_that_comes_twice_counts_once(deal: Halls):
    hall = await deal(takeback="0")
    move = typed(EC, "E6 E7", 10 * SECOND)
    await hall.happen(move, move)
    assert hall.log.count("ec E6 E7") == 1
    assert len(hall.told()) == 1
    await hall.stands(2, 11 * SECOND)
    await hall.happen(move)
    assert hall.told() == []


async def test_a_refused_message_that_comes_twice_is_answered_once(deal: Halls):
    hall = await deal()
    move = typed(EC, "E4 E5", 10 * SECOND)
    await hall.happen(move, move)
    (reply,) = hall.told()
    assert reply.reply_to == move.said_id
    assert hall.log == ["dealer posted"]


async def test_a_message_that_comes_again_after_a_restart_counts_once(deal: Halls):
    hall = await deal(takeback="0")
    move = typed(EC, "E6 E7", 10 * SECOND)
    await hall.happen(move)
    await hall.restart(11 * SECOND, 12 * SECOND)
    hall.told()
    await hall.happen(move)
    assert hall.log.count("ec E6 E7") == 1
    assert hall.told() == []


async def test_conversation_leaves_no_trace(deal: Halls):
    hall = await deal()
    before = await hall.stored()
    await hall.typed(EC, "I think E5 is lost", 10 * SECOND)
    await hall.typed(DMO, "hello", 11 * SECOND)
    assert hall.told() == []
    after = await hall.stored()
    assert replace(after, read_to=before.read_to) == before


async def test_events_are_judged_one_after_the_other(deal: Halls):
    hall = await deal(takeback="0")
    moves = ("E6 E7", "D4 C4", "F3 F4", "E8 F8")
    await hall.happen(*(typed(EC, text, (10 + at) * SECOND) for at, text in enumerate(moves)))
    assert [line for line in hall.log if line.startswith("ec")] == ["ec E6 E7"]
    assert [each.sequence for each in hall.sent] == [2, 3, 4]
    assert [each.opens for each in hall.sent] == [True, False, False]


async def test_posts_are_numbered_without_gaps_over_a_restart(deal: Halls):
    hall = await deal(takeback="0")
    hall.answers_stand = False
    await hall.typed(EC, "E6 E7", 10 * SECOND)
    await hall.typed(EC, "E6 E7", 11 * SECOND)
    await hall.restart(12 * SECOND, 13 * SECOND)
    assert [each.sequence for each in hall.sent] == [2, 3, 4]
    await hall.typed(DMO, "E6 E7", 14 * SECOND)
    assert hall.sent[-1].sequence == 5
    assert (await hall.stored()).sequence == 5


# Held moves


async def test_a_held_move_is_final_a_little_after_its_time(deal: Halls):
    hall, _ = await held(deal)
    until = 15 * SECOND
    assert hall.wake_ms == until + GRACE_MS
    for early in (until, until + GRACE_MS - 1):
        await hall.wakes(early)
        assert hall.match.held
        assert hall.wake_ms == until + GRACE_MS
    await hall.wakes(until + GRACE_MS)
    assert hall.match.held
    await hall.room_is_read()
    assert hall.match.held is None
    assert hall.match.entries[-1].at == 15
    (turn,) = hall.told()
    assert turn.opens


@pytest.mark.parametrize(("typed_ms", "is_in_time"), [(15_000, True), (15_001, False)])
async def test_a_take_back_that_was_sent_in_time_counts_within_the_grace(
    deal: Halls, typed_ms: int, is_in_time: bool
):
    hall, _ = await held(deal)
    await hall.wakes(15 * SECOND + GRACE_MS - 1)
    await hall.typed(EC, "takeback", typed_ms)
    assert (hall.log[-1] == "ec takeback") == is_in_time
    assert hall.match.held is None
    assert hall.match.to_act == ((EC,) if is_in_time else (DMO,))


async def test_an_edit_takes_a_held_move_back_and_submits_anew_at_its_own_time(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    assert hall.match.held
    assert hall.match.held.until == 17
    (told,) = hall.told()
    assert "changes the move" in told.content
    edit = f"edit:{message}:{BEGAN_MS + 12 * SECOND}"
    assert (await hall.sources())[1:] == [f"message:{message}", f"{edit}:takeback", edit]


async def test_an_edit_that_comes_twice_with_the_same_time_counts_once(deal: Halls):
    hall, message = await held(deal)
    edit = Edited(EC, message, "D4 C4", BEGAN_MS + 12 * SECOND)
    await hall.happen(edit, edit)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback", "ec D4 C4"]
    await hall.restart(13 * SECOND, 13 * SECOND)
    await hall.happen(edit)
    assert hall.log.count("ec takeback") == 1
    assert hall.match.held


async def test_each_edit_with_a_new_time_counts(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 12 * SECOND)
    await hall.edited(message, "F3 F4", 13 * SECOND)
    assert hall.log[-2:] == ["ec takeback", "ec F3 F4"]


async def test_an_edit_into_conversation_takes_a_held_move_back(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "never mind", 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    assert hall.match.held is None
    assert len(hall.told()) == 1
    await hall.edited(message, "D4 C4", 13 * SECOND)
    assert hall.log[-1] == "ec D4 C4"


async def test_an_edit_into_an_illegal_move_takes_back_and_is_refused(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "E4 E5", 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    taken_back, reply = hall.told()
    assert taken_back.reply_to is None
    assert reply.reply_to == message


async def test_an_edit_after_the_hold_changes_nothing_and_says_so(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 15_001)
    assert "ec D4 C4" not in hall.log
    assert hall.match.to_act == (DMO,)
    turn, reply = hall.told()
    assert turn.opens
    assert reply.reply_to == message


async def test_a_refused_message_may_be_mended_by_an_edit_at_the_edits_time(deal: Halls):
    hall = await deal(takeback="0", turn="10", reserve="60")
    message = await hall.typed(EC, "E6 E8", POSTED_MS + 5 * SECOND)
    hall.told()
    await hall.edited(message, "E6 E7", POSTED_MS + 15 * SECOND)
    assert hall.log[-1] == "ec E6 E7"
    assert hall.match.reserve_left(EC) == 55


async def test_an_edit_of_a_final_move_or_of_an_older_message_changes_nothing(deal: Halls):
    hall = await deal(takeback="0")
    message = await hall.typed(EC, "E6 E7", 10 * SECOND)
    await hall.stands(2, 11 * SECOND)
    hall.told()
    before = hall.match
    await hall.edited(message, "D4 C4", 12 * SECOND)
    await hall.edited(message + 5, "E3 E2", 13 * SECOND)
    assert hall.match == before
    assert [post.reply_to for post in hall.told()] == [message]


async def test_a_refused_message_is_no_longer_mended_once_its_turn_is_over(deal: Halls):
    hall = await deal(takeback="0")
    refused = await hall.typed(EC, "E6 E8", 10 * SECOND)
    await hall.typed(EC, "E6 E7", 11 * SECOND)
    await hall.typed(DMO, "E3 E2", 12 * SECOND)
    await hall.stands(hall.sent[-1].sequence, 12 * SECOND)
    await hall.edited(refused, "D4 C4", 13 * SECOND)
    assert "ec D4 C4" not in hall.log


async def test_a_deletion_takes_a_held_move_back(deal: Halls):
    hall, message = await held(deal)
    await hall.deleted(message, 12 * SECOND)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    (post,) = hall.told()
    assert "takes the move back" in post.content
    assert (await hall.sources())[-1] == f"deletion:{message}"
    assert hall.match.started == Decimal(POSTED_MS) / 1000


async def test_only_the_deletion_of_the_held_message_counts_and_only_once(deal: Halls):
    hall, message = await held(deal)
    # As a bulk deletion comes: one after the other.
    others = [Deleted(message + number, BEGAN_MS + 12 * SECOND) for number in (-7, 5, 6)]
    await hall.happen(*others)
    assert hall.match.held
    gone = Deleted(message, BEGAN_MS + 12 * SECOND)
    await hall.happen(*others, gone, gone, *others)
    assert hall.log[1:] == ["ec E6 E7", "ec takeback"]
    assert len(hall.told()) == 1


async def test_a_deletion_after_the_hold_changes_nothing(deal: Halls):
    hall, message = await held(deal)
    await hall.wakes(15 * SECOND + GRACE_MS)
    await hall.room_is_read()
    hall.told()
    await hall.deleted(message, 16 * SECOND)
    assert hall.match.to_act == (DMO,)
    assert hall.told() == []


async def test_the_held_message_is_known_again_after_a_restart(deal: Halls):
    hall, message = await held(deal)
    await hall.restart(11 * SECOND, 12 * SECOND)
    await hall.deleted(message, 13 * SECOND)
    assert hall.log[-1] == "ec takeback"


async def test_a_message_that_was_edited_into_the_held_move_is_known_after_a_restart(deal: Halls):
    hall, message = await held(deal)
    await hall.edited(message, "D4 C4", 12 * SECOND)
    await hall.restart(12 * SECOND, 12 * SECOND)
    await hall.edited(message, "F3 F4", 13 * SECOND)
    assert hall.log[-2:] == ["ec takeback", "ec F3 F4"]


# Posts


async def test_a_post_of_a_turn_that_is_over_starts_no_clock(deal: Halls):
    hall = await deal(posted=False, takeback="0")
    await hall.typed(EC, "E6 E7", 5 * SECOND)
    await hall.stands(1, 6 * SECOND)
    assert "dealer posted" not in hall.log
    assert hall.match.started is None
    await hall.stands(2, 7 * SECOND)
    assert hall.match.started == 7
    assert hall.match.reserve_left(EC) == 300


async def test_only_the_post_of_the_turn_starts_its_clock(deal: Halls):
    hall = await deal(posted=False)
    await hall.typed(EC, "E4 E5", 3 * SECOND)
    assert [each.opens for each in hall.sent] == [True, False]
    await hall.stands(2, 4 * SECOND)
    assert hall.match.started is None
    await hall.stands(1, 5 * SECOND)
    assert hall.match.started == 5


async def test_what_was_delivered_or_dropped_is_not_sent_again(deal: Halls):
    hall = await deal()
    for number, ruling in enumerate(("pause", "resume", "pause")):
        await hall.ruled(ruling, (3 + number) * SECOND, number)
    await hall.stands(2, 6 * SECOND)
    await hall.happen(Delivered(3, None, BEGAN_MS + 7 * SECOND))
    assert [each.sequence for each in (await hall.stored()).waiting] == [4]
