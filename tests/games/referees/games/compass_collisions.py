"""A second referee of Compass Collisions, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. What happens on the board is told in `compass_board`,
what a text says in `compass_words`; here is what the two seats are asked for in turn.
"""

import itertools
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees import match, record
from tests.games.referees.boards.compass_board import (
    BOARD,
    DEFAULT_NUMBERS,
    ROW_LENGTHS,
    SETS,
    STEPS,
    Move,
    Table,
    end_turn,
    fault_of_layout,
    fault_of_move,
    holds_piece_of,
    make_move,
    position,
    read_numbers,
    rows_of_layout,
    set_up_pieces,
    way_of,
)
from tests.games.referees.record import Cell, name_of, other_seat
from tests.games.referees.values import Deadline, PeriodTurn, Refusal
from tests.games.referees.words.compass_words import (
    Said,
    is_layout,
    is_submission,
    said_of_a_lot,
    what_is_said,
)
from tests.games.referees.words.typed import as_it_counts

# ---------------------------------------------------------------------------------- the match


@dataclass
class Settings(record.Settings):
    """The headers' settings."""

    turn: Fraction = Fraction(60)
    periods: int = 3
    period: Fraction = Fraction(60)
    remove: Fraction = Fraction(60)
    setup: Fraction = Fraction(600)
    choice: Fraction = Fraction(60)
    erosion: dict[Cell, int] = field(default_factory=lambda: dict(DEFAULT_NUMBERS))


OPTIONS: record.OptionReaders = {
    "periods": record.whole_number,
    "period": record.above_zero(record.seconds),
    "erosion": read_numbers,
}


@dataclass
class State:
    """All of a match but its clocks."""

    table: Table
    phase: str = "layouts"
    layouts: dict[str, list[str]] = field(default_factory=dict)
    privilege: str = ""  # what the DMO took, `first` or `placement`
    sides: dict[str, str] = field(default_factory=dict)  # of the sets that are placed
    mover: str = ""


def rows_drawn(dice: random.Random) -> list[str]:
    """Return a layout drawn by lot: from 4 to 12 pieces in the first set, four of each element."""
    in_first_set = dice.randint(4, 12)
    slots = dice.sample(range(15), in_first_set) + dice.sample(range(15, 30), 16 - in_first_set)
    dice.shuffle(slots)
    letters = dict(zip(slots, "EWFA" * 4, strict=True))
    signs = iter([letters.get(slot, ".") for slot in range(30)])
    return ["".join(itertools.islice(signs, length)) for length in ROW_LENGTHS]


