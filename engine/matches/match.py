"""A match: a game, its clocks and its log. Each entry makes a new match, with notices.

All decisions are made here and in the modules below, by pure functions of the text typed and its
instant. Times are seconds since the match began.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, cast

from engine.clocks import Reserves, Seconds
from engine.game import AnyGame, Outcome
from engine.matches.base_match import BaseMatch, HeldMove
from engine.matches.consequences import (
    CancelHeldMove,
    Consequence,
    End,
    Judged,
    PassTime,
    Play,
    StartClock,
    StateLot,
)
from engine.matches.entries import Cause, CauseKind, Entry, Speaker
from engine.matches.judging import is_take_back, judge, states_lot
from engine.matches.notices import (
    Adjusted,
    Ended,
    Held,
    Notice,
    Opened,
    Paused,
    Progressed,
    RanOut,
    Received,
    Reminded,
    Replaced,
    Resumed,
    RulingUndone,
    Spent,
    TakenBack,
    without_moot_reminders,
)
from engine.matches.rulings import (
    ChangeReserve,
    Pause,
    Replace,
    Resume,
    Ruling,
    TableLine,
    Undo,
    UndoRuling,
    named_openly,
)
from engine.matches.running_clock import ZERO, RunningClock
from engine.refusals import Refused
from engine.seats import Seat

REMINDERS_KEEP: Final = Seconds(3600)
"""A reminder later than this is no longer worth giving."""


@dataclass(frozen=True, slots=True)
class Step:
    """The result of an entry: the match after it, the notices, and the refusal if there was one."""

    match: "Match"
    notices: tuple[Notice, ...] = ()
    refusal: Refused | None = None

    def then(self, go_on: "Callable[[Match], Step]") -> "Step":
        """Continue from the match reached so far, keeping its notices."""
        following = go_on(self.match)
        if not self.notices and not self.refusal:
            return following
        return Step(
            following.match, self.notices + following.notices, self.refusal or following.refusal
        )


@dataclass(frozen=True, slots=True)
class Match(BaseMatch):
    """A match at an instant, and everything that can happen to it.

    >>> from engine.games.fire_and_ice.rules import FireAndIce
    >>> match = Match.begin(FireAndIce(first=Seat.EC)).match
    >>> step = match.enter(Entry(Speaker.EC, Seconds(20), "E6 E7"))
    >>> step.match.held.until, [type(notice).__name__ for notice in step.notices]
    (Decimal('25'), ['Held'])
    >>> match = step.match.pass_to(Seconds(30)).match
    >>> match.to_act, match.clock.flag_at
    ((<Seat.DMO: 'dmo'>,), Decimal('385'))
    """

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        state: Any = None,
        *,
        timed: bool = True,
        by_posts: bool = False,
        reminds: bool = True,
    ) -> Step:
        """Begin a match, with the notice that opens it unless a lot is due first.

        Args:
            game: The rules with the match's options.
            state: The position to begin at, if not the game's own.
            timed: False for a match without clocks.
            by_posts: True if a turn's clock waits for `dealer posted`.
            reminds: True if the match gives reminders.
        """
        reserve = game.starting_reserve
        reserves = Reserves() if reserve is None else Reserves(reserve, reserve)
        if state is None:
            state = game.begin()
        clock = RunningClock(game.timing(state), reserves, reserves)
        match = cls(game, state, clock, timed=timed, by_posts=by_posts, reminds=reminds)
        match = match.reach(state, ZERO)
        if match.lot_due_at is not None:
            return Step(match)
        return match._open(ZERO, spent=None, cause=None)

    @classmethod
    def replay(cls, game: AnyGame, entries: Iterable[Entry]) -> "Match":
        """Return the match that a Dealer's own log leads to.

        Raises:
            Refused: An entry is refused, which never happens in a genuine log.
        """
        return cls.begin(game, by_posts=True).match._enter_all(entries)

    def _enter_all(self, entries: Iterable[Entry]) -> "Match":
        match = self
        for entry in entries:
            step = match.enter(entry)
            if step.refusal:
                raise step.refusal
            match = step.match
        return match

    def at_submission(self, seat: Seat) -> "Match":
        """Return the match with a seat's latest submission, before it shows what this completed.

        So the player who completes a phase sees no more in the answer than the one who came first.
        """
        number = max(at for at, each in enumerate(self.entries) if each.heard.who.seat is seat)
        beginning = Match.begin(self.game, timed=self.timed, by_posts=self.by_posts).match
        before = beginning._enter_all(self.entries[:number])
        action = self.game.read(before.state, seat, self.entries[number].heard.text)
        submitted = self.game.submit(before.state, seat, action)
        return before.reach(submitted, before.now)

    # Events

    def enter(self, entry: Entry) -> Step:
        """Judge an entry, after time has had its effects up to it."""
        if entry.at < self.now:
            entry = replace(entry, at=self.now)
        step = self._pass_before(entry)
        if self.held and not self.timed and not is_take_back(self, entry):
            step = step.then(Match._finalize)
        if step.match.lot_due_at is not None and _waits_for_lots(entry):
            step = step.then(partial(Match._settle_before, entry=entry))
        try:
            consequence = judge(step.match, entry)
        except Refused as refusal:
            return Step(step.match, without_moot_reminders(step.notices), refusal)
        step = step.then(partial(Match._carry_out, entry=entry, consequence=consequence))
        return Step(step.match, without_moot_reminders(step.notices))

    def pass_to(self, until: Seconds, *, inclusive: bool = True) -> Step:
        """Let time pass up to an instant, or also through it."""
        step = Step(self)
        while (due := step.match.next_due()) is not None:
            if due > until or (due == until and not inclusive):
                break
            step = step.then(partial(Match._fall_due, due=due))
        return step.then(partial(Match._remind, until=until, inclusive=inclusive))

    def draw_lots(self) -> Step:
        """Draw every lot that is due from the game's seed."""
        step = Step(self)
        while step.match.lot_due_at is not None:
            step = step.then(Match._draw_lot)
        return step

    def close(self) -> "Match":
        """Return the match once nothing more is typed: untimed, a held move becomes final."""
        return self if self.timed else self._finalize().match

    # Consequences

    def _carry_out(self, entry: Entry, consequence: Consequence) -> Step:  # noqa: PLR0911
        match consequence:
            case Play():
                return self._play(entry, consequence)
            case Judged(state):
                return self.log(entry)._advance(state, entry.at, entry.cause)
            case CancelHeldMove():
                return self._cancel_held_move(entry)
            case StateLot(state):
                return self._settle(entry, state).then(partial(Match._pass_before, entry=entry))
            case StartClock():
                return Step(self.log(entry).start_clock(entry.at, posted=len(self.entries)))
            case PassTime():
                # The log may already say that time passed up to here.
                return Step(self if entry in self.entries[-1:] else self.log(entry))
            case _:
                return self._rule(entry, consequence)

    def _rule(self, entry: Entry, ruling: Ruling | End) -> Step:
        match ruling:
            case Undo():
                return self._undo(entry)
            case UndoRuling():
                return self._undo_ruling(entry)
            case Resume():
                return self._resume(entry)
            case End(outcome):
                return self.log(entry)._end(outcome, entry.cause)
            case _:
                return self._rule_in_passing(entry, ruling)

    def _rule_in_passing(self, entry: Entry, ruling: Ruling) -> Step:
        """Carry out a ruling that leaves the position as it is."""
        match, clock = self.log(entry), self.clock
        match ruling:
            case Pause():
                return Step(replace(match, clock=clock.pause(entry.at)), (Paused(),))
            case ChangeReserve(seat, change):
                clock = clock.change_reserve(seat, change, self.clock_instant(self.now))
                match = replace(match, clock=clock)
                return Step(match, (Adjusted(seat, match.reserve_left(seat)),))
            case Replace(seat, name):
                return Step(match, (Replaced(seat, name),))
            case _:
                raise AssertionError("every other ruling is carried out elsewhere")

    def _play(self, entry: Entry, play: Play) -> Step:
        match = self.log(entry)
        if play.hold > 0:
            until = entry.at + play.hold if self.timed else None
            held = HeldMove(entry.heard, play.state, until)
            return Step(replace(match, held=held), (Held(Seat(held.entry.who), until),))
        if play.is_private:
            return match._receive(entry, Seat(entry.heard.who), play.state)
        return match._advance(play.state, entry.at, entry.cause)

    def _receive(self, entry: Entry, seat: Seat, state: Any) -> Step:
        """Continue after a private submission; the others learn only that there is one."""
        match = replace(self, received=self.received | {seat})
        advanced = match._advance(state, entry.at, entry.cause)
        told = [each for each in advanced.notices if not isinstance(each, Progressed)]
        goes_on = len(told) < len(advanced.notices)
        may_change = goes_on and self.game.may_submit(state, seat)
        left = advanced.match.turn_left if goes_on else None
        received = Received(seat, seat not in self.received, may_change, goes_on, left)
        return replace(advanced, notices=(received, *told))

    def _cancel_held_move(self, entry: Entry) -> Step:
        match = replace(self.log(entry), held=None)
        # Reminders that came due while the clock seemed to stand still are not made up for.
        reminded = max(self.clock.reminded, match.clock.elapsed(match.now))
        match = replace(match, clock=replace(match.clock, reminded=reminded))
        return Step(match, (TakenBack(Seat(entry.heard.who), match.turn_left),))

    def _undo(self, entry: Entry) -> Step:
        point = self.undo_point
        if point is None:
            raise AssertionError("an undo takes something back")
        clock = replace(self.clock, reserves=point.reserves)
        match = replace(
            self.log(entry).reach(point.state, entry.at),
            clock=clock.open(self.game.timing(point.state)),
            result=None,
            undo_point=point.earlier,
        )
        return match._open(entry.at, spent=None, cause=entry.cause)

    def _undo_ruling(self, entry: Entry) -> Step:
        """Go on as just before a ruling; the time since counts for no clock."""
        point = self.ruling_point
        if point is None or (ruling := self.entries[point.number].ruling) is None:
            raise AssertionError("a ruling is taken back")
        before = cast("Match", point.before)
        match = replace(
            before._later(
                self._clocks_stand_at(self.now) - before._clocks_stand_at(before.now),
                paused_since=self.clock.paused_since,
            ),
            entries=(*self.entries, entry),
            now=self.now,
            lots=self.lots,
        )
        if match.result:
            return Step(match, (Ended(match.result, entry.cause),))
        told = RulingUndone(named_openly(ruling), match.to_act, match.turn_left)
        return Step(match, (told,))

    def _resume(self, entry: Entry) -> Step:
        """Continue after a pause, which counts for no clock."""
        pause = entry.at - self._clocks_stand_at(entry.at)
        match = self.log(entry)._later(pause, paused_since=None)
        return Step(match, (Resumed(match.to_act, match.turn_left),))

    def _clocks_stand_at(self, at: Seconds) -> Seconds:
        """Return up to when clocks have run at an instant: during a pause, up to its beginning."""
        return at if self.clock.paused_since is None else self.clock.paused_since

    def _later(self, lost: Seconds, *, paused_since: Seconds | None) -> "Match":
        """Return the match with all that runs moved on by time that counts for nobody."""
        return replace(
            self,
            clock=self.clock.later(lost, paused_since=paused_since),
            lot_due_at=None if self.lot_due_at is None else self.lot_due_at + lost,
            held=self.held and self.held.later(lost),
        )

    # Lots

    def _settle_before(self, entry: Entry) -> Step:
        """Draw the lot that is due before an entry, unless the entry itself states it.

        The lot counts from the moment it fell due, so time may have done more since.
        """
        step = Step(self)
        while step.match.lot_due_at is not None and not states_lot(step.match, entry):
            step = step.then(Match._draw_lot).then(partial(Match._pass_before, entry=entry))
        return step

    def _draw_lot(self) -> Step:
        lot = self.drawn_lot
        state = self.game.settle(self.state, lot.lower())
        return self._settle(Entry(Speaker.DEALER, self.now, lot), state)

    def _settle(self, entry: Entry, state: Any) -> Step:
        match = replace(self.log(entry), lots=self.lots + 1)
        due = self.now if self.lot_due_at is None else self.lot_due_at
        return match._advance(state, due, entry.cause if self._has_opened else None)

    @property
    def _has_opened(self) -> bool:
        """True once the match has come to its first turn; until then lots prepare it."""
        return any(each.cause.kind is not CauseKind.LOT for each in self.entries)

    # Time

    def _pass_before(self, entry: Entry) -> Step:
        """Let time pass up to an entry; only the Dealer's own comes after what is due just then."""
        by_dealer = entry.who is Speaker.DEALER and not entry.is_ruling
        return self.pass_to(entry.at, inclusive=by_dealer)

    def _fall_due(self, due: Seconds) -> Step:
        if self.held:
            return self._finalize()
        passed = Entry(Speaker.DEALER, due)
        after = self.log(passed)._advance(self.game.lapse(self.state), due, passed.cause)
        return replace(after, notices=(self._ran_out(due), *after.notices))

    def _ran_out(self, due: Seconds) -> RanOut:
        timing = self.clock.timing
        if timing is None:
            raise AssertionError("a flag falls only where a clock runs")
        reserve = None if timing.seat is None else self.clock.reserves.of(timing.seat)
        allowed = timing.clock.flag(reserve or 0)
        posted = self.clock.posted
        return RanOut(self.to_act, due, timing.clock.turn, reserve, allowed, posted)

    def _finalize(self) -> Step:
        held = self.held
        if held is None:
            return Step(self)
        due = self.now if held.until is None else held.until
        match = self.log(Entry(Speaker.DEALER, due)) if self.timed else self
        return match._advance(held.state, due, held.entry.cause)

    def _remind(self, until: Seconds, *, inclusive: bool) -> Step:
        """Move on to an instant, giving the reminders that came due except very old ones."""
        match = replace(self, now=max(until, self.now))
        next_at = self.clock.next_reminder_at
        if self.held or not self.reminds or next_at is None or next_at > until:
            return Step(match)
        started = self.clock.started or ZERO
        after = max(self.clock.reminded, until - started - REMINDERS_KEEP)
        due = tuple(self._reminders_due(after, until, inclusive=inclusive))
        clock = replace(self.clock, reminded=due[-1].at - started if due else after)
        return Step(replace(match, clock=clock), due)

    def _reminders_due(
        self, after: Seconds, until: Seconds, *, inclusive: bool
    ) -> Iterator[Reminded]:
        """Yield the reminders after an elapsed time and before an instant, or also at it."""
        for due in self.clock.reminders(after):
            at = due.at + (self.clock.started or ZERO)
            if at > until or (at == until and not inclusive):
                return
            yield Reminded(self.to_act, at, due.kind, due.seconds, due.left, due.all_left)

    # Turns and phases

    def _advance(self, state: Any, at: Seconds, cause: Cause | None) -> Step:
        """Move on to a state; if it begins a turn or phase, charge the one before."""
        match, at_clock = self.reach(state, at), self.clock_instant(at)
        before, timing = self.clock.timing, self.game.timing(state)
        if before and timing:
            goes_on = before.occasion == timing.occasion
        else:
            goes_on = self.awaits_host and match.awaits_host
        if goes_on:
            match = replace(match, clock=self.clock.change_limit(timing, at_clock))
            if match.lot_due_at is not None or cause is None:
                return Step(match)
            return Step(match, (Progressed(match.to_act, match.turn_left, cause),))
        charged = self.clock.charge(at_clock)
        match = replace(match, clock=charged.open(timing))
        if state.outcome and cause:
            return match._end(state.outcome, cause)
        if match.lot_due_at is not None:
            return Step(match)
        seat, left = before and before.seat, charged.reserves
        spent = Spent(seat, left.of(seat)) if seat and left != self.clock.reserves else None
        return match._open(at, spent=spent, cause=cause)

    def _open(self, at: Seconds, *, spent: Spent | None, cause: Cause | None) -> Step:
        """Begin a turn or phase; its clock starts now, or once its post has arrived.

        If a host is awaited, no clock runs.
        """
        timing, reserve = self.clock.timing, None
        match = replace(self, opened=at, received=frozenset(), lot_due_at=None)
        if not self.by_posts:
            match = match.start_clock(at)
        if timing and timing.seat:
            reserve = match.clock.reserves.of(timing.seat)
        turn = timing.clock.turn if timing else None
        return Step(match, (Opened(match.to_act, turn, reserve, spent, cause),))

    def _end(self, outcome: Outcome, cause: Cause) -> Step:
        match = replace(
            self,
            to_act=(),
            awaits_host=False,
            clock=self.clock.charge(self.clock_instant(self.now)).open(None),
            held=None,
            lot_due_at=None,
            result=outcome,
        )
        return Step(match, (Ended(outcome, cause),))


def _waits_for_lots(entry: Entry) -> bool:
    """Return whether due lots are settled before an entry is judged."""
    if entry.who is Speaker.DEALER:
        return bool(entry.text) and not entry.is_ruling
    return bool(entry.heard.who.seat) or isinstance(entry.ruling, TableLine)
