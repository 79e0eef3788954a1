"""The opponent of Compass Collisions: searched turns, and mixed layouts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from math import exp
from operator import itemgetter
from random import Random
from typing import Final

from engine.games.compass_collisions import layouts
from engine.games.compass_collisions.board import (
    AT,
    CELL_AT,
    LONGEST_QUIET,
    Battlefield,
    Compass,
    Element,
)
from engine.games.compass_collisions.notation import (
    CompassCollisionsAction,
    Privilege,
    Submission,
)
from engine.games.compass_collisions.position import CompassCollisionsView, CompassPosition, Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.opponents.compass_collisions.position import (
    CompassSearchPosition,
    Ground,
    Turn,
    position_of,
)
from engine.opponents.thinking import (
    DEEPEST,
    Level,
    SearchBudget,
    SearchResult,
    any_of,
    deepen,
    logistic,
    slipped,
)
from engine.seats import Seat

NODES: dict[Level, int] = {
    Level.GREEDY: 1_000,
    Level.EASY: 120,
    Level.NORMAL: 750,
    Level.HARD: 6_000,
}
SLIPS: Final = {Level.EASY: 0.3, Level.NORMAL: 0.05}
"""The probability of looking only one move ahead and accepting less than the best."""
CONTENT: Final = 2.0
"""The number of pieces by which a slip may be worse than the best move."""
SCALE: Final = 1.8
"""The lead in pieces that makes the chance of winning 73 %."""
UNREST: Final = 0.03
"""The most that opinions of a square differ, and that more after each quiet move.

So no two matches are alike, and nobody goes to and fro for ever: the longer nothing has been lost,
the more is tried.
"""
PATIENCE: Final = 10
"""The quiet moves after which all levels begin to slip if no square can fall any more.

Four pieces can run from four for hundreds of moves, and then nothing else would end the match.
"""
MOVES_A_PIECE: Final = 3
"""The further quiet moves after which a slip may cost one piece more."""
SHAPES: Final = {(1, 4, 3): 4.0, (1, 5, 2): 3.0, (0, 5, 3): 1.0, (2, 4, 2): 1.0}
"""The numbers of pieces in a set's rows, the edge's first, each with its weight.

