"""Demeter's Anguish: what may be planted and laid, checked against a slow second account."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.choice import Chosen
from engine.games.demeters_anguish.board import Plot
from engine.games.demeters_anguish.notation import Half, Halves, Laying, Passing, Planting
from engine.games.demeters_anguish.rules import Phase
from engine.grids.bit_board import BitBoard
from engine.grids.grid import Cell
from engine.grids.polyominoes import POLYOMINOES
from engine.matches.match import Match
from engine.refusals import Illegal, Refused
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.demeters_anguish.positions import (
    U_CELLS,
    Plain,
    U,
    all_flowers,
    anguish,
    flower_of,
    flowers_in,
    flowers_that_fit,
    in_play,
    names,
    plain_fault,
    plain_flowers,
    plain_of,
    plain_rocks,
    plot,
    random_match,
    random_plot,
    rocks_in,
    rocks_that_fit,
    say,
    say_all,
    state_of,
    ways_that_fit,
)
from tests.engine.playing import begun, code

EC, DMO = Seat.EC, Seat.DMO

BLOCK = "G9 H9 G10 H10"


def after_the_worked_start() -> Match:
    """The EC's U lies with a rock beside it; the EC is to plant and to lay."""
    return in_play("ec rock A1", "dmo pass flower / rock G9 H9 G10 H10", ec=U)


@pytest.mark.parametrize(
    ("line", "answer", "cells"),
    [
        # From the rulings, which are all about the EC's garden, so rocks are the DMO's.
        ("ec flower I B9 C9 D9 E9 F9", "", ""),
        ("ec flower I B8 C8 D8 E8 F8", "touches-flower", "G8"),
        ("ec flower I A12 B12 C12 D12 E12", "no-corner", "A12 B12 C12 D12 E12"),
        ("ec flower H8", "touches-flower", "G8 H7 I8"),
        ("ec flower F11", "no-corner", "F11"),
        ("ec flower J6", "", ""),
        ("ec flower F B1 C1 A2 B2 B3", "no-corner", "B1 C1 A2 B2 B3"),
        # A letter is checked before anything about the garden.
        ("ec flower T G7 H7 I7 G8 I8", "wrong-letter", "G7 H7 I7 G8 I8"),
        ("ec flower U G7 H7 I7 G8 I8", "occupied", "G7 H7 I7 G8 I8"),
        ("ec flower U F6 E6 D6 F5 D5", "piece-used", "F6 E6 D6 F5 D5"),
        # Rocks do not count for contact, but take up their cells.
        ("ec flower J9", "", ""),
        ("ec flower I J9 I9", "touches-flower", "I8"),
        ("ec flower I F9 F10 F11 F12 F13", "", ""),
        ("ec flower I F9 G9", "occupied", "G9"),
    ],
)
def test_the_worked_flowers(line: str, answer: str, cells: str):
    step = say(after_the_worked_start(), line)
    assert code(step) == answer
    assert not step.refusal or " ".join(map(str, step.refusal.cells)) == cells


@pytest.mark.parametrize(
    ("line", "answer", "cells"),
    [
        ("dmo rock H8", "", ""),
        ("dmo rock H8 I8 H9 I9", "occupied", "I8 H9"),
        ("dmo rock G9", "occupied", "G9"),
        ("dmo rock G8", "occupied", "G8"),
        ("dmo rock A1 B1", "not-a-rock", "A1 B1"),
        ("dmo rock A1 B1 C1", "not-a-rock", "A1 B1 C1"),
        ("dmo rock A1 B1 C1 D1", "not-a-rock", "A1 B1 C1 D1"),
        ("dmo rock A1 A2 B1 C1", "not-a-rock", "A1 A2 B1 C1"),
        ("dmo rock A1 B1 C2 B2", "not-a-rock", "A1 B1 C2 B2"),
        ("dmo rock A1 C1 A3 C3", "not-a-rock", "A1 C1 A3 C3"),
        ("dmo rock A1 B1 A2 B2 C1", "not-a-rock", "A1 B1 A2 B2 C1"),
        ("dmo rock B2 A1 B1 A2", "", ""),
        ("dmo rock O15 N15 O14 N14", "", ""),
        ("dmo rock O15 P15 O16 P16", "off-board", "P15 O16 P16"),
        ("dmo rock A0", "off-board", "A0"),
    ],
)
def test_the_worked_rocks_and_other_shapes(line: str, answer: str, cells: str):
    match = say_all(after_the_worked_start(), "ec pass")
    step = say(match, line)
    assert code(step) == answer
    assert not step.refusal or " ".join(map(str, step.refusal.cells)) == cells


