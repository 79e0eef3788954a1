"""A table and secrets: heard in private alone, answered there, told to the room once."""

import asyncio
from collections.abc import Callable

import pytest

from bot.live.decide import FORM_GRACE_MS
from bot.live.events import Ruled
from bot.posts.post import Post
from engine.games.compass_collisions.rules import CompassCollisions, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.refusals import Refused
from engine.seats import Seat
from tests.bot.halls import (
    POSTED_MS,
    SECOND,
    Hall,
    Halls,
    is_kept,
    private_id,
    sent,
    token_of,
    typed,
    whispered,
)
from tests.bot.support import ADA, BEGAN_MS, BOB, DMO, EC

LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
OTHER = "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE."
WRONG = "layout EEEEEEE / EEEEE / E.. / E.E.E.. / ..... / ..."
END_MS = POSTED_MS + 600 * SECOND
"""When the time for layouts ends."""


def split(posts: list[Post]) -> tuple[list[Post], list[Post]]:
    """What the seats alone get, and what the room gets."""
    return [each for each in posts if each.to], [each for each in posts if not each.to]


def rows_of(hall: Hall, seat: Seat) -> str:
    """The edge of a seat's first set, which tells the layouts here apart; empty without one."""
    layout = hall.match.state.layout(seat)
    return "".join(slot or "." for slot in layout.sets[0][0]) if layout else ""


# Answered in private, announced once


async def test_a_secret_is_answered_to_its_seat_with_the_board_and_announced_once(deal: Halls):
    hall = await deal(CompassCollisions)
    message = await hall.whispers(EC, LAYOUT, 10 * SECOND)
    (answer,), (announced,) = split(hall.told())
    assert (answer.to, answer.reply_to, answer.board, answer.pings) == (EC, message, True, ())
    assert "EEWWFFA" in answer.content
    assert "**Ada** has submitted" in announced.content
    assert not announced.board
    again = await hall.whispers(EC, OTHER, 20 * SECOND)
    (answer,) = hall.told()
    assert (answer.to, answer.reply_to) == (EC, again)
    assert "WWWWWWW" in answer.content
    assert rows_of(hall, EC) == "WWWWWWW"


