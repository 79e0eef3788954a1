"""Demeter's Anguish: what may be planted and laid, checked against a slow second account."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.first_seat import FirstSeatChoice
from engine.games.demeters_anguish.board import Plot
from engine.games.demeters_anguish.notation import Half, Halves, Laying, Passing, Planting
from engine.games.demeters_anguish.position import Phase
from engine.grids.grid import Cell, bit_board
from engine.matches.match import Match
from engine.refusals import Illegal, Refused
from engine.seats import Seat
from tests.engine.playing import begun, code, say
from tests.games.demeters_anguish.positions import (
    U_CELLS,
    Plain,
    U,
    all_flowers,
    anguish,
    flower_of,
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
    rocks_that_fit,
    say_all,
    state_of,
    ways_that_fit,
)

EC, DMO = Seat.EC, Seat.DMO

BLOCK = "G9 H9 G10 H10"


def after_the_worked_start() -> Match:
    """Return a match with the EC's U and a rock beside it, and the EC to play."""
    return in_play("ec rock A1", "dmo pass flower / rock G9 H9 G10 H10", ec=U)


@pytest.mark.exhaustive
@given(st.integers(0, 10**6), st.integers(0, 9), st.integers(0, 8))
@settings(max_examples=10)
def test_the_second_account_finds_the_same_flowers_and_rocks(seed: int, flowers: int, rocks: int):
    held, garden = random_plot(seed, flowers, rocks)
    assert plain_of(held) == garden
    fitting = [frozenset(map(tuple, cells)) for cells in ways_that_fit(held)]
    assert len(fitting) == len(set(fitting))
    assert set(fitting) == plain_flowers(garden)
    assert held.takes_a_flower is bool(fitting)
    stones = [frozenset(map(tuple, rock.cells)) for rock in rocks_that_fit(held)]
    assert len(stones) == len(set(stones))
    assert set(stones) == plain_rocks(garden)


@pytest.mark.exhaustive
@given(st.integers(0, 9), st.sampled_from([0, 1, 5]), st.data())
@settings(max_examples=15)
def test_the_second_account_finds_the_same_fault_and_the_same_cells(
    seed: int, flowers: int, data: st.DataObject
):
    held, garden = random_plot(seed, flowers, 4)
    west, south = data.draw(st.sampled_from(sorted(garden.taken) or [(0, 0)]))
    near = st.tuples(st.integers(west - 3, west + 3), st.integers(south - 3, south + 3))
    pair = data.draw(near)
    cells = [pair]
    for step in data.draw(
        st.lists(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), max_size=6)
    ):
        pair = (pair[0] + step[0], pair[1] + step[1])
        cells += [pair] if pair not in cells else []
    typed = tuple(Cell(*cell) for cell in cells)
    fault = plain_fault(garden, typed)
    game, state = anguish(), state_of(held, Plot(bit_board(15)))
    action = Halves((Planting(typed),))
    if fault is None:
        assert game.act(state, EC, action).ec.flowers[-1] == flower_of(names(sorted(cells)))
        return
    with pytest.raises(Illegal) as refused:
        game.act(state, EC, action)
    assert (refused.value.code, [*map(tuple, refused.value.cells)]) == fault


def test_how_many_flowers_there_are():
    held = Plot(bit_board(15))
    assert len(flowers_that_fit(held)) == len(plain_flowers(plain_of(held))) == 16058
    held = plot([U_CELLS])
    assert len(flowers_that_fit(held)) == len(plain_flowers(plain_of(held))) == 532
    held = plot([U_CELLS], [BLOCK])
    assert len(flowers_that_fit(held)) == len(plain_flowers(plain_of(held))) == 451


@pytest.mark.exhaustive
def test_how_many_pairs_of_flowers_there_are():
    held = plot([U_CELLS], [BLOCK])
    result = [held.with_flower(flower) for flower in flowers_that_fit(held)]
    assert sum(len(ways_that_fit(other_position)) for other_position in result) == 293039
    for position in result[::8]:
        assert len(ways_that_fit(position)) == len(plain_flowers(plain_of(position)))


# Legal actions are accepted, and nothing else


def is_accepted(match: Match, seat: Seat, action: Halves) -> bool:
    try:
        match.game.act(match.state, seat, action)
    except Refused:
        return False
    return True


def some_halves(generator: Random) -> list[Halves]:
    """Return half turns that could be typed, each in one spelling; most are illegal somewhere."""
    shapes = [*generator.sample(all_flowers(), 150), *plain_rocks(Plain())]
    cells = [tuple(Cell(*pair) for pair in sorted(shape)) for shape in shapes]
    typed = (*map(Planting, cells), *map(Laying, cells), *map(Passing, Half))
    return [Halves((part,)) for part in typed]


@pytest.mark.exhaustive
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
    assert list(choice.game.legal(choice.state, DMO)) == [FirstSeatChoice(EC), FirstSeatChoice(DMO)]
    turn = say_all(choice, "dmo first ec")
    assert list(turn.game.legal(turn.state, DMO)) == []
    assert {type(action.typed[0]) for action in turn.game.legal(turn.state, EC)} == {
        Laying,
        Passing,
    }


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
