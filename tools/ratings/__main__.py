"""Plays the Dealer's levels against each other and writes docs/ratings.md: `make ratings`.

What has been played is kept in a file, so that a run that was interrupted goes on where it stopped.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from random import Random

from bot.live.services.processes import all_cores
from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.seats import Seat
from tools.ratings.elo import Series, intervals, ratings
from tools.ratings.page import Rated, page, picture
from tools.selfplay import series as selfplay
from tools.selfplay.reports import played as reports_of

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


def played(game: str, games: int, seed: int, stored: Path) -> Iterator[Series]:
    """Yield so many games of every two levels; stored series of this seed are reused."""
    results = json.loads(stored.read_text()) if stored.is_file() else {}
    for level, other in combinations(reversed(Level), 2):
        name = f"{game} {level} {other} {games} {seed}"
        if name not in results:
            levels = {Seat.EC: level, Seat.DMO: other}
            series = selfplay.Series(GAMES[game], {}, levels, seed, swaps=True)
            results[name] = asdict(Series(level, other, games, _wins(series, games)))
            stored.write_text(json.dumps(results, indent=1))
        yield Series(**results[name])


def _wins(series: selfplay.Series, games: int) -> int:
    return sum(report.is_won for report in reports_of(series, games, all_cores()))


if __name__ == "__main__":
    main()
