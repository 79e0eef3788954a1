"""A second referee of the free table, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. A line is tried whole on a copy of the table, and then
done part by part, up to each lot that it needs.
"""

import copy
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.games.referees.boards.table_things import (
    OWNERS,
    Table,
    do,
    fault_of_line,
    take_cards,
    take_dice,
)
from tests.games.referees.match import Match as MatchOfAnyGame
from tests.games.referees.match import new_referee
from tests.games.referees.record import (
    SEATS,
    above_zero,
    cells_in,
    folded,
    is_run_of_cells,
    matching,
    name_of,
    one_of,
    other_seat,
    seat_named_first,
    seconds,
    whole_number,
)
from tests.games.referees.record import Settings as SettingsOfAnyGame
from tests.games.referees.values import BankTurn, Deadline, FalseLot, PeriodTurn, Refusal, Timing
from tests.games.referees.words.table_words import (
    SETUP_LIMIT,
    TEXT_LIMIT,
    Part,
    Said,
    Unreadable,
    after_the_mark,
    bare_cells,
    hosts_line,
    marked,
    words_of,
)
from tests.games.referees.words.typed import pieces_of

# ---------------------------------------------------------------------------------- the record


def size(value: str) -> tuple[int, int] | None:
    """Return the columns and rows in a header of a board's size; None for no board."""
    if value == "none":
        return None
    columns, rows = map(int, matching("[0-9]{1,2}x[0-9]{1,2}", value).split("x"))
    if not (1 <= columns <= 20 and 1 <= rows <= 20):
        raise ValueError(value)
    return columns, rows


def text_up_to(limit: int, least: int = 0) -> Any:
    return lambda value: matching(f".{{{least},{limit}}}", value)


@dataclass
class Settings(SettingsOfAnyGame):
    """The headers' settings."""

    board: tuple[int, int] | None = None
    order: str = "turns"
    turn: Fraction = Fraction(60)
    reserve: Fraction = Fraction(300)
    periods: int = 0
    period: Fraction = Fraction(60)
    choice: Fraction = Fraction(60)
    late: str = "host"
    setup: str = ""

    def fault(self) -> str | None:
        """Return the fault of a setup that cannot be done on this board."""
        try:
            table = Table()
            parts = hosts_line(self.setup, is_setup=True) if self.setup else []
        except Unreadable:
            return "setup"
        return "setup" if fault_of_line(table, parts, self.board) else None


OPTIONS = {
    "title": text_up_to(60, least=1),
    "board": size,
    "row1": one_of("bottom", "top"),
    "order": one_of("turns", "judged", "rounds"),
    "periods": whole_number,
    "period": above_zero(seconds),
    "late": one_of("host", "pass", "lose"),
    "setup": text_up_to(SETUP_LIMIT),
    "envelope": text_up_to(SETUP_LIMIT),
}


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """The phase, the line that is being done, and the table.

    `phase` is `setup`, `choice`, `turn` or `host` (who is awaited). `alone` is whose turn it was
    last that was one seat's alone. `bench` is the table as a line leaves it
    that still needs lots; nobody sees it before the line is done.
    """

    phase: str = "setup"
    seats: list[str] = field(default_factory=list)
    manner: str = "aloud"
    moved: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    alone: str | None = None
    table: Table = field(default_factory=Table)
    start: Table = field(default_factory=Table)
    bench: Table = field(default_factory=Table)
    todo: list[Part] = field(default_factory=list)
    by: str | None = None
    is_move: bool = False
    next: Part | None = None
    lots: int = 0
    is_after_silence: bool = False


