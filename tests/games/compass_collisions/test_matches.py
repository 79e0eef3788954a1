"""Compass Collisions against a slow second account of its rules: positions, turns, whole games."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Reason
from engine.games.compass_collisions.board import Compass, Event, EventKind, Move, Piece
from engine.games.compass_collisions.erosion import DEFAULT_NUMBERS
from engine.games.compass_collisions.position import CompassPosition
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.refusals import Illegal
from engine.seats import Seat
from tests.games.compass_collisions.positions import (
    DMO,
    EC,
    SQUARES,
    PlainGame,
    in_falling_order,
    in_play,
    letters_of,
    match_in_play,
    placed,
    random_letters,
    random_numbers,
)

GAME = CompassCollisions()


# The whole against the slow second account


def plain_of(state: CompassPosition) -> PlainGame:
    return PlainGame(letters_of(state), state.field.numbers, state.field.quiet)


@st.composite
def positions(draw: st.DrawFn) -> CompassPosition:
    generator = Random(draw(st.integers(0, 10**6)))
    letters = random_letters(generator, draw(st.integers(1, 8)))
    numbers = random_numbers(generator, letters)
    quiet = draw(st.sampled_from((0, 38, 39)))
    return in_play(letters, draw(st.sampled_from(Seat)), numbers, quiet=quiet)


def legal_moves(state: CompassPosition) -> list[Move]:
    return [action for action in GAME.legal(state, state.awaited) if isinstance(action, Move)]


@given(positions())
def test_legal_moves_are_those_of_the_table_each_once(state: CompassPosition):
    moves = legal_moves(state)
    assert len(moves) == len({*moves})
    assert {*moves} == plain_of(state).legal(state.awaited)
    assert not list(GAME.legal(state, state.awaited.opponent))


@given(positions())
def test_every_listed_move_is_accepted_and_every_other_refused(state: CompassPosition):
    moves = {*legal_moves(state)}
    for square in SQUARES:
        for move in (Move(square, way, steps) for way in Compass for steps in (1, 2)):
            if move in moves:
                GAME.act(state, state.awaited, move)
                continue
            with pytest.raises(Illegal):
                GAME.act(state, state.awaited, move)


@given(positions(), st.randoms(use_true_random=False))
def test_a_turn_does_what_the_second_account_says(state: CompassPosition, generator: Random):
    moves = legal_moves(state)
    for move in generator.sample(moves, min(8, len(moves))):
        plain = plain_of(state)
        plain.turn(state.awaited, move)
        _assert_alike(GAME.act(state, state.awaited, move), plain)


def _assert_alike(state: CompassPosition, plain: PlainGame) -> None:
    assert letters_of(state) == plain.letters
    assert state.field.loser is plain.loser
    assert plain.loser or state.field.quiet == plain.quiet
    assert state.field.numbers == plain.numbers


@given(positions(), st.randoms(use_true_random=False))
def test_events_report_everything_that_changed_on_the_board(
    state: CompassPosition, generator: Random
):
    moves = legal_moves(state)
    for move in generator.sample(moves, min(8, len(moves))):
        next_position = GAME.act(state, state.awaited, move)
        assert retold(letters_of(state), next_position.field.events) == letters_of(next_position)
        gone = [event.cell for event in next_position.field.events if event.kind is EventKind.FELL]
        assert next_position.field.removed == (*state.field.removed, *gone)
        both = {*next_position.field.removed} | {
            square for square, _ in next_position.field.numbers
        }
        assert both == {*state.field.removed} | {square for square, _ in state.field.numbers}


def retold(letters: dict[Cell, str], events: tuple[Event, ...]) -> dict[Cell, str]:
    """Return the board after events, each of which must find its piece where it says."""
    stacks = {square: [letter] for square, letter in letters.items()}
    for event in events:
        here = stacks.setdefault(event.cell, [])
        if event.piece:
            here.remove(letter_of(event.piece))
        if event.kind in {EventKind.MOVED, EventKind.PUSHED}:
            assert event.piece
            assert event.to
            stacks.setdefault(event.to, []).append(letter_of(event.piece))
        if event.kind is EventKind.CHANGED:
            assert event.piece
            assert event.element
            here.append(letter_of(Piece(event.piece.owner, event.element)))
        if event.kind is EventKind.FELL:
            assert here == []
            here.append("#")
    assert all(len(stack) <= 1 for stack in stacks.values())
    return {square: stack[0] for square, stack in stacks.items() if stack}


def letter_of(piece: Piece) -> str:
    return piece.element.value if piece.owner is EC else piece.element.value.lower()


def play_to_the_end(
    state: CompassPosition, generator: Random, haste: float
) -> tuple[CompassPosition, int]:
    """Play a whole game next to its second account; return its number of stalls.

    `haste` is the chance of any move instead of a harmless one: two squares over free ground.
    """
    plain, stalls = plain_of(state), 0
    while state.outcome is None:
        moves = legal_moves(state)
        quiet = [other_move for other_move in moves if _goes_to_free_ground(plain, other_move)]
        move = generator.choice(quiet if quiet and generator.random() > haste else moves)
        plain.turn(state.awaited, move)
        state = GAME.act(state, state.awaited, move)
        _assert_alike(state, plain)
        stalls += any(e.kind is EventKind.FELL and e.wave == 0 for e in state.field.events)
    return state, stalls


def _goes_to_free_ground(plain: PlainGame, move: Move) -> bool:
    column, row = move.source
    ways = {"north": (column, row + 2), "south": (column, row - 2)}
    ways |= {"east": (column + 2, row), "west": (column - 2, row)}
    target = Cell(*ways[move.direction.value])
    return move.steps == 2 and target in SQUARES and target not in plain.letters


def ends_of(states: Iterable[tuple[CompassPosition, int]]) -> Counter[str]:
    ends: Counter[str] = Counter()
    for state, stalls in states:
        outcome = state.outcome
        assert outcome
        assert outcome.reason is Reason.ELEMENT_LOST
        ends[f"{outcome.winner} wins"] += 1
        ends["stalls"] += stalls
        standing = set(letters_of(state).values())
        if any(event.kind is EventKind.FELL and event.wave == 0 for event in state.field.events):
            ends["by a stall"] += 1
            ends["for both"] += not set("EWFA") <= standing and not set("ewfa") <= standing
    return ends


@pytest.mark.exhaustive
def test_random_games_end_and_agree_with_the_second_account_at_every_move():
    start = match_in_play().state
    ends = ends_of(play_to_the_end(start, Random(seed), 1.0) for seed in range(60))
    assert ends["ec wins"] + ends["dmo wins"] == 60
    assert min(ends["ec wins"], ends["dmo wins"]) >= 15, ends


@pytest.mark.exhaustive
def test_slow_games_end_by_stalls_and_agree_too():
    """A few pieces move about harmlessly, and the ground falls only by collapses."""
    ends = ends_of(play_to_the_end(few_pieces(seed), Random(seed), 0.0) for seed in range(40))
    assert ends["ec wins"] + ends["dmo wins"] == 40
    assert min(ends["by a stall"], ends["stalls"] // 2, 2 * ends["for both"]) >= 20, ends


def few_pieces(seed: int) -> CompassPosition:
    generator = Random(seed)
    squares = generator.sample(SQUARES, 81)
    letters = dict(zip(squares[:12], "EWFAewfaEFwa", strict=False))
    numbers = ((square, generator.randint(1, 4)) for square in squares[:60])
    return in_play(letters, generator.choice(list(Seat)), in_falling_order(numbers))


# Counts of positions


def perft(state: CompassPosition, depth: int) -> int:
    """Count the ways to make this many moves in turn; a loss ends the count."""
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    next_positions = (GAME.act(state, state.awaited, move) for move in moves)
    return sum(
        perft(position, depth - 1) for position in next_positions if position.outcome is None
    )


def plain_perft(plain: PlainGame, seat: Seat, depth: int) -> int:
    moves = plain.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        next_game = PlainGame(plain.letters, plain.numbers)
        next_game.turn(seat, move)
        total += 0 if next_game.loser else plain_perft(next_game, seat.opponent, depth - 1)
    return total


def test_perft_from_the_start_of_play():
    start = match_in_play().state
    assert [perft(start, depth) for depth in (1, 2)] == [112, 12531]
    assert [plain_perft(plain_of(start), EC, depth) for depth in (1, 2)] == [112, 12531]


def test_perft_of_a_late_position():
    state = in_play(LATE, DMO, DEFAULT_NUMBERS[20:])
    assert [perft(state, depth) for depth in (1, 2, 3)] == [44, 931, 17469]
    assert [plain_perft(plain_of(state), DMO, depth) for depth in (1, 2)] == [44, 931]


LATE = placed(
    *("B4 E", "C4 e", "D4 W", "E4 w", "F5 F", "F6 f", "G7 A", "C7 a", "D1 W", "I4 w", "E8 e"),
    *(f"{square} #" for square, _ in DEFAULT_NUMBERS[:20]),
)
