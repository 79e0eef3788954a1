"""What a run of the bench is to do, and what it may hold its figures against."""

from dataclasses import dataclass
from pathlib import Path

from tools.bench.floors import Floors


@dataclass(frozen=True)
class Plan:
    """What is wanted.

    Attributes:
        wanted: The names of the rows.
        matches: How many are live in the rows about many.
        moves: How many moves each of those has.
        seconds: How long they are played on.
        archive: How many finished matches the site is made from.
        folder: Where files may be laid.
        floors: What to hold figures against.
        profile: Where the bot's profile goes, if one is wanted.
        pid_file: Where the bot's process id goes, if it is wanted.
    """

    wanted: frozenset[str]
    matches: int
    moves: int
    seconds: float
    archive: int
    folder: Path
    floors: Floors
    profile: Path | None = None
    pid_file: Path | None = None
