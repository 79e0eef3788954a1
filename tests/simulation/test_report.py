"""The figures of docs/scale.md are the simulation's."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.offered import PLAYED
from tests.simulation.recording import PACES, USUAL
from tests.simulation.report import (
    EXTRAS_HEAD,
    HOLD_HEAD,
    LOAD_HEAD,
    ROOMS,
    TURN_HEAD,
    demand,
    extras_row,
    line,
    load_row,
    turn_row,
)

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
FEWEST = ROOMS[0]


@pytest.fixture(scope="module")
def page() -> list[str]:
    return PAGE.read_text(encoding="utf-8").splitlines()


def rows_below(page: list[str], head: Sequence[str]) -> list[str]:
    """The rows of the page's only table with such a head."""
    (first,) = [number for number, each in enumerate(page) if each == line(head)]
    rows = page[first + 2 :]
    return rows[: next(number for number, each in enumerate(rows) if not each.startswith("|"))]


def test_the_page_says_what_an_action_takes_in_each_game(page: list[str]):
    assert rows_below(page, TURN_HEAD) == [line(turn_row(game, USUAL)) for game in PLAYED]


def test_the_page_says_how_long_posts_wait(page: list[str]):
    first, *_ = rows = rows_below(page, LOAD_HEAD)
    assert first == line(load_row(FEWEST, USUAL))
    assert len(rows) == len(ROOMS)


def test_the_page_says_how_long_an_audience_waits(page: list[str]):
    first, *_ = rows = rows_below(page, EXTRAS_HEAD)
    assert first == line(extras_row(FEWEST, USUAL))
    assert len(rows) == len(ROOMS)


def test_the_page_says_how_many_matches_arithmetic_allows(page: list[str]):
    rows = [each.split(" | ") for each in rows_below(page, HOLD_HEAD)]
    assert [tuple(each[:4]) for each in rows] == [
        (f"| {median}", *others) for median, *others in map(demand, PACES)
    ]
