"""The opponent of Demeter's Anguish: its lean gardens, and what it does in each phase."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.first_seat import FirstSeatChoice
from engine.games.demeters_anguish.board import Garden
from engine.games.demeters_anguish.notation import Agreement, Half, Halves
from engine.games.demeters_anguish.position import DemeterPosition, Phase
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.grids.grid import bit_board
from engine.grids.polyominoes import POLYOMINOES
from engine.opponents.choose import assess, choose
from engine.opponents.demeters_anguish.garden import Growth, growth, plantings_of
from engine.opponents.thinking import Budget, Level, SearchBudget
from engine.seats import SEATS, Seat
from tests.games.demeters_anguish.positions import (
    flower_of,
    flower_on,
    flowers_that_fit,
    full_but,
    plot,
    rocks_that_fit,
    state_of,
    ways_that_fit,
)
from tests.helpers.games.random_play import played_at_random
from tests.helpers.games.samples import sample

GAME = DemetersAnguish()
PLANTINGS = plantings_of(bit_board(GAME.side), GAME.pieces)
FEW = 60
"""Nodes enough to search a little."""
MANY = 10**9


def lean(held: Garden, *, plants: bool) -> Growth:
    return growth(PLANTINGS, SearchBudget(Budget(), MANY), held, plants=plants)


def chosen(
    state: DemeterPosition, level: Level = Level.HARD, seed: int = 0, nodes: int = FEW
) -> Any:
    seat = GAME.to_act(state)[0]
    return choose(GAME, GAME.view(state, seat), seat, Budget(level, seed, nodes))


def states_awaiting(seed: int) -> list[DemeterPosition]:
    states = played_at_random(GAME, seed, 140)
    return [state for state in states if GAME.to_act(state)]


# The lean garden agrees with the engine's


def assert_equal(position: Growth, held: Garden) -> None:
    live = {PLANTINGS.cells[bit.bit_length() - 1] for bit in each_bit(position.live)}
    assert live == set(map(held.grid.mask, ways_that_fit(held)))
    assert position.is_over is not held.takes_a_flower
    assert (position.planted, position.stony) == (held.planted, held.stony)
    assert [kind.size for kind in position.left] == [piece.size for piece in held.left]


def each_bit(numbers: int) -> list[int]:
    return [1 << place for place in range(numbers.bit_length()) if numbers >> place & 1]


@pytest.mark.parametrize("seed", sample(range(2), [0]))
def test_random_play_in_a_garden_goes_the_same_way_in_the_engine(seed: int):
    generator, held = Random(seed), plot()
    position = lean(held, plants=True)
    while held.takes_a_flower:
        assert_equal(position, held)
        if position.plants:
            flower = flower_on(tuple(sorted(generator.choice(ways_that_fit(held)))))
            held, laid = held.with_flower(flower), flower.cells
        else:
            rock = generator.choice(rocks_that_fit(held))
            held, laid = held.with_rock(rock), rock.cells
        position = position.after(held.grid.mask(laid))
        slow = lean(held, plants=position.plants)
        assert (position.open, position.left, position.score) == (slow.open, slow.left, slow.score)
        assert position.live == slow.live
    assert_equal(position, held)


@pytest.mark.exhaustive
def test_more_is_better_by_the_lean_score_as_by_the_rules():
    generator, gardens = Random(1), []
    for seed in range(12):
        states = states_awaiting(seed)
        gardens += [generator.choice(states).garden(seat) for seat in SEATS]
    gardens += [plot(["A1 A2 A3 A4 A5"]), plot(["A1 A2 A3 A4", "B5"]), plot(["A1 A2 A3", "B4 B5"])]
    for garden in gardens:
        for two in gardens:
            ahead = lean(garden, plants=True).score > lean(two, plants=True).score
            assert ahead is (garden.score > two.score)


def test_rocks_that_take_away_as_much_as_any_other_are_looked_at():
    seen = 0
    for state in states_awaiting(5)[::4]:
        position = lean(state.ec, plants=False)
        if position.is_over:
            continue
        listed = [move for _, move in position.ranked()]
        fitting = {state.ec.grid.mask(other_rock.cells) for other_rock in rocks_that_fit(state.ec)}
        assert set(listed) <= fitting
        taken = [position.live & PLANTINGS.on(move) for move in listed]
        for rock in fitting.difference(listed):
            part = position.live & PLANTINGS.on(rock)
            assert not part or any(part & action == part for action in taken)
            seen += 1
    assert seen > 100


# Actions


def test_what_can_be_made_is_never_passed():
    for state in states_awaiting(0)[::2]:
        for seat in GAME.to_act(state):
            action = chosen(state, Level.EASY)
            if not isinstance(action, Halves):
                assert state.phase is Phase.CHOICE
                assert isinstance(action, FirstSeatChoice)
            elif not (half := action.typed[0]).cells:
                owner = seat if half.half is Half.FLOWER else seat.opponent
                assert not state.garden(owner).takes_a_flower


def test_openings_differ_and_are_large():
    openings = {chosen(GAME.begin(), Level.HARD, seed) for seed in range(20)}
    assert len(openings) > 15
    for action in openings:
        (planting,) = action.typed
        assert planting.half is Half.FLOWER
        assert len(planting.cells) == 5


# The end


X = "H7 G8 H8 I8 H9"
SMALL_PIECES = tuple(piece for piece in POLYOMINOES if piece.size < 5)


def chosen_late(state: DemeterPosition) -> Any:
    """Return EC's choice if there are no pieces but X and the small ones."""
    x = flower_of(X).piece
    view = replace(GAME.view(state, Seat.EC), pieces=(x, *SMALL_PIECES))
    return choose(GAME, view, Seat.EC, Budget(Level.HARD, nodes=2_000))


