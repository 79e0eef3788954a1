"""A tournament of all levels of a game with `tools.selfplay`."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

from bot.live.services.processes import all_cores
from engine.games import GAMES
from engine.opponents.thinking import Level
from engine.seats import Seat
from tools.ratings.elo import Series
from tools.selfplay import series as selfplay
from tools.selfplay.reports import played as reports_of


@dataclass(frozen=True)
class Plan:
    """The number of games of each pair of levels, and their seed."""

    games: int
    seed: int


def played(game: str, plan: Plan, stored: Path) -> Iterator[Series]:
    """Yield the series of every two levels; stored ones of the same plan are reused."""
    results: dict[str, dict[str, int | str]] = (
        json.loads(stored.read_text()) if stored.is_file() else {}
    )
    for level, other in combinations(reversed(Level), 2):
        name = f"{game} {level} {other} {plan.games} {plan.seed}"
        if name not in results:
            results[name] = asdict(_series(game, level, other, plan))
            stored.write_text(json.dumps(results, indent=1))
        known = results[name]
        yield Series(str(level), str(other), int(known["games"]), int(known["wins"]))


def _series(game: str, one: Level, other: Level, plan: Plan) -> Series:
    levels = {Seat.EC: one, Seat.DMO: other}
    series = selfplay.Series(GAMES[game], {}, levels, plan.seed, swaps=True)
    reports = reports_of(series, plan.games, all_cores())
    return Series(one, other, plan.games, sum(report.is_won for report in reports))