@pytest.mark.parametrize(
    ("text", "answer", "cells"),
    [
        # Several rules are broken: off-board, shape, letter, occupied, used, side, corner.
        ("flower T G7 P1 A1", "off-board", "P1"),
        ("flower Z99 A0 A16", "off-board", "Z99 A0 A16"),
        ("flower T G7 H7 A1", "not-a-flower", "G7 H7 A1"),
        ("flower A1 B1 C1 D1 E1 F1", "not-a-flower", "A1 B1 C1 D1 E1 F1"),
        ("flower C3 A1", "not-a-flower", "C3 A1"),
        ("flower L G7 H7", "wrong-letter", "G7 H7"),
        ("flower I G7", "wrong-letter", "G7"),
        ("flower U I8 G9 I9 H9 H8", "wrong-letter", "I8 G9 I9 H9 H8"),
        ("flower U I8 H8 H9 H10 I10", "occupied", "I8 H9 H10"),
        ("flower U K8 L8 M8 K9 M9", "piece-used", "K8 L8 M8 K9 M9"),
        ("flower U J7 K7 L7 J6 L6", "piece-used", "J7 K7 L7 J6 L6"),
        ("flower X J8 K8 L8 K7 K9", "touches-flower", "I8"),
        ("flower I K14 K13", "no-corner", "K14 K13"),
    ],
)
def test_a_refusal_names_the_first_broken_rule_and_its_cells(text: str, answer: str, cells: str):
    match = after_the_worked_start()
    step = say(match, f"ec {text}")
    assert isinstance(step.refusal, Illegal)
    assert code(step) == answer
    assert " ".join(map(str, step.refusal.cells)) == cells
    assert step.match.state == match.state


def test_a_refusal_holds_the_facts_its_sentence_needs():
    match = after_the_worked_start()

    def facts(text: str) -> dict[str, str]:
        refusal = say(match, f"ec {text}").refusal
        assert refusal
        return refusal.facts

    assert facts("flower t G7 H7 I7 G8 I8") == {"letter": "T", "piece": "U"}
    assert facts("flower I G7") == {"letter": "I", "piece": ""}
    assert facts("flower U K8 L8 M8 K9 M9") == {"piece": "U", "size": "5"}
    assert facts("flower I B8 C8 D8 E8 F8") == {"touching": "F8"}
    assert facts("flower I F7 F8") == {"touching": "F7 F8"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("S", ""),
        ("Z", ""),
        ("s", ""),
        ("T", "wrong-letter"),
        ("N", "wrong-letter"),
        ("J", "wrong-letter"),
        ("", ""),
    ],
)
def test_a_letter_may_be_left_out_and_some_pieces_have_two(text: str, answer: str):
    step = say(begun(anguish()), f"ec flower {text} A1 B1 B2 C2")
    assert code(step) == answer


def test_each_piece_can_be_planted_once_in_each_garden():
    """A seat's flower leaves the other seat's pieces alone."""
    match = in_play("ec pass", "dmo flower H1 / pass", ec="flower A1", dmo="flower I I2 I3")
    assert flowers_in(match, EC) == ["A1"]
    assert flowers_in(match, DMO) == ["I2 I3", "H1"]
    assert code(say(match, "ec flower B2")) == "piece-used"
    left = {seat: match.view(PUBLIC).garden(seat).left for seat in SEATS}
    assert left[EC] == POLYOMINOES[:-1]
    assert left[DMO] == POLYOMINOES[:-2]


