"""The opponent of Compass Collisions: its search position, and what it does in each phase."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.game import Outcome
from engine.games.compass_collisions.board import LONGEST_QUIET, Battlefield, EventKind, Move
from engine.games.compass_collisions.layouts import read_layout
from engine.games.compass_collisions.notation import Privilege, Submission
from engine.games.compass_collisions.position import ELEMENT_LOST, CompassPosition, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.opponents.choose import choose
from engine.opponents.compass_collisions.position import CompassSearchPosition, Ground, position_of
from engine.opponents.thinking import WON, Budget, Level
from engine.seats import SEATS, Seat
from tests.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    battlefield,
    cell,
    in_play,
    numbered,
    placed,
    random_letters,
    random_numbers,
)
from tests.helpers.games.random_play import random_states

GAME = CompassCollisions()
FEW = 30
"""Nodes enough to search a little."""


def searched(field: Battlefield, seat: Seat) -> CompassSearchPosition:
    return replace(position_of(Ground(), field, seat), width=None)


def random_field(generator: Random) -> Battlefield:
    """Return any board, not seldom at the end of a long quiet."""
    letters = random_letters(generator, generator.choice((1, 2, 8)))
    field = battlefield(letters, random_numbers(generator, letters))
    quiet = generator.choice((0, LONGEST_QUIET - 2, LONGEST_QUIET - 1))
    return replace(field, quiet=quiet, weaker=generator.choice((None, *SEATS)))


def chosen(state: CompassPosition, seat: Seat, level: Level = Level.HARD, seed: int = 0) -> Any:
    return choose(GAME, GAME.view(state, seat), seat, Budget(level, seed, FEW))


# Moves


def outcome(move: Move, field: Battlefield, seat: Seat) -> bytes:
    return field.moved(seat, move).squares


def test_all_moves_are_looked_at_but_two_squares_where_one_is_already_lost():
    generator = Random(2)
    for _ in range(100):
        field, seat = random_field(generator), generator.choice(SEATS)
        listed = searched(field, seat).moves()
        assert len(listed) == len(set(listed))
        assert set(listed) <= set(field.moves(seat))
        for move in set(field.moves(seat)).difference(listed):
            once = replace(move, steps=1)
            assert once in listed
            assert outcome(once, field, seat) == outcome(move, field, seat)


# Values of positions


def wins_by_taking(field: Battlefield, seat: Seat) -> bool:
    return any(
        next_battlefield.loser is seat.opponent
        and [event.kind for event in next_battlefield.events]
        == [EventKind.MOVED, EventKind.DEFEATED]
        for next_battlefield in (field.moved(seat, move) for move in field.moves(seat))
    )


def test_a_position_is_worth_a_win_where_the_last_of_an_element_can_be_taken():
    generator, seen = Random(3), Counter[bool]()
    for _ in range(90):
        field, seat = random_field(generator), generator.choice(SEATS)
        position = searched(field, seat)
        is_won = wins_by_taking(field, seat)
        assert (position.value() == WON) is is_won
        seen[is_won] += 1
    assert min(seen[True], seen[False]) > 12


ONE_MORE = (*EVERY_ELEMENT, "D7 E", "E7 W", "F7 F", "D8 e", "E8 w", "F8 f", "H8 a")
"""Two of each element for both, but one Air for the EC."""


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param((*ONE_MORE, "C6 E"), ONE_MORE, id="a piece more"),
        pytest.param((*ONE_MORE, "C6 A"), (*ONE_MORE, "C6 E"), id="one of what there is least"),
        pytest.param((*ONE_MORE, "C6 E"), (*ONE_MORE, "A5 E"), id="away from the edge"),
        pytest.param((*ONE_MORE, "C6 E"), (*ONE_MORE, "G6 E"), id="where nothing falls soon"),
    ],
)
def test_a_position_is_worth_more(better: tuple[str, ...], worse: tuple[str, ...]):
    numbers = numbered("G6 15")
    worth = [searched(battlefield(placed(*pair), numbers), EC).worth for pair in (better, worse)]
    assert worth[0] > worth[1]


# Turns


@pytest.mark.parametrize("level", [Level.GREEDY, Level.EASY, Level.NORMAL, Level.HARD])
@pytest.mark.parametrize("seat", SEATS)
def test_every_level_takes_the_last_piece_of_an_element(level: Level, seat: Seat):
    letters = placed(*EVERY_ELEMENT, "E5 E", "E7 w", "E3 W", "E2 e")
    del letters[cell("B1" if seat is DMO else "G1")]
    for seed in range(5):
        state = in_play(letters, seat)
        next_position = GAME.act(state, seat, chosen(state, seat, level, seed))
        assert next_position.outcome == Outcome(seat, ELEMENT_LOST)


def test_a_piece_given_up_is_not_the_last_of_its_element():
    state = in_play(placed(*EVERY_ELEMENT, "E5 E"), phase=Phase.REMOVAL)
    for seed in range(5):
        removal = chosen(state, EC, seed=seed)
        assert removal in {cell("E5"), cell("A1")}


# Secrets


def mixed_layouts(count: int, level: Level = Level.HARD) -> list[Submission]:
    state = GAME.begin()
    result = [chosen(state, EC, level, seed) for seed in range(count)]
    return [submission for submission in result if isinstance(submission, Submission)]


def test_layouts_are_never_the_same_and_every_set_has_two_of_each_element():
    submissions = mixed_layouts(100)
    assert len(set(submissions)) == 100
    for submission in submissions:
        for rows in read_layout(submission.rows):
            letters = "".join(rows).replace(".", "")
            assert Counter(letters) == dict.fromkeys("EWFA", 2)


def test_any_layout_may_come_at_random():
    sizes = {
        sum(map(str.isalpha, "".join(read_layout(submission.rows)[0])))
        for submission in mixed_layouts(200, Level.RANDOM)
    }
    assert sizes >= set(range(6, 11))


def test_the_privilege_is_mixed_and_naming_is_not_taken_where_the_host_has_named():
    for first, taken in ((None, set(Privilege)), (EC, {Privilege.PLACEMENT})):
        game = replace(GAME, first=first)
        state = in_phase(game, Phase.PRIVILEGE)
        choices = {
            choose(game, game.view(state, DMO), DMO, Budget(seed=seed)) for seed in range(20)
        }
        assert choices == taken


def in_phase(game: CompassCollisions, phase: Phase, seed: int = 0) -> CompassPosition:
    """Return the first state of a random game that is in a phase."""
    return next(
        state
        for more in range(50)
        for state in random_states(game, Random(1000 * seed + more), 8)
        if state.phase is phase and game.to_act(state)
    )


# Placement


def test_whoever_names_the_first_to_move_names_the_one_that_leaves_more():
    for seed in range(5):
        state = in_phase(GAME, Phase.NAMING, seed)
        seat = state.awaited
        worth = {first: begun(state, first, seat) for first in SEATS}
        assert worth[chosen(state, seat).first] == max(worth.values())


def test_the_last_sets_are_not_placed_where_they_leave_clearly_less():
    clear, seen = 3.0, 0
    for seed in range(12):
        state = in_phase(GAME, Phase.SECOND_PLACEMENT, seed)
        seat = state.awaited
        result = {action: GAME.act(state, seat, action) for action in GAME.legal(state, seat)}
        worth = {
            item: max(begun(placed_all, first, seat) for first in SEATS)
            for item, placed_all in result.items()
        }
        best, other = sorted(worth.values(), reverse=True)
        if best - other > clear:
            seen += 1
            assert worth[chosen(state, seat)] == best
    assert seen


def begun(state: CompassPosition, first: Seat, seat: Seat) -> float:
    """Return a beginning's value to a seat, with one of them as the first."""
    value = searched(state.field, first).value()
    return value if first is seat else -value
