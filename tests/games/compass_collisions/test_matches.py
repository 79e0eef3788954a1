"""Compass Collisions in play: which moves are legal, and what happened by them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.compass_collisions.board import Compass, Event, EventKind, Move, Piece
from engine.games.compass_collisions.position import CompassPosition
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.refusals import Illegal
from engine.seats import Seat
from tests.games.compass_collisions.positions import (
    EC,
    SQUARES,
    in_play,
    letters_of,
    random_letters,
    random_numbers,
)

GAME = CompassCollisions()


# Moves


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
def test_every_listed_move_is_accepted_and_every_other_refused(state: CompassPosition):
    listed = legal_moves(state)
    moves = {*listed}
    assert len(moves) == len(listed)
    assert not list(GAME.legal(state, state.awaited.opponent))
    for square in SQUARES:
        for move in (Move(square, way, steps) for way in Compass for steps in (1, 2)):
            if move in moves:
                GAME.act(state, state.awaited, move)
                continue
            with pytest.raises(Illegal):
                GAME.act(state, state.awaited, move)


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


# Counts of positions