class Match(MatchOfAnyGame):
    """One match as it stands."""

    state: State
    settings: Settings

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        has_periods = settings.periods > 0
        super().__init__(settings, settings.periods if has_periods else settings.reserve, drawn)
        self.reserve_unit = "periods" if has_periods else "reserve"
        self.state = State()
        self.open(Deadline(Fraction(0)), Fraction(0))
        self.started_at = None
        parts = hosts_line(settings.setup, is_setup=True) if settings.setup else []
        self.begin_line(parts, None, Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def awaited(self) -> list[str]:
        """Return the seats of an open turn that have said nothing yet."""
        if self.state.phase != "turn":
            return []
        return [seat for seat in self.state.seats if seat not in self.state.moved]

    def to_act_now(self) -> list[str]:
        return ["dmo"] if self.state.phase == "choice" else self.awaited

    def position(self) -> dict[str, Any]:
        table = self.table
        return {
            "board": {
                name_of(cell): " ".join(filter(None, piece)) for cell, piece in table.board.items()
            },
            "counters": table.counters,
            "open": {owner: [item.text for item in table.open[owner]] for owner in OWNERS},
            "closed": {seat: len(table.closed[seat]) for seat in SEATS},
        }

    # ------------------------------------------------------------------------- what is open

    def open(self, timing: Timing, instant: Fraction) -> None:
        super().open(timing, instant)
        self.stop_where_the_host_is_awaited()

    def stop_where_the_host_is_awaited(self) -> None:
        if self.state.phase == "host":
            self.started_at = None

    def open_turn(
        self,
        seats: list[str],
        instant: Fraction,
        manner: str = "aloud",
        length: Fraction | None = None,
    ) -> None:
        """Open a turn; one of a single seat uses its reserve, one of both does not."""
        self.pay(instant)
        state = self.state
        state.phase, state.seats, state.manner = "turn", list(seats), manner
        state.moved, state.texts, state.is_after_silence = [], {}, False
        length = self.settings.turn if length is None else length
        if len(seats) == 2:
            self.open(Deadline(length), instant)
            return
        state.alone = seats[0]
        if self.settings.periods:
            self.open(PeriodTurn(seats[0], length, self.settings.period), instant)
        else:
            self.open(BankTurn(seats[0], length), instant)

    def await_host(self, instant: Fraction) -> None:
        self.pay(instant)
        self.state.phase = "host"
        self.open(Deadline(Fraction(0)), instant)

    def open_as_ordered(self, instant: Fraction) -> None:
        """Open the first turn: a round, that of the named seat, or a choice."""
        if self.settings.order == "rounds":
            self.open_turn(list(SEATS), instant, "sealed")
        elif self.settings.first:
            self.open_turn([self.settings.first], instant)
        else:
            self.state.phase = "choice"
            self.open(Deadline(self.settings.choice), instant)

    def open_what_is_said(self, part: Part, instant: Fraction) -> None:
        """Open the turn of a host's `next`."""
        seats = part.seats or self.seats_of_bare_next()
        manner = part.manner or ("sealed" if len(seats) == 2 else "aloud")
        self.open_turn(seats, instant, manner, Fraction(part.number) if part.number else None)

    def seats_of_bare_next(self) -> list[str]:
        if self.settings.order == "rounds" or len(self.state.seats) == 2:
            return list(SEATS)
        return [other_seat(self.state.alone)] if self.state.alone else ["dmo"]

    def time_is_up(self, instant: Fraction) -> None:
        state = self.state
        if state.phase == "choice":
            self.let_lots_fall_due(instant)
            return
        silent = self.awaited
        if self.settings.late == "lose" and len(silent) == 1:
            self.end(other_seat(silent[0]), "out-of-time", instant)
        elif state.manner != "aloud":
            self.close_turn(instant)
        elif self.settings.late == "pass" and len(state.seats) == 1 and not state.is_after_silence:
            self.open_turn([other_seat(state.seats[0])], instant)
            state.is_after_silence = True
        else:
            self.await_host(instant)

    def close_turn(self, instant: Fraction) -> None:
        """Show sealed texts; secret ones are closed items of their seats from now on."""
        state = self.state
        if state.manner == "secret":
            for seat in SEATS:
                if seat in state.texts:
                    self.table.close(seat, "text", state.texts[seat])
        self.await_host(instant)

    def after_move(self, seat: str, instant: Fraction) -> None:
        state = self.state
        state.moved.append(seat)
        if len(state.seats) == 2:
            if not self.awaited:
                self.await_host(instant)
        elif self.settings.order == "turns":
            self.open_turn([other_seat(seat)], instant)
        else:
            self.await_host(instant)

    # ------------------------------------------------------------------------------- lines

    def begin_line(self, parts: list[Part], by: str | None, instant: Fraction) -> None:
        """Do a line that can be done, up to the first lot that it needs."""
        state = self.state
        state.todo, state.by, state.next = list(parts), by, None
        state.bench = copy.deepcopy(state.table)
        state.is_move = any(part.what != "roll" for part in parts)
        self.go_on(instant)

    def go_on(self, instant: Fraction) -> None:
        state = self.state
        self.lot_due_at = None
        while state.todo and state.todo[0].what not in ("roll", "deal"):
            part = state.todo.pop(0)
            if part.what == "next":
                state.next = part
            else:
                do(state.bench, part, state.start)
        if state.todo:
            self.let_lots_fall_due(instant)
        else:
            self.end_line(instant)

    def end_line(self, instant: Fraction) -> None:
        state = self.state
        state.table, state.is_after_silence = state.bench, False
        is_setup = state.phase == "setup"
        if is_setup:
            state.start = copy.deepcopy(state.table)
        if state.next is not None:
            self.open_what_is_said(state.next, instant)
        elif is_setup:
            self.open_as_ordered(instant)
        elif state.by is not None and state.is_move:
            self.after_move(state.by, instant)

    # -------------------------------------------------------------------------------- lots

    def lots_due(self) -> list[str]:
        if not self.state.todo:
            return ["first ec", "first dmo"]
        return []

    def draw_a_lot(self) -> None:
        """Draw a lot of the table's seed, committed to or not."""
        if not self.settle(self.lot_of_the_seed()):
            raise ValueError(self.state)
        self.lots_settled += 1

    def lot_of_the_seed(self) -> str:
        """Return the seed's lot; a table counts its own lots, without those that were undone."""
        return self.draw_from(random.Random(f"{self.settings.seed} {self.state.lots}"))

    def settle_as_stated(self, text: str) -> bool:
        """Settle the lot that is due if a text states it, which must then be the seed's."""
        drawn = self.lot_of_the_seed()
        if not self.settle(text):
            return False
        if self.settings.commitment is not None and folded(text) != folded(drawn):
            raise FalseLot
        self.lots_settled += 1
        return True

    def draw_from(self, dice: random.Random) -> str:
        if not self.state.todo:
            return dice.choice(self.lots_due())
        part = self.state.todo[0]
        if part.what == "roll":
            drawn = [str(1 + dice.randrange(part.faces)) for _ in range(part.number)]
        else:
            deck = list(self.state.bench.deck)
            drawn = [deck.pop(dice.randrange(len(deck))) for _ in range(part.number)]
        return " ".join([part.what, *drawn])

    def settle(self, text: str) -> bool:
        state, words, instant = self.state, folded(text), self.lot_due_at
        if not state.todo:
            if text_is_first := words in (["first", "ec"], ["first", "dmo"]):
                state.lots += 1
                self.open_turn([words[1]], instant)
            return text_is_first
        part = state.todo[0]
        if words[:1] != [part.what] or len(words) != part.number + 1:
            return False
        if part.what == "roll":
            if not all(re.fullmatch("[1-9][0-9]{0,3}", die) for die in words[1:]):
                return False
            dice = [int(die) for die in words[1:]]
            if max(dice) > part.faces:
                return False
            take_dice(state.bench, part, dice)
        else:
            cards, deck = [card.upper() for card in words[1:]], list(state.bench.deck)
            for card in cards:
                if card not in deck:
                    return False
                deck.remove(card)
            take_cards(state.bench, part, cards)
        state.lots += 1
        state.todo.pop(0)
        self.go_on(instant)
        return True

    # ---------------------------------------------------------------------------- hearing

    def hear_dealer(self, time: Fraction, text: str) -> Refusal | None:
        refusal = super().hear_dealer(time, text)
        self.stop_where_the_host_is_awaited()
        return refusal

    def hear_host(self, time: Fraction, text: str) -> Refusal | None:
        line = after_the_mark(text)
        if line is None:
            return super().hear_host(time, text)
        while self.lot_due_at is not None and not self.over:
            self.draw_a_lot()
            self.let_time_pass(time, through=False)
        if self.over:
            return Refusal("match-over")
        before = self.as_it_is(time)
        refusal = self.hear_line(line, time)
        if refusal is None:
            self.before_rulings.append(before)
        return refusal

    def hear_line(self, line: str, time: Fraction) -> Refusal | None:
        try:
            parts = hosts_line(line)
        except Unreadable as fault:
            return Refusal(fault.code, fault.cells)
        refusal = self.fault_of(parts)
        if refusal is None:
            self.begin_line(parts, None, self.match_time(time))
        return refusal

    def fault_of(self, parts: list[Part]) -> Refusal | None:
        return fault_of_line(self.table, parts, self.settings.board, self.state.start)

    def understood(self, text: str, seat: str) -> Said | None:  # noqa: PLR0911 - one return for each phase
        pieces = pieces_of(text)
        if pieces == ["concede"]:
            return Said("concede")
        rest = after_the_mark(text)
        if self.state.phase == "choice":
            return self.understood_in_choice(pieces, rest, seat)
        is_sealed = self.state.phase == "turn" and self.state.manner != "aloud"
        if rest == "":
            return None
        if rest is not None and (is_sealed or seat not in self.awaited):
            text = words_of(rest)
            is_said = bool(text) if is_sealed else any(sign.isalnum() for sign in text)
            return Said("text", text=text) if is_said else None
        if rest is not None:
            return marked(rest, seat, board=self.settings.board is not None)
        heard = self.state.seats if is_sealed else self.awaited
        if seat not in heard or self.settings.board is None:
            return None
        cells = bare_cells(text, seat)
        return Said("text", text=words_of(text)) if cells and is_sealed else cells

    def understood_in_choice(self, pieces: list[str], rest: str | None, seat: str) -> Said | None:
        first = seat_named_first(pieces, seat)
        if first is not None:
            return Said("first", seat=first)
        words = [piece for piece in pieces if not is_run_of_cells(piece)]
        if pieces[:1] == ["first"] and {*words} <= {"first", "me", "them", "concede", *SEATS}:
            return Said("malformed", fault=Unreadable("malformed", cells_in(pieces)))
        return Said("malformed", fault=Unreadable("malformed")) if rest else None

    def hear_action(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        may_change = self.state.manner != "aloud" and seat in self.state.seats and self.awaited
        if seat not in self.to_act() and not may_change:
            return Refusal("not-your-turn")
        if action.fault is not None:
            return Refusal(action.fault.code, action.fault.cells)
        if action.what == "first":
            self.open_turn([action.seat], instant)
            return None
        if self.state.manner != "aloud":
            return self.hear_text(seat, instant, action.text)
        return self.hear_move(seat, instant, action)

    def hear_text(self, seat: str, instant: Fraction, text: str) -> Refusal | None:
        """Take a text; a sealed one may be replaced until both are in."""
        if len(text) > TEXT_LIMIT:
            return Refusal("too-long")
        self.state.texts[seat] = text
        if seat not in self.state.moved:
            self.state.moved.append(seat)
        if not self.awaited:
            self.close_turn(instant)
        return None

    def hear_move(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what == "words":
            self.after_move(seat, instant)
            return None
        refusal = self.fault_of(action.parts)
        if refusal is None:
            self.begin_line(action.parts, seat, instant)
        return refusal


# -------------------------------------------------------------------------------- the referee

REFEREES = {"free-table": new_referee("free-table", Settings, OPTIONS, Match)}
