"""The state of a match at one instant, and all questions about it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Self

from engine.clocks import WARNINGS, Reminder, Reserve, Reserves, Seconds
from engine.game import AnyGame, Outcome, TakeBack, Timing
from engine.matches.entries import Entry
from engine.matches.notices import Reminded
from engine.matches.rulings import CAN_BE_TAKEN_BACK
from engine.matches.running_clock import ZERO, RunningClock
from engine.refusals import Refused, finds_submission
from engine.seats import HOST, Host, Seat, Viewer
from engine.seeds import lots_of


@dataclass(frozen=True, slots=True)
class Situation:
    """A state of the game with all that a match asks about it, so that it asks only once.

    Attributes:
        state: The game's state.
        to_act: The seats that have to act.
        timing: The clock that the state calls for.
        awaits_host: True if a host has to rule before anybody acts.
        outcome: The result of the game; None while it goes on.
    """

    state: Any
    to_act: tuple[Seat, ...]
    timing: Timing | None
    awaits_host: bool
    outcome: Outcome | None

    @property
    def lot_due(self) -> bool:
        """True if chance decides what happens next."""
        return not (self.to_act or self.awaits_host or self.outcome)

    @classmethod
    def of(cls, game: AnyGame, state: Any) -> "Situation":
        """Ask the game about a state."""
        awaits_host = game.awaits_host(state)
        return cls(state, game.to_act(state), game.timing(state), awaits_host, state.outcome)


@dataclass(frozen=True, slots=True)
class HeldMove:
    """A legal move that is not yet final.

    Attributes:
        entry: The entry that made it.
        state: The state it leads to.
        until: The last instant at which it can be taken back; None if no clock runs.
    """

    entry: Entry
    state: Any
    until: Seconds | None

    def later(self, pause: Seconds) -> "HeldMove":
        """Return the move as if it had been typed this many seconds later."""
        until = None if self.until is None else self.until + pause
        return HeldMove(replace(self.entry, at=self.entry.at + pause), self.state, until)


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """A player's accepted entry, and what undoing it brings back.

    An undo could replay the log up to the entry instead. But a record may have 10,000 entries, half
    of them undos, and a replay for each undo would judge 12 million entries.

    Attributes:
        number: The entry's number in the log, counted from 0.
        state: The game's state before the entry.
        reserves: Each seat's reserve when the turn opened.
        cancels_held_move: True if the entry ended a move that its own player had held.
        earlier: The same player's entry before it, which can be undone next.
    """

    number: int
    state: Any
    reserves: Reserves
    cancels_held_move: bool
    earlier: "UndoPoint | None" = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RulingPoint:
    """A host's ruling that can be taken back.

    Attributes:
        number: The entry's number in the log, counted from 0.
        before: The match just before it, without its log.
    """

    number: int
    before: "BaseMatch" = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BaseMatch:
    """A match at an instant; `Match` adds what may happen to it.

    Attributes:
        game: The rules with the match's options.
        situation: The game's state, and what the game says about it.
        clock: The clock of the turn.
        timed: False if the match has no clocks.
        by_posts: True if clocks wait for `dealer posted`, False if they start as the turn opens.
        reminds: True if the match gives reminders.
        now: The latest instant judged.
        opened: The instant at which the turn opened.
        received: The seats that have made a private submission in this turn or phase.
        held: A move that may still be taken back.
        lot_due_at: The instant at which a lot fell due; None while none is.
        result: The match's result, by the game's rules or a ruling; None while it goes on.
        entries: The log: all accepted entries.
        undo_point: The latest of the players' entries that have not been undone.
        ruling_point: The latest ruling that can be taken back, if no player has acted since.
        lots: The number of lots settled so far, including those undone since.
    """

    game: AnyGame
    situation: Situation
    clock: RunningClock
    timed: bool = True
    by_posts: bool = False
    reminds: bool = True
    now: Seconds = ZERO
    opened: Seconds = ZERO
    received: frozenset[Seat] = frozenset()
    held: HeldMove | None = None
    lot_due_at: Seconds | None = None
    result: Outcome | None = None
    entries: tuple[Entry, ...] = ()
    undo_point: UndoPoint | None = None
    ruling_point: RulingPoint | None = None
    lots: int = 0

    # The game

    @property
    def state(self) -> Any:
        """The game's state; a held move has not happened yet."""
        return self.situation.state

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have to act now."""
        return () if self.result else self.situation.to_act

    @property
    def awaits_host(self) -> bool:
        """True if a host has to rule before anybody acts; no clock runs meanwhile."""
        return not self.result and self.situation.awaits_host

    def view(self, viewer: Viewer | Host) -> Any:
        """Return the position as a viewer may see it; once the match is over, all of it."""
        if self.result:
            return replace(self.game.reveal(self.state), outcome=self.result)
        if viewer is HOST:
            return self.game.host_view(self.state)
        return self.game.view(self.state, viewer)

    def ends_phase(self, seat: Seat) -> bool:
        """Return whether a seat's secret submission ends the phase, so that it cannot be replaced.

        It does if the opponent's is in and only this one is missing.
        """
        return self.to_act == (seat,) and self.game.may_submit(self.state, seat.opponent)

    def is_secret(self, seat: Seat, text: str) -> bool | None:
        """Return whether a text is a submission for the Dealer's eyes only.

        Return None for a text that may be said anywhere: a concession, an action that gives nothing
        away, or no action at all.
        """
        try:
            action = self.game.read(self.state, seat, text)
        except Refused:
            return None
        if isinstance(action, TakeBack):
            return None
        return self.game.is_private(self.state, action)

    def given_in_form(self, seat: Seat, text: str) -> str:
        """Return the text to enter for what a form contains; there it counts without a `!`."""
        counts = finds_submission(lambda: self.game.read(self.state, seat, text))
        return text if counts else f"!{text}"

    @property
    def drawn_lot(self) -> str:
        """The due lot, as the seed gives it; after an undo it is the next one."""
        lot = self.game.draw(self.state, lots_of(self.game.seed, self.lots))
        if lot is None:
            raise AssertionError("a due lot can be drawn")
        return lot

    # The log

    def log(self, entry: Entry) -> Self:
        """Return the match with an accepted entry in its log, from which it may be taken back."""
        return replace(
            self,
            entries=(*self.entries, entry),
            undo_point=self._undo_point(entry),
            ruling_point=self._ruling_point(entry),
            now=max(self.now, entry.at),
        )

    def entries_in_force(self) -> Iterator[int]:
        """Yield the numbers of the players' entries that are in force, latest first.

        Neither a move that was taken back or undone is in force nor the entry that took it back.
        """
        is_cancelled, point = False, self.undo_point
        while point:
            if not (point.cancels_held_move or is_cancelled):
                yield point.number
            is_cancelled, point = point.cancels_held_move, point.earlier

    def _undo_point(self, entry: Entry) -> UndoPoint | None:
        who = entry.heard.who
        if not who.seat:
            return self.undo_point
        return UndoPoint(
            number=len(self.entries),
            state=self.state,
            reserves=self.clock.opening_reserves,
            cancels_held_move=self.held is not None and self.held.entry.who is who,
            earlier=self.undo_point,
        )

    def _ruling_point(self, entry: Entry) -> RulingPoint | None:
        if entry.who.seat:
            return None
        if isinstance(entry.ruling, CAN_BE_TAKEN_BACK):
            return RulingPoint(len(self.entries), replace(self, entries=()))
        return self.ruling_point

    # Time

    @property
    def turn_left(self) -> Seconds | None:
        """The rest of the turn's own time: negative once the seat is using reserve.

        None while no clock runs.
        """
        return self.clock.turn_left(self.clock_instant(self.now))

    @property
    def all_left(self) -> Seconds | None:
        """All the time left, reserve included; None while no clock runs."""
        return self.clock.all_left(self.clock_instant(self.now))

    def reserve_left(self, seat: Seat) -> Reserve:
        """Return a seat's reserve now, less what it has used in this turn."""
        return self.clock.reserve_left(seat, self.clock_instant(self.now))

    def clock_instant(self, at: Seconds) -> Seconds:
        """Return the instant to read clocks at: while a move is held, the instant it was typed."""
        return self.held.entry.at if self.held else at

    def start_clock(self, at: Seconds, posted: int | None = None) -> Self:
        """Start the turn's clock; `posted` is the number of the entry that starts it, if any."""
        if not self.timed:
            return self
        return replace(self, clock=self.clock.start(at, self.game.grace, posted))

    def next_due(self) -> Seconds | None:
        """Return when time next changes the match: a held move becomes final, or the flag falls."""
        if self.clock.paused_since is not None or self.lot_due_at is not None:
            return None
        return self.held.until if self.held else self.clock.flag_at

    def next_wake(self) -> Seconds | None:
        """Return when something next happens by itself: as `next_due`, or a reminder."""
        reminder = next(self.reminders(self.clock.reminded), None)
        times = [self.next_due(), reminder.at if reminder else None]
        return min((time for time in times if time is not None), default=None)

    def reminders(self, after: Seconds) -> Iterator[Reminded]:
        """Return the reminders after an elapsed time, as notices; none while a move is held."""
        if self.held:
            return iter(())
        return map(self._reminded, self.clock.reminders(after))

    def reminders_due(
        self, after: Seconds, until: Seconds, *, inclusive: bool
    ) -> tuple[Reminded, ...]:
        """Return the reminders after an elapsed time and before an instant, or also at it."""
        if self.held:
            return ()
        elapsed = until - (self.clock.started or ZERO)
        if self.clock.timing and elapsed < self.clock.timing.clock.turn - WARNINGS[0]:
            # Nothing is due so early: the usual case.
            return ()
        due = takewhile(
            lambda each: each.at < elapsed or (inclusive and each.at == elapsed),
            self.clock.reminders(after),
        )
        return tuple(map(self._reminded, due))

    def _reminded(self, due: Reminder) -> Reminded:
        at = due.at + (self.clock.started or ZERO)
        return Reminded(self.to_act, at, due.kind, due.seconds, due.left, due.all_left)
