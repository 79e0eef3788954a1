"""The lateness of reminders: due times against Discord's stamps in the room."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from tools.bench.figures import percentile
from tools.soak.reminders import Due

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
        for disturbance in self.disturbances:
            if (
                disturbance.room == room
                and disturbance.began_ms <= at_ms
                and disturbance.ended_ms == inf
            ):
                disturbance.ended_ms = at_ms + AFTER_MS

    def settle(self, room: str, due: list[Due], messages: list[tuple[str, int]]) -> None:
        """Compare the reminders of a turn with the texts and stamps in it."""
        messages = list(messages)
        for due_item in due:
            result = next((words for words in messages if words[0] == due_item.text), None)
            if result:
                messages.remove(result)
            if result or due_item.is_owed:
                stood_ms = result[1] if result else inf
                self.reminders.append(Reminder(room, due_item.kind, due_item.at_ms, stood_ms))
        self.unexpected += [Unexpected(room, text, stood_ms) for text, stood_ms in messages]

    def untroubled(self) -> list[Reminder]:
        """Return the reminders that no fault met."""
        return [
            reminder
            for reminder in self.reminders
            if not self._is_met(reminder.room, reminder.due_ms)
        ]

    def wrong(self) -> list[Unexpected]:
        """Return the unexpected reminders that no fault explains."""
        return [
            surprise
            for surprise in self.unexpected
            if not self._is_met(surprise.room, surprise.stood_ms)
        ]

    def _is_met(self, room: str, at_ms: float) -> bool:
        return any(disturbance.meets(room, at_ms) for disturbance in self.disturbances)


def figures(reminders: Iterable[Reminder]) -> list[str]:
    """Return p50, p90, p99 and the greatest lateness in milliseconds, by kind."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    for reminder in reminders:
        by_kind[reminder.kind].append(reminder.late_ms)
        by_kind[ALL].append(reminder.late_ms)
    return [
        f"  {kind:16} {len(late):6}  p50 {percentile(late, 50):.0f}  p90 {percentile(late, 90):.0f}"
        f"  p99 {percentile(late, 99):.0f}  max {max(late):.0f}"
        for kind, late in sorted(by_kind.items())
    ]
