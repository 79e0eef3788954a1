"""Which match something said in private is for."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.cogs.incoming.messages import route, without_room
from engine.game import AnyGame
from engine.games.demeters_anguish.rules import DemetersAnguish
from tests.engine.playing import begun, fire_and_ice
from tests.helpers.rooms.cards import ADA, BOB, EC, card_of

NAMES = {1: "dm1-game-room", 2: "DM2-Game-Room", 3: "dm3-game-room"}


def seated(room: int, game: AnyGame) -> Any:
    """Return as much of a match runner as a route looks at."""
    return SimpleNamespace(room=room, match=begun(game), card=card_of(room_id=room))


HIDING, HIDING_TOO = (seated(room, DemetersAnguish(first=EC)) for room in (1, 2))
OPEN = seated(3, fire_and_ice(first="ec"))


@pytest.mark.parametrize(
    ("text", "rooms", "rest"),
    [
        ("flower A1", [1, 2], "flower A1"),
        ("E6 E7", [1, 2, 3], "E6 E7"),
        ("hello", [1, 2, 3], "hello"),
        ("#dm2-game-room flower A1", [2], "flower A1"),
        ("  #DM1-GAME-ROOM\nflower A1", [1], "flower A1"),
        ("<#3> E6 E7", [3], "E6 E7"),
        ("#nowhere flower A1", [], "flower A1"),
        ("<#99> flower A1", [], "flower A1"),
        ("#dm1-game-room", [1], ""),
        ("`#dm2-game-room flower A1`", [2], "flower A1`"),
        ("**#dm2-game-room**: flower A1", [2], "flower A1"),
        ("(#dm1-game-room) flower A1!", [1], "flower A1!"),
        ("**flower A1**", [1, 2], "**flower A1**"),
        ("flower A1 #dm2-game-room", [1, 2, 3], "flower A1 #dm2-game-room"),
    ],
)
def test_a_room_named_first_decides_or_else_the_matches_that_await_the_text(text, rooms, rest):
    result = route([HIDING, HIDING_TOO, OPEN], ADA, text, NAMES.get)
    assert ([runner.room for runner in result.runners], result.text) == (rooms, rest)


def test_a_text_that_only_one_match_awaits_is_for_that_one():
    result = route([HIDING, OPEN], BOB, "flower A1", NAMES.get)
    assert result.runners == (HIDING,)


def test_a_room_whose_name_is_unknown_is_found_only_by_its_id():
    assert route([HIDING], ADA, "#dm1-game-room pass", lambda _: None).runners == ()
    assert route([HIDING], ADA, "<#1> pass", lambda _: None).runners == (HIDING,)


@pytest.mark.parametrize(
    ("text", "known", "is_unsure"),
    [
        ("#dm2-game-room pass", {1: "dm1-game-room"}, True),
        ("#dm1-game-room pass", {1: "dm1-game-room"}, False),
        ("#nowhere pass", NAMES, False),
        ("<#99> pass", {}, False),
        ("pass", {}, False),
    ],
)
def test_an_unknown_name_is_not_wrong_while_some_room_has_no_known_name(text, known, is_unsure):
    assert route([HIDING, HIDING_TOO], ADA, text, known.get).is_unsure is is_unsure


@pytest.mark.parametrize(
    ("text", "rest"),
    [("#a-room pass", "pass"), ("<#5>pass", "pass"), ("pass", "pass"), ("# pass", "# pass")],
)
def test_the_name_of_the_room_is_not_part_of_the_submission(text: str, rest: str):
    assert without_room(text) == rest
