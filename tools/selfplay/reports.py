"""Games of one level against another, on all cores, as lines of JSON."""

import json
import signal
import sys
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from bot.cli.progress import Progress
from engine.game import Json
from engine.records.record import write_record
from engine.seats import SEATS, Seat
from tools.selfplay.series import Series, wilson


class SelfplayFailed(Exception):  # noqa: N818 - named for what happened
    """Error for a game that could not be played."""


@dataclass(frozen=True, slots=True)
class GameReport:
    """The report of one game.

    Attributes:
        is_swapped: True if the opponents had changed seats.
        told: Line about it, ready for JSON.
        record: Match record.
    """

    is_swapped: bool
    told: dict[str, Any]
    record: str


def selfplay(series: Series, games: int, cores: int, records: Path | None) -> None:
    """Play a series, and print a line for each game in order, then one for all of them.

    Raises:
        OSError: A record cannot be written.
        SelfplayFailed: A game could not be played.
    """
    if records:
        records.mkdir(parents=True, exist_ok=True)
    wins, longest = 0, 0.0
    progress = Progress(sys.stderr, games, "games")
    with closing(_played(series, games, min(cores, games))) as played, progress.shown():
        for number, game in enumerate(played, 1):
            if records:
                path = records / f"{series.kind.name}-{number:0{len(str(games))}}.dm"
                path.write_text(game.record, encoding="utf-8", newline="\n")
            wins += game.told["winner"] == (Seat.DMO if game.is_swapped else Seat.EC)
            longest = max(longest, *game.told["longest"].values())
            progress.clear()
            print(json.dumps(game.told), flush=True)
            progress.show(number)
    print(json.dumps({**summary(series, wins, games), "longest": longest}))


def play(series: Series, number: int) -> GameReport:
    """Play one game of a series, in any process, and return its report."""
    played = series.play(number, time.process_time)
    levels, match = series.levels_in(number), played.match
    message = {
        "game": number,
        "ec": levels[Seat.EC],
        "dmo": levels[Seat.DMO],
        **(asdict(match.result) if match.result else {}),
        "moves": played.moves,
        "seconds": _rounded(played.seconds),
        "longest": _rounded(played.longest),
    }
    record = write_record(match.game, levels, match.entries, has_clocks=False)
    return GameReport(series.are_swapped(number), message, record)


def _rounded(seconds: Mapping[Seat, float]) -> dict[str, float]:
    return {seat.value: round(seconds[seat], 3) for seat in SEATS}


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


def _played(series: Series, games: int, workers: int) -> Generator[GameReport, None, None]:
    """Yield every game in order; the processes share them in turn.

    Raises:
        SelfplayFailed: A process has ended too early; why is on standard error, if it could say.
    """
    context = get_context("spawn")
    playing: list[tuple[SpawnProcess, Connection]] = []
    try:
        for first in range(1, workers + 1):
            receiver, sender = context.Pipe(duplex=False)
            numbers = range(first, games + 1, workers)
            process = context.Process(target=_work, args=(series, numbers, sender), daemon=True)
            process.start()
            sender.close()
            playing.append((process, receiver))
        for index in range(games):
            try:
                yield playing[index % workers][1].recv()
            except EOFError:
                raise SelfplayFailed(f"Game {index + 1} has not been played to its end.") from None
    finally:
        for process, _ in playing:
            process.terminate()
            process.join()


def _work(series: Series, numbers: Iterable[int], sender: Connection) -> None:
    # Ctrl-C reaches all processes of a terminal; the first one stops the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in numbers:
        sender.send(play(series, number))
