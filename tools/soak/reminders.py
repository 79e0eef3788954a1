"""The reminders that players of a match are owed, by its log."""

from dataclasses import dataclass, replace
from math import ceil, inf

from bot.texts import matches
from bot.texts.seating import Seating
from engine.clocks import ReminderKind, Seconds
from engine.game import AnyGame
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.matches.notices import ClockReminder
from engine.seats import Seat

MOOT_MS = 1_000
"""A reminder that falls due so shortly before its turn ends may be overtaken by that."""
UNHEARD_MS = 15_000
"""For so long a message may stand before the Dealer hears of it, and still reminds its author."""


@dataclass(frozen=True)
class Reminder:
    """A reminder that is due in a room.

    Attributes:
        is_owed: False if it may have become moot.
        stood_ms: Time of its arrival; infinity if it never stood.
    """

    room: str
    kind: str
    text: str
    due_ms: int
    is_owed: bool = True
    stood_ms: float = inf

    @property
    def late_ms(self) -> float:
        """The delay of its arrival."""
        return self.stood_ms - self.due_ms


class FollowedMatch:
    """A match that follows its log, and notes the reminders that fall due in it.

    Attributes:
        match: The match after the latest entry.
        sources: The sources of all entries.
    """

    def __init__(self, room: str, game: AnyGame, ids: dict[Seat, int], began_ms: int) -> None:
        self._room = room
        self.match = Match.begin(game, starts_clock_by_post=True).match
        self.sources: list[str | None] = []
        self._due: dict[tuple[str, int], Reminder] = {}
        self._began_ms = began_ms
        self._seating = Seating(game, ids, names={})

    @property
    def awaits_a_player(self) -> bool:
        """True if a turn's clock runs, and no move is held."""
        is_open = self.match.clock.started is not None
        return is_open and not (self.match.held or self.match.result)

    @property
    def turn_began_ms(self) -> int:
        """The start of the turn's clock."""
        assert self.match.clock.started is not None
        return self._ms(self.match.clock.started)

    @property
    def flag_ms(self) -> float:
        """The end of all time; infinity while no clock runs."""
        flag = self.match.clock.flag_at
        return inf if flag is None else self._ms(flag)

    def enter(self, entry: Entry, source: str | None) -> None:
        """Follow one entry of the log."""
        at_ms, unheard = self._ms(entry.at), list[Reminder]()
        if entry.speaker.seat:
            # The names in a reminder depend on what is heard by then.
            _, unheard = self._pass_to(entry.at + Seconds(UNHEARD_MS) / 1000)
        self.match, due = self._pass_to(entry.at)
        self._due |= {(other_due.text, other_due.due_ms): other_due for other_due in due}
        for other_due in (*self._due.values(), *unheard):
            if entry.speaker.seat and other_due.due_ms >= at_ms - MOOT_MS:
                moot = replace(other_due, is_owed=False)
                self._due[moot.text, moot.due_ms] = moot
        self.match = self.match.enter(entry).match
        self.sources.append(source)

    def settle(self) -> list[Reminder]:
        """Return the reminders since the latest call, those that may have come included."""
        due = [*self._due.values()]
        self._due.clear()
        return due

    def _pass_to(self, until: Seconds) -> tuple[Match, list[Reminder]]:
        """Return the match before an instant of its turn, and the reminders until then."""
        match, due = self.match, list[Reminder]()
        ends = min(until, match.next_due() or until)
        while not match.held and (at := match.clock.next_reminder_at) is not None and at < ends:
            step = match.advance_time(at)
            reminders = [notice for notice in step.notices if isinstance(notice, ClockReminder)]
            assert reminders, "time goes on from one reminder to the next"
            due += map(self._told, reminders)
            match = step.match
        return match, due

    def _told(self, notice: ClockReminder) -> Reminder:
        is_warning = notice.kind is ReminderKind.TIME_LEFT
        kind = f"{notice.seconds} s left" if is_warning else notice.kind.value
        text = matches.reminded(self._seating, notice)
        return Reminder(self._room, kind, text, self._ms(notice.at))

    def _ms(self, instant: Seconds) -> int:
        return self._began_ms + ceil(instant * 1000)
