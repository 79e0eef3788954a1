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

    def meets(self, reminder: Reminder) -> bool:
        """Return whether a reminder falls due in it."""
        is_then = self.began_ms - BEFORE_MS <= reminder.due_ms <= self.ended_ms
        return is_then and self.room in {None, reminder.room}


@dataclass
class Ledger:
    """All reminders, the faults, and those that were not due, as if for when they stood."""

    reminders: list[Reminder] = field(default_factory=list)
    unexpected: list[Reminder] = field(default_factory=list)
    disturbances: list[Disturbance] = field(default_factory=list)

    def hear(self, room: str, at_ms: int) -> None:
        """Note that the Dealer has spoken in a room: disturbances there will soon be over."""
        for disturbance in self.disturbances:
            is_open = disturbance.began_ms <= at_ms and disturbance.ended_ms == inf
            if disturbance.room == room and is_open:
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
        self.unexpected += [Reminder(room, "", *message) for message in messages]

    def untroubled(self) -> list[Reminder]:
        """Return the reminders that no fault met."""
        return [reminder for reminder in self.reminders if not self._is_met(reminder)]

    def wrong(self) -> list[Reminder]:
        """Return the unexpected reminders that no fault explains."""
        return [reminder for reminder in self.unexpected if not self._is_met(reminder)]

    def _is_met(self, reminder: Reminder) -> bool:
        return any(disturbance.meets(reminder) for disturbance in self.disturbances)


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
