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
        seconds: Duration of play.
    """

    wanted: frozenset[str]
    matches: int
    seconds: float
    folder: Path
    floors: Floors
