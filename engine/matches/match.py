"""A match: a game, its clocks and its log, folded entry by entry into a new match and notices.

Everything that is decided is decided here, by pure functions of what was typed and when. Times are
seconds since the match began.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, Final, TypeAlias

from engine.clocks import Periods, Reserve, Reserves, Seconds
from engine.game import TAKE_BACK, Game, Outcome, Reason, TakeBack, Timing
from engine.matches.entries import POSTED, Cause, Entry, Log, Speaker
from engine.matches.notices import (
    Adjusted,
    Ended,
    Held,
    Notice,
    Opened,
    Paused,
    Progressed,
    Received,
    Reminded,
    Resumed,
    Spent,
    TakenBack,
)
from engine.notation import is_concession
from engine.refusals import Malformed, OutOfOrder, Refused
from engine.seats import Seat, Viewer

ZERO: Final = Seconds(0)
REMINDERS_KEEP: Final = Seconds(3600)
"""A reminder that is later than this has nothing to tell any more."""
_TIME_RULING: Final = re.compile(r"time (ec|dmo) ([+-]?)([0-9]{1,12}(?:\.[0-9]{1,12})?)", re.ASCII)

AnyGame: TypeAlias = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class HeldMove:
    """A legal move that is not yet final.

    Attributes:
        entry: Who typed what, and when.
        state: The state that it leads to.
        until: The last instant at which it can be taken back; None where no clock runs.
    """

    entry: Entry
    state: Any
    until: Seconds | None


@dataclass(frozen=True, slots=True)
class Step:
    """What came of an entry: the match after it, what is to be told, and why if it was refused."""

    match: "Match"
    notices: tuple[Notice, ...] = ()
    refusal: Refused | None = None

    def then(self, go_on: "Callable[[Match], Step]") -> "Step":
        """Go on from the match reached so far, keeping what is to be told."""
        following = go_on(self.match)
        return Step(
            following.match, self.notices + following.notices, self.refusal or following.refusal
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A match at an instant; made by `begin`, changed by `enter`, `pass_to` and `draw_lots`.

    Attributes:
        game: The rules with the match's options.
        state: The game's state.
        timed: Whether a clock runs at all.
        by_posts: Whether clocks start by `dealer posted` alone, and not as soon as a turn opens.
        reminds: Whether anybody is told the reminders, so that they have to be worked out.
        now: The latest instant judged.
        started: When the running clock was started; None while it is not.
        reminded: Up to which elapsed time reminders have been told.
        reserves: What each seat had when the turn opened, or since a host changed it.
        opening_reserves: What each seat had when the turn opened.
        opened: When the turn opened.
        received: The seats that have made a private submission in it.
        entered: Periods that the turn had consumed when its limit was changed.
        held: A move that may still be taken back.
        paused_since: Since when a host's pause lasts.
        lot_due_at: When the lot fell due that is due now.
        result: How the match ended.
        entries: The log: all accepted entries.
        lots: How many lots have been drawn.
        earlier: The match before its latest accepted player's entry.
    """

    game: AnyGame
    state: Any
    timed: bool = True
    by_posts: bool = False
    reminds: bool = True
    now: Seconds = ZERO
    started: Seconds | None = None
    reminded: Seconds = Seconds(-1)
    reserves: Reserves = Reserves()
    opening_reserves: Reserves = Reserves()
    opened: Seconds = ZERO
    received: frozenset[Seat] = frozenset()
    entered: int = 0
    held: HeldMove | None = None
    paused_since: Seconds | None = None
    lot_due_at: Seconds | None = None
    result: Outcome | None = None
    entries: Log = Log()
    lots: int = 0
    earlier: "Match | None" = field(default=None, repr=False)

    # Beginning, and folding a log

    @classmethod
    def begin(
        cls, game: AnyGame, *, timed: bool = True, by_posts: bool = False, reminds: bool = True
    ) -> Step:
        """A match at its first instant, and the notice that opens it."""
        reserve = game.starting_reserve
        reserves = Reserves() if reserve is None else Reserves(reserve, reserve)
        match = cls(game, game.begin(), timed, by_posts, reminds, reserves=reserves)
        return match._open(ZERO, spent=None, cause=None)

    @classmethod
    def replay(cls, game: AnyGame, entries: Iterable[Entry]) -> "Match":
        """The match that a Dealer's own log leads to.

        Raises:
            Refused: An entry is refused, which no entry of a true log is.
        """
        match = cls.begin(game, by_posts=True).match
        for entry in entries:
            step = match.enter(entry)
            if step.refusal:
                raise step.refusal
            match = step.match
        return match

    # What may be asked of a match

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats from which something is awaited now."""
        return () if self.result else self.game.to_act(self.state)

    @property
    def timing(self) -> Timing | None:
        """The clock of the position, whether it has been started or not."""
        timing = None if self.result else self.game.timing(self.state)
        if timing and self.entered and isinstance(timing.clock, Periods):
            return replace(timing, clock=replace(timing.clock, entered=self.entered))
        return timing

    @property
    def elapsed(self) -> Seconds:
        """What the running clock reads; while a move is held, what it read at that move."""
        return self._elapsed_at(self.now)

    @property
    def turn_left(self) -> Seconds | None:
        """What remains of the turn's time, reserve not counted; below zero while that is used.

        None while no clock runs.
        """
        timing = self.timing
        return timing.clock.turn - self.elapsed if timing and self.started is not None else None

    @property
    def all_left(self) -> Seconds | None:
        """What remains of all time, reserve included; None while no clock runs."""
        timing = self.timing
        if timing is None or self.started is None:
            return None
        return timing.clock.flag(self._reserve_of(timing)) - self.elapsed

    def reserve_left(self, seat: Seat) -> Reserve:
        """What a seat has left now, the running turn's use counted."""
        timing = self.timing
        if timing is None or timing.seat is not seat:
            return self.reserves.of(seat)
        return timing.clock.left(self.reserves.of(seat), self.elapsed)

    def view(self, viewer: Viewer) -> Any:
        """All that a viewer may see; once the match is over, everything."""
        if self.result:
            return replace(self.game.reveal(self.state), outcome=self.result)
        return self.game.view(self.state, viewer)

    def flag_at(self) -> Seconds | None:
        """When the running time ends with all reserve, if nothing is done."""
        timing = self.timing
        if timing is None or self.started is None:
            return None
        return self.started + timing.clock.flag(self._reserve_of(timing))

    def next_due(self) -> Seconds | None:
        """When time next changes the match: a held move becomes final, or a flag falls."""
        if self.paused_since is not None or self.result:
            return None
        return self.held.until if self.held else self.flag_at()

    def next_wake(self) -> Seconds | None:
        """When there is next something to do: as `next_due`, or a reminder."""
        due = self.next_due()
        reminder = next(self._reminders_after(self.reminded), None)
        times = [due, reminder.at if reminder else None]
        return min((time for time in times if time is not None), default=None)

    def ends_phase(self, seat: Seat) -> bool:
        """Whether a secret submission of a seat ends the phase, after which none is replaced.

        It does where the other seat's is in, but may still be replaced.
        """
        return self.to_act == (seat,) and self.game.may_submit(self.state, seat.opponent)

    def is_secret(self, seat: Seat, text: str) -> bool | None:
        """Whether a text is a submission for the Dealer's eyes only.

        None where it may be said in public and in private: a concession, what tells nothing of a
        secret, and what cannot be read as an action.
        """
        try:
            action = self.game.read(self.state, seat, text)
        except Refused:
            return None
        if isinstance(action, TakeBack):
            return None
        return self.game.is_private(self.state, action)

    def standing_entries(self) -> Iterator[int]:
        """Which entries of the log are players' actions that still hold, the latest first.

        What was taken back or undone does not, nor do the words that took it back.
        """
        match, is_taken_back = self, False
        while (earlier := match.earlier) is not None:
            number = len(earlier.entries)
            takes_back = earlier.held and earlier.held.entry.who is self.entries[number].who
            if not (takes_back or is_taken_back):
                yield number
            match, is_taken_back = earlier, bool(takes_back)

    # What happens to a match

    def enter(self, entry: Entry) -> Step:
        """Judge an entry: first what time has done until then, then the entry itself."""
        entry = replace(entry, at=max(entry.at, self.now))
        step = self._pass_before(entry)
        if self._finalizes_untimed(entry):
            step = step.then(Match._finalize)
        if entry.who.seat or (entry.who is Speaker.DEALER and entry.text):
            step = step.then(partial(Match._settle_before, entry=entry))
        try:
            step = step.then(partial(Match._judge, entry=entry))
        except Refused as refusal:
            step = replace(step, refusal=refusal)
        return _without_moot_reminders(step)

    def pass_to(self, until: Seconds, *, inclusive: bool = True) -> Step:
        """Let time pass: what ends before an instant (or also at it) takes effect."""
        step = Step(self)
        while (due := step.match.next_due()) is not None:
            if due > until or (due == until and not inclusive):
                break
            step = step.then(Match._fall_due)
        step = step.then(partial(Match._remind, until=until, inclusive=inclusive))
        return replace(step, match=replace(step.match, now=max(until, step.match.now)))

    def draw_lots(self) -> Step:
        """Decide by the seed whatever lots are due."""
        step = Step(self)
        while step.match.lot_due_at is not None:
            step = step.then(Match._draw_lot)
        return step

    def close(self) -> "Match":
        """The match when nothing more is typed: without a clock, a held move becomes final."""
        return self if self.timed else self._finalize().match

    # Judging one entry

    def _judge(self, entry: Entry) -> Step:
        if self.result and not _may_follow_the_end(entry):
            raise OutOfOrder("match-over")
        match entry.who:
            case Speaker.DEALER:
                return self._judge_dealer(entry)
            case Speaker.HOST:
                return self._judge_host(entry)
            case _:
                return self._judge_player(Seat(entry.who.value), entry)

    def _judge_player(self, seat: Seat, entry: Entry) -> Step:
        if is_concession(entry.text):
            outcome = Outcome(seat.opponent, Reason.CONCEDED)
            return self._remember(entry)._end(outcome, entry.cause)
        action = self._read(seat, entry.text)
        if self.paused_since is not None:
            raise OutOfOrder("paused")
        if self.held:
            return self._judge_while_held(self.held, seat, action, entry)
        known = None if isinstance(action, Malformed) else action
        if not self.game.hears(self.state, seat, known):
            said = self.game.why_unheard(self.state, seat, known)
            raise OutOfOrder("not-your-turn", facts={"said": said} if said else {})
        if isinstance(action, Malformed):
            raise action
        state = self.game.act(self.state, seat, action)
        if self.game.hold(action) > 0:
            return self._remember(entry)._hold(entry, state, self.game.hold(action))
        if self.game.is_private(self.state, action) is not False:
            return self._receive(entry, seat, state)
        return self._remember(entry)._advance(state, entry.at, entry.cause)

    def _receive(self, entry: Entry, seat: Seat, state: Any) -> Step:
        """Go on from a private submission, of which others learn only that it is there."""
        match = replace(self._remember(entry), received=self.received | {seat})
        advanced = match._advance(state, entry.at, entry.cause)
        told = [each for each in advanced.notices if not isinstance(each, Progressed)]
        goes_on = len(told) < len(advanced.notices)
        may_change = goes_on and self.game.may_submit(state, seat)
        left = advanced.match.turn_left if goes_on else None
        received = Received(seat, seat not in self.received, may_change, goes_on, left)
        return replace(advanced, notices=(received, *told))

    def _read(self, seat: Seat, text: str) -> Any:
        """What a text says; a malformed one is only refused once its seat is known to be heard."""
        try:
            return self.game.read(self.state, seat, text)
        except Malformed as malformed:
            return malformed

    def _judge_while_held(self, held: HeldMove, seat: Seat, action: Any, entry: Entry) -> Step:
        if seat is not held.entry.who.seat:
            raise OutOfOrder("not-your-turn")
        if not isinstance(action, TakeBack):
            raise OutOfOrder("move-held")
        flag = self.flag_at()
        if flag is not None and entry.at > flag:
            raise OutOfOrder("too-late")
        match = replace(self._remember(entry), held=None)
        missed = replace(match, reminded=max(self.reminded, match.elapsed))
        return Step(missed, (TakenBack(seat, missed.turn_left),))

    def _judge_dealer(self, entry: Entry) -> Step:
        if entry.text == "":
            # Time that passed up to here may have left the same line in the log already.
            return Step(self if entry in self.entries[-1:] else self._log(entry))
        if entry.text.lower().split() == [POSTED]:
            return Step(self._log(entry)._start(entry.at))
        if self.lot_due_at is None:
            raise OutOfOrder("no-lot-due")
        return self._settle(entry).then(partial(Match._pass_before, entry=entry))

    def _judge_host(self, entry: Entry) -> Step:
        match entry.text.lower().split():
            case ["undo"]:
                return self._undo(entry)
            case ["pause"]:
                return self._pause(entry)
            case ["resume"]:
                return self._resume(entry)
            case ["award", ("ec" | "dmo") as winner]:
                return self._log(entry)._end(Outcome(Seat(winner), Reason.AWARDED), entry.cause)
            case ["abort"]:
                return self._log(entry)._end(Outcome(None, Reason.ABORTED), entry.cause)
            case words:
                return self._adjust(entry, " ".join(words))

    # Rulings of a host

    def _undo(self, entry: Entry) -> Step:
        if self.earlier is None:
            raise OutOfOrder("nothing-to-undo")
        match = replace(
            self.earlier,
            held=None,
            reserves=self.earlier.opening_reserves,
            paused_since=self.paused_since,
            now=self.now,
            entries=self.entries,
        )
        return match._log(entry)._open(entry.at, spent=None, cause=entry.cause)

    def _pause(self, entry: Entry) -> Step:
        if self.paused_since is not None:
            raise OutOfOrder("paused")
        return Step(replace(self._log(entry), paused_since=entry.at), (Paused(),))

    def _resume(self, entry: Entry) -> Step:
        if self.paused_since is None:
            raise OutOfOrder("not-paused")
        match = self._log(entry)._shift(entry.at - self.paused_since)
        match = replace(match, paused_since=None)
        return Step(match, (Resumed(match.to_act, match.turn_left),))

    def _shift(self, pause: Seconds) -> "Match":
        """The match with a pause taken out of all that runs."""
        held = self.held
        if held and held.until is not None:
            moved = replace(held.entry, at=held.entry.at + pause)
            held = replace(held, entry=moved, until=held.until + pause)
        return replace(
            self,
            started=None if self.started is None else self.started + pause,
            lot_due_at=None if self.lot_due_at is None else self.lot_due_at + pause,
            held=held,
        )

    def _adjust(self, entry: Entry, ruling: str) -> Step:
        """`time ec +60`: more or less of a seat's reserve, but never less than it has used."""
        words = _TIME_RULING.fullmatch(ruling)
        if words is None:
            raise Malformed
        seat, amount = Seat(words[1]), Decimal(words[3])
        reserve, left = self.reserves.of(seat), self.reserve_left(seat)
        if self.game.starting_reserve is None:
            raise OutOfOrder("no-reserve")
        if isinstance(reserve, int) and amount != int(amount):
            raise Malformed
        exact = int(amount) if isinstance(reserve, int) else amount
        change = -min(exact, left) if words[2] == "-" else exact
        match = replace(self._log(entry), reserves=self.reserves.put(seat, reserve + change))
        return Step(match, (Adjusted(seat, match.reserve_left(seat)),))

    # Lots

    def _settle_before(self, entry: Entry) -> Step:
        """Before an entry that does not itself state the lot that is due, the lot is drawn.

        It counts from when it fell due, so that time may have done more since.
        """
        step = Step(self)
        while step.match.lot_due_at is not None and not step.match._states_lot(entry):
            step = step.then(Match._draw_lot).then(partial(Match._pass_before, entry=entry))
        return step

    def _states_lot(self, entry: Entry) -> bool:
        if entry.who is not Speaker.DEALER:
            return False
        try:
            self.game.settle(self.state, entry.text.lower())
        except Refused:
            return False
        return True

    def _draw_lot(self) -> Step:
        lot = self.game.draw(self.state, Random(f"{self.game.seed} {self.lots}"))
        if lot is None:
            raise AssertionError("a due lot can be drawn")
        return self._settle(Entry(Speaker.DEALER, self.now, lot))

    def _settle(self, entry: Entry) -> Step:
        state = self.game.settle(self.state, entry.text.lower())
        match = replace(self._log(entry), lots=self.lots + 1)
        due = self.now if self.lot_due_at is None else self.lot_due_at
        return match._advance(state, due, entry.cause)

    # Time

    def _elapsed_at(self, instant: Seconds) -> Seconds:
        if self.held:
            instant = self.held.entry.at
        elif self.paused_since is not None:
            instant = self.paused_since
        return ZERO if self.started is None else max(ZERO, instant - self.started)

    def _reserve_of(self, timing: Timing) -> Reserve:
        return 0 if timing.seat is None else self.reserves.of(timing.seat)

    def _start(self, at: Seconds) -> "Match":
        """Start the clock of the position, unless it runs already."""
        if not self.timed or self.started is not None or self.timing is None:
            return self
        return replace(
            self, started=at if self.paused_since is None else min(at, self.paused_since)
        )

    def _fall_due(self) -> Step:
        """Let the next thing that time does take effect."""
        if self.held:
            return self._finalize()
        due = self.next_due()
        if due is None:
            raise AssertionError("something is due")
        passed = Entry(Speaker.DEALER, due)
        return self._log(passed)._advance(self.game.lapse(self.state), due, passed.cause)

    def _pass_before(self, entry: Entry) -> Step:
        """What ends before an entry takes effect; before the Dealer's own, also what ends at it."""
        return self.pass_to(entry.at, inclusive=entry.who is Speaker.DEALER)

    def _reminders_after(self, reminded: Seconds) -> Iterator[Reminded]:
        timing, started = self.timing, self.started
        if timing is None or started is None or self.held or self.paused_since is not None:
            return iter(())
        seats = self.to_act
        return (
            Reminded(seats, started + each.at, each.kind, each.seconds, each.left, each.all_left)
            for each in timing.clock.reminders(self._reserve_of(timing), reminded)
        )

    def _remind(self, until: Seconds, *, inclusive: bool) -> Step:
        """Tell the reminders that came due; those of long ago are passed over."""
        if self.started is None or not self.reminds:
            return Step(self)
        after = max(self.reminded, until - self.started - REMINDERS_KEEP)
        due = tuple(
            takewhile(
                lambda each: each.at < until or (inclusive and each.at == until),
                self._reminders_after(after),
            )
        )
        reminded = due[-1].at - self.started if due else after
        return Step(replace(self, reminded=reminded), due)

    # Moving on

    def _log(self, entry: Entry) -> "Match":
        return replace(self, entries=self.entries.followed_by(entry), now=max(self.now, entry.at))

    def _remember(self, entry: Entry) -> "Match":
        """Log an accepted player's entry, keeping the match before it for an undo."""
        return replace(self._log(entry), earlier=self)

    def _finalizes_untimed(self, entry: Entry) -> bool:
        """Whether a move held without a clock becomes final: anything but its take-back does it."""
        if self.held is None or self.timed:
            return False
        if entry.who is not self.held.entry.who:
            return True
        try:
            return self._read(Seat(entry.who.value), entry.text) is not TAKE_BACK
        except Refused:
            return True

    def _hold(self, entry: Entry, state: Any, seconds: Seconds) -> Step:
        until = entry.at + seconds if self.timed else None
        match = replace(self, held=HeldMove(entry, state, until))
        return Step(match, (Held(Seat(entry.who.value), until),))

    def _finalize(self) -> Step:
        """Let the held move take effect."""
        held = self.held
        if held is None:
            return Step(self)
        due = self.now if held.until is None else held.until
        match = self._log(Entry(Speaker.DEALER, due)) if self.timed else self
        return match._advance(held.state, due, held.entry.cause)

    def _advance(self, state: Any, at: Seconds, cause: Cause) -> Step:
        """Go on to a state; where it begins a turn or phase, the one before is paid for."""
        before, after = self.timing, self.game.timing(state)
        if before and after and before.occasion == after.occasion:
            match = replace(self, state=state, held=None, entered=self._entered_at(at))
            return Step(match, (Progressed(match.to_act, match.turn_left, cause),))
        charged = self._charge(at)
        spent = _spent(before, self.reserves, charged.reserves)
        match = replace(charged, state=state, held=None, lot_due_at=None)
        outcome = match.game.outcome(state)
        if outcome:
            return match._end(outcome, cause)
        if after is None:
            return Step(replace(match, lot_due_at=at, started=None))
        return match._open(at, spent=spent, cause=cause)

    def _entered_at(self, at: Seconds) -> int:
        """The whole periods that the running turn has consumed; none in games without periods."""
        timing = self.timing
        if timing is None or timing.seat is None or not isinstance(timing.clock, Periods):
            return 0
        reserve = self.reserves.of(timing.seat)
        return int(reserve - timing.clock.left(reserve, self._elapsed_at(at)))

    def _charge(self, at: Seconds) -> "Match":
        """Take what the running turn has used from its seat's reserve."""
        timing = self.timing
        if timing is None or timing.seat is None:
            return self
        left = timing.clock.left(self.reserves.of(timing.seat), self._elapsed_at(at))
        return replace(self, reserves=self.reserves.put(timing.seat, left))

    def _open(self, at: Seconds, *, spent: Spent | None, cause: Cause | None) -> Step:
        """Begin a turn or phase; its clock starts now, or when its post stands."""
        match = replace(
            self,
            started=None,
            reminded=Seconds(-1),
            opening_reserves=self.reserves,
            opened=at,
            received=frozenset(),
            entered=0,
            lot_due_at=None,
        )
        if not self.by_posts:
            match = match._start(at)
        timing = match.timing
        if timing is None:
            raise AssertionError("an open phase has a clock")
        reserve = None if timing.seat is None else match.reserves.of(timing.seat)
        return Step(match, (Opened(match.to_act, timing.clock.turn, reserve, spent, cause),))

    def _end(self, outcome: Outcome, cause: Cause) -> Step:
        charged = self._charge(self.now)
        match = replace(charged, result=outcome, started=None, held=None, lot_due_at=None)
        return Step(match, (Ended(outcome, cause),))


def _may_follow_the_end(entry: Entry) -> bool:
    is_undo = entry.who is Speaker.HOST and entry.text.lower().split() == ["undo"]
    return is_undo or (entry.who is Speaker.DEALER and entry.text == "")


def _spent(timing: Timing | None, before: Reserves, after: Reserves) -> Spent | None:
    if timing is None or timing.seat is None or before == after:
        return None
    return Spent(timing.seat, after.of(timing.seat))


def _without_moot_reminders(step: Step) -> Step:
    """A step that ends a turn or holds a move has no use for that turn's warnings."""
    last = max(
        (at for at, each in enumerate(step.notices) if isinstance(each, Opened | Held | Ended)),
        default=-1,
    )
    told = (
        each for at, each in enumerate(step.notices) if at > last or not isinstance(each, Reminded)
    )
    return replace(step, notices=tuple(told))
