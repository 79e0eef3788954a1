"""Every input of every parser gets a clear answer, and none breaks anything.

`make fuzz` tries more than 100,000 of them; `make test` the first tenth.
"""

import os
from collections import Counter
from random import Random

import pytest

from engine.games import GAMES
from engine.games.compass_collisions import rules as compass_collisions
from engine.games.deep_sea_voyage import rules as deep_sea_voyage
from engine.games.deep_sea_voyage.position import Phase as SeaPhase
from engine.games.demeters_anguish import rules as demeters_anguish
from engine.games.flower_fields.position import Phase as MeadowPhase
from tests.fuzz.grounds import phases_of
from tests.fuzz.parsers import PARSERS, Parser

LEAST_INPUTS = 100_000
SHARE = float(os.environ.get("DEALER_FUZZ_SHARE", "0.1"))
SHOWN = 20_000


@pytest.fixture(autouse=True)
def _boards_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that lost its boards would have them drawn anew each time, which takes a while."""
    boards = deep_sea_voyage.draw_boards(0)
    monkeypatch.setattr(deep_sea_voyage, "draw_boards", lambda _seed: boards)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_every_input_gets_a_clear_answer(parser: Parser):
    answers: Counter[str] = Counter()
    count = round(parser.count * SHARE)
    for number in range(count):
        given = parser.make(Random(f"{parser.name} {number}"))
        try:
            answers[parser.take(given)] += 1
        except Exception as fault:  # noqa: BLE001 - whatever it is, the input is to be told
            pytest.fail(f"{parser.name}, input {number}: {fault!r}\n{repr(given)[:SHOWN]}")
    told = f"{parser.name}: {answers.total():,} inputs: {dict(answers.most_common())}"
    print(told)  # noqa: T201 - `pytest -s` shows the counts
    assert answers.total() == count
    assert parser.wanted <= answers.keys()


def test_these_are_enough_inputs():
    assert sum(parser.count for parser in PARSERS) >= LEAST_INPUTS


@pytest.mark.parametrize("name", GAMES)
def test_things_are_typed_in_every_phase(name: str):
    phases = {
        "fire-and-ice": {None},
        "compass-collisions": {*compass_collisions.Phase},
        "demeters-anguish": {*demeters_anguish.Phase},
        "deep-sea-voyage": {*SeaPhase},
        "doubting-flower-field": {*MeadowPhase},
        "flower-field": {*MeadowPhase} - {MeadowPhase.HIDING},
    }
    assert phases_of(name) == phases[name]
