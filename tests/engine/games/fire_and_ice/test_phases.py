"""A Battle of Fire and Ice from the choice of who begins to its end, and its options."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.choice import Chosen
from engine.clocks import Bank, Deadline, Seconds
from engine.game import Timing
from engine.games.fire_and_ice.notation import Move
from engine.games.fire_and_ice.rules import FireAndIce, Position
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.refusals import OutOfOrder
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.fire_and_ice.positions import (
    PLAIN_START,
    SQUARES,
    Board,
    after,
    laid_out,
    named,
    plain_ways,
    positions,
    written,
)
from tests.engine.playing import begun, code, fire_and_ice, over, tried

EC, DMO = Seat.EC, Seat.DMO


# Phases, seats, options


@pytest.mark.parametrize(
    ("first", "line", "answer"),
    [
        # The DMO chooses; nobody else, and nothing else.
        ({}, "dmo @1 first me", ""),
        ({}, "dmo @1 first ec", ""),
        ({}, "ec @1 first me", "not-your-turn"),
        ({}, "ec @1 E6 E7", "not-your-turn"),
        ({}, "ec @1 E6", "not-your-turn"),
        ({}, "dmo @1 E6 E7", "wrong-phase"),
        ({}, "dmo @1 undo", "wrong-phase"),
        ({}, "dmo @1 E6", "malformed"),
        ({}, "dmo @1 first", "malformed"),
        ({}, "ec @1 hello", "not-a-submission"),
        # Moves are the mover's.
        ({"first": "ec"}, "ec @1 E6 E7", ""),
        ({"first": "ec"}, "dmo @1 E6 E7", "not-your-turn"),
        ({"first": "ec"}, "dmo @1 E6", "not-your-turn"),
        ({"first": "ec"}, "dmo @1 undo", "not-your-turn"),
        ({"first": "ec"}, "ec @1 first ec", "wrong-phase"),
        ({"first": "ec"}, "dmo @1 first ec", "not-your-turn"),
        ({"first": "ec"}, "ec @1 undo", "nothing-held"),
        ({"first": "dmo"}, "dmo @1 E6 E7", ""),
        ({"first": "dmo"}, "ec @1 E6 E7", "not-your-turn"),
    ],
)
def test_who_may_say_what_in_each_phase(first: dict[str, str], line: str, answer: str):
    assert code(tried(begun(fire_and_ice(**first)), line)) == answer


def test_each_phase_has_its_clock():
    game = fire_and_ice(turn="10", reserve="20", choice="30")
    begin = game.begin()
    assert game.starting_reserve == 20
    assert game.timing(begin) == Timing(0, Deadline(Seconds(30)))
    moving = game.act(begin, DMO, Chosen(EC))
    assert game.timing(moving).clock == Bank(Seconds(10))
    assert game.timing(moving).seat is EC
    moved = game.act(moving, EC, next(game.legal(moving, EC)))
    assert game.timing(moved).seat is DMO
    occasions = {game.timing(each).occasion for each in (begin, moving, moved)}
    assert len(occasions) == 3
    assert game.timing(game.lapse(moved)) is None


@pytest.mark.parametrize(("chooser_says", "begins"), [("first me", DMO), ("first them", EC)])
def test_the_dmo_chooses_who_begins(chooser_says: str, begins: Seat):
    match = tried(begun(FireAndIce()), f"dmo @1 {chooser_says}").match
    assert match.to_act == (begins,)
    assert list(FireAndIce().legal(FireAndIce().begin(), DMO)) == [Chosen(EC), Chosen(DMO)]
    assert list(FireAndIce().legal(FireAndIce().begin(), EC)) == []


@pytest.mark.parametrize("lot", ["first ec", "first dmo"])
def test_a_late_choice_is_settled_by_a_lot(lot: str):
    game = FireAndIce()
    late = game.lapse(game.begin())
    assert game.to_act(late) == ()
    assert game.timing(late) is None
    assert game.settle(late, lot).to_move == lot.split()[1]
    assert {game.draw(late, Random(seed)) for seed in range(30)} == {"first ec", "first dmo"}
    assert game.draw(game.begin(), Random(0)) is None


@pytest.mark.parametrize("text", ["", "first", "first me", "first ec dmo", "E6 E7", "ec", "posted"])
def test_a_text_that_states_no_lot_is_refused(text: str):
    game = FireAndIce()
    with pytest.raises(OutOfOrder):
        game.settle(game.lapse(game.begin()), text)


@given(positions(12))
def test_the_fire_option_swaps_the_colours_and_nothing_else(
    reached: tuple[FireAndIce, Position, Board],
):
    game, state, _ = reached
    swapped = replace(game, fire=game.fire.opponent)
    other = swapped.begin()
    mover = game.first
    for white, colored in state.dominoes:
        other = swapped.lay(other, mover, white, colored)
        mover = mover.opponent
    colors = str.maketrans("rb", "br")
    assert swapped.position(other) == game.position(state).translate(colors)
    for seat in SEATS:
        one, two = replace(state, to_move=seat), replace(other, to_move=seat)
        assert list(game.legal(one, seat)) == list(swapped.legal(two, seat))


@pytest.mark.parametrize("row_one", RowOne)
def test_the_row1_option_affects_only_the_picture(row_one: RowOne):
    game = FireAndIce(first=EC, row1=row_one)
    assert game.view(game.begin(), PUBLIC).row_one is row_one
    assert game.position(game.begin()) == written(PLAIN_START)
    assert len(list(game.legal(game.begin(), EC))) == 14


@pytest.mark.parametrize(
    ("said", "seconds"), [(Move((Cell(4, 5), Cell(4, 6))), 5), (Chosen(EC), 0)]
)
def test_moves_are_held_and_the_choice_is_not(said: object, seconds: int):
    assert FireAndIce().hold(said) == seconds


# The end


def blocked(color: str) -> Board:
    """A board on which that colour has no move and the other has one."""
    other = "b" if color == "r" else "r"
    board = dict.fromkeys(SQUARES, other)
    del board[0, 0], board[1, 0]
    board[2, 0] = board[1, 1] = "w"
    return board


@pytest.mark.parametrize("color", ["r", "b"])
@pytest.mark.parametrize("mover", SEATS)
def test_only_the_player_to_move_loses_by_having_no_move(color: str, mover: Seat):
    board = blocked(color)
    other = "b" if color == "r" else "r"
    assert (plain_ways(board, color), len(plain_ways(board, other))) == (set(), 1)
    game = FireAndIce(first=EC, fire=mover if color == "r" else mover.opponent)
    assert game.color_of(mover) == color
    halves = laid_out(board).board
    assert not halves.has_room_for(game.color_of(mover))
    assert halves.has_room_for(game.color_of(mover.opponent))


@given(st.integers(0, 10**6), st.sampled_from(SEATS))
def test_a_whole_match_ends_when_a_plain_search_finds_no_move(seed: int, first: Seat):
    game = fire_and_ice(first=first.value, takeback="0")
    generator, match, board = Random(seed), begun(game, timed=False), dict(PLAIN_START)
    mover = first
    while ways := sorted(plain_ways(board, game.color_of(mover))):
        assert match.to_act == (mover,)
        way = generator.choice(ways)
        step = tried(match, f"{mover} @0 {named(*way)}")
        assert code(step) == ""
        match, board = step.match, after(board, way, game.color_of(mover))
        mover = mover.opponent
    assert match.result == over(mover.opponent, "no-legal-move")
    assert match.to_act == ()
    assert game.position(match.state) == written(board)
