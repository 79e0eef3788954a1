"""Hints for near submissions in the room, once in 20 seconds."""

from engine.games.flower_fields.rules import DoubtingFlowerField
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.live_rooms import SECOND, Rooms


async def test_a_secret_that_is_mistyped_in_the_room_is_not_repeated_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    await room.typed(EC, "hide B3 redd, G6 blue", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "B3" not in reply.content
