"""Hints for near submissions in the room, once in 20 seconds."""

import pytest

from engine.games import GAMES
from engine.games.flower_fields.rules import DoubtingFlowerField
from tests.games.common.grounds import grounds_of
from tests.helpers.rooms.cards import EC, card_of, composer_of
from tests.helpers.rooms.live_rooms import SECOND, Rooms


async def test_a_secret_that_is_mistyped_in_the_room_is_not_repeated_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    await room.typed(EC, "hide B3 redd, G6 blue", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "B3" not in reply.content


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_says_how_it_is_typed(name: str):
    for ground in grounds_of(name):
        match = ground.match
        if match.to_act:
            notation = composer_of(card_of(match.game)).texts.notation(match.view(None))
            assert "`" in str(notation)
