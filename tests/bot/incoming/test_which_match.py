"""What is said in private finds its match, and forms are read as Discord sends them."""

from dataclasses import dataclass, field

import pytest

from bot.card import MatchCard
from bot.incoming.components import form, form_button, match_select, text_of_form
from bot.incoming.which_match import route, without_room
from engine.matches.match import Match
from tests.bot.support import ADA, BOB, card_of
from tests.engine.playing import begun, fire_and_ice
from tests.engine.toy_game import Toy

NAMES = {1: "dm1-game-room", 2: "DM2-Game-Room", 3: "dm3-game-room"}


@dataclass
class Seated:
    """As much of a table as a route looks at."""

    room: int
    match: Match
    card: MatchCard = field(init=False)

    def __post_init__(self) -> None:
        self.card = card_of(room_id=self.room)


HIDING = Seated(1, begun(Toy()))
HIDING_TOO = Seated(2, begun(Toy()))
OPEN = Seated(3, begun(fire_and_ice(first="ec")))


@pytest.mark.parametrize(
    ("text", "rooms", "rest"),
    [
        ("hide A1", [1, 2], "hide A1"),
        ("E6 E7", [1, 2, 3], "E6 E7"),
        ("hello", [1, 2, 3], "hello"),
        ("#dm2-game-room hide A1", [2], "hide A1"),
        ("  #DM1-GAME-ROOM\nhide A1", [1], "hide A1"),
        ("<#3> E6 E7", [3], "E6 E7"),
        ("#nowhere hide A1", [], "hide A1"),
        ("<#99> hide A1", [], "hide A1"),
        ("#dm1-game-room", [1], ""),
        ("`#dm2-game-room hide A1`", [2], "hide A1`"),
        ("**#dm2-game-room**: hide A1", [2], "hide A1"),
        ("(#dm1-game-room) hide A1!", [1], "hide A1!"),
        ("**hide A1**", [1, 2], "**hide A1**"),
        ("hide A1 #dm2-game-room", [1, 2, 3], "hide A1 #dm2-game-room"),
    ],
)
def test_a_room_named_first_decides_and_else_whoever_awaits_it(text, rooms, rest):
    found = route([HIDING, HIDING_TOO, OPEN], ADA, text, NAMES.get)
    assert ([each.room for each in found.runners], found.text) == (rooms, rest)


def test_what_only_one_match_awaits_is_for_that_one():
    found = route([HIDING, OPEN], BOB, "hide A1", NAMES.get)
    assert found.runners == (HIDING,)


def test_a_room_that_the_client_does_not_know_is_found_by_its_id_alone():
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
def test_a_name_that_may_be_a_nameless_rooms_is_not_taken_for_a_wrong_one(text, known, is_unsure):
    assert route([HIDING, HIDING_TOO], ADA, text, known.get).is_unsure is is_unsure


@pytest.mark.parametrize(
    ("text", "rest"),
    [("#a-room pass", "pass"), ("<#5>pass", "pass"), ("pass", "pass"), ("# pass", "# pass")],
)
def test_the_room_is_no_part_of_the_submission(text: str, rest: str):
    assert without_room(text) == rest


def test_the_text_of_a_form_is_found_in_rows_and_under_labels():
    field_ = {"type": 4, "custom_id": "text", "value": "hide A1"}
    assert text_of_form([{"type": 1, "components": [field_]}]) == "hide A1"
    assert text_of_form([{"type": 18, "component": field_}]) == "hide A1"
    assert text_of_form([]) == text_of_form(None) == ""


def test_the_texts_of_a_form_come_in_order_however_deep_they_lie():
    field_ = {
        "type": 4,
        "value": "A1",
        "components": [{"value": " A2"}],
        "component": {"value": "!"},
    }
    form_ = [field_, {"value": None}, {"value": 5}, "x"]
    for _ in range(100_000):
        form_ = [{"component": {"components": form_}}]
    assert text_of_form(form_) == "A1 A2!"


async def test_panels_are_known_by_their_ids_and_kept_nowhere():
    panels = (form_button(7), form(7, "A title" * 10, "`layout` ..." * 20), match_select(9, []))
    assert all(panel.is_finished() for panel in panels)
    (button,) = panels[0].children
    assert button.custom_id == "form:7"
    assert panels[1].custom_id == "submission:7"


async def test_what_is_too_long_for_a_form_is_cut_between_words():
    modal = form(7, "A title" * 10, "`layout` and rows, " * 20)
    (label,) = modal.children
    assert len(modal.title) <= 45
    hint = label.component.placeholder
    assert len(hint) <= 100
    assert hint.endswith((" layout ...", " and ...", " rows, ..."))
