"""The engine alone: random games in which all legal actions are listed and one of them is made."""

from itertools import dropwhile
from random import Random
from time import process_time

from engine.game import AnyGame
from engine.games import GAMES
from engine.seats import Seat
from tests.bench.figures import Figure
from tests.random_play import random_states

SAMPLES = 5
SAMPLE_SECONDS = 1.0
LONGEST_GAME = 400
GOALS = {"fire-and-ice": 60_000, "compass-collisions": 20_000, "demeters-anguish": 6_000}
GOAL = 500
"""For the games with more than a thousand legal actions each turn."""


def playouts() -> list[Figure]:
    """How many moves a second each game makes on one core."""
    return [_figure(kind(first=Seat.EC)) for kind in GAMES.values()]


def _figure(game: AnyGame) -> Figure:
    generator = Random(1)
    _play(game, generator, 0.0)
    return Figure.median_of(
        f"engine, random games, {game.name}",
        (_play(game, generator, SAMPLE_SECONDS) for _ in range(SAMPLES)),
        "moves/s",
        goal=GOALS.get(game.name, GOAL),
        more_is_better=True,
        note="all legal actions listed each time; secret set-ups not counted",
    )


def _play(game: AnyGame, generator: Random, seconds: float) -> float:
    """The moves a second in whole games that take about so many seconds, at least one."""
    moves, spent = 0, 0.0
    while not moves or spent < seconds:
        states = random_states(game, generator, LONGEST_GAME, considered=None)
        in_play = dropwhile(game.takes_secrets, states)
        next(in_play, None)
        begun = process_time()
        moves += sum(1 for _ in in_play)
        spent += process_time() - begun
    return moves / spent