def late(generator: Random, cells: int) -> Garden:
    """Return a garden with small pieces left, and free cells only around a flower."""
    around = sorted({f"{column}{row}" for column in "EFGHIJK" for row in range(5, 12)})
    free = generator.sample([cell for cell in around if cell not in X.split()], cells)
    held = plot([X], full_but(X, *free))
    return replace(held, left=SMALL_PIECES)


def best_score(held: Garden, known: dict[Any, tuple[int, ...]], *, plants: bool) -> tuple[int, ...]:
    """Return a garden's best end, by trying everything; a flower may be passed too."""
    if not held.takes_a_flower:
        return held.score
    key = held.planted, held.stony, plants
    if key not in known and plants:
        next_plots = [held, *map(held.with_flower, flowers_that_fit(held))]
        known[key] = max(best_score(position, known, plants=False) for position in next_plots)
    elif key not in known:
        next_plots = map(held.with_rock, rocks_that_fit(held))
        known[key] = min(best_score(position, known, plants=True) for position in next_plots)
    return known[key]


@pytest.mark.exhaustive
def test_where_little_is_left_it_plants_and_lays_as_well_as_can_be():
    generator, choices = Random(4), 0
    for _ in range(4):
        own, other = late(generator, 10), late(generator, 10)
        state = state_of(own, other)
        if own.takes_a_flower:
            planted = GAME.act(state, Seat.EC, chosen_late(state))
            known: dict[Any, tuple[int, ...]] = {}
            best = best_score(own, known, plants=True)
            assert best_score(planted.ec, known, plants=False) == best
            choices += len({*known.values()}) > 1
        if other.takes_a_flower:
            state = replace(state, missing=(Half.ROCK,))
            laid = GAME.act(state, Seat.EC, chosen_late(state))
            known = {}
            best = best_score(other, known, plants=False)
            assert best_score(laid.dmo, known, plants=True) == best
            choices += len({*known.values()}) > 1
    assert choices > 2


def agreed_by(state: DemeterPosition, seat: Seat) -> DemeterPosition:
    return GAME.act(state, seat, Agreement.AGREE)


ROOM = plot(["A1"])
LARGE, SMALL = (plot([cells], full_but(cells)) for cells in ("A1 A2 A3", "A1"))


@pytest.mark.parametrize(
    ("own", "other", "seat", "agrees"),
    [
        (LARGE, ROOM, Seat.EC, True),
        (ROOM, LARGE, Seat.EC, False),
        (SMALL, ROOM, Seat.DMO, True),
        (ROOM, SMALL, Seat.EC, False),
        (SMALL, plot(["A1 A2", "B3"]), Seat.EC, True),
    ],
    ids=["ahead", "behind", "tied-as-dmo", "tied-as-ec", "lost"],
)
def test_it_agrees_where_that_wins_or_nothing_can_be_won(
    own: Garden, other: Garden, seat: Seat, *, agrees: bool
):
    ec, dmo = (own, other) if seat is Seat.EC else (other, own)
    state = state_of(ec, dmo, seat)
    assert chosen(state) != Agreement.AGREE
    assert (chosen(agreed_by(state, seat.opponent)) == Agreement.AGREE) is agrees


# Expectations


def expected_by_ec(ec: Garden, dmo: Garden) -> float:
    state = state_of(ec, dmo)
    return assess(GAME, GAME.view(state, Seat.EC), Seat.EC, Budget(Level.HARD, 0, FEW)).chance


def test_the_match_is_certain_where_the_garden_that_is_behind_takes_no_more():
    domino = plot(["A1 A2"])
    assert expected_by_ec(domino, SMALL) == 1
    assert expected_by_ec(SMALL, domino) == 0
    assert expected_by_ec(SMALL, ROOM) == 0, "the DMO wins a tie"
    assert 0 < expected_by_ec(LARGE, ROOM) < expected_by_ec(ROOM, LARGE) < 1


def test_it_expects_to_win_with_more_room_to_grow():
    cramped = plot(["H7 G8 H8 I8 H9"], full_but("E5 F5 E6 F6 F7 J10 J11 K10 K11"))
    roomy = plot(["H7 G8 H8 I8 H9"])
    assert expected_by_ec(cramped, roomy) < 0.1
    assert expected_by_ec(roomy, cramped) > 0.9
