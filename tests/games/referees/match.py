"""The plain referees' common parts of a match: clocks, hosts, lots and undoing.

A game's `Match` is a class over the one here, with these parts of its own:

- `state`: all that a host's `undo` must bring back and that is no clock. It is copied whole before
  every entry of a player. Assign it before the first `open`.
- `to_act_now()`: the seats from which something is awaited, in the order ec, dmo; as many as the
  phase has. Nobody asks while a lot is due or once the match is over.
- `position()`: the public position as JSON writes it.
- `understood(text, seat)`: None for conversation, else anything with a field `what`; `concede` as
  `what` is dealt with here.
- `hear_what_is_asked(seat, at, said)`: judge what is not malformed, by a seat that `is_asked`, and
  do it; a Refusal, or None where it is accepted. A refused one must change nothing. It may be left
  to `hear_who_begins`. A game that asks in another order has a `hear_action` of its own.
- `time_is_up(at)`: what follows once the time of what is open now has run out.
- `lots_due()`: where a lot is due, all texts that could state it next; [] for too many to write.
  Where a game has none of its own, it is who begins, which `ask_who_begins(at)` opens, with
  `begin(mover, at)` or `open_turn(mover, at)`.
- `draw_from(dice)`: where a lot is due, the text that the seed gives, if it is not simply one of
  `lots_due()`.
- `settle(text)`: where the text states a lot that is due, do it and say True; otherwise False.

What can be open at a time has one `Timing`: `Deadline` (secret set-ups, choices, removals: a plain
number of seconds, for whoever is awaited), `BankTurn` or `PeriodTurn` (one seat's turn, over which
its reserve begins to run). A game calls `open(timing, at)` for each phase and each turn, `pay(at)`
before it when a turn with a reserve has ended, `let_lots_fall_due(at)` where chance must decide
(one lot or several: the next `open` ends it, so open only when all are settled) and `end(winner,
reason, at)`. Moments named `at` are in the match's own time, which stands still in a pause.
"""

import copy
import random
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from tests.games.referees.record import (
    DECIMAL,
    SEATS,
    Entry,
    NotARecord,
    Settings,
    folded,
    name_of,
    other_seat,
    read_record,
)
from tests.games.referees.values import (
    NEVER_BROUGHT_BACK,
    Before,
    BeforeRuling,
    Deadline,
    FalseLot,
    LotFromTheSeed,
    Refusal,
    Timing,
    copy_of,
)

# ---------------------------------------------------------------------------------- the match


FIRST_BY_LOT = (["first", "ec"], ["first", "dmo"])
"""The lots by which it is said who begins."""


