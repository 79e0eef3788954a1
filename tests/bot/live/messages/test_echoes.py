"""The gateway tells of the Dealer's own posts, too: so it has told of all that came before them."""

from bot.values.post import Place, Post
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.live_rooms import POSTED_MS, Rooms


async def test_a_room_is_heard_up_to_the_post_that_opened_the_turn_also_if_its_echo_comes_first(
    deal: Rooms,
):
    """A connection of its own brings the echo, and another one the delivery."""
    room, message_id = await deal(posted=False), snowflake(BEGAN_MS + POSTED_MS, 1)
    room.runner.hear_echo(message_id)
    room.runner.report(Post(place=Place(sequence=1)), message_id)
    await room.happen()
    assert room.runner.live.read_through == message_id
