"""A match: a game, its clocks and its log. Each entry makes a new match, with notices.

All decisions are made here and in the modules below, by pure functions of the text typed and its
instant. Times are seconds since the match began.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, cast

from engine.clocks import ZERO, Reserves, RunningClock, Seconds
from engine.game import ABORTED, AWARDED, CONCEDED, AnyGame, Outcome
from engine.matches import rulings
from engine.matches.base_match import BaseMatch, HeldMove
from engine.matches.entries import POSTED, Cause, CauseKind, Entry, Speaker
from engine.matches.judging import (
    check_ruling,
    is_take_back,
    may_follow_the_end,
    settled_lot,
    states_lot,
    waits_for_lots,
)
from engine.matches.notices import (
    ClockReminder,
    FlagFell,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MoveHeld,
    MoveTakenBack,
    Notice,
    PlayerReplaced,
    ReserveChanged,
    ReserveSpent,
    RulingUndone,
    SubmissionReceived,
    TurnContinued,
    TurnStarted,
)
from engine.notation import is_concession
from engine.refusals import Refused, untimely
from engine.seats import Seat

MATCH_OVER: Final = untimely("match-over", "The match is over.")

REMINDERS_KEEP: Final = Seconds(3600)
"""A reminder later than this is no longer worth giving."""
_STOP_CLOCKS: Final = (TurnStarted, MoveHeld, RulingUndone, MatchEnded)


@dataclass(frozen=True, slots=True)
class Transition:
    """The result of an entry: the match after it, the notices, and the refusal if there was one."""

    match: "Match"
    notices: tuple[Notice, ...] = ()
    refusal: Refused | None = None

    def chain(self, go_on: "Callable[[Match], Transition]") -> "Transition":
        """Continue from the match reached so far, keeping its notices."""
        following = go_on(self.match)
        if not self.notices and not self.refusal:
            return following
        return Transition(
            following.match, self.notices + following.notices, self.refusal or following.refusal
        )


@dataclass(frozen=True, slots=True)
class Match(BaseMatch):
    """A match at an instant, and everything that can happen to it.

    >>> from engine.games.fire_and_ice.rules import FireAndIce
    >>> match = Match.begin(FireAndIce(first=Seat.EC)).match
    >>> transition = match.enter(Entry(Speaker.EC, Seconds(20), "E6 E7"))
    >>> transition.match.held.until, [type(notice).__name__ for notice in transition.notices]
    (Decimal('25'), ['MoveHeld'])
    >>> match = transition.match.advance_time(Seconds(30)).match
    >>> match.to_act, match.clock.flag_at
    ((<Seat.DMO: 'dmo'>,), Decimal('385'))
    """

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        state: Any = None,
        *,
        has_clocks: bool = True,
        starts_clock_by_post: bool = False,
        has_reminders: bool = True,
    ) -> Transition:
        """Begin a match, with the notice that opens it unless a lot is due first.

        Args:
            game: The rules with the match's options.
            state: The position to begin at, if not the game's own.
            has_clocks: False for a match without clocks.
            starts_clock_by_post: True if a turn's clock waits for `dealer posted`.
            has_reminders: True if the match gives reminders.
        """
        reserve = game.starting_reserve
        reserves = Reserves() if reserve is None else Reserves(reserve, reserve)
        if state is None:
            state = game.beginning
        clock = RunningClock(game.timing(state), reserves, reserves)
        match = cls(
            game,
            state,
            clock,
            has_clocks=has_clocks,
            starts_clock_by_post=starts_clock_by_post,
            has_reminders=has_reminders,
        )
        match = match.reach(state, ZERO)
        if match.lot_due_at is not None:
            return Transition(match)
        return match._open(ZERO, spent=None, cause=None)

    @classmethod
    def replay(cls, game: AnyGame, entries: Iterable[Entry]) -> "Match":
        """Return the match that a Dealer's own log leads to.

        Raises:
            Refused: An entry is refused, which never happens in a genuine log.
        """
        return cls.begin(game, starts_clock_by_post=True).match._enter_all(entries)

    def _enter_all(self, entries: Iterable[Entry]) -> "Match":
        match = self
        for entry in entries:
            transition = match.enter(entry)
            if transition.refusal:
                raise transition.refusal
            match = transition.match
        return match

    def at_submission(self, seat: Seat) -> "Match":
        """Return the match with a seat's latest submission, before it shows what this completed.

        So the player who completes a phase sees no more in the answer than the one who came first.
        """
        number = max(
            index
            for index, entry in enumerate(self.entries)
            if entry.effective.speaker.seat is seat
        )
        beginning = Match.begin(
            self.game, has_clocks=self.has_clocks, starts_clock_by_post=self.starts_clock_by_post
        ).match
        before = beginning._enter_all(self.entries[:number])
        action = self.game.read(before.state, seat, self.entries[number].effective.text)
        submitted = self.game.submit(before.state, seat, action)
        return before.reach(submitted, before.now)

    # Events

    def enter(self, entry: Entry) -> Transition:
        """Judge an entry, after time has had its effects up to it."""
        if entry.at < self.now:
            entry = replace(entry, at=self.now)
        # Only the Dealer's own entry comes after what is due just then.
        by_dealer = entry.speaker is Speaker.DEALER and not entry.ruling
        transition = self.advance_time(entry.at, inclusive=by_dealer)
        if self.held and not self.has_clocks and not is_take_back(self, entry):
            transition = transition.chain(Match._finalize)
        if transition.match.lot_due_at is not None and waits_for_lots(entry):
            transition = transition.chain(
                partial(Match._settle_before, entry=entry, inclusive=by_dealer)
            )
        try:
            transition = transition.chain(partial(Match._judge, entry=entry))
        except Refused as refusal:
            transition = replace(transition, refusal=refusal)
        if len(transition.notices) < 2:
            return transition
        return replace(transition, notices=_without_moot_reminders(transition.notices))

    def advance_time(self, until: Seconds, *, inclusive: bool = True) -> Transition:
        """Let time pass up to an instant, or also through it."""
        transition = Transition(self)
        while (due := transition.match.next_due()) is not None:
            if due > until or (due == until and not inclusive):
                break
            transition = transition.chain(partial(Match._fall_due, due=due))
        match = replace(transition.match, now=max(until, transition.match.now))
        next_at, transition = match.clock.next_reminder_at, replace(transition, match=match)
        if match.held or not match.has_reminders or next_at is None or next_at > until:
            return transition
        return transition.chain(partial(Match._remind, until=until, inclusive=inclusive))

    def draw_lots(self) -> Transition:
        """Draw every lot that is due from the game's seed."""
        transition = Transition(self)
        while transition.match.lot_due_at is not None:
            transition = transition.chain(Match._draw_lot)
        return transition

    def close(self) -> "Match":
        """Return the match once nothing more is typed: untimed, a held move becomes final."""
        return self if self.has_clocks else self._finalize().match

    # Judgement

    def _judge(self, entry: Entry) -> Transition:
        """Carry an entry out, once time has had its effects up to that instant.

        Raises:
            Refused: The entry changes nothing.
        """
        if self.result and not may_follow_the_end(entry):
            raise MATCH_OVER()
        effective = entry.effective
        if seat := effective.speaker.seat:
            return self._judge_player(seat, effective.text, entry)
        if entry.speaker is Speaker.HOST or entry.ruling:
            return self._judge_ruling(entry)
        if entry.text == "":
            # The log may already say that time passed up to here.
            return Transition(self if entry in self.entries[-1:] else self.log(entry))
        if entry.text.lower().split() == [POSTED]:
            return Transition(self.log(entry).start_clock(entry.at, posted=len(self.entries)))
        settled = self._settle(entry, settled_lot(self, entry.text))
        return settled.chain(partial(Match.advance_time, until=entry.at))

    def _judge_player(self, seat: Seat, text: str, entry: Entry) -> Transition:
        if is_concession(text):
            return self.log(entry)._end(Outcome(seat.opponent, CONCEDED), entry.cause)
        action = self.playable_action(seat, text, entry.at)
        if self.held:
            return self._cancel_held_move(entry)
        state = self.game.act(self.state, seat, action)
        hold = self.game.take_back_seconds(seat, action)
        if hold > 0:
            held = HeldMove(entry.effective, state, entry.at + hold if self.has_clocks else None)
            return Transition(replace(self.log(entry), held=held), (MoveHeld(seat, held.until),))
        if self.game.is_private(self.state, action) is not False:
            return self._receive(entry, state)
        return self.log(entry)._advance(state, entry.at, entry.cause)

    def _judge_ruling(self, entry: Entry) -> Transition:
        ruling = rulings.read_ruling(entry.text)
        check_ruling(self, ruling)
        match ruling:
            case rulings.Undo():
                return self._undo(entry)
            case rulings.UndoRuling():
                return self._undo_ruling(entry)
            case rulings.Resume():
                return self._resume(entry)
            case rulings.TableLine(line):
                state = self.game.apply_host_line(self.state, line)
                return self.log(entry)._advance(state, entry.at, entry.cause)
            case rulings.Award() | rulings.Abort():
                winner = ruling.winner if isinstance(ruling, rulings.Award) else None
                reason = AWARDED if winner else ABORTED
                return self.log(entry)._end(Outcome(winner, reason), entry.cause)
            case _:
                return self._rule_in_passing(entry, ruling)

    def _rule_in_passing(self, entry: Entry, ruling: rulings.Ruling) -> Transition:
        """Carry out a ruling that leaves the position as it is."""
        match, clock = self.log(entry), self.clock
        match ruling:
            case rulings.Pause():
                clock = replace(clock, paused_since=entry.at)
                return Transition(replace(match, clock=clock), (MatchPaused(),))
            case rulings.ChangeReserve(seat, change):
                clock = clock.change_reserve(seat, change, self.clock_instant(self.now))
                match = replace(match, clock=clock)
                return Transition(match, (ReserveChanged(seat, match.reserve_left(seat)),))
            case rulings.Replace(seat, name):
                return Transition(match, (PlayerReplaced(seat, name),))
            case _:
                raise AssertionError("every other ruling is carried out elsewhere")

    def _receive(self, entry: Entry, state: Any) -> Transition:
        """Continue after a private submission; the others learn only that there is one."""
        seat = Seat(entry.effective.speaker)
        match = replace(self.log(entry), submitted_seats=self.submitted_seats | {seat})
        advanced = match._advance(state, entry.at, entry.cause)
        others = [notice for notice in advanced.notices if not isinstance(notice, TurnContinued)]
        goes_on = len(others) < len(advanced.notices)
        may_change = goes_on and self.game.may_submit(state, seat)
        left = advanced.match.turn_left if goes_on else None
        received = SubmissionReceived(
            seat, seat not in self.submitted_seats, may_change, goes_on, left
        )
        return replace(advanced, notices=(received, *others))

    def _cancel_held_move(self, entry: Entry) -> Transition:
        match = replace(self.log(entry), held=None)
        # Reminders that came due while the clock seemed to stand still are not made up for.
        reminded = max(self.clock.reminded, match.clock.elapsed(match.now))
        match = replace(match, clock=replace(match.clock, reminded=reminded))
        return Transition(match, (MoveTakenBack(Seat(entry.effective.speaker), match.turn_left),))

    def _undo(self, entry: Entry) -> Transition:
        point = self.undo_point
        if point is None:
            raise AssertionError("an undo takes something back")
        match = replace(
            self.log(entry).reach(point.state, entry.at),
            clock=self.clock.open(self.game.timing(point.state), point.reserves),
            result=None,
            undo_point=point.earlier,
        )
        return match._open(entry.at, spent=None, cause=entry.cause)

    def _undo_ruling(self, entry: Entry) -> Transition:
        """Go on as just before a ruling; the time since counts for no clock."""
        point = self.ruling_point
        if point is None or (ruling := self.entries[point.number].ruling) is None:
            raise AssertionError("a ruling is taken back")
        before = cast("Match", point.before)
        match = replace(
            before._later(
                self.clock.stands_at(self.now) - before.clock.stands_at(before.now),
                paused_since=self.clock.paused_since,
            ),
            entries=(*self.entries, entry),
            now=self.now,
            lots=self.lots,
        )
        if match.result:
            return Transition(match, (MatchEnded(match.result, entry.cause),))
        notice = RulingUndone(rulings.write_public(ruling), match.to_act, match.turn_left)
        return Transition(match, (notice,))

    def _resume(self, entry: Entry) -> Transition:
        """Continue after a pause, which counts for no clock."""
        pause = entry.at - self.clock.stands_at(entry.at)
        match = self.log(entry)._later(pause, paused_since=None)
        return Transition(match, (MatchResumed(match.to_act, match.turn_left),))

    def _later(self, lost: Seconds, *, paused_since: Seconds | None) -> "Match":
        """Return the match with all that runs moved on by time that counts for nobody."""
        return replace(
            self,
            clock=self.clock.later(lost, paused_since=paused_since),
            lot_due_at=None if self.lot_due_at is None else self.lot_due_at + lost,
            held=self.held and self.held.later(lost),
        )

    # Lots

    def _settle_before(self, entry: Entry, *, inclusive: bool) -> Transition:
        """Draw the lot that is due before an entry, unless the entry itself states it.

        The lot counts from the moment it fell due, so time may have done more since.
        """
        transition = Transition(self)
        while transition.match.lot_due_at is not None and not states_lot(transition.match, entry):
            transition = transition.chain(Match._draw_lot).chain(
                partial(Match.advance_time, until=entry.at, inclusive=inclusive)
            )
        return transition

    def _draw_lot(self) -> Transition:
        lot = self.drawn_lot
        state = self.game.settle(self.state, lot.lower())
        return self._settle(Entry(Speaker.DEALER, self.now, lot), state)

    def _settle(self, entry: Entry, state: Any) -> Transition:
        match = replace(self.log(entry), lots=self.lots + 1)
        due = self.now if self.lot_due_at is None else self.lot_due_at
        # Until the match has come to its first turn, lots prepare it.
        has_opened = any(earlier.cause.kind is not CauseKind.LOT for earlier in self.entries)
        return match._advance(state, due, entry.cause if has_opened else None)

    # Time

    def _fall_due(self, due: Seconds) -> Transition:
        if self.held:
            return self._finalize()
        passed = Entry(Speaker.DEALER, due)
        transition = self.log(passed)._advance(self.game.expire(self.state), due, passed.cause)
        return replace(transition, notices=(self._flag_fell(due), *transition.notices))

    def _flag_fell(self, due: Seconds) -> FlagFell:
        timing = self.clock.timing
        if timing is None:
            raise AssertionError("a flag falls only where a clock runs")
        reserve = None if timing.seat is None else self.clock.reserves.of(timing.seat)
        allowed = timing.clock.flag(reserve or 0)
        posted = self.clock.posted
        return FlagFell(self.to_act, due, timing.clock.turn, reserve, allowed, posted)

    def _finalize(self) -> Transition:
        held = self.held
        if held is None:
            return Transition(self)
        due = self.now if held.until is None else held.until
        match = self.log(Entry(Speaker.DEALER, due)) if self.has_clocks else self
        return match._advance(held.state, due, held.entry.cause)

    def _remind(self, until: Seconds, *, inclusive: bool) -> Transition:
        """Give the reminders that came due up to an instant, except very old ones."""
        started = self.clock.started or ZERO
        instant = max(self.clock.reminded, until - started - REMINDERS_KEEP)
        due = tuple(self._reminders_due(instant, until, inclusive=inclusive))
        clock = replace(self.clock, reminded=due[-1].at - started if due else instant)
        return Transition(replace(self, clock=clock), due)

    def _reminders_due(
        self, instant: Seconds, until: Seconds, *, inclusive: bool
    ) -> Iterator[ClockReminder]:
        """Yield the reminders after an elapsed time and before an instant, or also at it."""
        for due in self.clock.reminders(instant):
            moment = due.at + (self.clock.started or ZERO)
            if moment > until or (moment == until and not inclusive):
                return
            yield ClockReminder(self.to_act, moment, due.kind, due.seconds, due.left, due.all_left)

    # Turns and phases

    def _advance(self, state: Any, instant: Seconds, cause: Cause | None) -> Transition:
        """Move on to a state; if it begins a turn or phase, charge the one before."""
        match, at_clock = self.reach(state, instant), self.clock_instant(instant)
        before, timing = self.clock.timing, self.game.timing(state)
        if before and timing:
            goes_on = before.occasion == timing.occasion
        else:
            goes_on = self.awaits_host and match.awaits_host
        if goes_on:
            match = replace(match, clock=self.clock.change_limit(timing, at_clock))
            if match.lot_due_at is not None or cause is None:
                return Transition(match)
            return Transition(match, (TurnContinued(match.to_act, match.turn_left, cause),))
        left = self.clock.reserves_left(at_clock)
        match = replace(match, clock=self.clock.open(timing, left))
        if state.outcome and cause:
            return match._end(state.outcome, cause)
        if match.lot_due_at is not None:
            return Transition(match)
        seat = before and before.seat
        spent = ReserveSpent(seat, left.of(seat)) if seat and left != self.clock.reserves else None
        return match._open(instant, spent=spent, cause=cause)

    def _open(
        self, instant: Seconds, *, spent: ReserveSpent | None, cause: Cause | None
    ) -> Transition:
        """Begin a turn or phase; its clock starts now, or once its post has arrived.

        If a host is awaited, no clock runs.
        """
        timing, reserve = self.clock.timing, None
        match = replace(self, turn_opened_at=instant, submitted_seats=frozenset(), lot_due_at=None)
        if not self.starts_clock_by_post:
            match = match.start_clock(instant)
        if timing and timing.seat:
            reserve = match.clock.reserves.of(timing.seat)
        turn = timing.clock.turn if timing else None
        return Transition(match, (TurnStarted(match.to_act, turn, reserve, spent, cause),))

    def _end(self, outcome: Outcome, cause: Cause) -> Transition:
        reserves = self.clock.reserves_left(self.clock_instant(self.now))
        match = replace(
            self,
            to_act=(),
            awaits_host=False,
            clock=self.clock.open(None, reserves),
            held=None,
            lot_due_at=None,
            result=outcome,
        )
        return Transition(match, (MatchEnded(outcome, cause),))


def _without_moot_reminders(notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """Return the notices without reminders of a clock that they themselves stop.

    If a turn ends or a move is held, nobody needs to hear how little time was left.
    """
    last = max(
        (index for index, notice in enumerate(notices) if isinstance(notice, _STOP_CLOCKS)),
        default=-1,
    )
    return tuple(
        notice
        for index, notice in enumerate(notices)
        if index > last or not isinstance(notice, ClockReminder)
    )