@pytest.mark.parametrize("other", ["B1 B2 C2 B3 A3", "B1 A1 B2 C2 B3"])
def test_a_flipped_piece_is_the_same_piece(other: str):
    match = in_play("ec pass", "dmo pass", ec="flower F H7 I7 G8 H8 H9", dmo="flower A1")
    assert code(say(match, f"ec flower {other}")) == "piece-used"


def test_the_first_flower_may_lie_anywhere_even_after_a_passed_opening():
    match = in_play("ec pass", "dmo pass flower / rock B2", ec="pass")
    assert code(say(match, "ec flower B2")) == "occupied"
    match = say_all(match, "ec flower A1 / pass", "dmo flower O15 / pass rock")
    assert code(say(match, "ec flower I A3 A4")) == "no-corner"


def test_rocks_may_lie_anywhere_and_any_number_of_times():
    match = in_play("ec rock A1")
    for number in range(2, 9):
        match = say_all(
            match, f"dmo pass flower / rock A{number}", f"ec pass flower\nrock B{number}"
        )
    assert rocks_in(match, EC) == [f"A{number}" for number in range(2, 9)]
    assert rocks_in(match, DMO) == ["A1", *(f"B{number}" for number in range(2, 9))]


def test_everything_laid_is_shown_in_order_however_it_was_typed():
    match = in_play("ec rock B1 A2 A1 B2", ec="flower I8 G8 I7 H7 G7")
    assert flowers_in(match, EC) == ["G7 G8 H7 I7 I8"]
    assert rocks_in(match, DMO) == ["A1 A2 B1 B2"]


@given(st.integers(0, 10**6), st.integers(0, 9), st.integers(0, 8))
@settings(max_examples=10)
def test_the_second_account_finds_the_same_flowers_and_rocks(seed: int, flowers: int, rocks: int):
    held, garden = random_plot(seed, flowers, rocks)
    assert plain_of(held) == garden
    fitting = [frozenset(map(tuple, cells)) for cells in ways_that_fit(held)]
    assert len(fitting) == len(set(fitting))
    assert set(fitting) == plain_flowers(garden)
    assert held.takes_a_flower is bool(fitting)
    stones = [frozenset(map(tuple, each.cells)) for each in rocks_that_fit(held)]
    assert len(stones) == len(set(stones))
    assert set(stones) == plain_rocks(garden)


@given(st.integers(0, 9), st.sampled_from([0, 1, 5]), st.data())
@settings(max_examples=15)
def test_the_second_account_finds_the_same_fault_and_the_same_cells(
    seed: int, flowers: int, data: st.DataObject
):
    held, garden = random_plot(seed, flowers, 4)
    west, south = data.draw(st.sampled_from(sorted(garden.taken) or [(0, 0)]))
    near = st.tuples(st.integers(west - 3, west + 3), st.integers(south - 3, south + 3))
    one = data.draw(near)
    cells = [one]
    for step in data.draw(
        st.lists(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), max_size=6)
    ):
        one = (one[0] + step[0], one[1] + step[1])
        cells += [one] if one not in cells else []
    typed = tuple(Cell(*each) for each in cells)
    fault = plain_fault(garden, typed)
    game, state = anguish(), state_of(held, Plot(BitBoard(15)))
    action = Halves((Planting(typed),))
    if fault is None:
        assert game.act(state, EC, action).ec.flowers[-1] == flower_of(names(sorted(cells)))
        return
    with pytest.raises(Illegal) as refused:
        game.act(state, EC, action)
    assert (refused.value.code, [*map(tuple, refused.value.cells)]) == fault


