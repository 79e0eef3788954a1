"""The lateness of reminders: due times against Discord's stamps in the room."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf

from tools.bench.figures import percentile
from tools.soak.reminders import Reminder

ALL = "all"
BEFORE_MS = 2_000
"""Time before a fault in which due posts may be met by it on the way."""

AFTER_MS = 10_000
"""For how long a post that met a fault may keep back what comes after it."""


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
    """All reminders, the faults, and reminders that were not due: room, text and time."""

    reminders: list[Reminder] = field(default_factory=list)
    unexpected: list[tuple[str, str, int]] = field(default_factory=list)
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

    def settle(self, room: str, due: list[Reminder], messages: list[tuple[str, int]]) -> None:
        """Compare the reminders of a turn with the texts and stamps in it."""
        messages = list(messages)
        for reminder in due:
            message = next((words for words in messages if words[0] == reminder.text), None)
            if message:
                messages.remove(message)
                self.reminders.append(replace(reminder, stood_ms=message[1]))
            elif reminder.is_owed:
                self.reminders.append(reminder)
        self.unexpected += [(room, text, stood_ms) for text, stood_ms in messages]

    def untroubled(self) -> list[Reminder]:
        """Return the reminders that no fault met."""
        return [
            reminder
            for reminder in self.reminders
            if not self._is_met(reminder.room, reminder.due_ms)
        ]

    def wrong(self) -> list[tuple[str, str, int]]:
        """Return the unexpected reminders that no fault explains."""
        return [
            (room, text, stood_ms)
            for room, text, stood_ms in self.unexpected
            if not self._is_met(room, stood_ms)
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
