"""A tournament of all levels of a game with `tools.selfplay`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from engine.opponents.thinking import Level
from tools.ratings.elo import Series

SELFPLAY: Final = (sys.executable, "-m", "tools.selfplay")


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
    command = [*SELFPLAY, game, "--ec", one, "--dmo", other, "--swap"]
    command += ["--games", str(plan.games), "--seed", str(plan.seed)]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    summary = json.loads(text.splitlines()[-1])
    return Series(one, other, summary["games"], summary["wins"])
