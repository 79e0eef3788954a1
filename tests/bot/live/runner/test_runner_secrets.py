"""A table and secrets: heard in private alone, answered there, told to the room once."""

import asyncio

from bot.live.decide.decision import FORM_SETTLE_DELAY_MS
from bot.values.events import RulingGiven
from bot.values.post import Post
from engine.games.compass_collisions.rules import CompassCollisions
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms, is_kept, private_id, sent

LAYOUT = "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E"
OTHER = "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE."
END_MS = POSTED_MS + 600 * SECOND
"""When the time for layouts ends."""


def split(posts: list[Post]) -> tuple[list[Post], list[Post]]:
    return [post for post in posts if post.recipient], [
        post for post in posts if not post.recipient
    ]


def rows_of(room: Room, seat: Seat) -> str:
    """The edge of a seat's first set, which tells the layouts here apart; empty without one."""
    layout = room.match.state.layout(seat)
    return "".join(slot or "." for slot in layout.sets[0][0]) if layout else ""


# Forms


async def test_a_form_that_was_not_answered_is_answered_after_a_restart(deal: Rooms):
    room = await deal(CompassCollisions)
    token = await room.sends(EC, LAYOUT, 10 * SECOND)
    await room.restart(11 * SECOND, 12 * SECOND)
    (answer,), _ = split(room.posts)
    assert (answer.recipient, answer.token) == (EC, token)
    assert (await room.sources())[1] == f"interaction:{private_id(EC, 10 * SECOND)}"


# The end of a secret phase


async def ended(deal: Rooms) -> Room:
    room = await deal(CompassCollisions)
    await room.wakes(END_MS - 5 * SECOND)
    room.told()
    assert room.wake_ms == END_MS + FORM_SETTLE_DELAY_MS
    await room.wakes(END_MS)
    return room


async def test_a_concession_in_time_ends_the_match_and_leaves_nothing_waiting(deal: Rooms):
    room = await ended(deal)
    answer = room.runner.ask(RulingGiven("abort", 1, BEGAN_MS + END_MS + SECOND))
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


async def test_the_undelivered_answer_shows_the_board_as_it_was_then(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.whispers(EC, LAYOUT, 10 * SECOND)
    await room.whispers(EC, OTHER, 11 * SECOND)
    await room.restart(12 * SECOND, 13 * SECOND)
    lengths = [post.log_length for post in room.sent if post.recipient]
    assert lengths == [2, 3]
