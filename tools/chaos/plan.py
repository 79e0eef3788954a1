"""The plan of a chaos run, and its result."""

from collections import Counter, defaultdict
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
        endings: Numbers of ends of processes, by kind.
        events: Numbers of faults, of what players did and the like, by kind.
        counts: Other numbers, by name.
        reached: Boundaries at which processes ended, and ends of owners.
        down: Spans in which the database's server was down, in seconds of the wall clock.
    """

    endings: Counter[str] = field(default_factory=Counter)
    events: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    matches: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    reached: set[str] = field(default_factory=set)
    down: list[tuple[float, float]] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    boards: dict[str, list[Shown]] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def met(self) -> set[str]:
        """The events so far: boundaries, faults, players' ways."""
        return self.reached.union(*self.events.values())

    @property
    def line(self) -> str:
        """The figures in a line."""
        counts = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        events = "; ".join(f"{name}: {_listed(kinds)}" for name, kinds in self.events.items())
        return (
            f"{self.endings.total()} processes ({_listed(self.endings)}) in {self.seconds:.0f} s; "
            f"{self.matches.total()} matches, {counts}; {events}; {len(self.violations)} violations"
        )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "none"
