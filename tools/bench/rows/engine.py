"""The rows about the rules alone: random games, and the slow parts of some of them."""

from collections.abc import AsyncIterator, Iterator
from itertools import cycle, islice
from random import Random
from time import process_time
from typing import Any

from engine.game import AnyGame
from engine.games import GAMES
from engine.games.deep_sea_voyage.board import Ship, depths, distance
from engine.games.deep_sea_voyage.drawn_boards import draw_boards
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import SEATS, Seat
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.random_play import SILENCE, random_states
from tools.bench.figures import Figure
from tools.bench.plan import Plan

PLAYOUT_SECONDS = 1.5
SAMPLES = 3
LONGEST_GAME = 400
LEGALITY_GAMES = 20
SETS_OF_BOARDS = 10
GOALS = {"fire-and-ice": 60_000.0, "compass-collisions": 20_000.0, "demeters-anguish": 6_000.0}
OTHER_GOAL = 500.0
"""For games with more than a thousand legal actions each turn."""
MAX_LISTED = 5_000
OPENINGS = 3


async def measure(_: Plan) -> AsyncIterator[Figure]:
    """Measure every game."""
    for name in PLAYED:
        game = GAMES[name](first=Seat.EC)
        yield Figure.median_of(
            f"engine, random games, {name}",
            [_positions_a_second(game, Random(seed)) for seed in range(SAMPLES)],
            "positions/s",
            goal=GOALS.get(name, OTHER_GOAL),
            more_is_better=True,
        )
    for figure in (*_legality(), *_ways_at_sea()):
        yield figure


def _positions_a_second(game: AnyGame, dice: Random) -> float:
    """List all legal actions and make one at each step, to the end of each game.

    Secret set-ups, of which there are millions, are not counted; a few serve for all games.
    """
    openings = cycle([_opening(game, dice) for _ in range(OPENINGS)])
    steps, spent = 0, 0.0
    while spent < PLAYOUT_SECONDS:
        state = next(openings)
        begun = process_time()
        while not state.outcome:
            state, _ = _step(game, state, dice)
            steps += 1
        spent += process_time() - begun
    return steps / spent


def _opening(game: AnyGame, dice: Random) -> Any:
    """Return the first state with few enough legal actions to list them all."""
    state = game.begin()
    while True:
        following, listed = _step(game, state, dice)
        if listed < MAX_LISTED:
            return state
        state = following


def _step(game: AnyGame, state: Any, dice: Random) -> tuple[Any, int]:
    """Return the next state, and the number of actions listed."""
    lot = game.draw(state, dice)
    if lot is not None:
        return game.settle(state, lot), 0
    seat = dice.choice(game.to_act(state))
    actions = list(islice(game.legal(state, seat), MAX_LISTED))
    # A lock is one action among thousands of submissions; time ends such a phase as well.
    is_silent = game.takes_secrets(state) and dice.random() < SILENCE
    if is_silent or not actions:
        return game.expire(state), len(actions)
    return game.act(state, seat, dice.choice(actions)), len(actions)


def _legality() -> Iterator[Figure]:
    """Measure two questions in live gardens: whether any flower fits, and which ones do."""
    game, dice, any_fits, all_flowers = DemetersAnguish(), Random(3), [], []
    for _ in range(LEGALITY_GAMES):
        for state in random_states(game, dice, limit=LONGEST_GAME):
            for seat in SEATS:
                garden = state.garden(seat)
                begun = process_time()
                _ = garden.takes_a_flower
                between = process_time()
                list(garden.flowers_that_fit())
                all_flowers.append((process_time() - between) * 1000)
                any_fits.append((between - begun) * 1000)
    yield Figure.median_of("Demeter's Anguish: does any flower fit", any_fits, "ms", is_rated=False)
    yield Figure.median_of("Demeter's Anguish: all that fit", all_flowers, "ms", is_rated=False)


def _ways_at_sea() -> Iterator[Figure]:
    """Draw sets of boards for Deep Sea Voyage, and find all twelve distances of a set."""
    drawn, numbers = [], []
    for seed in range(SETS_OF_BOARDS):
        begun = process_time()
        boards = draw_boards(seed)
        between = process_time()
        for board in boards:
            layers = depths(board, board.passable)
            for ship in Ship:
                distance(board, layers, ship)
        numbers.append((process_time() - between) * 1000)
        drawn.append(between - begun)
    yield Figure.median_of("Deep Sea Voyage: three boards drawn", drawn, "s", is_rated=False)
    yield Figure.median_of("Deep Sea Voyage: all twelve distances", numbers, "ms", is_rated=False)
