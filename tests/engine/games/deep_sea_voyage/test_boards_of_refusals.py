"""Deep Sea Voyage: a refusal tells on which of the three boards its cells are."""

import pytest

from engine.matches.match import Match
from tests.engine.games.deep_sea_voyage.positions import (
    HARMLESS,
    LOCKED,
    in_round,
    in_routes,
    on_last_board,
    sailing,
    say,
    say_all,
)
from tests.engine.playing import code


def board(match: Match, line: str, answer: str) -> str:
    step = say(match, line)
    assert code(step) == answer
    assert step.refusal
    return step.refusal.board


def test_a_placement_is_refused_on_its_seats_own_board():
    match = say_all(in_round(f"ec {HARMLESS}", f"dmo {HARMLESS}", *LOCKED), "dmo board 1")
    match = say_all(match, "ec board 3")
    assert board(match, "dmo I M2 M3 M4 M5 M6", "piece-used") == "1"
    assert board(match, "dmo A1 A2", "malformed") == "1"
    assert board(match, "ec C2 C3 R9 C5 B5", "off-board") == "3"
    assert board(match, "ec route A1", "malformed") == "3"


def test_on_the_last_board_it_is_that_one():
    match = on_last_board()
    (number,) = match.state.open_numbers
    mover = match.to_act[0]
    assert board(match, f"{mover} Z A2 A3 A4 A5 A6", "wrong-letter") == str(number)
    assert board(match, f"{mover} A2 A3", "malformed") == str(number)


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_a_route_is_refused_on_the_board_it_names(number: str):
    match = in_routes(first="ec")
    assert board(match, f"ec route {number} red A1 A2 A1 B2", "not-straight") == number


def test_where_no_board_is_meant_none_is_told():
    assert board(sailing(), "dmo A1 A2 A3 A4 A5", "not-your-turn") == ""
    assert board(in_routes(first="ec"), "ec route 7 red A1 A2", "malformed") == ""
    assert board(in_routes(first="ec"), "ec A1 A2 A3 A4 A5", "wrong-phase") == ""
