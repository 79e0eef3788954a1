"""What players type in A Battle of Fire and Ice."""

import pytest

from engine.choice import Chosen
from engine.game import TAKE_BACK
from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.notation import Move
from engine.games.fire_and_ice.rules import FireAndIce
from engine.grids.grid import Cell
from engine.refusals import Malformed, NotASubmission
from engine.seats import SEATS, Seat
from tests.engine.games.fire_and_ice.positions import (
    spellings,
)
from tests.engine.playing import begun, code, fire_and_ice, tried

EC, DMO = Seat.EC, Seat.DMO


# Notation: what is a submission, and what it says

ON_E6_E7 = (Cell(4, 5), Cell(4, 6))
E6_WHITE = (Cell(4, 5), Half.WHITE)
CHATTER = [
    *("", " ", "hello", "pass the salt", "I think E5 is lost", "E6 E7?", "¿E6 E7"),
    *("E6E7E", "E06 E7", "E100 E7", "EE6", "6E 7E", "E 6 E 7", "E6=E7", "E6, : E7", ".E6 E7"),
    *("E6toE7", "play E6 E7", "E6 E7 lol", "\u0415\u0036 E7", "E6 E7 \N{FIRE}"),
    *("E6 green E7", "E6 white E7 purple", "white", "red and blue", "E6 whiter E7"),
    *(
        "and",
        "me",
        "them",
        "ec",
        "dmo",
        "ec and dmo",
        "take",
        "back",
        "back and take",
        "me, and them",
    ),
    *(
        "takebacks",
        "undone",
        "firstly ec",
        "i concede",
        "conceded",
        "concede?",
        "first, you",
        "-",
        ",",
        "/",
    ),
    *(
        "E6andE7",
        "E-6 E-7",
        "1 2",
        "E",
        "e5e",
        "first ec please",
        "take it back",
        "a1b",
        "E6 E7 pls",
    ),
]


@pytest.mark.parametrize("text", CHATTER)
@pytest.mark.parametrize("first", [{}, {"first": "ec"}])
def test_one_foreign_word_makes_it_conversation(text: str, first: dict[str, str]):
    game = fire_and_ice(**first)
    for seat in SEATS:
        with pytest.raises(NotASubmission):
            game.read(game.begin(), seat, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("E6 E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("e7,E6", Move((Cell(4, 6), Cell(4, 5)))),
        ("E6E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("E6-E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("E6, and E7", Move((Cell(4, 5), Cell(4, 6)))),
        ("A1 I9", Move((Cell(0, 0), Cell(8, 8)))),
        ("J1 Z99", Move((Cell(9, 0), Cell(25, 98)))),
        ("takeback", TAKE_BACK),
        ("Take Back", TAKE_BACK),
        ("take-back", TAKE_BACK),
        ("TAKEBACK ", TAKE_BACK),
        ("**take** back!", TAKE_BACK),
        ("undo", TAKE_BACK),
        ("first ec", Chosen(EC)),
        ("FIRST DMO", Chosen(DMO)),
        ("first-ec", Chosen(EC)),
        ("E6 white E7 red", Move(ON_E6_E7, (E6_WHITE, (Cell(4, 6), Half.RED)))),
        ("E6 (white) and E7 (red)", Move(ON_E6_E7, (E6_WHITE, (Cell(4, 6), Half.RED)))),
        ("E6(White)-E7(RED).", Move(ON_E6_E7, (E6_WHITE, (Cell(4, 6), Half.RED)))),
        ("e6 white e7", Move(ON_E6_E7, (E6_WHITE,))),
        ("E6, E7: blue", Move(ON_E6_E7, ((Cell(4, 6), Half.BLUE),))),
    ],
)
def test_a_submission_is_read(text: str, said: object):
    game = FireAndIce()
    for seat in SEATS:
        assert game.read(game.begin(), seat, text) == said


@pytest.mark.parametrize(
    ("seat", "text", "first"),
    [(EC, "me", EC), (EC, "them", DMO), (DMO, "me", DMO), (DMO, "them", EC)],
)
def test_me_and_them_are_seen_from_the_seat_that_speaks(seat: Seat, text: str, first: Seat):
    assert FireAndIce().read(FireAndIce().begin(), seat, f"first {text}") == Chosen(first)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "E6",
            "E6 E7 E8",
            "E6E7E8E9",
            "E6 E7 undo",
            "take E6",
            "me E6 E7",
            "first",
            "first E6 E7",
        ),
        *("first ec dmo", "first and", "first first", "first back", "undo undo", "take back E6"),
        *(
            "takeback takeback",
            "concede concede",
            "concede E6",
            "ec first",
            "E6 first",
            "E6 and",
            "E6 ec E7",
            "white E6 red E7",
            "E6 white red E7",
            "E6 white",
            "E6 white E7 red E8",
        ),
    ],
)
def test_words_of_the_game_that_say_nothing_are_malformed(text: str):
    game = FireAndIce()
    with pytest.raises(Malformed) as refused:
        game.read(game.begin(), EC, text)
    assert refused.value.code == "malformed"
    assert all(str(cell) in text for cell in refused.value.cells)


def test_legal_first_moves_are_accepted_from_a_match_in_all_their_spellings():
    game = fire_and_ice(first="ec", takeback="0")
    for move in game.legal(game.begin(), EC):
        for text in spellings(*map(str, move.cells)):
            assert code(tried(begun(game), f"ec @1 {text.strip()}")) == ""
