"""The history of a match, step by step."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from operator import attrgetter
from typing import Any

from engine.clocks import ZERO, Seconds
from engine.game import AnyGame
from engine.matches.entries import CauseKind, Entry
from engine.matches.judging import is_take_back
from engine.matches.match import Match
from engine.matches.rulings import CAN_BE_TAKEN_BACK, Replace, Undo, UndoRuling
from engine.notation import is_concession
from engine.records.record import Record
from engine.seats import PUBLIC, SEATS, Seat


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """An entry that had an effect, with the match before and after it.

    A held move has happened as soon as it is typed. The posting of a position is no step, nor is
    time that passed without changing anything.

    Attributes:
        number: Its place in the log.
        entry: Its author and instant; a host's line for a player is that player's.
        counts: True if it is in force at the end: neither undone nor taken back.
        seconds: The time it took of its player, less that of their earlier steps in the same turn;
            None in a match without clocks.
    """

    number: int
    entry: Entry
    match_before: Match
    match_after: Match
    counts: bool = True
    seconds: Seconds | None = None

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match_before.game

    @property
    def state(self) -> Any:
        """The game's state before it."""
        return state_reached(self.match_before)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seat whose entry it is, or the seats whose time ran out."""
        if self.entry.speaker.seat:
            return (self.entry.speaker.seat,)
        timing = self.match_before.clock.timing
        return (timing.seat,) if timing and timing.seat else self.match_before.to_act

    @property
    def is_move(self) -> bool:
        """True if a player did it, or it was done for them because their time ran out."""
        return self.entry.cause.kind in {CauseKind.ACTION, CauseKind.TIME}

    @property
    def text(self) -> str:
        """The typed text, as the game writes it."""
        action = self.action
        return " ".join(self.entry.text.split()) if action is None else self.game.write(action)

    @property
    def action(self) -> Any:
        """A player's action; None for a concession, and for any other step."""
        seat = self.entry.speaker.seat
        if seat is None or is_concession(self.entry.text):
            return None
        return self.game.read(self.state, seat, self.entry.text)

    @property
    def is_secret(self) -> bool:
        """True if the room was not told what it says."""
        seat, kind = self.entry.speaker.seat, self.entry.cause.kind
        if seat:
            return self.match_before.is_secret(seat, self.entry.text) is True
        if kind is not CauseKind.LOT:
            return False
        return self.match_before.view(PUBLIC) == self.public_view or self._hides_more

    @property
    def _hides_more(self) -> bool:
        if self.match_after.result or not self.game.has_secrets:
            return False
        public = self.public_view
        seen = _seen_in(public.__class__)
        now, earlier = (
            seen(self.game.reveal(state_reached(match)))
            for match in (self.match_after, self.match_before)
        )
        values = zip(now, seen(public), earlier, strict=True)
        return any(hidden not in known for hidden, *known in values)

    @property
    def renamed(self) -> dict[Seat, str]:
        """The seat that another person has from now on, with their name."""
        ruling = self.entry.ruling
        return {ruling.seat: ruling.name} if isinstance(ruling, Replace) else {}

    @property
    def public_view(self) -> Any:
        """The view that everybody had after it."""
        if self.match_after.result:
            return self.match_after.view(PUBLIC)
        return self.game.view(state_reached(self.match_after), PUBLIC)

    @property
    def views(self) -> tuple[Any, Any]:
        """The view that everybody had after it, and the same with everything hidden then.

        If nothing was hidden, both are the very same view.
        """
        public, state = self.public_view, state_reached(self.match_after)
        if self.match_after.result or not self.game.has_secrets:
            return public, public
        seen = _seen_in(public.__class__)
        is_hidden = any(seen(self.game.view(state, seat)) != seen(public) for seat in SEATS)
        return public, self.game.reveal(state) if is_hidden else public


@cache
def _seen_in(kind: type[Any]) -> Callable[[Any], Any]:
    """Return the getter of all that a view shows, except whose it is."""
    return attrgetter(*(field.name for field in fields(kind) if field.name != "viewer"))


def state_reached(match: Match) -> Any:
    """Return the game's state as if a held move had happened."""
    return match.held.state if match.held else match.state


def fresh_match(source: Match | Record) -> Match:
    """Return a match, or a record's, as it was before its first entry, without reminders."""
    return Match.begin(
        source.game,
        has_clocks=source.has_clocks,
        starts_clock_by_post=source.starts_clock_by_post,
        has_reminders=False,
    ).match


def history(beginning: Match, entries: Iterable[Entry]) -> tuple[HistoryStep, ...]:
    """Return the steps that a log leads to from a match's beginning.

    Raises:
        Refused: An entry is refused, which never happens in a genuine log.
    """
    steps = list[HistoryStep]()
    # A byte for each step: a log may have thousands of rulings, and each keeps what counted.
    counting = bytearray()
    counted = dict[int, bytes]()
    before = beginning
    for number, entry in enumerate(entries):
        transition = before.enter(entry)
        if transition.refusal:
            raise transition.refusal
        after = transition.match
        has_changed = state_reached(after) is not state_reached(before)
        if has_changed or entry.cause.kind not in {CauseKind.TIME, CauseKind.LOT}:
            if isinstance(entry.ruling, CAN_BE_TAKEN_BACK):
                counted[number] = bytes(counting)
            if isinstance(entry.ruling, UndoRuling) and before.ruling_point:
                counting = bytearray(counted[before.ruling_point.number].ljust(len(steps), b"\0"))
            first = _first_cancelled(steps, before, entry)
            counting[first:] = bytes(len(steps) - first)
            counting.append(not is_take_back(before, entry.effective))
            steps.append(HistoryStep(number, entry.effective, before, after))
        elif steps and after.result is not before.result:
            # A held move has become final, and ended the game.
            steps[-1] = replace(steps[-1], match_after=after)
        before = after
    # Nothing takes a seat from a new person.
    return _with_seconds(
        step if counts or isinstance(step.entry.ruling, Replace) else replace(step, counts=False)
        for step, counts in zip(steps, counting, strict=True)
    )


def _first_cancelled(steps: Sequence[HistoryStep], before: Match, entry: Entry) -> int:
    """Return the place of the first step that an entry takes back; all later ones go with it."""
    if isinstance(entry.ruling, Undo) and before.undo_point:
        return bisect_left(steps, before.undo_point.number, key=attrgetter("number"))
    return len(steps) - is_take_back(before, entry.effective)


def _with_seconds(steps: Iterable[HistoryStep]) -> tuple[HistoryStep, ...]:
    charged: dict[Seat, tuple[Seconds, Seconds]] = {}
    timed = list[HistoryStep]()
    for step in steps:
        match = step.match_before
        if not (match.has_clocks and step.is_move):
            timed.append(step)
            continue
        elapsed = match.clock.elapsed(step.entry.at)
        opened, earlier = charged.get(step.seats[0], (None, ZERO))
        used = max(ZERO, elapsed - (earlier if opened == match.turn_opened_at else ZERO))
        timed.append(replace(step, seconds=used))
        if step.counts:
            charged |= dict.fromkeys(step.seats, (match.turn_opened_at, elapsed))
    return tuple(timed)
