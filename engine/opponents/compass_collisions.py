"""The opponent of Compass Collisions: searches turns, and varies what is secret."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from math import exp
from random import Random
from typing import Final

from engine.choice import Chosen
from engine.games.compass_collisions.board import Battlefield, Element
from engine.games.compass_collisions.layouts import (
    LEAST_IN_SET,
    LENGTHS,
    PIECES,
    SLOTS,
    Sides,
    free_sets,
    free_sides,
    placed_after,
    placements,
    read_layout,
    standing_on,
)
from engine.games.compass_collisions.notation import (
    CompassCollisionsAction,
    Placement,
    Privilege,
    Removal,
    Submission,
    Take,
)
from engine.games.compass_collisions.position import CompassCollisionsView, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.opponents.compass_collisions_position import (
    CELL_AT,
    Ground,
    Position,
    ground_of,
    move_of,
    position_of,
    tastes,
)
from engine.opponents.thinking import (
    WON,
    Level,
    Thinking,
    Thought,
    any_of,
    deepen,
    weighted,
)
from engine.refusals import Illegal
from engine.seats import SEATS, Seat

NODES: dict[Level, int] = {
    Level.GREEDY: 1_000,
    Level.EASY: 100,
    Level.NORMAL: 600,
    Level.HARD: 5_000,
}
SLIPS: Final = {Level.EASY: 0.3, Level.NORMAL: 0.05}
"""How often a level looks only one move ahead, and is content with what is not quite the best."""
CONTENT: Final = 2.0
"""How much worse than the best, in pieces, a move of a slip may be."""
SCALE: Final = 3.0
"""How many pieces more make the chance of winning 73 %."""


def at_random(
    game: CompassCollisions, view: CompassCollisionsView, seat: Seat, thinking: Thinking
) -> CompassCollisionsAction:
    """Any legal action, each as likely as the others."""
    if view.phase is Phase.LAYOUTS:
        return _any_layout(thinking.generator)
    return any_of(_legal(game, view, seat), thinking.generator)


def think(
    game: CompassCollisions, view: CompassCollisionsView, seat: Seat, thinking: Thinking
) -> Thought[CompassCollisionsAction]:
    """The action for a level from `GREEDY` to `HARD`."""
    match view.phase:
        case Phase.LAYOUTS:
            return Thought(_any_layout(thinking.generator))
        case Phase.PRIVILEGE:
            return Thought(any_of(map(Take, Privilege), thinking.generator))
        case Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT:
            return Thought(any_of(map(Placement, placements(view.sides)), thinking.generator))
        case Phase.NAMING:
            return Thought(any_of(map(Chosen, SEATS), thinking.generator))
    return _turn(view, seat, thinking)


def _legal(
    game: CompassCollisions, view: CompassCollisionsView, seat: Seat
) -> Iterator[CompassCollisionsAction]:
    """Every legal action once layouts are in."""
    match view.phase:
        case Phase.PRIVILEGE:
            yield from map(Take, Privilege)
        case Phase.FIRST_PLACEMENT | Phase.SECOND_PLACEMENT:
            yield from map(Placement, placements(view.sides))
        case Phase.NAMING:
            yield from map(Chosen, SEATS)
        case Phase.PLAY:
            yield from Battlefield(_position(view, seat, Random(0)).squares).moves(seat)
        case _:
            yield from (Removal(cell) for cell, piece in view.pieces if piece.owner is seat)


def _any_layout(generator: Random) -> Submission:
    """Any legal layout, each as likely as the others."""
    while True:
        letters = generator.choices([each.value for each in Element], k=PIECES)
        slots = [*letters, *"." * (2 * SLOTS - PIECES)]
        generator.shuffle(slots)
        following = iter(slots)
        rows = tuple("".join(next(following) for _ in range(length)) for length in LENGTHS)
        try:
            read_layout(rows)
        except Illegal:
            continue
        return Submission(rows)


# Turns


def _turn(
    view: CompassCollisionsView, seat: Seat, thinking: Thinking
) -> Thought[CompassCollisionsAction]:
    position = _position(view, seat, thinking.generator)
    level, generator = thinking.level, thinking.generator
    if generator.random() < SLIPS.get(level, 0.0):
        found = deepen(position, thinking, margin=CONTENT, deepest=1)
        good = [each for each in found if each[0] >= found[0][0] - CONTENT]
        value, move = weighted(good, [exp(value - good[0][0]) for value, _ in good], generator)
    else:
        value, move = deepen(
            position, thinking, **({"deepest": 1} if level is Level.GREEDY else {})
        )[0]
    action = Removal(CELL_AT[move]) if position.must_remove else move_of(move)
    return Thought(action, _chance(value))


def _position(view: CompassCollisionsView, seat: Seat, generator: Random) -> Position:
    ground = replace(ground_of(view.numbers, view.removed), tastes=tastes(generator, view.quiet))
    return position_of(
        view.pieces,
        ground,
        seat,
        quiet=view.quiet,
        weaker=view.weaker,
        must_remove=view.phase is Phase.REMOVAL,
    )


def _chance(value: float) -> float:
    """The chance of winning a position of a value."""
    if abs(value) >= WON:
        return float(value > 0)
    return 1 / (1 + exp(-value / SCALE))