Those that do better in matches of the opponent with itself come more often: near the middle pieces
threaten more, and are further from where squares fall.
"""
SAFETY: Final = 3.0
"""The strength of the preference for safer slots; the odds of two are its product with their
difference, as a power of e."""
INDIFFERENCE: Final = 0.3
"""The pieces by which arrangements must differ to be told apart clearly."""


def at_random(
    game: CompassCollisions, view: CompassCollisionsView, seat: Seat, budget: SearchBudget
) -> CompassCollisionsAction:
    """Return any legal action, each with equal probability; a layout as a lot gives it."""
    if view.phase is Phase.LAYOUTS:
        return Submission(layouts.draw_rows(budget.generator))
    return any_of(game.legal(_rebuilt(game, view, seat), seat), budget.generator)


def think(
    game: CompassCollisions, view: CompassCollisionsView, seat: Seat, budget: SearchBudget
) -> SearchResult[CompassCollisionsAction]:
    """Return the action for a level from `GREEDY` to `HARD`."""
    match view.phase:
        case Phase.LAYOUTS:
            return SearchResult(Submission(_mixed_rows(view, budget.generator)))
        case Phase.PRIVILEGE:
            # Either at random, or the placement if the host has said who is first.
            drawn = budget.generator.choice
            return SearchResult(Privilege.PLACEMENT if game.first else drawn([*Privilege]))
        case Phase.PLAY | Phase.REMOVAL:
            return _turn(view, seat, budget)
    return _before_play(game, view, seat, budget)


def _rebuilt(game: CompassCollisions, view: CompassCollisionsView, seat: Seat) -> CompassPosition:
    """Return a state as it looks to the seat awaited."""
    return replace(
        game.begin(),
        phase=view.phase,
        awaited=seat,
        sets=view.sets,
        sides=view.sides,
        field=view,
    )


# Layouts


def _mixed_rows(board: Battlefield, generator: Random) -> tuple[str, ...]:
    """Return the rows of a layout that nobody can prepare for.

    Either set has two pieces of each element, so that it can be cut off without a loss; their slots
    are mixed, with those more often that are safer on an average of the four sides.
    """
    worth = Ground().worth(board)
    return tuple(
        row
        for shape in generator.choices(list(SHAPES), list(SHAPES.values()), k=2)
        for row in _mixed_set(shape, worth, generator)
    )


def _mixed_set(shape: tuple[int, ...], worth: Sequence[float], generator: Random) -> Iterator[str]:
    elements = [element.value for element in Element] * (sum(shape) // len(Element))
    generator.shuffle(elements)
    letters = cycle(elements)
    for row, (length, count) in enumerate(zip(layouts.SET_ROWS, shape, strict=True)):
        safety = {slot: _safety(row, slot, worth) for slot in range(length)}
        taken = set[int]()
        for _ in range(count):
            free = [slot for slot in range(length) if slot not in taken]
            taken |= {*generator.choices(free, [exp(SAFETY * safety[slot]) for slot in free])}
        yield "".join(next(letters) if slot in taken else "." for slot in range(length))


def _safety(row: int, slot: int, worth: Sequence[float]) -> float:
    return sum(worth[AT[layouts.slot_cell(side, row, slot)]] for side in Compass) / len(Compass)


# Placing and naming


def _before_play(
    game: CompassCollisions, view: CompassCollisionsView, seat: Seat, budget: SearchBudget
) -> SearchResult[CompassCollisionsAction]:
    """Place sets or name who is first where the other seat's best answer leaves most."""
    state, ground = _rebuilt(game, view, seat), Ground()
    actions, is_naming = [*game.legal(state, seat)], view.phase is Phase.NAMING
    if not is_naming:
        budget.generator.shuffle(actions)
    ranked = list[tuple[float, CompassCollisionsAction]]()
    for action in actions:
        if ranked and budget.is_over:
            break
        budget.nodes += 1
        ranked.append((_outlook(game, game.act(state, seat, action), seat, ground), action))
    if is_naming:
        value, action = max(ranked, key=itemgetter(0))
    else:
        value, action = slipped(ranked, INDIFFERENCE, budget.generator)
    return SearchResult(action, logistic(value / SCALE))


def _outlook(game: CompassCollisions, state: CompassPosition, seat: Seat, ground: Ground) -> float:
    """Return the worth of a state to a seat if both go on to do what is best at a glance."""
    mover = state.awaited
    if state.phase is Phase.PLAY:
        value = position_of(ground, state.field, mover).value()
        return value if mover is seat else -value
    states = (game.act(state, mover, action) for action in game.legal(state, mover))
    best = max if mover is seat else min
    return best(_outlook(game, next_state, seat, ground) for next_state in states)


# Turns


def _turn(
    view: CompassCollisionsView, seat: Seat, budget: SearchBudget
) -> SearchResult[CompassCollisionsAction]:
    position = _position(view, seat, budget.generator)
    # Where squares can fall, a long quiet ends by itself.
    impatience = 0 if view.numbers else max(0, view.quiet - PATIENCE)
    slips = max(SLIPS.get(budget.level, 0.0), impatience / LONGEST_QUIET)
    if budget.generator.random() < slips:
        value, move = _slip(position, CONTENT + impatience / MOVES_A_PIECE, budget)
    else:
        deepest = 1 if budget.level is Level.GREEDY else DEEPEST
        value, move = deepen(position, budget, deepest=deepest)[0]
    return SearchResult(move, logistic(value / SCALE))


def _slip(
    position: CompassSearchPosition, content: float, budget: SearchBudget
) -> tuple[float, Turn]:
    """Return a move that looks not much worse than the best, the better ones more often."""
    ranked_moves = deepen(position, budget, margin=content, deepest=1)
    best = ranked_moves[0][0]
    good = [ranked for ranked in ranked_moves if ranked[0] >= best - content]
    return slipped(good, content / 2, budget.generator)


def _position(view: CompassCollisionsView, seat: Seat, generator: Random) -> CompassSearchPosition:
    unrest = UNREST * (1 + view.quiet)
    tastes = [generator.uniform(0, unrest) for _ in CELL_AT]
    position = position_of(Ground(tastes), view, seat)
    return replace(position, must_remove=view.phase is Phase.REMOVAL, width=None)
