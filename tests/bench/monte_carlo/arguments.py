"""What may be typed after `python -m tests.bench.monte_carlo`."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.monte_carlo.shortlist import MOST
from tests.offered import PLAYED


@dataclass(frozen=True)
class Arguments:
    """What is to be played.

    Attributes:
        game: The name of the game.
        games: How many.
        seconds: How long both think about an action, in seconds of the processor.
        seed: What all chance comes from.
        most: How many actions the search considers at most.
        handicap: How many times as long the search thinks.
    """

    game: str
    games: int
    seconds: float
    seed: int
    most: int
    handicap: float


def arguments(typed: Sequence[str]) -> Arguments:
    """Read what was typed, or say what may be."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.monte_carlo",
        description="Plays `hard` against OpenSpiel's Monte-Carlo tree search.",
    )
    parser.add_argument("game", choices=PLAYED, metavar="GAME", help=", ".join(PLAYED))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1, help="of the processor, an action")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--most", type=int, default=MOST, help="how many actions the search considers"
    )
    parser.add_argument(
        "--handicap", type=float, default=1.0, help="how many times as long the search thinks"
    )
    return Arguments(**vars(parser.parse_args(typed)))
