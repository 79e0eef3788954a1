"""The options of Deep Sea Voyage: how they are read, written and refused."""

import pytest

from engine.games.deep_sea_voyage.rules import DeepSeaVoyage, Endgame
from engine.options import BadOption, read_options, write_options
from tests.games.deep_sea_voyage.positions import FLOODED, OPEN, WORKED, voyage


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
