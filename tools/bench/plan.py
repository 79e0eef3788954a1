"""The plan of a bench run, and the floors for its figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """The request for a run.

    Attributes:
        wanted: Names of the rows.
        matches: Number of live matches in the rows about many.
        seconds: Duration of play.
        floors: Cost of the bare parts of the same work, by name.
    """

    wanted: frozenset[str]
    matches: int
    seconds: float
    folder: Path
    floors: Mapping[str, float]
