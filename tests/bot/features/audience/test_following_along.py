"""Tests that followers are told of each board once the room has it, and not before."""

from dataclasses import replace

from bot.features.audience.posts import Follower, for_audience
from bot.values.events import PostDelivered
from bot.values.post import Post
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms

MIRROR = 77
FOLLOWERS = (Follower(301, MIRROR, is_every_turn=True),)


async def followed(deal: Rooms) -> Room:
    return await deal(posted=False, takeback="0")


async def shows(room: Room, post: Post, at_ms: int) -> list[Post]:
    """Deliver a post that shows the room a board; return the consequences."""
    room.sent.clear()
    message_id = snowflake(BEGAN_MS + at_ms, post.place.sequence)
    delivered = PostDelivered(post.place.sequence, message_id, BEGAN_MS + at_ms, is_in_room=True)
    posts = for_audience(room.card, MIRROR, FOLLOWERS, post, message_id)
    await room.happen(replace(delivered, board_post=post, posts_elsewhere=posts))
    return list(room.sent)


def opening_of(room: Room) -> Post:
    (opening,) = [post for post in room.sent if post.starts_clock]
    return opening


async def test_nothing_is_told_before_the_room_has_the_board_and_then_both_are_kept(deal: Rooms):
    room = await followed(deal)
    opening = opening_of(room)
    assert not [post for post in room.sent if post.audience]
    board, ping = await shows(room, opening, POSTED_MS)
    assert (board.audience, board.extras.has_board, board.place.log_length) == (
        MIRROR,
        True,
        opening.place.log_length,
    )
    assert ping.pings == (301,)
    stored = await room.stored()
    assert [post.place.sequence for post in stored.waiting if post.audience] == [
        board.place.sequence,
        ping.place.sequence,
    ]
    assert stored.latest_board_id == room.runner.live.latest_board_id
    assert room.runner.live.board_link.endswith(f"/{stored.latest_board_id}")


async def test_a_board_of_a_turn_that_is_over_is_repeated_but_nobody_is_pinged(deal: Rooms):
    room = await followed(deal)
    opening = opening_of(room)
    await shows(room, opening, POSTED_MS)
    await room.typed(Seat.EC, "E6 E7", 10 * SECOND)
    late = room.sent[-1]
    assert late.starts_clock
    # A host takes the move back before its board stands.
    assert await room.ruled("undo", 11 * SECOND) is None
    (board,) = await shows(room, late, 12 * SECOND)
    assert board.extras.has_board


async def test_that_it_was_repeated_is_kept_in_good_time_and_brings_nothing_about(deal: Rooms):
    room = await followed(deal)
    board, ping = await shows(room, opening_of(room), POSTED_MS)
    room.sent.clear()
    for post in (board, ping):
        message_id = snowflake(BEGAN_MS + 5 * SECOND, post.place.sequence)
        stands = PostDelivered(
            post.place.sequence, message_id, BEGAN_MS + 5 * SECOND, is_repeated=True
        )
        before = room.runner.live
        await room.happen(stands)
        assert room.runner.live == before
    assert room.sent == []
    # The next thing that is kept takes it along.
    await room.typed(Seat.EC, "E6 E7", 10 * SECOND)
    stored = await room.stored()
    assert not [item for item in stored.waiting if item.audience]


async def test_that_a_copy_was_dropped_is_kept_at_once(deal: Rooms):
    room = await followed(deal)
    posts = await shows(room, opening_of(room), POSTED_MS)
    for post in posts:
        dropped = PostDelivered(post.place.sequence, None, BEGAN_MS + 5 * SECOND, is_repeated=True)
        await room.happen(dropped)
    # A new process that did not know would send it below those that came after it.
    stored = await room.stored()
    assert not [item for item in stored.waiting if item.audience]
