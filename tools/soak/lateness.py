"""The lateness of reminders: due times against Discord's stamps in the room."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, inf

from tools.soak.expected_reminders import Due

ALL = "all"
BEFORE_MS = 2_000
"""Time before a fault in which due posts may be met by it on the way."""

AFTER_MS = 10_000
"""For how long a post that met a fault may keep back what comes after it."""


@dataclass(frozen=True)
class Reminder:
    """A reminder of a room: due time and time of arrival; infinity if it never stood."""

    room: str
    kind: str
    due_ms: int
    stood_ms: float

    @property
    def late_ms(self) -> float:
        """The delay of its arrival."""
        return self.stood_ms - self.due_ms


@dataclass(frozen=True)
class Unexpected:
    """A reminder that was not due."""

    room: str
    text: str
    stood_ms: int


@dataclass
class Disturbance:
    """The time in which a fault keeps the Dealer from its work, in one room or in all (None)."""

    room: str | None
    began_ms: int
    ended_ms: float = inf

    def meets(self, room: str, at_ms: float) -> bool:
        """Return whether an instant in a room falls into it."""
        return self.room in {None, room} and self.began_ms - BEFORE_MS <= at_ms <= self.ended_ms


@dataclass
class Ledger:
    """All reminders, the unexpected ones, and the faults."""

    reminders: list[Reminder] = field(default_factory=list)
    unexpected: list[Unexpected] = field(default_factory=list)
    disturbances: list[Disturbance] = field(default_factory=list)

    def hear(self, room: str, at_ms: int) -> None:
        """Note that the Dealer has spoken in a room: disturbances there will soon be over."""
        for each in self.disturbances:
            if each.room == room and each.began_ms <= at_ms and each.ended_ms == inf:
                each.ended_ms = at_ms + AFTER_MS

    def settle(self, room: str, due: list[Due], said: list[tuple[str, int]]) -> None:
        """Compare the reminders of a turn with the texts and stamps in it."""
        said = list(said)
        for each in due:
            found = next((words for words in said if words[0] == each.text), None)
            if found:
                said.remove(found)
            if found or each.is_owed:
                stood_ms = found[1] if found else inf
                self.reminders.append(Reminder(room, each.kind, each.at_ms, stood_ms))
        self.unexpected += [Unexpected(room, text, stood_ms) for text, stood_ms in said]

    def untroubled(self) -> list[Reminder]:
        """Return the reminders that no fault met."""
        return [each for each in self.reminders if not self._is_met(each.room, each.due_ms)]

    def wrong(self) -> list[Unexpected]:
        """Return the unexpected reminders that no fault explains."""
        return [each for each in self.unexpected if not self._is_met(each.room, each.stood_ms)]

    def _is_met(self, room: str, at_ms: float) -> bool:
        return any(each.meets(room, at_ms) for each in self.disturbances)


def figures(reminders: Iterable[Reminder]) -> list[str]:
    """Return p50, p90, p99 and the greatest lateness in milliseconds, by kind."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    for each in reminders:
        by_kind[each.kind].append(each.late_ms)
        by_kind[ALL].append(each.late_ms)
    return [
        f"  {kind:16} {len(late):6}  p50 {percentile(late, 50):.0f}  p90 {percentile(late, 90):.0f}"
        f"  p99 {percentile(late, 99):.0f}  max {max(late):.0f}"
        for kind, late in sorted(by_kind.items())
    ]


def percentile(values: list[float], percent: int) -> float:
    """Return the least value that `percent` of the values do not exceed."""
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]
