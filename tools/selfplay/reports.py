"""Games of one level against another, on all cores, as lines of JSON."""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bot.cli.progress import Progress
from engine.game import Json
from engine.records.record import write_record
from engine.seats import SEATS, Seat
from tools.selfplay.series import Series, wilson


@dataclass(frozen=True, slots=True)
class GameReport:
    """The report of one game.

    Attributes:
        is_won: True if the opponent won that began the series in the EC's seat.
        told: Line about it, ready for JSON.
        record: Match record.
    """

    is_won: bool
    told: dict[str, Any]
    record: str


def selfplay(series: Series, games: int, cores: int, records: Path | None) -> None:
    """Play a series, and print a line for each game in order, then one for all of them.

    Raises:
        OSError: A record cannot be written.
    """
    if records:
        records.mkdir(parents=True, exist_ok=True)
    wins, longest = 0, 0.0
    with Progress(sys.stderr, "games").shown() as progress:
        progress.show(0, games)
        for number, game in enumerate(played(series, games, cores), 1):
            if records:
                path = records / f"{series.kind.name}-{number:0{len(str(games))}}.dm"
                path.write_text(game.record, encoding="utf-8", newline="\n")
            wins += game.is_won
            longest = max(longest, *game.told["longest"].values())
            progress.clear()
            print(json.dumps(game.told), flush=True)
            progress.show(number, games)
    print(json.dumps({**summary(series, wins, games), "longest": longest}))


def played(series: Series, games: int, cores: int) -> Iterator[GameReport]:
    """Yield every game in order; so many processes play them."""
    with ProcessPoolExecutor(min(cores, games), get_context("spawn")) as pool:
        yield from pool.map(partial(play, series), range(1, games + 1))


def play(series: Series, number: int) -> GameReport:
    """Play one game of a series, in any process, and return its report."""
    played = series.play(number, time.process_time)
    levels, match = series.levels_in(number), played.match
    message = {
        "game": number,
        "ec": levels[Seat.EC],
        "dmo": levels[Seat.DMO],
        **(match.result.written if match.result else {}),
        "moves": sum(map(len, played.thoughts.values())),
        "seconds": {seat: round(sum(played.thoughts[seat]), 3) for seat in SEATS},
        "longest": {seat: round(max(played.thoughts[seat], default=0.0), 3) for seat in SEATS},
    }
    record = write_record(match.game, levels, match.entries, has_clocks=False)
    first = Seat.DMO if series.are_swapped(number) else Seat.EC
    return GameReport(message["winner"] == first, message, record)


def summary(series: Series, wins: int, games: int) -> Mapping[str, Json]:
    """Return the report of all games: wins of the opponent that began in the EC's seat."""
    low, high = wilson(wins, games)
    return {
        "games": games,
        "level": series.levels[Seat.EC],
        "against": series.levels[Seat.DMO],
        "wins": wins,
        "share": round(wins / games, 4),
        "interval": [round(low, 4), round(high, 4)],
    }
