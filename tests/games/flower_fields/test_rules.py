"""The Flower Fields: what may be planted and claimed, and what claims and doubts cost."""

from contextlib import nullcontext
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.flower_fields.board import CELLS, Bed, Flower, FlowerColor, Planting, are_alike
from engine.games.flower_fields.notation import Claim, Hiding, Plant, Word
from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    FlowerPosition,
    GaveUp,
    Phase,
)
from engine.grids.grid import Cell
from engine.refusals import Malformed, NotASubmission
from engine.seats import PUBLIC, Seat
from tests.games.flower_fields.positions import (
    BOARD,
    DMO,
    EC,
    GAME,
    acted,
    all_fields,
    bed,
    cells,
    doubting,
    every_hiding,
    flower_field,
    flowers,
    meadow,
    refusal,
    slow_claims,
    slow_plantings,
    slowly_alike,
)


def random_bed(seed: int, plantings: int) -> Bed:
    """Return a bed after this many random plantings by turns."""
    dice = Random(seed)
    grown = Bed()
    for number in range(plantings):
        choices = list(grown.plantings_that_fit(chain=False))
        grown = grown.with_planting(Planting((EC, DMO)[number % 2], dice.choice(choices)))
    return grown


# Equal fields


FIELDS = st.sampled_from(sorted(map(tuple, map(sorted, all_fields()))))


@given(FIELDS, FIELDS, st.randoms(use_true_random=False), st.integers(1, 3))
def test_fields_are_alike_exactly_if_a_slow_count_of_distances_says_so(one, other, dice, colors):
    palette = list(FlowerColor)[:colors]
    painted = {cell: dice.choice(palette) for cell in BOARD}
    assert are_alike((one, other), painted) is slowly_alike(
        frozenset(one), frozenset(other), painted
    )


@given(FIELDS, st.randoms(use_true_random=False), st.integers(0, 7), st.integers(-3, 3))
def test_a_field_is_like_each_of_its_images(field, dice, image, east):
    def moved(cell: Cell) -> Cell:
        column, row = (cell.row, cell.column) if image & 1 else cell
        return Cell((-column if image & 2 else column) + east, -row if image & 4 else row)

    colors = {cell: dice.choice(list(FlowerColor)) for cell in field}
    # The image is painted where it does not lie on the field itself.
    far = {cell: Cell(moved(cell).column + 40, moved(cell).row) for cell in field}
    image_of_it = tuple(dice.sample(list(far.values()), len(far)))
    painted = colors | {far[cell]: colors[cell] for cell in field}
    assert are_alike((field, image_of_it), painted)
    assert are_alike((image_of_it, field), painted)
    changed = painted | {far[field[0]]: dice.choice([*{*FlowerColor} - {colors[field[0]]}])}
    assert not are_alike((field, image_of_it), changed)


# Plantings


@pytest.mark.parametrize("chain", ["off", "on"])
@pytest.mark.parametrize(("seed", "plantings"), [(1, 0), (2, 1), (3, 4), (4, 9), (5, 16), (6, 22)])
def test_legal_plantings_are_those_of_a_slow_count(chain: str, seed: int, plantings: int):
    game = doubting(chain=chain)
    state = replace(meadow(), bed=random_bed(seed, plantings))
    result = [action.flowers for action in game.legal(state, EC) if isinstance(action, Plant)]
    slow = slow_plantings({flower.cell for flower in state.bed.flowers}, chain=game.chain)
    assert len(result) == len(slow)
    assert {frozenset(item) for item in result} == slow


@pytest.mark.parametrize("chain", [False, True])
def test_a_planting_is_accepted_exactly_if_the_slow_count_allows_it(chain: bool):
    game = doubting(chain="on" if chain else "off")
    state = meadow("ec C4R B4B", "dmo D5Y C6B")
    slow = slow_plantings({flower.cell for flower in state.bed.flowers}, chain=chain)
    accepted = set()
    for cell, other in combinations(sorted(BOARD), 2):
        for text in (f"{cell}R {other}B", f"{other}B {cell}R"):
            if refusal(state, text, game) == ("", ""):
                accepted.add(
                    frozenset({Flower(cell, FlowerColor.RED), Flower(other, FlowerColor.BLUE)})
                )
    in_these_colors = {
        frozenset({Flower(min(pair), FlowerColor.RED), Flower(max(pair), FlowerColor.BLUE)})
        for pair in ({flower.cell for flower in planting} for planting in slow)
        if len(pair) == 2
    }
    assert accepted == in_these_colors


# Claims


@pytest.mark.exhaustive
@pytest.mark.parametrize("max_unseen", [0, 2])
@pytest.mark.parametrize(("seed", "plantings"), [(1, 2), (2, 6), (3, 12)])
def test_claims_are_those_of_a_slow_count(max_unseen: int, seed: int, plantings: int):
    grown = random_bed(seed, plantings)
    planting = {flower.cell for flower in grown.latest(EC).flowers}
    visible = {flower.cell for flower in grown.flowers}
    cells = [frozenset(map(frozenset, claim)) for claim in grown.claims_that_count(max_unseen, EC)]
    slow = set(slow_claims(visible, planting, max_unseen))
    assert len(cells) == len(slow)
    assert set(cells) == slow


