"""Plays the Dealer's levels against each other and writes docs/ratings.md: `make ratings`.

What has been played is kept in a file, so that a run that was interrupted goes on where it stopped.
"""

import argparse
from pathlib import Path
from random import Random

from engine.games import GAMES
from engine.opponents.thinking import Level
from tools.ratings.elo import intervals, ratings
from tools.ratings.ladder import played
from tools.ratings.page import Rated, page, picture

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
KEPT = ROOT / "ratings.json"


def main() -> None:
    """Play the missing games, and write the page and its picture."""
    parser = argparse.ArgumentParser(prog="python -m tools.ratings", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="between every two levels")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rated = [_rated(game, args.games, args.seed) for game in GAMES]
    command = f'make ratings ARGS="--games {args.games} --seed {args.seed}"'
    (DOCS / "ratings.md").write_text(page(rated, command, args.games))
    (DOCS / "ratings.png").write_bytes(picture(rated))


def _rated(game: str, games: int, seed: int) -> Rated:
    results = [*played(game, games, seed, KEPT)]
    bounds = intervals(results, Level.RANDOM, Random(seed))
    return Rated(game, ratings(results, Level.RANDOM), bounds)


if __name__ == "__main__":
    main()