def test_how_many_flowers_there_are():
    held = Plot(BitBoard(15))
    assert len(flowers_that_fit(held)) == len(plain_flowers(plain_of(held))) == 16058
    held = plot([U_CELLS])
    assert len(flowers_that_fit(held)) == len(plain_flowers(plain_of(held))) == 532
    held = plot([U_CELLS], [BLOCK])
    assert len(flowers_that_fit(held)) == len(plain_flowers(plain_of(held))) == 451


def test_how_many_pairs_of_flowers_there_are():
    held = plot([U_CELLS], [BLOCK])
    after = [held.with_flower(each) for each in flowers_that_fit(held)]
    assert sum(len(ways_that_fit(each)) for each in after) == 293039
    for each in after[::8]:
        assert len(ways_that_fit(each)) == len(plain_flowers(plain_of(each)))


# Legal actions are accepted, and nothing else


def is_accepted(match: Match, seat: Seat, action: Halves) -> bool:
    try:
        match.game.act(match.state, seat, action)
    except Refused:
        return False
    return True


def some_halves(generator: Random) -> list[Halves]:
    """Single halves that could be typed, each in one spelling; most are illegal somewhere."""
    shapes = [*generator.sample(all_flowers(), 150), *plain_rocks(Plain())]
    cells = [tuple(Cell(*each) for each in sorted(shape)) for shape in shapes]
    typed = (*map(Planting, cells), *map(Laying, cells), *map(Passing, Half))
    return [Halves((each,)) for each in typed]


@given(st.integers(0, 10**6), st.integers(0, 14))
@settings(max_examples=8)
def test_legal_actions_are_accepted_and_all_others_refused(seed: int, lines: int):
    match = random_match(seed, lines)
    if match.result or match.state.phase is Phase.CHOICE:
        return
    generator = Random(seed)
    for seat in match.to_act:
        listed = list(match.game.legal(match.state, seat))
        legal = set(listed)
        assert len(legal) == len(listed)
        for action in generator.sample(listed, min(100, len(listed))):
            assert is_accepted(match, seat, action)
        for action in some_halves(generator):
            assert is_accepted(match, seat, action) is (action in legal)


def test_a_seat_that_is_not_to_act_has_no_legal_actions():
    match = say_all(begun(anguish()), "ec pass")
    assert list(match.game.legal(match.state, EC)) == []
    choice = say_all(match, "dmo pass")
    assert list(choice.game.legal(choice.state, EC)) == []
    assert list(choice.game.legal(choice.state, DMO)) == [Chosen(EC), Chosen(DMO)]
    turn = say_all(choice, "dmo first ec")
    assert list(turn.game.legal(turn.state, DMO)) == []
    assert {type(each.typed[0]) for each in turn.game.legal(turn.state, EC)} == {Laying, Passing}


@pytest.mark.parametrize(
    ("text", "answer", "owner"),
    [
        ("flower I K14 K13", "no-corner", Seat.EC),
        ("flower I G7 P1", "off-board", Seat.EC),
        ("rock G7 H7", "not-a-rock", Seat.DMO),
        ("pass flower / rock P1", "off-board", Seat.DMO),
        ("flower G7 rock", "malformed", ""),
    ],
)
def test_a_refusal_tells_in_which_garden_its_cells_are(text: str, answer: str, owner: str):
    step = say(after_the_worked_start(), f"ec {text}")
    assert step.refusal
    assert (code(step), step.refusal.board) == (answer, owner)


def test_a_text_that_makes_no_half_is_about_the_only_garden_that_is_left():
    opening = say(begun(anguish()), "dmo flower A1 A1")
    assert (code(opening), opening.refusal.board) == ("malformed", Seat.DMO)
    only_rock = say(in_play(), f"{in_play().to_act[0]} rock A1 A1")
    assert code(only_rock) == "malformed"
    assert only_rock.refusal.board == in_play().to_act[0].opponent