async def test_the_secret_that_ends_the_phase_is_told_by_the_post_that_follows(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    assert hall.told()
    await hall.whispers(DMO, OTHER, 11 * SECOND)
    (answer,), (post,) = split(hall.told())
    assert answer.to is DMO
    assert "nothing can be changed" in answer.content
    assert (post.opens, post.form, post.board) == (True, False, True)
    assert hall.match.state.phase is Phase.PRIVILEGE


async def test_a_refused_secret_is_answered_in_private_and_cancels_no_earlier_one(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    hall.told()
    wrong = await hall.whispers(EC, WRONG, 20 * SECOND)
    (answer,) = hall.told()
    assert (answer.to, answer.reply_to, answer.board) == (EC, wrong, False)
    assert "❌" in answer.content
    assert rows_of(hall, EC) == "EEWWFFA"


async def test_no_entry_and_no_post_comes_of_a_private_message_that_comes_twice(deal: Halls):
    hall = await deal(CompassCollisions)
    secret, refused = whispered(EC, LAYOUT, 10 * SECOND), whispered(EC, WRONG, 11 * SECOND)
    await hall.happen(secret, refused)
    hall.told()
    await hall.happen(secret, refused)
    assert hall.told() == []
    assert hall.log == ["dealer posted", f"ec {LAYOUT}"]
    await hall.restart(12 * SECOND, 13 * SECOND)
    hall.told()
    await hall.happen(secret, refused)
    assert hall.told() == []


async def test_the_button_for_the_form_goes_with_the_posts_of_a_secret_phase_alone(deal: Halls):
    hall = await deal(CompassCollisions, posted=False)
    (post,) = hall.told()
    assert (post.form, post.opens, post.pings) == (True, True, (ADA, BOB))
    for at, (seat, text) in enumerate(((EC, LAYOUT), (DMO, OTHER))):
        await hall.whispers(seat, text, (10 + at) * SECOND)
    await hall.typed(DMO, "take first", 20 * SECOND)
    assert [each.form for each in hall.told() if each.opens] == [False, False]


async def test_a_secret_counts_before_its_phases_post_stands(deal: Halls):
    hall = await deal(CompassCollisions, posted=False)
    await hall.whispers(EC, LAYOUT, SECOND)
    (answer,), _ = split(hall.told()[1:])
    assert "<t:" not in answer.content
    assert "\x02" not in answer.content
    assert rows_of(hall, EC) == "EEWWFFA"


# Each thing in its place


@pytest.mark.parametrize(
    ("seat", "text", "parts"),
    [(EC, LAYOUT, ["secret", "does not count", "direct message"]), (EC, WRONG, ["secret"])],
)
async def test_a_secret_said_aloud_does_not_count(
    deal: Halls, seat: Seat, text: str, parts: list[str]
):
    hall = await deal(CompassCollisions)
    message = await hall.typed(seat, text, 10 * SECOND)
    (reply,) = hall.told()
    assert (reply.to, reply.reply_to, reply.board) == (None, message, False)
    assert all(part in reply.content for part in parts)
    assert hall.log == ["dealer posted"]


async def test_a_secret_does_not_count_by_an_edit_of_what_was_said_aloud(deal: Halls):
    hall = await deal(CompassCollisions)
    message = await hall.typed(EC, "layout", 10 * SECOND)
    hall.told()
    await hall.edited(message, LAYOUT, 12 * SECOND)
    (reply,) = hall.told()
    assert (reply.to, reply.reply_to) == (None, message)
    assert "does not count" in reply.content
    assert hall.log == ["dealer posted"]


async def test_a_secret_said_aloud_can_be_edited_into_what_is_to_be_said_there(deal: Halls):
    hall = await deal(CompassCollisions)
    message = await hall.typed(DMO, LAYOUT, 10 * SECOND)
    hall.told()
    await hall.edited(message, "take first", 12 * SECOND, DMO)
    assert hall.log[-1] == "dmo take first"


async def test_what_is_played_aloud_does_not_count_in_private(deal: Halls):
    hall = await deal(CompassCollisions)
    message = await hall.whispers(DMO, "take first", 10 * SECOND)
    (answer,) = hall.told()
    assert (answer.to, answer.reply_to) == (DMO, message)
    assert f"<#{hall.card.room_id}>" in answer.content
    # Something does count there at this point of the match, if not this.
    assert "Nothing counts" not in answer.content
    assert hall.log == ["dealer posted"]


async def privileged(deal: Halls) -> Hall:
    """Both layouts are in."""
    hall = await deal(CompassCollisions)
    await hall.happen(whispered(EC, LAYOUT, 3 * SECOND), whispered(DMO, OTHER, 4 * SECOND))
    hall.told()
    return hall


@pytest.mark.parametrize("text", [LAYOUT, WRONG, "take first", "layout", "D2 N", "hello", ""])
async def test_once_nothing_is_awaited_in_private_the_answer_is_where_to_play(
    deal: Halls, text: str
):
    hall = await privileged(deal)
    message = await hall.whispers(EC, text, 10 * SECOND)
    (answer,) = hall.told()
    assert (answer.to, answer.reply_to) == (EC, message)
    assert answer.content == f"❌ Nothing counts here now: play in <#{hall.card.room_id}>."


async def test_a_layout_said_aloud_when_none_is_asked_for_is_not_called_a_secret(deal: Halls):
    hall = await privileged(deal)
    await hall.typed(DMO, LAYOUT, 10 * SECOND)
    (reply,) = hall.told()
    assert "Not now" in reply.content
    assert "secret" not in reply.content


async def test_conversation_is_answered_with_the_notation_in_private_and_not_in_the_room(
    deal: Halls,
):
    hall = await deal(DemetersAnguish)
    await hall.typed(EC, "hello", 10 * SECOND)
    assert hall.told() == []
    # A picture is a message without a text.
    for at, text in enumerate(("hello", "")):
        await hall.whispers(EC, text, (11 + at) * SECOND)
        (answer,) = hall.told()
        assert answer.to is EC
        assert "`flower U G7 H7 I7 G8 I8`" in answer.content


async def test_a_concession_in_private_ends_the_match_and_is_answered_there(deal: Halls):
    hall = await deal(CompassCollisions)
    message = await hall.whispers(EC, "concede", 10 * SECOND)
    (answer,), (result,) = split(hall.told())
    assert (answer.to, answer.reply_to) == (EC, message)
    assert f"<#{hall.card.room_id}>" in answer.content
    assert "concedes" in result.content


async def test_what_comes_in_private_after_the_end_is_told_so(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.happen(whispered(EC, "concede", 10 * SECOND), whispered(DMO, OTHER, 10 * SECOND + 1))
    (_, late), _ = split(hall.told())
    assert late.to is DMO
    assert "The match is over." in late.content


async def test_in_a_pause_a_secret_is_told_of_the_pause(deal: Halls):
    hall = await deal(CompassCollisions)
    assert await hall.ruled("pause", 5 * SECOND) is None
    hall.told()
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    (answer,) = hall.told()
    assert answer.to is EC
    assert "paused" in answer.content


# Edits


async def test_an_edit_of_a_private_message_is_a_new_submission_and_counts_once(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    hall.told()
    edit = whispered(EC, OTHER, 10 * SECOND, edited_ms=20 * SECOND)
    await hall.happen(edit, edit)
    (answer,) = hall.told()
    assert answer.reply_to == private_id(EC, 10 * SECOND)
    assert "WWWWWWW" in answer.content
    assert hall.log == ["dealer posted", f"ec {LAYOUT}", f"ec {OTHER}"]
    assert hall.match.entries[-1].at == 20
    assert (await hall.sources())[-1] == f"edit:{edit.said_id}:{edit.at_ms}"


async def test_an_edit_that_is_refused_cancels_nothing_and_can_be_mended(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    for at, text in ((20, WRONG), (30, OTHER)):
        hall.told()
        await hall.happen(whispered(EC, text, 10 * SECOND, edited_ms=at * SECOND))
        (answer,) = hall.told()
        assert ("❌" in answer.content) == (text == WRONG)
        assert rows_of(hall, EC) == ("EEWWFFA" if text == WRONG else "WWWWWWW")


# Forms


async def test_a_forms_token_is_carried_to_its_answer(deal: Halls):
    hall = await deal(CompassCollisions)
    for at, (text, part) in enumerate(
        (
            (LAYOUT, "EEWWFFA"),
            (WRONG, "❌"),
            ("take first", "❌"),
            ("hello", "❌"),
            ("concede", "✅"),
        )
    ):
        token = await hall.sends(EC, text, (10 + at) * SECOND)
        (answer,), _ = split(hall.told())
        assert (answer.to, answer.token, answer.reply_to) == (EC, token, None)
        assert part in answer.content


async def test_a_form_that_was_not_answered_is_answered_after_a_restart(deal: Halls):
    hall = await deal(CompassCollisions)
    token = await hall.sends(EC, LAYOUT, 10 * SECOND)
    await hall.restart(11 * SECOND, 12 * SECOND)
    (answer,), _ = split(hall.posts)
    assert (answer.to, answer.token) == (EC, token)
    assert (await hall.sources())[1] == f"interaction:{private_id(EC, 10 * SECOND)}"


async def test_two_forms_of_one_seat_both_count_and_are_answered_each(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.happen(sent(EC, LAYOUT, 10 * SECOND), sent(EC, OTHER, 11 * SECOND))
    answers, announced = split(hall.told())
    assert [each.token for each in answers] == [token_of(EC, at * SECOND) for at in (10, 11)]
    assert len(announced) == 1
    assert rows_of(hall, EC) == "WWWWWWW"


async def test_what_a_refused_form_held_is_given_back(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.sends(EC, WRONG, 10 * SECOND)
    (answer,) = hall.told()
    assert WRONG in answer.content
    await hall.whispers(EC, WRONG, 11 * SECOND)
    (answer,) = hall.told()
    assert WRONG not in answer.content


# The end of a secret phase


async def ended(deal: Halls) -> Hall:
    """The time for layouts has run out, by the clock here."""
    hall = await deal(CompassCollisions)
    await hall.wakes(END_MS - 5 * SECOND)
    hall.told()
    assert hall.wake_ms == END_MS + FORM_GRACE_MS
    await hall.wakes(END_MS)
    return hall


async def test_the_end_is_judged_after_the_grace_and_a_reading(deal: Halls):
    hall = await ended(deal)
    assert (hall.reads, hall.wake_ms) == (0, END_MS + FORM_GRACE_MS)
    await hall.wakes(END_MS + FORM_GRACE_MS)
    assert (hall.reads, hall.match.state.phase) == (1, Phase.LAYOUTS)
    await hall.room_is_read()
    assert hall.match.state.phase is Phase.PRIVILEGE
    assert [line.split()[:3] for line in hall.log[-2:]] == [
        ["dealer", "layout", "ec"],
        ["dealer", "layout", "dmo"],
    ]
    (post,) = hall.told()
    assert post.opens


@pytest.mark.parametrize("say", [whispered, sent])
@pytest.mark.parametrize(("late_ms", "counts"), [(-1, True), (0, True), (1, False)])
async def test_exactly_at_the_end_is_in_time_however_late_it_is_heard(
    deal: Halls, say: Callable[..., object], late_ms: int, counts: bool
):
    hall = await ended(deal)
    await hall.happen(say(EC, LAYOUT, END_MS + late_ms))
    await hall.wakes(END_MS + FORM_GRACE_MS)
    await hall.room_is_read()
    assert (rows_of(hall, EC) == "EEWWFFA") == counts
    assert (f"ec {LAYOUT}" in hall.log) == counts
    (answer,), _ = split(hall.told())
    assert answer.to is EC
    assert ("🤫" in answer.content) == counts
    assert ("Nothing counts here now" in answer.content) == (not counts)


@pytest.mark.parametrize(
    "late", [typed(DMO, "hello", END_MS + 1), whispered(DMO, OTHER, END_MS + 1)]
)
async def test_what_is_said_after_the_end_lets_nothing_end_before_the_grace_is_over(
    deal: Halls, late: object
):
    hall = await ended(deal)
    hall.may_read.set()
    await hall.happen(late)
    await hall.happen(sent(EC, LAYOUT, END_MS - 50))
    assert hall.match.state.phase is Phase.LAYOUTS
    await hall.wakes(END_MS + FORM_GRACE_MS)
    await hall.room_is_read()
    assert f"ec {LAYOUT}" in hall.log
    assert f"dmo {OTHER}" not in hall.log
    assert hall.match.state.phase is Phase.PRIVILEGE


async def test_a_layout_that_the_reading_brings_in_time_counts(deal: Halls):
    hall = await ended(deal)
    hall.unheard.append(whispered(DMO, OTHER, END_MS - 1))
    await hall.wakes(END_MS + FORM_GRACE_MS)
    await hall.room_is_read()
    assert rows_of(hall, DMO) == "WWWWWWW"
    assert hall.log[-1].startswith("dealer layout ec")


async def test_what_waited_for_the_end_goes_on_if_the_phase_is_completed_in_time(deal: Halls):
    hall = await ended(deal)
    await hall.happen(sent(EC, LAYOUT, END_MS - 2))
    await hall.happen(typed(DMO, "take first", END_MS + SECOND))
    hall.told()
    await hall.happen(sent(DMO, OTHER, END_MS - 1))
    # Both were in before the end, so the choice comes first and is heard without a reading.
    assert (hall.reads, hall.log[-1]) == (0, "dmo take first")
    assert hall.match.state.phase is Phase.FIRST_PLACEMENT


async def test_a_concession_in_time_ends_the_match_and_leaves_nothing_waiting(deal: Halls):
    hall = await ended(deal)
    answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
    await hall.happen(Ruled("abort", 1, BEGAN_MS + END_MS + SECOND, answer))
    await hall.happen(sent(EC, "concede", END_MS - 1))
    refusal = await asyncio.wait_for(answer, 10)
    assert refusal
    assert refusal.code == "match-over"
    assert hall.closed == 1


# After a restart


async def test_a_restart_in_a_secret_phase_keeps_what_is_in_and_who_has_submitted(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    await hall.restart(11 * SECOND, 100 * SECOND)
    assert rows_of(hall, EC) == "EEWWFFA"
    assert hall.match.to_act == (DMO,)
    hall.told()
    await hall.whispers(EC, OTHER, 101 * SECOND)
    answers, announced = split(hall.told())
    assert (len(answers), announced) == (1, [])
    assert hall.wake_ms == END_MS + 89 * SECOND - 30 * SECOND
    await is_kept(hall)


async def test_what_was_said_in_private_during_the_gap_counts_at_its_beginning(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.restart(END_MS - SECOND, END_MS + 60 * SECOND)
    await hall.whispers(EC, LAYOUT, END_MS + 30 * SECOND)
    assert rows_of(hall, EC) == "EEWWFFA"
    assert hall.match.to_act == (DMO,)


async def test_the_undelivered_answer_shows_the_board_as_it_was_then(deal: Halls):
    hall = await deal(CompassCollisions)
    await hall.whispers(EC, LAYOUT, 10 * SECOND)
    await hall.whispers(EC, OTHER, 11 * SECOND)
    await hall.restart(12 * SECOND, 13 * SECOND)
    lengths = [each.log_length for each in hall.sent if each.to]
    assert lengths == [2, 3]
