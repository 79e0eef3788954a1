"""The board of A Battle of Fire and Ice in words."""

import re
from collections import Counter

import pytest

from bot.texts import texts_of
from engine.games.fire_and_ice.board import Half
from engine.games.fire_and_ice.rules import FireAndIce
from engine.grids.grid import Cell
from tests.rendering.positions.fire_and_ice import FULL, GAMES, how

COLORS = {"White": Half.WHITE, "Red": Half.RED, "Blue": Half.BLUE}


def describe(view):
    return texts_of(FireAndIce).alt("board", view, {})


def listed(alt):
    return [
        (Cell.parse(name), half)
        for color, half in COLORS.items()
        for name in re.search(rf"{color}: ([^.]*)\.", alt)[1].split(", ")
        if name != "none"
    ]


def covered(view):
    return [
        pair for domino in view.dominoes for pair in zip(domino.cells, domino.halves, strict=True)
    ]


@pytest.mark.parametrize("views", [*GAMES, FULL], ids=how, indirect=True)
def test_a_description_names_every_covered_cell_once_under_its_colour(views):
    for view in views:
        assert Counter(listed(describe(view))) == Counter(covered(view))


@pytest.mark.parametrize("views", [*GAMES, FULL], ids=how, indirect=True)
def test_a_description_fits_what_discord_takes(views):
    assert max(len(describe(view)) for view in views) <= 1024


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_tells_the_last_move(views):
    for view in (view for view in views if len(view.dominoes) > 1):
        (white, colored), (_, half) = view.dominoes[-1].cells, view.dominoes[-1].halves
        player, color = {Half.RED: ("Fire", "red"), Half.BLUE: ("Ice", "blue")}[half]
        answers = f"Last move: {player} laid {white} white and {colored} {color}."
        assert answers in describe(view)