class Match:
    """One match as it stands, whatever the game; what a game adds is told in the module's words.

    Its time is the record's time less all that was paused; it stands still in a pause. Every moment
    kept here (when a clock started, when a lot fell due) is in that time, so a pause moves none.

    `reserve_unit` is `reserve` (seconds in a bank), `periods` (whole ones) or None (no reserve),
    and `reserve` what each seat has of it; `drawn` are the texts of lots that the seed decides, in
    order.
    """

    reserve_unit: str | None = "reserve"
    state: Any

    def __init__(
        self, settings: Settings, reserve: Fraction | int, drawn: Iterable[str] = ()
    ) -> None:
        self.settings = settings
        self.drawn = iter(drawn)
        self.lots_settled = 0
        self.reserves = dict.fromkeys(SEATS, reserve)
        self.result: dict[str, str | None] | None = None
        self.ended_at: Fraction | None = None
        self.lot_due_at: Fraction | None = None
        self.paused_at: Fraction | None = None
        self.paused_for = Fraction(0)
        self.befores: list[Before] = []
        self.before_rulings: list[BeforeRuling] = []

    # ----------------------------------------------------------------------- how things stand

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def mover(self) -> str:
        return self.state.mover

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    @property
    def over(self) -> bool:
        return self.result is not None

    def to_act(self) -> list[str]:
        if self.over or self.lot_due_at is not None:
            return []
        return self.to_act_now()

    def match_time(self, time: Fraction) -> Fraction:
        if self.paused_at is not None:
            return self.paused_at
        return time - self.paused_for

    def end_of_time(self) -> Fraction | None:
        """Return when the current time runs out; None if no clock runs."""
        if self.started_at is None:
            return None
        return self.started_at + self.settings.grace + self.timing.lasts(self.reserves)

    def next_end(self) -> Fraction | None:
        if self.over or self.lot_due_at is not None or not self.settings.timed:
            return None
        return self.end_of_time()

    def use_of_reserve(self, seat: str, instant: Fraction) -> Fraction | int:
        """Return the running turn's use of a seat's reserve by then."""
        if self.started_at is None:
            return 0
        return self.timing.used(seat, max(0, instant - self.started_at - self.settings.grace))

    def clocks_stand_at(self, time: Fraction) -> Fraction:
        """Return up to which moment the clocks have run, at a moment of the record."""
        return self.match_time(time) if self.ended_at is None else self.ended_at

    def reserve_left(self, seat: str, time: Fraction) -> Fraction | int:
        """Return a seat's reserve at a moment of the record, the running turn counted."""
        used = self.use_of_reserve(seat, self.clocks_stand_at(time))
        return max(0, self.reserves[seat] - used)

    # ------------------------------------------------------------------------- what happens

    def open(self, timing: Timing, instant: Fraction) -> None:
        self.timing = timing
        self.lot_due_at = None
        clock_starts_by_itself = self.settings.timed and not self.settings.posted
        self.started_at = instant if clock_starts_by_itself else None
        self.reserves_at_opening = dict(self.reserves)

    def pay(self, instant: Fraction) -> None:
        """End a turn: it costs its time, and no clock runs until something opens."""
        for seat in SEATS:
            self.reserves[seat] -= self.use_of_reserve(seat, instant)
        self.started_at = None

    def let_lots_fall_due(self, instant: Fraction) -> None:
        self.lot_due_at = instant

    def end(self, winner: str | None, reason: str, instant: Fraction) -> None:
        self.result = {"winner": winner, "reason": reason}
        self.ended_at = instant

    def let_time_pass(self, time: Fraction, *, through: bool) -> None:
        """Let everything happen that ends before a moment of the record, or also at it."""
        while not self.paused:
            end = self.next_end()
            now = self.match_time(time)
            if end is None or end > now or (end == now and not through):
                return
            self.time_is_up(end)

    def draw_a_lot(self) -> None:
        """Settle the due lot, or the first of them, by the seed."""
        committed = self.settings.commitment is not None
        text = self.lot_of_the_seed() if committed else next(self.drawn, None)
        if text is None:
            raise LotFromTheSeed(self.lots_due())
        if not self.settle(text):
            raise ValueError(text)
        self.lots_settled += 1

    def lot_of_the_seed(self) -> str:
        """Return the lot that is due, as docs/record.md has it follow from the seed."""
        return self.draw_from(random.Random(f"{self.settings.seed} {self.lots_settled}"))

    def lots_due(self) -> list[str]:
        return [" ".join(words) for words in FIRST_BY_LOT]

    def settle(self, text: str) -> bool:
        words = folded(text)
        if words in FIRST_BY_LOT:
            self.begin(words[1], self.lot_due_at)
        return words in FIRST_BY_LOT

    def ask_who_begins(self, instant: Fraction) -> None:
        """Ask the DMO who begins, unless the host has fixed it."""
        if self.settings.first is None:
            self.open(Deadline(self.settings.choice), instant)
        else:
            self.begin(self.settings.first, instant)

    def begin(self, mover: str, instant: Fraction) -> None:
        self.open_turn(mover, instant)

    def draw_from(self, dice: random.Random) -> str:
        return dice.choice(self.lots_due())

    def settle_as_stated(self, text: str) -> bool:
        """Settle the lot that is due if a text states it, which must then be the seed's."""
        drawn = copy.deepcopy(self) if self.settings.commitment is not None else None
        if not self.settle(text):
            return False
        if drawn is not None:
            drawn.draw_a_lot()
            if drawn.state != self.state:
                raise FalseLot
        self.lots_settled += 1
        return True

    def stop_listening(self) -> None:
        """The file ends."""

    # ---------------------------------------------------------------------------- hearing

    def hear(self, name: str, time: Fraction, text: str) -> Refusal | None:
        """Judge an entry and do what it says; the refusal if there is one."""
        if name == "dealer" and folded(text) in (["pause"], ["resume"]):
            name = "host"
        said_for = host_says_for(text) if name == "host" else None
        if said_for is not None:
            return self.hear_what_a_host_says_for(*said_for, time)
        self.prepare(name, time, text)
        if name == "dealer":
            return self.hear_dealer(time, text)
        if name == "host":
            return self.hear_host(time, text)
        refusal = self.hear_player(name, time, text)
        if refusal is None:
            self.before_rulings = []
        return refusal

    def prepare(self, name: str, time: Fraction, text: str) -> None:
        """Bring the match to the moment just before an entry is judged."""
        if self.settings.timed:
            self.let_time_pass(time, through=name == "dealer")
        else:
            self.let_an_entry_pass(name, text)
        while name in SEATS and self.lot_due_at is not None and not self.over:
            self.draw_a_lot()
            self.let_time_pass(time, through=False)

    def let_an_entry_pass(self, name: str, text: str) -> None:
        """Make final what the next entry of a record without times makes final."""

    def hear_dealer(self, time: Fraction, text: str) -> Refusal | None:
        words = folded(text)
        if words == []:
            return None
        while self.lot_due_at is not None and not self.over:
            stated = self.settle_as_stated(text)
            if not stated:
                self.draw_a_lot()
            self.let_time_pass(time, through=True)
            if stated:
                return None
        if self.over:
            return Refusal("match-over")
        if words != ["posted"]:
            return Refusal("no-lot-due")
        if self.settings.timed and self.started_at is None:
            self.started_at = self.match_time(time)
        return None

    def hear_host(self, time: Fraction, text: str) -> Refusal | None:
        words = folded(text)
        if words == ["undo", "ruling"]:
            return self.undo_ruling(time)
        before = self.as_it_is(time)
        refusal = self.rule(time, words)
        if refusal is None and words[0] in ("time", "award", "abort", "undo"):
            self.before_rulings.append(before)
        return refusal

    def rule(self, time: Fraction, words: list[str]) -> Refusal | None:
        if words == ["undo"]:
            return self.undo(time)
        if self.over:
            return Refusal("match-over")
        if words == ["pause"]:
            return self.pause(time)
        if words == ["resume"]:
            return self.resume(time)
        if words[0] == "time":
            return self.change_reserve(time, words)
        return self.end_or_seat(time, words)

    def end_or_seat(self, time: Fraction, words: list[str]) -> Refusal | None:
        if words == ["abort"]:
            self.end(None, "aborted", self.match_time(time))
        elif words in (["award", "ec"], ["award", "dmo"]):
            self.end(words[1], "awarded", self.match_time(time))
        elif not (words[0] == "seat" and len(words) > 2 and words[1] in SEATS):
            return Refusal("malformed")
        return None

    def hear_what_a_host_says_for(self, seat: str, text: str, time: Fraction) -> Refusal | None:
        """Take a host's words as if the seat had typed them, but undoable as a ruling."""
        self.prepare(seat, time, text)
        before = self.as_it_is(time)
        refusal = self.hear_player(seat, time, text)
        if refusal is None:
            self.before_rulings.append(before)
        return refusal

    def as_it_is(self, time: Fraction) -> BeforeRuling:
        """Return all that this match is now, for a host's `undo ruling`."""
        stored = {
            name: copy.copy(value)
            for name, value in vars(self).items()
            if name not in NEVER_BROUGHT_BACK
        }
        return BeforeRuling({**stored, "state": copy_of(self.state)}, self.match_time(time))

    def undo_ruling(self, time: Fraction) -> Refusal | None:
        """Restore everything from before the ruling, as if no time had passed since then."""
        if not self.before_rulings:
            return Refusal("nothing-to-undo")
        now = self.match_time(time)
        before = self.before_rulings[-1]
        vars(self).update(before.everything)
        # Match time has gone on since: it is set back, as if there had been a pause.
        self.paused_for += now - before.moment
        if self.paused_at is not None:
            self.paused_at = before.moment
        return None

    def undo(self, time: Fraction) -> Refusal | None:
        if not self.befores:
            return Refusal("nothing-to-undo")
        before = self.befores.pop()
        self.result = None
        self.ended_at = None
        # Kept whole, since an `undo ruling` may bring it back.
        self.state = copy_of(before.state)
        self.reserves = dict(before.reserves)
        self.open(before.timing, self.match_time(time))
        return None

    def pause(self, time: Fraction) -> Refusal | None:
        if self.paused:
            return Refusal("paused")
        self.paused_at = self.match_time(time)
        return None

    def resume(self, time: Fraction) -> Refusal | None:
        if self.paused_at is None:
            return Refusal("not-paused")
        self.paused_for = time - self.paused_at
        self.paused_at = None
        return None

    def change_reserve(self, time: Fraction, words: list[str]) -> Refusal | None:
        if len(words) != 3 or words[1] not in SEATS:
            return Refusal("malformed")
        if not re.fullmatch("[+-]?" + DECIMAL, words[2]):
            return Refusal("malformed")
        if self.reserve_unit is None:
            return Refusal("no-reserve")
        change = Fraction(words[2])
        if self.reserve_unit == "periods" and change.denominator != 1:
            return Refusal("malformed")
        seat = words[1]
        self.reserves[seat] += max(change, -self.reserve_left(seat, time))
        return None

    def hear_player(self, seat: str, time: Fraction, text: str) -> Refusal | None:
        if self.over:
            return Refusal("match-over")
        messages = self.understood(text, seat)
        if messages is None:
            return Refusal("not-a-submission")
        before = Before(copy_of(self.state), self.timing, self.reserves_at_opening)
        refusal = self.hear_submission(seat, self.match_time(time), messages)
        if refusal is None:
            self.befores.append(before)
        return refusal

    def hear_action(self, seat: str, instant: Fraction, said: Any) -> Refusal | None:
        if not self.is_asked(seat, said):
            return Refusal("not-your-turn")
        if said.what == "malformed":
            return Refusal("malformed", said.cells)
        return self.hear_what_is_asked(seat, instant, said)

    def is_asked(self, seat: str, said: Any) -> bool:
        """Return whether it is for this seat to say this now, right or wrong."""
        return seat in self.to_act()

    def hear_who_begins(self, instant: Fraction, said: Any) -> Refusal | None:
        if said.what != "first":
            return Refusal("wrong-phase")
        self.begin(said.seat, instant)
        return None

    def hear_submission(self, seat: str, instant: Fraction, messages: Any) -> Refusal | None:
        if messages.what == "concede":
            self.end(other_seat(seat), "conceded", instant)
            return None
        if self.paused:
            return Refusal("paused")
        return self.hear_action(seat, instant, messages)


