"""Texts that players type, each understood as the table of its game says, in whatever phase.

A line of a table is a text, as JSON, and what it says: an action as it is written, the code of a
refusal with the cells that are named, or `talk`. What the other seat says by it follows where it
differs.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.refusals import Malformed, NotASubmission
from engine.seats import SEATS, Seat
from tests.helpers.games.random_play import random_states

TABLES = sorted((Path(__file__).parent / "typed").glob("*.txt"))
MAX_STATES, EACH = 60, 6


def meaning(game: AnyGame, state: Any, seat: Seat, text: str) -> str:
    try:
        return game.write(game.read(state, seat, text))
    except Malformed as refused:
        return " ".join([refused.code, *map(str, refused.cells)])
    except NotASubmission:
        return "talk"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_a_text_is_understood_as_the_table_of_its_game_says(table: Path):
    game = GAMES[table.stem]()
    states = [*random_states(game, Random(0), MAX_STATES)][::EACH]
    for line in filter(None, table.read_text().splitlines()):
        text, end = json.JSONDecoder().raw_decode(line)
        expected = line[end:].removeprefix(": ").split(" | ")
        for state in states:
            lines = [meaning(game, state, seat, text) for seat in SEATS]
            assert lines == (expected if len(expected) > 1 else 2 * expected), line
