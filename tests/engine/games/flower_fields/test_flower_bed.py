"""The bed of the Flower Fields: what may be planted, what may be claimed, and what is alike."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.flower_fields.board import (
    FIRST_FLOWER,
    Bed,
    Colour,
    Field,
    Flower,
    Planting,
    are_alike,
)
from engine.games.flower_fields.notation import Hiding, Plant, Word
from engine.grids.grid import Cell
from tests.engine.games.flower_fields.positions import (
    BOARD,
    DMO,
    EC,
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


def fields(text: str) -> tuple[Field, Field]:
    one, other = map(cells, text.split(" / "))
    return one, other


def random_bed(seed: int, plantings: int) -> Bed:
    """A bed after this many random plantings by turns."""
    dice = Random(seed)
    grown = Bed()
    for number in range(plantings):
        choices = list(grown.plantings_that_fit(chain=False))
        grown = grown.with_planting(Planting((EC, DMO)[number % 2], dice.choice(choices)))
    return grown


# Which fields are alike

WORKED = ("ec C4R E4R", "dmo D5R D3R")
BLUE_BELOW = ("ec C4R E4R", "dmo D5R D3B")
YELLOW_ROW = ("ec B4Y C4Y", "dmo E4Y F4Y")


@pytest.mark.parametrize(
    ("plantings", "claimed", "are_so"),
    [
        (WORKED, "C4 D4 E4 D5 / C4 D4 E4 D3", True),
        (BLUE_BELOW, "C4 D4 E4 D5 / C4 D4 E4 D3", False),
        (BLUE_BELOW, "C4 D3 D4 D5 / D3 D4 D5 E4", True),
        (YELLOW_ROW, "B4 C4 D4 E4 / C4 D4 E4 F4", True),
        # The same four colours in the same shape, with two of them exchanged.
        (("ec C4R E4B", "dmo D5R D3B"), "C4 D4 E4 D5 / C4 D4 E4 D3", False),
        (("ec C4R E4B", "dmo D5R D3B"), "C4 D4 D5 E4 / D5 D4 C4 D3", True),
        # Turned by a quarter, and flipped.
        (("ec B4R C4R E4Y", "dmo D5R D6R"), "B4 C4 D4 E4 / D6 D5 D4 C4", False),
        (("ec C4R B4B B5B", "dmo D5R D6B E6B"), "D4 C4 B4 B5 / D4 D5 D6 E6", True),
        (("ec C4R B4B B5B", "dmo D5R D6B C6B"), "D4 C4 B4 B5 / D4 D5 D6 C6", True),
        # Other shapes of equal colours.
        (("ec C4Y E4Y D5Y", "dmo F4Y"), "C4 D4 E4 D5 / C4 D4 E4 F4", False),
        (("ec C4Y C5Y D5Y", "dmo E4Y E5Y"), "C4 D4 C5 D5 / C4 D4 D5 E5", False),
    ],
)
def test_fields_are_alike_if_one_turned_and_flipped_becomes_the_other(
    plantings: tuple[str, ...], claimed: str, are_so: bool
):
    assert are_alike(fields(claimed), bed(*plantings).colours) is are_so


def test_with_the_blue_flower_there_is_one_true_pair_alone():
    ground = bed(*BLUE_BELOW)
    true = [
        {frozenset(field) for field in claimed}
        for claimed in ground.claims_that_count(0, DMO)
        if are_alike(claimed, ground.colours)
    ]
    assert true == [{frozenset(cells("C4 D3 D4 D5")), frozenset(cells("D3 D4 D5 E4"))}]


FIELDS = st.sampled_from(sorted(map(tuple, map(sorted, all_fields()))))


@given(FIELDS, FIELDS, st.randoms(use_true_random=False), st.integers(1, 3))
def test_fields_are_alike_exactly_if_a_slow_count_of_distances_says_so(one, other, dice, colours):
    palette = list(Colour)[:colours]
    painted = {cell: dice.choice(palette) for cell in BOARD}
    assert are_alike((one, other), painted) is slowly_alike(
        frozenset(one), frozenset(other), painted
    )


@given(FIELDS, st.randoms(use_true_random=False), st.integers(0, 7), st.integers(-3, 3))
def test_a_field_is_like_each_of_its_images(field, dice, image, east):
    def moved(cell: Cell) -> Cell:
        column, row = (cell.row, cell.column) if image & 1 else cell
        return Cell((-column if image & 2 else column) + east, -row if image & 4 else row)

    colours = {cell: dice.choice(list(Colour)) for cell in field}
    # The image is painted where it does not lie on the field itself.
    far = {cell: Cell(moved(cell).column + 40, moved(cell).row) for cell in field}
    image_of_it = tuple(dice.sample(list(far.values()), len(far)))
    painted = colours | {far[cell]: colours[cell] for cell in field}
    assert are_alike((field, image_of_it), painted)
    assert are_alike((image_of_it, field), painted)
    changed = painted | {far[field[0]]: dice.choice([*{*Colour} - {colours[field[0]]}])}
    assert not are_alike((field, image_of_it), changed)


# What may be planted

STAR = ("dmo C4R E4R", "ec D5R")


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        ("D3 red", "", ""),
        ("D3 red, D6 blue", "", ""),
        ("B4 red, F4 red", "", ""),
        ("A0 red", "off-board", "A0"),
        ("H4 red, D3 red", "off-board", "H4"),
        ("D8 red, H1 red", "off-board", "D8 H1"),
        ("D4 red, H1 red", "off-board", "H1"),
        ("D4 red", "occupied", "D4"),
        ("E4 red, D5 blue", "occupied", "E4 D5"),
        ("A1 red, D5 blue", "occupied", "D5"),
        ("A1 red", "not-beside", "A1"),
        ("A1 red, D3 blue", "not-beside", "A1"),
        ("D3 red, A1 blue", "not-beside", "A1"),
        ("G7 red, A1 blue", "not-beside", "G7 A1"),
        ("C6 red", "not-beside", "C6"),
        # Beside the first of the same turn, and beside none that was there before.
        ("D3 red, D2 red", "not-beside", "D2"),
        ("D2 red, D3 red", "not-beside", "D2"),
    ],
)
def test_which_cells_may_be_planted(text: str, code: str, about: str):
    for game in (doubting(), flower_field()):
        assert refusal(meadow(*STAR), text, game) == (code, about)


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        ("D3 red, D2 red", "", ""),
        ("D2 red, D3 red", "not-beside", "D2"),
        ("D3 red, D1 red", "not-beside", "D1"),
        ("D2 red", "not-beside", "D2"),
        ("D2 red, D1 red", "not-beside", "D2"),
        ("D3 red, D6 red", "", ""),
    ],
)
def test_with_chain_on_the_second_flower_may_stand_beside_the_first(text, code, about):
    game = doubting(chain="on")
    assert refusal(meadow(*STAR), text, game) == (code, about)


def test_hidden_flowers_give_nothing_to_stand_beside():
    state = meadow(ec="D6R B1R", dmo="D7B A1B")
    for text, astray in (("D7 red", "D7"), ("C6 red", "C6"), ("A2 red", "A2")):
        assert refusal(state, text) == ("not-beside", astray)


def test_the_first_move_counts_66_plantings():
    assert len(list(Bed().plantings_that_fit(chain=False))) == 4 * 3 + 6 * 9


@pytest.mark.parametrize("chain", ["off", "on"])
@pytest.mark.parametrize(("seed", "plantings"), [(1, 0), (2, 1), (3, 4), (4, 9), (5, 16), (6, 22)])
def test_legal_plantings_are_those_of_a_slow_count(chain: str, seed: int, plantings: int):
    game = doubting(chain=chain)
    state = replace(meadow(), bed=random_bed(seed, plantings))
    found = [each.flowers for each in game.legal(state, EC) if isinstance(each, Plant)]
    slow = slow_plantings({flower.cell for flower in state.bed.flowers}, chain=game.chain)
    assert len(found) == len(slow)
    assert {frozenset(each) for each in found} == slow


@pytest.mark.parametrize("chain", ["off", "on"])
def test_the_plantings_of_the_first_two_turns_match_a_slow_count(chain: str):
    game = doubting(chain=chain)
    start = meadow()
    count = slow = 0
    for action in game.legal(start, EC):
        after = game.act(start, EC, action)
        count += sum(isinstance(each, Plant) for each in game.legal(after, DMO))
        visible = {FIRST_FLOWER.cell, *(flower.cell for flower in action.flowers)}
        slow += len(slow_plantings(visible, chain=game.chain))
    assert count == slow


@pytest.mark.parametrize("chain", [False, True])
def test_a_planting_is_accepted_exactly_if_the_slow_count_allows_it(chain: bool):
    game = doubting(chain="on" if chain else "off")
    state = meadow("ec C4R B4B", "dmo D5Y C6B")
    slow = slow_plantings({flower.cell for flower in state.bed.flowers}, chain=chain)
    accepted = set()
    for one, other in combinations(sorted(BOARD), 2):
        for text in (f"{one}R {other}B", f"{other}B {one}R"):
            if refusal(state, text, game) == ("", ""):
                accepted.add(frozenset({Flower(one, Colour.RED), Flower(other, Colour.BLUE)}))
    in_these_colours = {
        frozenset({Flower(min(pair), Colour.RED), Flower(max(pair), Colour.BLUE)})
        for pair in ({flower.cell for flower in each} for each in slow)
        if len(pair) == 2
    }
    assert accepted == in_these_colours


# What may be claimed


@pytest.mark.parametrize(
    ("claimed", "code", "about"),
    [
        ("C4 D4 E4 D5 / C4 D4 E4 D3", "", ""),
        # Two different unseen cells may be claimed, in either field or in both.
        ("C4 D4 E4 F4 / C4 D4 E4 D3", "", ""),
        ("B4 C4 D4 E4 / C4 D4 E4 F4", "", ""),
        ("F4 E4 D4 G4 / F4 E4 D4 D5", "", ""),
        ("B4 C4 D4 D3 / C4 D4 D3 D2", "", ""),
        ("H4 D4 E4 D5 / C4 D4 E4 D8", "off-board", "H4 D8"),
        ("H4 D4 E4 D5 / H4 D4 E4 D3", "off-board", "H4"),
        ("A1 A2 A4 A5 / C4 D4 H4 D3", "off-board", "H4"),
        ("C4 D4 E4 D6 / C4 D4 E4 D3", "not-a-field", "C4 D4 E4 D6"),
        ("C4 D4 E4 D5 / C4 E4 D3 D5", "not-a-field", "C4 E4 D3 D5"),
        ("C4 C4 D4 E4 / C4 D4 E4 D6", "not-a-field", "C4 C4 D4 E4"),
        ("A1 B2 C3 D4 / C4 D4 E4 D5", "not-a-field", "A1 B2 C3 D4"),
        ("C4 D4 E4 D6 / C4 D4 E4 D6", "not-a-field", "C4 D4 E4 D6"),
        ("C4 D4 E4 D5 / C4 D4 E4 D5", "same-field", "C4 D4 E4 D5"),
        ("C4 D4 E4 D5 / D5 E4 C4 D4", "same-field", "C4 D4 E4 D5"),
        ("A1 A2 A3 A4 / A4 A3 A2 A1", "same-field", "A1 A2 A3 A4"),
        ("B4 C4 D4 A4 / D4 E4 F4 D3", "too-many-unseen", "B4 A4 F4"),
        ("A1 A2 A3 A4 / C4 D4 E4 D5", "too-many-unseen", "A1 A2 A3 A4"),
        ("C4 C5 D4 D5 / C4 D4 D5 D6", "old-flowers", "E4 D3"),
    ],
)
def test_claims_in_doubting_flower_field(claimed: str, code: str, about: str):
    state = meadow("dmo C4R D5R", "dmo E4R D3R")
    assert refusal(state, f"challenge {claimed}") == (code, about)


@pytest.mark.parametrize(
    ("claimed", "code", "about"),
    [
        ("C4 D4 E4 D5 / C4 D4 E4 D3", "", ""),
        ("C4 D4 E4 F4 / C4 D4 E4 D3", "too-many-unseen", "F4"),
        ("B4 C4 D4 E4 / C4 D4 E4 F4", "too-many-unseen", "B4 F4"),
        ("A1 B2 C3 D4 / C4 D4 E4 D5", "not-a-field", "A1 B2 C3 D4"),
        ("A1 A2 A3 A4 / A4 A3 A2 A1", "same-field", "A1 A2 A3 A4"),
    ],
)
def test_in_flower_field_every_cell_of_a_claim_has_a_flower(claimed: str, code: str, about: str):
    state = meadow("ec C4R E4R", "dmo D5R D3R")
    assert refusal(state, f"challenge {claimed}", flower_field()) == (code, about)


@pytest.mark.parametrize("text", ["challenge", "challenge C4 D4 E4 D5 / C4 D4 E4 D3"])
@pytest.mark.parametrize("plantings", [(), ("ec C4R E4R", "ec D5R D3R")])
def test_there_is_nothing_to_challenge_before_the_opponent_has_planted(text, plantings):
    code = refusal(meadow(*plantings), text)[0]
    is_unseen = text != "challenge" and not plantings
    assert code == ("too-many-unseen" if is_unseen else "no-planting")


def test_a_missing_planting_is_reported_only_if_the_fields_are_right():
    state = meadow("ec C4R E4R D5R")
    reasons = {
        "challenge C4 D4 E4 D5 / C4 D4 E4 D6": "not-a-field",
        "challenge C4 D4 E4 D5 / D5 C4 D4 E4": "same-field",
        "challenge A4 B4 C4 D4 / D4 D3 D2 D1": "too-many-unseen",
        "challenge C4 D4 E4 D5 / D4 C4 E4 D3": "no-planting",
    }
    assert {text: refusal(state, text)[0] for text in reasons} == reasons


def test_any_flower_of_the_latest_planting_is_enough():
    state = meadow("dmo C4R B4R", "ec E4R", "dmo D5R D3R")
    assert refusal(state, "challenge B4 C4 D4 E4 / C4 D4 E4 F4") == ("old-flowers", "D5 D3")
    assert refusal(state, "challenge B4 C4 D4 E4 / C4 D4 E4 D3") == ("", "")
    assert refusal(state, "challenge D5 C4 D4 E4 / C4 D4 E4 B4") == ("", "")


@pytest.mark.parametrize("most_unseen", [0, 2])
@pytest.mark.parametrize(("seed", "plantings"), [(1, 2), (2, 6), (3, 12)])
def test_claims_are_those_of_a_slow_count(most_unseen: int, seed: int, plantings: int):
    grown = random_bed(seed, plantings)
    planting = {flower.cell for flower in grown.latest(EC).flowers}
    visible = {flower.cell for flower in grown.flowers}
    found = [frozenset(map(frozenset, each)) for each in grown.claims_that_count(most_unseen, EC)]
    slow = set(slow_claims(visible, planting, most_unseen))
    assert len(found) == len(slow)
    assert set(found) == slow


def test_there_are_572_fields():
    assert len(all_fields()) == 572
    full = Bed((Planting(DMO, tuple(Flower(cell, Colour.RED) for cell in BOARD - {Cell(3, 3)})),))
    assert full.is_full
    assert sum(1 for _ in full.claims_that_count(0, DMO)) == 572 * 571 // 2


# Whatever is listed as legal


def test_every_hiding_is_listed_once():
    game = doubting()
    listed = list(game.legal(game.begin(), EC))
    assert all(isinstance(each, Hiding) for each in listed)
    assert len(listed) == 48 * 47 // 2 * 9
    assert {frozenset(each.flowers) for each in listed} == set(every_hiding())


def test_a_seat_that_is_not_awaited_has_no_legal_actions():
    assert list(doubting().legal(meadow(*STAR), DMO)) == []
    assert next(doubting().legal(meadow("dmo D5R"), EC)) is Word.CHALLENGE


def test_flowers_are_read_from_a_position_from_the_highest_row_down():
    rows = bed("ec D5R A1B", "dmo G7Y").rows.split("/")
    assert rows == ["......y", ".......", "...r...", "...y...", ".......", ".......", "b......"]


def test_a_planting_is_undone_by_itself():
    grown = bed("ec D5R", "dmo C4B E4B", "ec D3Y")
    latest = grown.latest(EC)
    assert latest.flowers == flowers("D3Y")
    assert grown.without(latest).latest(EC).flowers == flowers("D5R")
    assert grown.without(grown.latest(DMO)).rows == bed("ec D5R D3Y").rows