def host_says_for(text: str) -> tuple[str, str] | None:
    """Return the seat for which a host says something, and what; None where they do not."""
    match = re.fullmatch(r"say\s+(ec|dmo)\s+(.*)", text, re.IGNORECASE | re.DOTALL)
    return (match[1].lower(), match[2]) if match else None


# -------------------------------------------------------------------------------- the referee


def judged(match: Match, entries: list[Entry]) -> list[dict]:
    """Return an object for each entry of a record and one for its end, without messages."""
    objects = []
    last_time = Fraction(0)
    for entry in entries:
        last_time = entry.time
        try:
            refusal = match.hear(entry.who, last_time, entry.text)
        except LotFromTheSeed as lot:
            lot.so_far = objects
            raise
        except FalseLot:
            raise NotARecord(entry.line, "another lot than the seed's") from None
        objects.append(object_for_entry(match, entry, refusal))
    match.stop_listening()
    objects.append(object_for_end(match, last_time))
    return objects


def new_referee(
    game: str, settings: type[Settings], options: dict, match: Callable[..., Match]
) -> Callable[..., list[dict]]:
    """Return the referee of a game: one object for each entry of a record and one for its end.

    `drawn` are the texts of lots that the seed decides, in order; LotFromTheSeed is raised where
    that does not reach. A record that states its lots needs none.
    """

    def referee(text: str, drawn: Iterable[str] = ()) -> list[dict]:
        value = settings()
        entries = read_record(text, game, value, options)
        return judged(match(value, drawn), entries)

    return referee


def object_for_entry(match: Match, entry: Entry, refusal: Refusal | None) -> dict:
    verdict = {"line": entry.line, "who": entry.who}
    if refusal is None:
        verdict["verdict"] = "accepted"
    else:
        verdict["verdict"] = "rejected"
        verdict["code"] = refusal.code
        if refusal.cells:
            verdict["cells"] = [name_of(cell) for cell in refusal.cells]
    verdict["position"] = match.position()
    verdict["to_act"] = match.to_act()
    return verdict


def object_for_end(match: Match, time: Fraction) -> dict:
    clock = {}
    if match.reserve_unit is not None:
        number = {"reserve": float, "periods": int}[match.reserve_unit]
        clock = {
            seat: {match.reserve_unit: number(match.reserve_left(seat, time))} for seat in SEATS
        }
    return {
        "result": match.result,
        "position": match.position(),
        "to_act": match.to_act(),
        "clock": clock,
    }
