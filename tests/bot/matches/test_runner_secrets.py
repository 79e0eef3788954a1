"""A table and secrets: heard in private alone, answered there, told to the room once."""

import asyncio
from collections.abc import Callable

import pytest

from bot.live.decision import FORM_GRACE_MS
from bot.live.values.events import Ruled
from bot.posts.post import Post
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.free_table.rules import FreeTable
from engine.seats import Seat
from tests.bot.cards import ADA, BOB, DMO, EC
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.live_rooms import (
    POSTED_MS,
    SECOND,
    Room,
    Rooms,
    is_kept,
    private_id,
    sent,
    token_of,
    typed,
    whispered,
)
from tests.bot.matches.test_hosts_lines import line
from tests.waiting import PATIENCE_SECONDS

LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
OTHER = "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE."
WRONG = "layout EEEEEEE / EEEEE / E.. / E.E.E.. / ..... / ..."
END_MS = POSTED_MS + 600 * SECOND
"""When the time for layouts ends."""


def split(posts: list[Post]) -> tuple[list[Post], list[Post]]:
    """What the seats alone get, and what the room gets."""
    return [each for each in posts if each.to], [each for each in posts if not each.to]


def rows_of(room: Room, seat: Seat) -> str:
    """The edge of a seat's first set, which tells the layouts here apart; empty without one."""
    layout = room.match.state.layout(seat)
    return "".join(slot or "." for slot in layout.sets[0][0]) if layout else ""


# Answered in private, announced once


async def test_a_secret_is_answered_to_its_seat_with_the_board_and_announced_once(deal: Rooms):
    room = await deal(CompassCollisions)
    message = await room.whispers(EC, LAYOUT, 10 * SECOND)
    (answer,), (announced,) = split(room.told())
    assert (answer.to, answer.reply_to, answer.board, answer.pings) == (EC, message, True, ())
    assert "EEWWFFA" in answer.content
    assert "**Ada** has submitted" in announced.content
    assert not announced.board
    again = await room.whispers(EC, OTHER, 20 * SECOND)
    (answer,) = room.told()
    assert (answer.to, answer.reply_to) == (EC, again)
    assert "WWWWWWW" in answer.content
    assert rows_of(room, EC) == "WWWWWWW"