def test_there_are_572_fields():
    assert len(all_fields()) == 572
    full = Bed(
        (Planting(DMO, tuple(Flower(cell, FlowerColor.RED) for cell in BOARD - {Cell(3, 3)})),)
    )
    assert full.is_full
    assert sum(1 for _ in full.claims_that_count(0, DMO)) == 572 * 571 // 2


# Legal actions


def test_every_hiding_is_listed_once():
    game = doubting()
    listed = list(game.legal(game.begin(), EC))
    assert all(isinstance(item, Hiding) for item in listed)
    assert len(listed) == 48 * 47 // 2 * 9
    assert {frozenset(item.flowers) for item in listed} == set(every_hiding())


def test_flowers_are_read_from_a_position_from_the_highest_row_down():
    rows = bed("ec D5R A1B", "dmo G7Y").rows.split("/")
    assert rows == ["......y", ".......", "...r...", "...y...", ".......", ".......", "b......"]


def test_a_planting_is_undone_by_itself():
    grown = bed("ec D5R", "dmo C4B E4B", "ec D3Y")
    latest = grown.latest(EC)
    assert latest.flowers == flowers("D3Y")
    assert grown.without(latest).latest(EC).flowers == flowers("D5R")
    assert grown.without(grown.latest(DMO)).rows == bed("ec D5R D3Y").rows


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
        (meadow(*WORKED), "challenge", Committed(EC)),
        (acted(meadow(*WORKED), "challenge"), "give up", GaveUp(EC)),
        (acted(unseen(), UNSEEN), "accept", Accepted(DMO)),
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


# Doubts


def test_a_claim_with_unseen_cells_succeeds_whether_true_or_not():
    truths = {}
    for ec, dmo in (
        ("C4R A1B", ""),
        ("C4B A1B", ""),
        ("A1R A2B", ""),
        ("", "C4R A1B"),
        ("", ""),
        ("C4R A1B", "C4R A2B"),
        ("C4R A1B", "C4B A2B"),
    ):
        claimed = acted(meadow(*ONE_HIDDEN, ec=ec, dmo=dmo), UNSEEN)
        truths[ec, dmo] = claimed.doubtful.is_true
        public = replace(claimed, doubtful=None, ec_hidden=(), dmo_hidden=())
        fair = replace(acted(unseen(), UNSEEN), doubtful=None, ec_hidden=(), dmo_hidden=())
        assert public == fair
        assert GAME.view(claimed, PUBLIC) == GAME.view(acted(unseen(), UNSEEN), PUBLIC)
    assert [ec for (ec, dmo), is_true in truths.items() if is_true] == ["C4R A1B"]
    assert truths["C4R A1B", ""]


@pytest.mark.parametrize(
    ("ec", "is_true"),
    [("C4R E4R", True), ("C4B E4B", True), ("C4R E4B", False), ("C4R A1R", False), ("", False)],
)
def test_every_unseen_cell_needs_a_live_hidden_flower_of_the_challengers_own(
    ec: str, is_true: bool
):
    state = acted(meadow("ec D6R", "dmo D5R D3B", ec=ec), UNSEEN)
    assert state.doubtful.is_true is is_true


READY = meadow("ec C4R E4R", "dmo D5R D3R")
PHASES = {
    "hiding": doubting().begin(),
    "choice": flower_field().begin(),
    "turn": READY,
    "committed": acted(READY, "challenge"),
    "doubtful": acted(READY, "challenge C4 D4 E4 F4 / B4 C4 D4 D5"),
    "pending": acted(
        meadow("ec C4R E4R", "dmo D5R D3R", lives=(1, 1)), "challenge C4 D4 E4 F4 / B4 C4 D4 D5"
    ),
}


def claim(text: str) -> Claim:
    cell, other = map(cells, text.split(" / "))
    return Claim((cell, other))


T_AND_T = claim("C4 D4 E4 D5 / C4 D4 E4 D3")


def test_a_pass_is_conversation_where_nobody_can_pass():
    for state in PHASES.values():
        with nullcontext() if state.phase is Phase.FINAL else pytest.raises(NotASubmission):
            assert GAME.read(state, EC, "pass") is Word.PASS


@pytest.mark.parametrize(
    "text",
    [
        "C4 D4 E4 D5 / C4 D4 E4 D3",
        "C4 D4 E4 D5 C4 D4 E4 D3",
        "C4 D4 E4 D5\nC4 D4 E4 D3",
        "C4D4E4D5 and C4D4E4D3",
    ],
)
def test_once_committed_fields_are_read_without_the_word(text: str):
    for name, state in PHASES.items():
        if name == "committed":
            assert GAME.read(state, EC, text) == T_AND_T
            continue
        with pytest.raises(Malformed):
            GAME.read(state, EC, text)


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
