"""Deep Sea Voyage: what texts say, what is conversation, and that nothing typed breaks a match."""

import pytest

from engine.games.deep_sea_voyage.board import Ship, Side
from engine.games.deep_sea_voyage.notation import (
    DeepSeaVoyageAction,
    Pick,
    Placing,
    Routing,
    TakeSide,
    TypedRoute,
    Word,
    read_action,
)
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage, Endgame
from engine.options import BadOption, read_options, write_options
from engine.plain_text import plain
from engine.refusals import Malformed, NotASubmission
from tests.engine.games.deep_sea_voyage.positions import (
    FLOODED,
    OPEN,
    WORKED,
    cells_of,
    voyage,
)

T_CELLS = cells_of("A13 A12 A11 B12 C12")


def placing(letter: str = "") -> Placing:
    return Placing(T_CELLS, letter)


def routing(*routes: tuple[int, Ship, str]) -> Routing:
    return Routing(
        tuple(TypedRoute(number, ship, cells_of(cells)) for number, ship, cells in routes)
    )


def read(text: str) -> DeepSeaVoyageAction:
    return read_action(plain(text))


TWO_ROUTES = ((1, Ship.RED, "A1 A7"), (2, Ship.RED, "A1 G1"))

READ = [
    ("empire", TakeSide(Side.EMPIRE)),
    (" Marauder ", TakeSide(Side.MARAUDER)),
    ("READY", Word.READY),
    ("pass", Word.PASS),
    ("Lock", Word.LOCK),
    ("board 2", Pick(2)),
    ("Board, 3", Pick(3)),
    ("board-1", Pick(1)),
    ("T A13 A12 A11 B12 C12", placing("t")),
    ("t on A13, A12, A11, B12, C12", placing("t")),
    ("A13A12A11B12C12", placing()),
    ("on a13 a12 a11 b12 c12", placing()),
    ("T A13-A12-A11-B12-C12", placing("t")),
    ("T\nA13 / A12\nA11 and B12 and C12", placing("t")),
    ("**T**: A13 -> A12 -> A11; B12 & C12.", placing("t")),
    ("(T on A13, A12, A11, B12, C12)!", placing("t")),
    ("\uff34\uff1a\uff21\uff11\uff13 A12 A11 B12 C12", placing("t")),
    ("X A1", Placing(cells_of("A1"), "x")),
    ("A1 A1 Z99", Placing(cells_of("A1 A1 Z99"))),
    ("route 1 red A18 A10 F10", routing((1, Ship.RED, "A18 A10 F10"))),
    ("route 2, white, A1", routing((2, Ship.WHITE, "A1"))),
    ("route 3 black A1A5 and C5", routing((3, Ship.BLACK, "A1 A5 C5"))),
    (
        "route 1 red A1 A7\nroute 1 blue M1 M7 / route 2 red A1 G1",
        routing((1, Ship.RED, "A1 A7"), (1, Ship.BLUE, "M1 M7"), (2, Ship.RED, "A1 G1")),
    ),
    ("/ route 1 red A1 A7 / ,", routing((1, Ship.RED, "A1 A7"))),
    ("route 1 red: A1 to A7.\nroute 2 red: A1 to G1.", routing(*TWO_ROUTES)),
    ("route 1 red: A1 \u2192 A7 . / `route 2 red: A1 => G1`", routing(*TWO_ROUTES)),
]


@pytest.mark.parametrize(("text", "action"), READ)
def test_texts_are_read(text: str, action: object):
    assert read(text) == action
    assert read(text.upper()) == read(text.lower())


CONVERSATION = [
    *("", " ", "hello", "I think the empire wins", "pass the salt", "board2", "board II", "b 2"),
    *("T", "on", "and", "red", "1 2 3", "I", "red and white", "I L Y", "white on black", "2"),
    *("S A1 A2 B2 B3 C3", "ok", "board 12", "A01", "A100", ": T A1", "route 1 red A1; A7?"),
    *(
        "lock?",
        "route 1 green A1 A7",
        "take empire",
        "first me",
        "\u0430\u0031 A2",
        "T on",
    ),
]


@pytest.mark.parametrize("text", CONVERSATION)
def test_one_foreign_word_or_no_verb_makes_conversation(text: str):
    with pytest.raises(NotASubmission):
        read(text)


MALFORMED = [
    ("concede A1", "A1"),
    ("concede pass", ""),
    ("empire marauder", ""),
    ("pass lock", ""),
    ("pass pass", ""),
    ("I pass", ""),
    ("board", ""),
    ("board 0", ""),
    ("board 4", ""),
    ("board 1 2", ""),
    ("board A1", "A1"),
    ("2 board", ""),
    ("A1 A2 T", "A1 A2"),
    ("T L A1 A2", "A1 A2"),
    ("on T A1", "A1"),
    ("T A1 on A2", "A1 A2"),
    ("A1 pass", "A1"),
    ("red A1 A7", "A1 A7"),
    ("1 red A1 A7", "A1 A7"),
    ("route", ""),
    ("route 1", ""),
    ("route 1 red", ""),
    ("route red 1 A1", "A1"),
    ("route 1 red T A1", "A1"),
    ("route 0 red A1", "A1"),
    ("route 1 red A1 route 2 red A1", "A1 A1"),
    ("route 1 red A1 / A7", "A1 A7"),
    ("route 1 red / A1 A7", "A1 A7"),
    ("route 1 red A1 / lock", "A1"),
    ("lock / route 1 red A1", "A1"),
    ("pass / T A13 A12 A11 B12 C12", "A13 A12 A11 B12 C12"),
]


@pytest.mark.parametrize(("text", "cells"), MALFORMED)
def test_words_that_make_no_action_are_malformed(text: str, cells: str):
    with pytest.raises(Malformed) as raised:
        read(text)
    assert raised.value.cells == cells_of(cells)


# Options


def test_options_are_read_and_written():
    assert write_options(voyage(board2=OPEN, first="dmo")) == {
        "seed": "0",
        "first": "dmo",
        "grace": "0",
        "row1": "bottom",
        "board1": WORKED,
        "board2": OPEN,
        "board3": WORKED,
        "early": "on",
        "endgame": "tracked",
        "pregame": "90",
        "pick": "45",
        "action": "90",
        "routes": "240",
    }
    game = voyage(early="off", endgame="automatic", pick="0.5")
    assert (game.early, game.endgame) == (False, Endgame.AUTOMATIC)
    assert DeepSeaVoyage(**read_options(DeepSeaVoyage, write_options(game))) == game


BAD = [
    ("board2", "x", "expected 13 to 18 rows; got 1"),
    ("board3", OPEN.replace("D", "#"), "the board needs at least one dropoff (D)"),
    ("board1", FLOODED.replace("C", "?", 1), "row 1 from the top, column B: expected one of"),
    ("early", "yes", "expected on or off, got 'yes'"),
    ("endgame", "none", "expected tracked or automatic, got 'none'"),
    ("row1", "left", "expected bottom or top, got 'left'"),
    ("reserve", "10", "this game has no such option"),
    ("pick", "-1", "expected seconds, zero or more, got '-1'"),
]


@pytest.mark.parametrize(("name", "value", "problem"), BAD)
def test_options_that_cannot_be_accepted_are_named(name: str, value: str, problem: str):
    with pytest.raises(BadOption) as raised:
        read_options(DeepSeaVoyage, {name: value})
    assert raised.value.name == name
    assert problem in raised.value.problem
