"""The Flower Fields: what may be planted and claimed, and what claims and doubts cost."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.flower_fields.board import CELLS, Bed, Flower, FlowerColor, Planting, are_alike
from engine.games.flower_fields.position import (
    Challenged,
    Claim,
    Doubted,
    FlowerPosition,
    Said,
    Word,
)
from engine.grids.grid import Cell
from engine.seats import PUBLIC, Seat
from tests.games.flower_fields.positions import (
    BOARD,
    DMO,
    EC,
    GAME,
    acted,
    all_fields,
    cells,
    flowers,
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


WORKED = ("ec C4R E4R", "dmo D5R D3R")
CLAIM = "challenge C4 D4 E4 D5 / C4 D4 E4 D3"
# With a blue flower in D3 it is not true.
BLUE_BELOW = ("ec C4R E4R", "dmo D5R D3B")
# With a red flower hidden in C4 it is true, since E4 is red.
UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"
ONE_HIDDEN = ("ec E4R", "dmo D5R D3B")


def unseen(**changes: object) -> FlowerPosition:
    return meadow(*ONE_HIDDEN, **{"ec": "C4R A1B", **changes})


def fields(text: str) -> tuple[tuple, tuple]:
    other_text, other = text.removeprefix("challenge ").split(" / ")
    return cells(other_text), cells(other)


# Results of challenges


@pytest.mark.parametrize(
    ("state", "typed", "events"),
    [
        (
            meadow(*WORKED),
            CLAIM,
            Challenged(
                EC, fields(CLAIM), has_unseen=False, succeeded=True, undone=flowers("D5R D3R")
            ),
        ),
        (
            meadow(*BLUE_BELOW),
            CLAIM,
            Challenged(EC, fields(CLAIM), has_unseen=False, succeeded=False),
        ),
        (
            unseen(ec=""),
            UNSEEN,
            Challenged(
                EC, fields(UNSEEN), has_unseen=True, succeeded=True, undone=flowers("D5R D3B")
            ),
        ),
        (meadow(*WORKED), "challenge", Said(EC, Word.CHALLENGE)),
        (acted(meadow(*WORKED), "challenge"), "give up", Said(EC, Word.GIVE_UP)),
        (acted(unseen(), UNSEEN), "accept", Said(DMO, Word.ACCEPT)),
        (acted(unseen(), UNSEEN), "cc", Doubted(DMO, fields(UNSEEN), succeeded=False)),
        (
            acted(unseen(ec=""), UNSEEN),
            "cc",
            Doubted(DMO, fields(UNSEEN), succeeded=True, put_back=flowers("D5R D3B")),
        ),
    ],
)
def test_the_view_says_what_an_action_did(state, typed, events):
    view = GAME.view(acted(state, typed), PUBLIC)
    assert view.latest == events
    picture = fields(typed) if "/" in typed else fields(UNSEEN) if typed == "cc" else ()
    assert view.fields == picture


# A full board


def almost_full(
    planter: Seat = EC, left: tuple[int, int] = (3, 3), free: str = "A1"
) -> FlowerPosition:
    """Return the planter's turn; except for a few cells the board is full of yellow flowers."""
    other_cells = [cell for cell in CELLS if cell not in {*cells(free), *cells("D4")}]
    planted = tuple(Flower(cell, FlowerColor.YELLOW) for cell in other_cells)
    bed = Bed((Planting(planter.opponent, planted),))
    return replace(meadow(mover=planter, lives=left), bed=bed)


def full(planter: Seat = EC, left: tuple[int, int] = (3, 3)) -> FlowerPosition:
    """Return a full board; the planter's opponent must challenge or pass."""
    return acted(almost_full(planter, left), "A1 yellow")


def test_what_is_legal_on_a_full_board():
    state = full()
    words = [action.value for action in GAME.legal(state, DMO) if not isinstance(action, Claim)]
    assert words == ["challenge", "pass"]
    committed = acted(state, "challenge")
    words = [action.value for action in GAME.legal(committed, DMO) if not isinstance(action, Claim)]
    assert words == ["give up"]
