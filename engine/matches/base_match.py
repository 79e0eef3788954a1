"""The state of a match at one instant, and all questions about it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Self, TypeAlias

from engine.clocks import ZERO, Reserve, Reserves, RunningClock, Seconds
from engine.game import NOT_YOUR_TURN, AnyGame, Json, Outcome, TakeBack
from engine.matches.entries import Entry
from engine.matches.rulings import CAN_BE_TAKEN_BACK
from engine.refusals import NotASubmission, Refused, finds_submission, untimely
from engine.seats import HOST, Host, Seat, Viewer
from engine.seeds import lots_of

PAUSED: Final = untimely("paused", "The match is paused until `/match resume`.")
MOVE_HELD: Final = untimely(
    "move-held", "I already have your move. To play another one, type `takeback` first."
)
TOO_LATE: Final = untimely(
    "too-late", "Too late to take that back: you would have run out of time. The move stands."
)

Standing: TypeAlias = dict[str, Json]
"""Position, seats to act and clocks in the notation of the record, ready for JSON."""


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
        state: The game's state; a held move has not happened yet.
        clock: The clock of the turn.
        to_act: The seats that have to act now.
        awaits_host: True if a host has to rule before anybody acts; no clock runs meanwhile.
        has_clocks: False if the match has no clocks.
        starts_clock_by_post: True if clocks wait for `dealer posted`, False if they start as the
            turn opens.
        has_reminders: True if the match gives reminders.
        now: The latest instant judged.
        turn_opened_at: The instant at which the turn opened.
        submitted_seats: The seats that have made a private submission in this turn or phase.
        held: A move that may still be taken back.
        lot_due_at: The instant at which a lot fell due; None while none is.
        result: The match's result, by the game's rules or a ruling; None while it goes on.
        entries: The log: all accepted entries.
        undo_point: The latest of the players' entries that have not been undone.
        ruling_point: The latest ruling that can be taken back, if no player has acted since.
        lots: The number of lots settled so far, including those undone since.
    """

    game: AnyGame
    state: Any
    clock: RunningClock
    to_act: tuple[Seat, ...] = ()
    awaits_host: bool = False
    has_clocks: bool = True
    starts_clock_by_post: bool = False
    has_reminders: bool = True
    now: Seconds = ZERO
    turn_opened_at: Seconds = ZERO
    submitted_seats: frozenset[Seat] = frozenset()
    held: HeldMove | None = None
    lot_due_at: Seconds | None = None
    result: Outcome | None = None
    entries: tuple[Entry, ...] = ()
    undo_point: UndoPoint | None = None
    ruling_point: RulingPoint | None = None
    lots: int = 0

    # The game

    def reach(self, state: Any, instant: Seconds) -> Self:
        """Return the match in another state of the game, with all that the game says about it."""
        to_act = self.game.to_act(state)
        awaits_host = not to_act and self.game.awaits_host(state)
        lot_due_at = None if to_act or awaits_host or state.outcome else instant
        return replace(
            self,
            state=state,
            to_act=to_act,
            awaits_host=awaits_host,
            held=None,
            lot_due_at=lot_due_at,
        )

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

    def playable_action(self, seat: Seat, text: str, instant: Seconds) -> Any:
        """Return a seat's action, a take-back if a move is held; raise Refused if it may not act.

        Only a seat that may act now is told why a text is none.
        """
        action: Any = None
        fault: Refused | None = None
        try:
            action = self.game.read(self.state, seat, text)
        except NotASubmission:
            raise
        except Refused as refused:
            fault = refused
        if self.clock.paused_since is not None:
            raise PAUSED()
        if self.held:
            self._check_take_back(seat, action, instant)
        elif not self.game.accepts_from(self.state, seat, action):
            raise self.game.rejection(self.state, seat, action)()
        if fault:
            raise fault
        return action

    def _check_take_back(self, seat: Seat, action: Any, instant: Seconds) -> None:
        if self.held is None or self.held.entry.speaker.seat is not seat:
            raise NOT_YOUR_TURN()
        if not isinstance(action, TakeBack):
            raise MOVE_HELD()
        flag = self.clock.flag_at
        if flag is not None and instant > flag:
            raise TOO_LATE()

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
        number, speaker = len(self.entries), entry.effective.speaker
        undo_point, ruling_point = self.undo_point, self.ruling_point
        if speaker.seat:
            reserves = self.clock.opening_reserves
            cancels_held_move = self.held is not None and self.held.entry.speaker is speaker
            undo_point = UndoPoint(number, self.state, reserves, cancels_held_move, undo_point)
        if entry.speaker.seat:
            ruling_point = None
        elif isinstance(entry.ruling, CAN_BE_TAKEN_BACK):
            ruling_point = RulingPoint(number, replace(self, entries=()))
        return replace(
            self,
            entries=(*self.entries, entry),
            undo_point=undo_point,
            ruling_point=ruling_point,
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
        return self.clock.reserves_left(self.clock_instant(self.now)).of(seat)

    def clock_instant(self, instant: Seconds) -> Seconds:
        """Return the instant to read clocks at: while a move is held, the instant it was typed."""
        return self.held.entry.at if self.held else instant

    def start_clock(self, instant: Seconds, posted: int | None = None) -> Self:
        """Start the turn's clock, unless it is running; during a pause no time passes.

        Time counts once the grace is over. `posted` is the entry of the log that starts it, if any.
        """
        clock = self.clock
        if not self.has_clocks or clock.timing is None or clock.started is not None:
            return self
        started = clock.stands_at(instant) + self.game.grace
        return replace(self, clock=replace(clock, started=started, posted=posted))

    def standing(self, *, is_logged: bool = False) -> Standing:
        """Return the standing at the latest instant judged, or at the last entry of the log.

        The log can tell no more than that.
        """
        clock, reserve = dict[str, Any](), self.game.starting_reserve
        instant = self.now
        if is_logged:
            instant = self.entries[-1].at if self.entries else ZERO
        if reserve is not None:
            left = self.clock.reserves_left(self.clock_instant(instant))
            unit, number = ("periods", int) if isinstance(reserve, int) else ("reserve", float)
            clock = {seat: {unit: number(rest)} for seat, rest in asdict(left).items()}
        position, to_act = self.game.position(self.state), [seat.value for seat in self.to_act]
        return {"position": position, "to_act": to_act, "clock": clock}

    def next_due(self) -> Seconds | None:
        """Return when time next changes the match: a held move becomes final, or the flag falls."""
        if self.clock.paused_since is not None or self.lot_due_at is not None:
            return None
        return self.held.until if self.held else self.clock.flag_at

    def next_wake(self) -> Seconds | None:
        """Return when something next happens by itself: as `next_due`, or a reminder."""
        times = (self.next_due(), None if self.held else self.clock.next_reminder_at)
        return min((time for time in times if time is not None), default=None)