class Match(match.Match):
    """One match of Compass Collisions."""

    reserve_unit = "periods"
    state: State
    settings: Settings

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, settings.periods, drawn)
        self.state = State(Table(dict(settings.erosion)))
        self.open(Deadline(settings.setup), Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    def placer(self) -> str:
        """Return the seat that places the first two sets; the other one names who begins."""
        return "dmo" if self.state.privilege == "placement" else "ec"

    def to_act_now(self) -> list[str]:
        if self.state.phase == "layouts":
            return [seat for seat in record.SEATS if seat not in self.state.layouts]
        asked = {
            "privilege": "dmo",
            "first placement": self.placer(),
            "second placement": other_seat(self.placer()),
            "naming": other_seat(self.placer()),
        }
        return [asked.get(self.state.phase, self.state.mover)]

    def position(self) -> str | None:
        return position(self.state.table) if len(self.state.sides) == 4 else None

    def sets_left(self) -> list[str]:
        return [name for name in SETS if name not in self.state.sides]

    def sides_free(self) -> list[str]:
        return [side for side in STEPS if side not in self.state.sides.values()]

    # ------------------------------------------------------------------------- what happens

    def open_choice(self, phase: str, instant: Fraction) -> None:
        self.state.phase = phase
        self.open(Deadline(self.settings.choice), instant)

    def take_layout(self, seat: str, rows: list[str], instant: Fraction) -> None:
        self.state.layouts[seat] = rows
        if self.to_act_now():
            return
        self.open_choice("first placement" if self.state.privilege else "privilege", instant)

    def take_privilege(self, taken: str, instant: Fraction) -> None:
        self.state.privilege = taken
        if self.state.phase == "privilege":
            self.open_choice("first placement", instant)

    def place(self, pairs: list[tuple[str, str]], instant: Fraction) -> None:
        """Put the sets that are named; the last one goes where room is left."""
        self.state.sides.update(pairs)
        if self.state.phase == "first placement":
            self.open_choice("second placement", instant)
            return
        if len(self.state.sides) == 3:
            self.state.sides[self.sets_left()[0]] = self.sides_free()[0]
        self.state.table.pieces = set_up_pieces(self.state.layouts, self.state.sides)
        self.state.phase = "naming"
        self.ask_who_begins(instant)

    def open_turn(self, seat: str, instant: Fraction) -> None:
        self.state.phase = "play"
        self.state.mover = seat
        self.open(PeriodTurn(seat, self.settings.turn, self.settings.period), instant)

    def make_move(self, move: Move, instant: Fraction) -> None:
        table = self.state.table
        before = len(table.pieces)
        direction, steps = way_of(move)
        make_move(table, move.source, direction, steps)
        self.finish_turn(before, instant)

    def remove(self, cell: Cell, instant: Fraction) -> None:
        before = len(self.state.table.pieces)
        del self.state.table.pieces[cell]
        self.finish_turn(before, instant)

    def finish_turn(self, pieces_before: int, instant: Fraction) -> None:
        mover = self.state.mover
        self.pay(instant)
        loser = end_turn(self.state.table, mover, pieces_before)
        if loser is None:
            self.open_turn(other_seat(mover), instant)
        else:
            self.end(other_seat(loser), "element-lost", instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.state.phase == "play":
            self.pay(instant)
            self.state.phase = "removal"
            self.open(Deadline(self.settings.remove), instant)
        else:
            self.let_lots_fall_due(instant)

    # ------------------------------------------------------------------------------- lots

    def lots_due(self) -> list[str]:
        return {
            "layouts": list,
            "privilege": lambda: ["take first", "take placement"],
            "first placement": self.first_placements,
            "second placement": self.second_placements,
            "naming": super().lots_due,
            "removal": self.removals,
        }[self.state.phase]()

    def first_placements(self) -> list[str]:
        return [
            f"place {piece_set} {side}, {other} {another}"
            for piece_set, other in itertools.combinations(SETS, 2)
            for side, another in itertools.permutations(STEPS, 2)
        ]

    def second_placements(self) -> list[str]:
        return [f"place {name} {side}" for name in self.sets_left() for side in self.sides_free()]

    def removals(self) -> list[str]:
        table = self.state.table
        own = [cell for cell in table.pieces if holds_piece_of(table, cell, self.state.mover)]
        return [f"remove {name_of(cell)}" for cell in sorted(own, key=lambda cell: cell[::-1])]

    def draw_from(self, dice: random.Random) -> str:
        if self.state.phase == "layouts":
            return f"layout {self.to_act_now()[0]} {' / '.join(rows_drawn(dice))}"
        if self.state.phase == "second placement":
            return f"place {self.sets_left()[0]} {dice.choice(self.sides_free())}"
        return super().draw_from(dice)

    def settle(self, text: str) -> bool:
        return {
            "layouts": self.settle_layout,
            "privilege": self.settle_privilege,
            "first placement": self.settle_placement,
            "second placement": self.settle_placement,
            "naming": lambda *_: super(Match, self).settle(text),
            "removal": self.settle_removal,
        }[self.state.phase](text, self.lot_due_at)

    def settle_layout(self, text: str, instant: Fraction) -> bool:
        word, seat, *rest = [*text.strip().split(maxsplit=2), "", ""]
        layout = f"layout {rest[0]}"
        seat = seat.lower()
        if word.lower() != "layout" or seat not in self.to_act_now() or not is_layout(layout):
            return False
        if as_it_counts(text) != text:
            return False
        rows = rows_of_layout(rest[0])
        if fault_of_layout(rows) is not None:
            return False
        self.take_layout(seat, rows, instant)
        return True

    def settle_privilege(self, text: str, instant: Fraction) -> bool:
        action = said_of_a_lot(text, "take")
        if action is None:
            return False
        self.take_privilege(action.taken, instant)
        return True

    def settle_placement(self, text: str, instant: Fraction) -> bool:
        action = said_of_a_lot(text, "place")
        expected = 2 if self.state.phase == "first placement" else 1
        if (
            action is None
            or len(action.pairs) != expected
            or self.fault_of_placement(action) is not None
        ):
            return False
        self.place(action.pairs, instant)
        return True

    def settle_removal(self, text: str, instant: Fraction) -> bool:
        action = said_of_a_lot(text, "remove")
        if action is None or not holds_piece_of(
            self.state.table, action.cells[0], self.state.mover
        ):
            return False
        self.remove(action.cells[0], instant)
        return True

    # ---------------------------------------------------------------------------- hearing

    def understood(self, text: str, seat: str) -> Said | None:
        return what_is_said(text, seat) if is_submission(text) else None

    def hear_what_is_asked(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        return {
            "layouts": self.hear_set_up,
            "privilege": self.hear_privilege,
            "first placement": self.hear_placement,
            "second placement": self.hear_placement,
            "naming": lambda _, *said: self.hear_who_begins(*said),
            "play": self.hear_turn,
            "removal": self.hear_removal,
        }[self.state.phase](seat, instant, action)

    def is_asked(self, seat: str, action: Said) -> bool:
        if self.state.phase == "layouts":
            return seat == "dmo" or action.what != "take"
        return seat in self.to_act_now()

    def hear_set_up(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what == "take" and self.state.privilege:
            return Refusal("already-chosen")
        if action.what == "take":
            self.take_privilege(action.taken, instant)
            return None
        if action.what != "layout":
            return Refusal("wrong-phase")
        fault = fault_of_layout(action.rows)
        if fault is not None:
            return Refusal(fault)
        self.take_layout(seat, action.rows, instant)
        return None

    def hear_privilege(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what != "take":
            return Refusal("wrong-phase")
        self.take_privilege(action.taken, instant)
        return None

    def hear_placement(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what != "place":
            return Refusal("wrong-phase")
        fault = self.fault_of_placement(action)
        if fault is not None:
            return Refusal(fault)
        self.place(action.pairs, instant)
        return None

    def fault_of_placement(self, action: Said) -> str | None:
        if self.state.phase == "first placement" and len(action.pairs) == 1:
            return "two-sets"
        sets, sides = self.sets_left(), self.sides_free()
        for name, side in action.pairs:
            if name not in sets:
                return "set-placed"
            if side not in sides:
                return "side-taken"
            sets.remove(name)
            sides.remove(side)
        return None

    def hear_turn(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what != "move":
            return Refusal("wrong-phase")
        refusal = fault_of_move(self.state.table, seat, action.move)
        if refusal is None:
            self.make_move(action.move, instant)
        return refusal

    def hear_removal(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if action.what == "move":
            return Refusal("must-remove")
        if action.what != "remove":
            return Refusal("wrong-phase")
        (cell,) = action.cells
        if cell not in BOARD:
            return Refusal("off-board", [cell])
        if not holds_piece_of(self.state.table, cell, seat):
            return Refusal("not-yours", [cell])
        self.remove(cell, instant)
        return None


# -------------------------------------------------------------------------------- the referee

REFEREES = {"compass-collisions": match.new_referee("compass-collisions", Settings, OPTIONS, Match)}
