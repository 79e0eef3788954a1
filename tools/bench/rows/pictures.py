"""The rows about pictures: the time to draw those of a post, and their sizes."""

from collections.abc import AsyncIterator
from random import Random
from statistics import median
from time import process_time

from engine.game import AnyGame
from engine.games import GAMES
from engine.seats import PUBLIC, Seat
from rendering import painter_of
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.random_play import random_states
from tests.rendering.positions.boards import most_bytes
from tools.bench.figures import Figure
from tools.bench.floors import PICTURE
from tools.bench.plan import Plan

POSITIONS = 400
PARTS = 4
LONGEST_GAME = 400
MAX_MS = 3.0


async def measure(plan: Plan) -> AsyncIterator[Figure]:
    """Measure every game."""
    for name in PLAYED:
        for figure in _of_game(GAMES[name](first=Seat.EC), plan.floors[PICTURE]):
            yield figure


def _of_game(game: AnyGame, floor: float) -> list[Figure]:
    dice, painter = Random(2), painter_of(game)
    times, sizes, limit = list[float](), list[int](), 0
    for state in random_states(game, dice, limit=LONGEST_GAME):
        painter.pictures(game.view(state, PUBLIC))
    while len(times) < POSITIONS:
        for state in random_states(game, dice, limit=LONGEST_GAME):
            view = game.view(state, PUBLIC)
            begun = process_time()
            pictures = painter.pictures(view)
            files = [picture.png for picture in pictures]
            times.append((process_time() - begun) * 1000)
            sizes += map(len, files)
            limit = max(map(most_bytes, pictures))
    part = len(times) // PARTS
    samples = [median(times[index * part :][:part]) for index in range(PARTS)]
    name = f"picture, {game.name}"
    return [
        Figure(f"{name}, p50", median(times), "ms", tuple(samples), MAX_MS, floor),
        Figure(f"{name}, at most", max(times), "ms", is_rated=False),
        Figure(f"{name}, size, p50", median(sizes), "bytes"),
        Figure(f"{name}, size, at most", max(sizes), "bytes", goal=limit),
    ]
