"""The Flower Fields: which fields are alike, what may be claimed, what a full board allows."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.flower_fields.board import Bed, Flower, FlowerColor, Planting, are_alike
from engine.games.flower_fields.position import Claim
from engine.grids.grid import Cell
from tests.games.flower_fields.positions import (
    BOARD,
    DMO,
    EC,
    GAME,
    acted,
    all_fields,
    meadow,
    plain_claims,
    plainly_alike,
)

# Equal fields


FIELDS = st.sampled_from(sorted(map(tuple, map(sorted, all_fields()))))


@given(FIELDS, FIELDS, st.randoms(use_true_random=False), st.integers(1, 3))
def test_fields_are_alike_exactly_if_the_plain_referee_says_so(one, other, dice, colors):
    palette = list(FlowerColor)[:colors]
    painted = {cell: dice.choice(palette) for cell in BOARD}
    assert are_alike((one, other), painted) is plainly_alike(one, other, painted)


def random_bed(plantings: int) -> Bed:
    """Return a bed after this many random plantings by turns."""
    dice, grown = Random(plantings), Bed()
    for number in range(plantings):
        choices = list(grown.plantings_that_fit(chain=False))
        grown = grown.with_planting(Planting((EC, DMO)[number % 2], dice.choice(choices)))
    return grown


@pytest.mark.parametrize("max_unseen", [0, 2])
@pytest.mark.parametrize("plantings", [2, 6, 12])
def test_claims_are_those_of_a_slow_count(max_unseen: int, plantings: int):
    grown = random_bed(plantings)
    planting = {flower.cell for flower in grown.latest(EC).flowers}
    visible = {flower.cell for flower in grown.flowers}
    claims = [frozenset(map(frozenset, claim)) for claim in grown.claims_that_count(max_unseen, EC)]
    slow = set(plain_claims(visible, planting, max_unseen))
    assert len(claims) == len(slow)
    assert set(claims) == slow


def test_there_are_572_fields():
    assert len(all_fields()) == 572
    full = Bed(
        (Planting(DMO, tuple(Flower(cell, FlowerColor.RED) for cell in BOARD - {Cell(3, 3)})),)
    )
    assert full.is_full
    assert sum(1 for _ in full.claims_that_count(0, DMO)) == 572 * 571 // 2


def test_what_is_legal_on_a_full_board():
    planted = tuple(Flower(cell, FlowerColor.YELLOW) for cell in BOARD - {Cell(3, 3)})
    state = replace(meadow(mover=DMO), bed=Bed((Planting(EC, planted),)))
    words = [action.value for action in GAME.legal(state, DMO) if not isinstance(action, Claim)]
    assert words == ["challenge", "pass"]
    committed = acted(state, "challenge")
    words = [action.value for action in GAME.legal(committed, DMO) if not isinstance(action, Claim)]
    assert words == ["give up"]
