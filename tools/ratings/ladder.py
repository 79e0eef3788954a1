"""A tournament of all levels of a game with `tools.selfplay`."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations
from pathlib import Path

from bot.live.services.processes import all_cores
from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.seats import Seat
from tools.ratings.elo import Series
from tools.selfplay import series as selfplay
from tools.selfplay.reports import played as reports_of


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
