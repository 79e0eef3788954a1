"""The plan of a chaos run, and its result."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tools.chaos.checks.problems import Shown
from tools.chaos.processes.endings import Ending, endings
from tools.chaos.scripts.script import Script


@dataclass(frozen=True)
class Plan:
    """The plan of a run.

    Attributes:
        seed: Source of all chance.
        kills: Least number of lifetimes to end by force.
        at_once: Number of matches played at the same time.
        scripts: Scripts, repeated if there are more kills to come.
        processes: Number of processes; several share a PostgreSQL database.
        with_faults: True for faults between the bot and Discord.
        with_practice: True for a person who practises, until the Dealer was killed while it
            thought, if that is wanted.
        is_endless: True if matches begin anew until there were enough kills.
        wanted: Events that must have happened; see `Result.met`.
        endings: Ends of the lifetimes.
        server_ends: Number of ends of the database's server, if it has one.
        patience_seconds: A player's longest wait.
        progress: Gets a line now and then.
    """

    seed: int
    kills: int
    at_once: int
    scripts: Sequence[Script]
    processes: int = 1
    with_faults: bool = True
    with_practice: bool = False
    is_endless: bool = False
    wanted: frozenset[str] = frozenset()
    endings: Callable[[Random], Iterator[Ending]] = endings
    server_ends: int = 0
    patience_seconds: float = 240.0
    progress: Callable[[str], None] = lambda _: None

    @property
    def calm(self) -> "Plan":
        """The same scripts for one process, of which none is killed and nothing goes wrong."""
        return Plan(self.seed, kills=0, at_once=self.at_once, scripts=self.scripts)


@dataclass
class Result:
    """The result of a run.

    Attributes:
        reached: Boundaries at which processes ended, and ends of owners.
        down: Spans in which the database's server was down, in seconds of the wall clock.
    """

    endings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    reached: set[str] = field(default_factory=set)
    starts: Counter[str] = field(default_factory=Counter)
    spells: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    boards: dict[str, list[Shown]] = field(default_factory=dict)
    matches: Counter[str] = field(default_factory=Counter)
    posts: int = 0
    submissions: int = 0
    repeated: int = 0
    void: int = 0
    practised: int = 0
    failed_starts: int = 0
    down: list[tuple[float, float]] = field(default_factory=list)
    takings: int = 0
    commits: int = 0
    seconds: float = 0.0

    @property
    def met(self) -> set[str]:
        """The events so far: boundaries, faults, players' ways."""
        return self.reached.union(self.faults, self.starts, self.spells, self.ways)

    @property
    def server_ends(self) -> int:
        """The number of ends of the database's server."""
        return len(self.down)

    @property
    def line(self) -> str:
        """The figures in a line."""
        return (
            f"{self.endings.total()} processes ({_listed(self.endings)}) in {self.seconds:.0f} s; "
            f"{self.matches.total()} matches, {self.practised} of practice, {self.posts} posts, "
            f"{self.submissions} submissions, "
            f"{self.repeated} forms and commands sent anew, {self.void} matches void, "
            f"{self.failed_starts} starts that failed; starts through: {_listed(self.starts)}; "
            f"not writable: {_listed(self.spells)}; faults: {_listed(self.faults)}; "
            f"said: {_listed(self.ways)}; {self._of_several}"
            f"{len(self.violations)} violations"
        )

    @property
    def _of_several(self) -> str:
        """The figures of several processes; empty if there was one."""
        if not self.takings:
            return ""
        return (
            f"{self.server_ends} ends of the server, {self.takings} times the database was taken, "
            f"{self.commits} changes compared with their owner; "
        )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "none"
