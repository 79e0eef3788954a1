"""Hints for near submissions in the room, once in 20 seconds."""

import pytest

from engine.games import GAMES
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from tests.games.common.grounds import grounds_of
from tests.helpers.rooms.cards import EC, card_of, composer_of
from tests.helpers.rooms.live_rooms import SECOND, Rooms


async def test_a_secret_that_is_mistyped_in_the_room_is_not_repeated_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    await room.typed(EC, "hide B3 redd, G6 blue", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "B3" not in reply.content


HYPHENS = "layout E-W-F-A / -EWF- / A-E / WW--FFA / --A-- / -E-"
FAULTS = [
    (DoubtingFlowerField, "hide A7 purple", "`purple` is a colour of Flower Field only"),
    (DoubtingFlowerField, "hide A7 purple", "hides two flowers"),
    (DoubtingFlowerField, "hide A7 purple, B2 red", "`purple` is a colour of Flower Field only"),
    (DoubtingFlowerField, "hide A7 green, B2 red", "`green` isn't a flower colour"),
    (DoubtingFlowerField, "hide A7 red", "You hide exactly two flowers, in two different cells"),
    (DoubtingFlowerField, "hide A7 red, A7 blue", "You hide exactly two flowers"),
    (CompassCollisions, HYPHENS, "a hyphen is neither an empty slot (`.`) nor the end of a row"),
    (CompassCollisions, HYPHENS, "Did you mean `layout E.W.F.A / .EWF. / A.E / WW..FFA /"),
    (CompassCollisions, "layout E.W.F.A - .EWF. - A.E", "nor the end of a row (`/`)"),
    (CompassCollisions, "layout E--W / F", "a hyphen is neither an empty slot"),
]


@pytest.mark.parametrize(("game", "text", "fault"), FAULTS)
async def test_the_answer_to_a_mistyped_secret_names_its_fault(deal: Rooms, game, text, fault):
    room = await deal(game)
    await room.whispers(EC, text, 10 * SECOND)
    (reply,) = room.told()
    assert reply.recipient is EC
    assert fault in reply.content
    assert game.examples[0] not in text


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (FlowerField, "C4 red, E4 green", "`green` isn't a flower colour: flowers are red, blue"),
        (FlowerField, "D5 yellow", "`yellow` is a colour of Doubting Flower Field only"),
        (FlowerField, "hide A7 red", "No flowers are hidden in Flower Field."),
    ],
)
async def test_the_hint_in_the_room_names_the_fault(deal: Rooms, game, text: str, fault: str):
    room = await deal(game, first="ec")
    await room.typed(EC, text, 10 * SECOND)
    (reply,) = room.told()
    assert fault in reply.content
    assert "`D5 red" in reply.content


UNREAD = "I can't read the picture: only your text counts."


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["❌ I can't read pictures; type it like this:\n`hide A1 red, G7 blue`"]),
        ("my flowers", ["❌ I can't read pictures; type it like this:\n`hide A1 red, G7 blue`"]),
        ("hide A1 red, G7 blue", ["🤫 You hide A1 (red) and G7 (blue).", UNREAD]),
        ("hide A1 red, D4 blue", ["D4 already has a flower", UNREAD]),
        ("hide A1 redd, G7 blue", ["Did you mean `hide A1 red, G7 blue`?", UNREAD]),
    ],
)
async def test_a_picture_is_not_read_and_the_text_beside_it_counts(
    deal: Rooms, text: str, lines: list[str]
):
    room = await deal(DoubtingFlowerField)
    await room.whispers(EC, text, 10 * SECOND, has_picture=True)
    (answer,) = [post for post in room.told() if post.recipient]
    assert [part for part in lines if part not in answer.content] == []
    await room.whispers(EC, text, 11 * SECOND)
    (answer,) = [post for post in room.told() if post.recipient]
    assert "picture" not in answer.content


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_says_how_it_is_typed(name: str):
    for ground in grounds_of(name):
        match = ground.match
        if match.to_act:
            notation = composer_of(card_of(match.game)).texts.notation(match.view(None))
            assert "`" in notation
