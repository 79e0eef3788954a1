"""The plan of a bench run, and the floors for its figures."""

from dataclasses import dataclass
from pathlib import Path

from tools.bench.floors import Floors


@dataclass(frozen=True)
class Plan:
    """The request for a run.

    Attributes:
        wanted: Names of the rows.
        matches: Number of live matches in the rows about many.
        moves: Number of moves that each of those has.
        seconds: Duration of play.
        archive: Number of finished matches of the site.
    """

    wanted: frozenset[str]
    matches: int
    moves: int
    seconds: float
    archive: int
    folder: Path
    floors: Floors
