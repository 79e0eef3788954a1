"""A live match judged beside the Dealer, from the stamps of posts and messages alone.

It knows the position, and the instants of reminders. Only the lengths of the Dealer's absences come
from its log.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, inf

from bot.texts import matches, seating
from engine.clocks import ReminderKind, Seconds
from engine.game import AnyGame
from engine.matches.entries import POSTED, Entry, Speaker
from engine.matches.match import Match, Transition
from engine.matches.notices import ClockReminder, TurnStarted
from engine.refusals import Refused
from engine.seats import Seat

MOOT_MS = 1_000
"""A reminder that falls due so shortly before its turn ends may be overtaken by that."""
UNHEARD_MS = 15_000
"""For so long a message may stand before the Dealer hears of it, and still reminds its author."""


@dataclass(frozen=True)
class Due:
    """A reminder: its text, and when it is due; not owed if it may have become moot."""

    kind: str
    text: str
    at_ms: int
    is_owed: bool = True


class ExpectedReminders:
    """A match whose clocks are started by the Dealer's posts; `match` is as it stands."""

    def __init__(self, game: AnyGame, ids: dict[Seat, int], began_ms: int) -> None:
        self.match = Match.begin(game, starts_clock_by_post=True).match
        self._due: list[Due] = []
        self._ahead: list[Due] = []
        self._began_ms = began_ms
        self._seating = seating.Seating(game, ids, names={})
        self._unposted = 1

    @property
    def awaits_a_player(self) -> bool:
        """True if a turn is open, its post stands, and no move is held."""
        return not (self._unposted or self.match.held or self.match.result)

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

    def post(self, at_ms: int) -> None:
        """Take in a post that opens a turn or has the result; time may have led to it."""
        if not self._unposted:
            self._let_pass(self._seconds(at_ms))
        assert self._unposted or self.match.result, "a post for which there is no reason"
        self._unposted = max(0, self._unposted - 1)
        if not (self._unposted or self.match.result):
            self._enter(Speaker.DEALER, POSTED, at_ms)

    def hear(self, seat: Seat, text: str, at_ms: int) -> Refused | None:
        """Take in a player's message; return its refusal, if any."""
        self._follow(partial(_pass_to, until=self._seconds(at_ms), inclusive=False))
        self._due = [
            replace(due_item, is_owed=False) if due_item.at_ms >= at_ms - MOOT_MS else due_item
            for due_item in self._due
        ]
        self._ahead += self._reminders(self._told_until(at_ms + UNHEARD_MS))
        return self._enter(Speaker(seat.value), text, at_ms)

    def follow(self, log: Iterable[Entry], began_ms: int) -> None:
        """Replay a log, whose instants count from the match's own beginning."""
        self._began_ms = began_ms
        self.match = Match.begin(self.match.game, starts_clock_by_post=True).match
        for entry in log:
            self._let_pass(entry.at, inclusive=False)
            if entry.speaker in {Speaker.EC, Speaker.DMO}:
                self.hear(Seat(entry.speaker.value), entry.text, self._ms(entry.at))
                continue
            if entry.text == POSTED:
                # Everything due before it is settled already.
                self._due, self._ahead, self._unposted = [], [], 0
            self._enter(entry.speaker, entry.text, self._ms(entry.at))

    def settle(self) -> list[Due]:
        """Return the reminders of the turn that is over, those that may have come included."""
        ahead = (replace(other_due, is_owed=False) for other_due in self._ahead)
        # The names in a reminder depend on what is heard by then.
        due = {(other_due.text, other_due.at_ms): other_due for other_due in (*ahead, *self._due)}
        self._due, self._ahead = [], []
        return list(due.values())

    def _enter(self, speaker: Speaker, text: str, at_ms: int) -> Refused | None:
        entry = Entry(speaker, self._seconds(at_ms), text)
        return self._follow(lambda match: match.enter(entry).chain(Match.draw_lots)).refusal

    def _follow(self, go_on: Callable[[Match], Transition]) -> Transition:
        step = go_on(self.match)
        self.match = step.match
        # Of several turns that open at once, the room sees the last one alone.
        self._unposted += any(isinstance(notice, TurnStarted) for notice in step.notices)
        self._due += self._reminders(step)
        return step

    def _let_pass(self, until: Seconds, *, inclusive: bool = True) -> None:
        """Let time act up to an instant, turn by turn."""
        while (due := self.match.next_due()) is not None:
            if due > until or (due == until and not inclusive):
                return
            self._follow(lambda _: self._told_until(self._ms(until)))
            self._follow(partial(_pass_to, until=due))

    def _told_until(self, at_ms: int) -> Transition:
        """Let time pass to an instant before the end of the turn, which passes over reminders."""
        until = min(self._seconds(at_ms), self.match.next_due() or Seconds("Infinity"))
        return self.match.advance_time(until, inclusive=False)

    def _reminders(self, step: Transition) -> list[Due]:
        return [
            Due(_kind(notice), matches.reminded(self._seating, notice), self._ms(notice.at))
            for notice in step.notices
            if isinstance(notice, ClockReminder)
        ]

    def _seconds(self, at_ms: int) -> Seconds:
        return Seconds(at_ms - self._began_ms) / 1000

    def _ms(self, instant: Seconds) -> int:
        return self._began_ms + ceil(instant * 1000)


def _kind(notice: ClockReminder) -> str:
    is_warning = notice.kind is ReminderKind.TIME_LEFT
    return f"{notice.seconds} s left" if is_warning else notice.kind.value


def _pass_to(match: Match, *, until: Seconds, inclusive: bool = True) -> Transition:
    return match.advance_time(until, inclusive=inclusive).chain(Match.draw_lots)
