"""Tests of thousands of inputs over all parsers: each gets a clear answer, and breaks nothing.

They are the same in every run. `make fuzz` tries about a million, drawn anew each time.
"""

import os
from collections import Counter
from random import Random, randrange
from typing import get_type_hints

import pytest

from engine.games import GAMES
from engine.games.deep_sea_voyage import rules as deep_sea_voyage
from engine.games.deep_sea_voyage.drawn_boards import draw_boards
from tests.games.common.grounds import phases_of
from tests.games.common.samples import EVERY_GAME, ONE_OF_EACH_KIND, samples_of, usual_game
from tests.helpers.games.samples import sample
from tools.fuzz.parsers import PARSERS, Parser, parser_of

TIMES = float(os.environ.get("DEALER_FUZZ_TIMES", "0.03"))
"""Factor for the usual number of a parser's inputs in a long run."""
SEED = randrange(10**9) if TIMES > 1 else 0
SHOWN = 20_000


@pytest.fixture(autouse=True)
def _boards_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the drawing of boards for a record that lost its own."""
    boards = draw_boards(0)
    monkeypatch.setattr(deep_sea_voyage, "draw_boards", lambda _seed: boards)


TYPED = [parser_of(name) for name in GAMES]


@pytest.mark.parametrize(
    "parser",
    [*sample(TYPED, [parser for parser in TYPED if parser.name in ONE_OF_EACH_KIND]), *PARSERS],
    ids=lambda parser: parser.name,
)
def test_every_input_gets_a_clear_answer(parser: Parser) -> None:
    answers: Counter[str] = Counter()
    for number in range(count := round(parser.count * TIMES)):
        value = parser.make(Random(f"{parser.name} {SEED} {number}"))
        try:
            answers[parser.take(value)] += 1
        except Exception as fault:  # noqa: BLE001 - whatever it is, the input is to be told
            pytest.fail(
                f"{parser.name}, seed {SEED}, input {number}: {fault!r}\n{repr(value)[:SHOWN]}"
            )
    text = f"{parser.name}: {answers.total():,} inputs: {dict(answers.most_common())}"
    print(text)
    assert answers.total() == count
    assert parser.wanted <= answers.keys()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_things_are_typed_in_every_phase(name: str) -> None:
    assert phases_of(name) == all_phases(name) - samples_of(name).rare


def all_phases(name: str) -> set[object]:
    """Return the phases of a game's rules; None alone if they have none."""
    state = type(usual_game(name).begin())
    derived = getattr(state, "phase", None)
    hints = get_type_hints(derived.fget if isinstance(derived, property) else state)
    phase = hints.get("phase") or hints.get("return")
    return {*phase} if phase else {None}