async def test_the_secret_that_ends_the_phase_is_told_by_the_post_that_follows(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    assert room.told()
    await room.whispers(DMO, OTHER, 11 * SECOND)
    (answer,), (post,) = split(room.told())
    assert answer.to is DMO
    assert "can't be changed" in answer.content
    assert (post.opens, post.form, post.board) == (True, False, True)
    assert room.match.state.phase is Phase.PRIVILEGE


async def test_a_refused_secret_is_answered_in_private_and_cancels_no_earlier_one(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    room.told()
    wrong = await room.whispers(EC, WRONG, 20 * SECOND)
    (answer,) = room.told()
    assert (answer.to, answer.reply_to, answer.board) == (EC, wrong, False)
    assert "❌" in answer.content
    assert rows_of(room, EC) == "EEWWFFA"


async def test_no_entry_and_no_post_comes_of_a_private_message_that_comes_twice(deal: Rooms):
    room = await deal(CompassCollisions)
    secret, refused = whispered(EC, LAYOUT, 10 * SECOND), whispered(EC, WRONG, 11 * SECOND)
    await room.happen(secret, refused)
    room.told()
    await room.happen(secret, refused)
    assert room.told() == []
    assert room.log == ["dealer posted", f"ec {LAYOUT}"]
    await room.restart(12 * SECOND, 13 * SECOND)
    room.told()
    await room.happen(secret, refused)
    assert room.told() == []


async def test_the_button_for_the_form_goes_with_the_posts_of_a_secret_phase_alone(deal: Rooms):
    room = await deal(CompassCollisions, posted=False)
    (post,) = room.told()
    assert (post.form, post.opens, post.pings) == (True, True, (ADA, BOB))
    for at, (seat, text) in enumerate(((EC, LAYOUT), (DMO, OTHER))):
        await room.whispers(seat, text, (10 + at) * SECOND)
    await room.typed(DMO, "take first", 20 * SECOND)
    assert [each.form for each in room.told() if each.opens] == [False, False]


async def test_a_secret_counts_before_its_phases_post_stands(deal: Rooms):
    room = await deal(CompassCollisions, posted=False)
    await room.whispers(EC, LAYOUT, SECOND)
    (answer,), _ = split(room.told()[1:])
    assert "<t:" not in answer.content
    assert "\x02" not in answer.content
    assert rows_of(room, EC) == "EEWWFFA"


# Each thing in its place


@pytest.mark.parametrize(
    ("seat", "text", "parts"),
    [(EC, LAYOUT, ["secret", "doesn't count", "direct message"]), (EC, WRONG, ["secret"])],
)
async def test_a_secret_said_aloud_does_not_count(
    deal: Rooms, seat: Seat, text: str, parts: list[str]
):
    room = await deal(CompassCollisions)
    message = await room.typed(seat, text, 10 * SECOND)
    (reply,) = room.told()
    assert (reply.to, reply.reply_to, reply.board) == (None, message, False)
    assert all(part in reply.content for part in parts)
    assert room.log == ["dealer posted"]


async def test_a_secret_does_not_count_by_an_edit_of_what_was_said_aloud(deal: Rooms):
    room = await deal(CompassCollisions)
    message = await room.typed(EC, "layout", 10 * SECOND)
    room.told()
    await room.edited(message, LAYOUT, 12 * SECOND)
    (reply,) = room.told()
    assert (reply.to, reply.reply_to) == (None, message)
    assert "doesn't count" in reply.content
    assert room.log == ["dealer posted"]


async def test_a_secret_said_aloud_can_be_edited_into_what_is_to_be_said_there(deal: Rooms):
    room = await deal(CompassCollisions)
    message = await room.typed(DMO, LAYOUT, 10 * SECOND)
    room.told()
    await room.edited(message, "take first", 12 * SECOND, DMO)
    assert room.log[-1] == "dmo take first"


async def test_what_is_played_aloud_does_not_count_in_private(deal: Rooms):
    room = await deal(CompassCollisions)
    message = await room.whispers(DMO, "take first", 10 * SECOND)
    (answer,) = room.told()
    assert (answer.to, answer.reply_to) == (DMO, message)
    assert f"<#{room.card.room_id}>" in answer.content
    # Something does count there at this point of the match, if not this.
    assert "Nothing counts" not in answer.content
    assert room.log == ["dealer posted"]


async def privileged(deal: Rooms) -> Room:
    """Both layouts are in."""
    room = await deal(CompassCollisions)
    await room.happen(whispered(EC, LAYOUT, 3 * SECOND), whispered(DMO, OTHER, 4 * SECOND))
    room.told()
    return room


@pytest.mark.parametrize("text", [LAYOUT, WRONG, "take first", "layout", "D2 N", "hello", ""])
async def test_once_nothing_is_awaited_in_private_the_answer_is_where_to_play(
    deal: Rooms, text: str
):
    room = await privileged(deal)
    message = await room.whispers(EC, text, 10 * SECOND)
    (answer,) = room.told()
    assert (answer.to, answer.reply_to) == (EC, message)
    assert answer.content == f"❌ Nothing counts here right now. Play in <#{room.card.room_id}>."


@pytest.mark.parametrize("text", ["board", " **Board** "])
async def test_who_asks_for_the_board_in_private_is_shown_what_they_have_hidden(
    deal: Rooms, text: str
):
    room = await privileged(deal)
    log = room.log
    message = await room.whispers(EC, text, 10 * SECOND)
    (answer,) = room.told()
    assert (answer.to, answer.reply_to, answer.board) == (EC, message, True)
    assert "EEWWFFA" in answer.content
    assert "WWWWWWW" not in answer.content
    # Aloud it is conversation, in every game.
    await room.typed(EC, text, 11 * SECOND)
    assert room.told() == []
    assert room.log == log


async def test_what_counts_is_not_taken_for_a_question_about_the_board(deal: Rooms):
    room = await deal(FreeTable, first="ec")
    await room.happen(line("!next ec secret", POSTED_MS + SECOND))
    room.told()
    await room.whispers(EC, "!board", POSTED_MS + 2 * SECOND)
    answer, _ = room.told()
    assert "Understood: `board`." in answer.content


async def test_a_layout_said_aloud_when_none_is_asked_for_is_not_called_a_secret(deal: Rooms):
    room = await privileged(deal)
    await room.typed(DMO, LAYOUT, 10 * SECOND)
    (reply,) = room.told()
    assert "Not now" in reply.content
    assert "secret" not in reply.content


async def test_conversation_is_answered_with_the_notation_in_private_and_not_in_the_room(
    deal: Rooms,
):
    room = await deal(DemetersAnguish)
    await room.typed(EC, "hello", 10 * SECOND)
    assert room.told() == []
    # A picture is a message without a text.
    for at, text in enumerate(("hello", "")):
        await room.whispers(EC, text, (11 + at) * SECOND)
        (answer,) = room.told()
        assert answer.to is EC
        assert "`flower U G7 H7 I7 G8 I8`" in answer.content


async def test_a_concession_in_private_ends_the_match_and_is_answered_there(deal: Rooms):
    room = await deal(CompassCollisions)
    message = await room.whispers(EC, "concede", 10 * SECOND)
    (answer,), (result, _) = split(room.told())
    assert (answer.to, answer.reply_to) == (EC, message)
    assert f"<#{room.card.room_id}>" in answer.content
    assert "concedes" in result.content


async def test_what_comes_in_private_after_the_end_is_told_so(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.happen(whispered(EC, "concede", 10 * SECOND), whispered(DMO, OTHER, 10 * SECOND + 1))
    (_, late), _ = split(room.told())
    assert late.to is DMO
    assert "The match is over." in late.content


async def test_in_a_pause_a_secret_is_told_of_the_pause(deal: Rooms):
    room = await deal(CompassCollisions)
    assert await room.ruled("pause", 5 * SECOND) is None
    room.told()
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    (answer,) = room.told()
    assert answer.to is EC
    assert "paused" in answer.content


# Edits


async def test_an_edit_of_a_private_message_is_a_new_submission_and_counts_once(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    room.told()
    edit = whispered(EC, OTHER, 10 * SECOND, edited_ms=20 * SECOND)
    await room.happen(edit, edit)
    (answer,) = room.told()
    assert answer.reply_to == private_id(EC, 10 * SECOND)
    assert "WWWWWWW" in answer.content
    assert room.log == ["dealer posted", f"ec {LAYOUT}", f"ec {OTHER}"]
    assert room.match.entries[-1].at == 20
    assert (await room.sources())[-1] == f"edit:{edit.said_id}:{edit.at_ms}"


async def test_an_edit_that_is_refused_cancels_nothing_and_can_be_mended(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    for at, text in ((20, WRONG), (30, OTHER)):
        room.told()
        await room.happen(whispered(EC, text, 10 * SECOND, edited_ms=at * SECOND))
        (answer,) = room.told()
        assert ("❌" in answer.content) == (text == WRONG)
        assert rows_of(room, EC) == ("EEWWFFA" if text == WRONG else "WWWWWWW")


# Forms


async def test_a_forms_token_is_carried_to_its_answer(deal: Rooms):
    room = await deal(CompassCollisions)
    for at, (text, part) in enumerate(
        (
            (LAYOUT, "EEWWFFA"),
            (WRONG, "❌"),
            ("take first", "❌"),
            ("hello", "❌"),
            ("concede", "✅"),
        )
    ):
        token = await room.sends(EC, text, (10 + at) * SECOND)
        (answer,), _ = split(room.told())
        assert (answer.to, answer.token, answer.reply_to) == (EC, token, None)
        assert part in answer.content


async def test_a_form_that_was_not_answered_is_answered_after_a_restart(deal: Rooms):
    room = await deal(CompassCollisions)
    token = await room.sends(EC, LAYOUT, 10 * SECOND)
    await room.restart(11 * SECOND, 12 * SECOND)
    (answer,), _ = split(room.posts)
    assert (answer.to, answer.token) == (EC, token)
    assert (await room.sources())[1] == f"interaction:{private_id(EC, 10 * SECOND)}"


async def test_two_forms_of_one_seat_both_count_and_are_answered_each(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.happen(sent(EC, LAYOUT, 10 * SECOND), sent(EC, OTHER, 11 * SECOND))
    answers, announced = split(room.told())
    assert [each.token for each in answers] == [token_of(EC, at * SECOND) for at in (10, 11)]
    assert len(announced) == 1
    assert rows_of(room, EC) == "WWWWWWW"


async def test_what_a_refused_form_held_is_given_back(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.sends(EC, WRONG, 10 * SECOND)
    (answer,) = room.told()
    assert WRONG in answer.content
    await room.whispers(EC, WRONG, 11 * SECOND)
    (answer,) = room.told()
    assert WRONG not in answer.content


# The end of a secret phase


async def ended(deal: Rooms) -> Room:
    """The time for layouts has run out, by the clock here."""
    room = await deal(CompassCollisions)
    await room.wakes(END_MS - 5 * SECOND)
    room.told()
    assert room.wake_ms == END_MS + FORM_GRACE_MS
    await room.wakes(END_MS)
    return room


async def test_the_end_is_judged_after_the_grace_and_a_reading(deal: Rooms):
    room = await ended(deal)
    assert (room.reads, room.wake_ms) == (0, END_MS + FORM_GRACE_MS)
    await room.wakes(END_MS + FORM_GRACE_MS)
    assert (room.reads, room.match.state.phase) == (1, Phase.LAYOUTS)
    await room.room_is_read()
    assert room.match.state.phase is Phase.PRIVILEGE
    assert [line.split()[:3] for line in room.log[-2:]] == [
        ["dealer", "layout", "ec"],
        ["dealer", "layout", "dmo"],
    ]
    (post,) = room.told()
    assert post.opens


@pytest.mark.parametrize("say", [whispered, sent])
@pytest.mark.parametrize(("late_ms", "counts"), [(-1, True), (0, True), (1, False)])
async def test_exactly_at_the_end_is_in_time_however_late_it_is_heard(
    deal: Rooms, say: Callable[..., object], late_ms: int, counts: bool
):
    room = await ended(deal)
    await room.happen(say(EC, LAYOUT, END_MS + late_ms))
    await room.wakes(END_MS + FORM_GRACE_MS)
    await room.room_is_read()
    assert (rows_of(room, EC) == "EEWWFFA") == counts
    assert (f"ec {LAYOUT}" in room.log) == counts
    (answer,), _ = split(room.told())
    assert answer.to is EC
    assert ("🤫" in answer.content) == counts
    assert ("Nothing counts here right now" in answer.content) == (not counts)


@pytest.mark.parametrize(
    "late", [typed(DMO, "hello", END_MS + 1), whispered(DMO, OTHER, END_MS + 1)]
)
async def test_what_is_said_after_the_end_lets_nothing_end_before_the_grace_is_over(
    deal: Rooms, late: object
):
    room = await ended(deal)
    room.may_read.set()
    await room.happen(late)
    await room.happen(sent(EC, LAYOUT, END_MS - 50))
    assert room.match.state.phase is Phase.LAYOUTS
    await room.wakes(END_MS + FORM_GRACE_MS)
    await room.room_is_read()
    assert f"ec {LAYOUT}" in room.log
    assert f"dmo {OTHER}" not in room.log
    assert room.match.state.phase is Phase.PRIVILEGE


async def test_a_layout_that_the_reading_brings_in_time_counts(deal: Rooms):
    room = await ended(deal)
    room.unheard.append(whispered(DMO, OTHER, END_MS - 1))
    await room.wakes(END_MS + FORM_GRACE_MS)
    await room.room_is_read()
    assert rows_of(room, DMO) == "WWWWWWW"
    assert room.log[-1].startswith("dealer layout ec")


async def test_what_waited_for_the_end_goes_on_if_the_phase_is_completed_in_time(deal: Rooms):
    room = await ended(deal)
    await room.happen(sent(EC, LAYOUT, END_MS - 2))
    await room.happen(typed(DMO, "take first", END_MS + SECOND))
    room.told()
    await room.happen(sent(DMO, OTHER, END_MS - 1))
    # Both were in before the end, so the choice comes first and is heard without a reading.
    assert (room.reads, room.log[-1]) == (0, "dmo take first")
    assert room.match.state.phase is Phase.FIRST_PLACEMENT


async def test_a_concession_in_time_ends_the_match_and_leaves_nothing_waiting(deal: Rooms):
    room = await ended(deal)
    answer = room.runner.ask(Ruled("abort", 1, BEGAN_MS + END_MS + SECOND))
    await room.happen()
    await room.happen(sent(EC, "concede", END_MS - 1))
    refusal = await asyncio.wait_for(answer, PATIENCE_SECONDS)
    assert refusal
    assert refusal.code == "match-over"
    assert room.closed == 1


# After a restart


async def test_a_restart_in_a_secret_phase_keeps_what_is_in_and_who_has_submitted(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    await room.restart(11 * SECOND, 100 * SECOND)
    assert rows_of(room, EC) == "EEWWFFA"
    assert room.match.to_act == (DMO,)
    room.told()
    await room.whispers(EC, OTHER, 101 * SECOND)
    answers, announced = split(room.told())
    assert (len(answers), announced) == (1, [])
    assert room.wake_ms == END_MS + 89 * SECOND - 30 * SECOND
    await is_kept(room)


async def test_what_was_said_in_private_during_the_gap_counts_at_its_beginning(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.restart(END_MS - SECOND, END_MS + 60 * SECOND)
    await room.whispers(EC, LAYOUT, END_MS + 30 * SECOND)
    assert rows_of(room, EC) == "EEWWFFA"
    assert room.match.to_act == (DMO,)


async def test_the_undelivered_answer_shows_the_board_as_it_was_then(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    await room.whispers(EC, OTHER, 11 * SECOND)
    await room.restart(12 * SECOND, 13 * SECOND)
    lengths = [each.log_length for each in room.sent if each.to]
    assert lengths == [2, 3]
