"""The bed of both Flower Fields in words."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from engine.games.flower_fields.board import FlowerColor
from engine.games.flower_fields.position import Phase
from engine.games.flower_fields.rules import FlowerField
from engine.seats import SEATS
from tests.games.flower_fields.positions import flowers
from tests.rendering.positions.fire_and_ice import how
from tests.rendering.positions.flower_fields import EXTREMES, GAMES, STANDING, crowded

EC, DMO = SEATS


def describe(view):
    return texts_of(FlowerField).alt("board", view, {})


def flowers_told(alt):
    return {
        color: [] if listed == "none" else listed.split(", ")
        for color, listed in re.findall(r"(Red|Blue|Yellow|Purple): ([^.]*)\.", alt)
    }


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_names_every_flower_once_under_its_colour(views):
    third = "Yellow" if views[0].doubting else "Purple"
    words = {FlowerColor.RED: "Red", FlowerColor.BLUE: "Blue", FlowerColor.YELLOW: third}
    for view in views:
        expected = {word: [] for word in words.values()}
        for flower in sorted(view.flowers, key=lambda flower: flower.cell):
            expected[words[flower.color]].append(str(flower.cell))
        assert flowers_told(describe(view)) == expected


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_fits_what_discord_takes(views):
    assert max(len(describe(view)) for view in views) <= 1024


@pytest.mark.usefixtures("each_language")
def test_the_longest_description_fits_what_discord_takes():
    for is_over, is_undone in EXTREMES:
        view = crowded(0, is_over=is_over, is_undone=is_undone)
        assert len(describe(replace(view, own=flowers("A1Y G7Y"), viewer=EC))) <= 1024


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.FINAL])
def test_a_turn_that_is_shown_without_its_mover_awaits_nobody(phase):
    alt = describe(replace(STANDING, phase=phase, to_move=None))
    assert not any(awaited in alt for awaited in ("to move", "hiding", "isn't decided"))
