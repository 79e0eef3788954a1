"""What a run of the bench is to do, and what it may hold its figures against."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Floors:
    """What the bare parts of the Dealer's work take on this machine, right now.

    Attributes:
        turn_cpu_ms: Processor time to read, judge, keep, draw and send one turn, and nothing else.
        turn_ms: How long that takes.
        picture_ms: To save an empty picture of a board's size.
        start_seconds: To start Python, and end.
        libraries_mb: The memory of a process that has imported the Dealer's libraries.
    """

    turn_cpu_ms: float
    turn_ms: float
    picture_ms: float
    start_seconds: float
    libraries_mb: float


@dataclass(frozen=True)
class Plan:
    """What is wanted.

    Attributes:
        wanted: The names of the rows.
        matches: How many are live in the rows about many.
        moves: How many moves each of those has.
        seconds: How long they are played on.
        folder: Where files may be laid.
        floors: What to hold figures against.
        profile: Where the bot's profile goes, if one is wanted.
        pid_file: Where the bot's process id goes, if it is wanted.
    """

    wanted: frozenset[str]
    matches: int
    moves: int
    seconds: float
    folder: Path
    floors: Floors
    profile: Path | None = None
    pid_file: Path | None = None
