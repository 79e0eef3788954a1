"""Posts lead to each other: to the turn's post, to the first board, to the latest one."""

from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms


def links(room: Room) -> tuple[str, str]:
    """The address of the first post and of the turn's that the posts of a match would link."""
    composer = room.runner.live.composer
    texts = composer._linked_to_first("."), composer._linked_to_turn(".")
    return tuple(text.partition("(<")[2].rstrip(">)") for text in texts)


async def test_a_live_match_knows_its_first_board_and_the_turns(deal: Rooms):
    room = await deal(takeback="0")
    first = room.card.link(snowflake(BEGAN_MS + POSTED_MS, 1))
    assert links(room) == (first, first)
    await room.typed(Seat.EC, "E6 E7", 10 * SECOND)
    assert links(room) == (first, "")
    (opening,) = [post for post in room.sent if post.starts_clock]
    await room.stands(opening.place.sequence, 11 * SECOND)
    turn = room.card.link(snowflake(BEGAN_MS + 11 * SECOND, opening.place.sequence))
    assert links(room) == (first, turn)
