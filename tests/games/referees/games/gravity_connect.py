"""A second referee of Gravity Connect, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. Of a match it keeps who began and the lines on which
discs entered, each from its side, and drops them all anew each time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees.match import new_referee
from tests.games.referees.record import SEATS, Cell, cells_in, is_run_of_cells, other_seat, rows_of
from tests.games.referees.take_backs import (
    OPTIONS,
    Said,
    Settings,
    TakeBackMatch,
    is_submission,
    said_beside_moves,
)
from tests.games.referees.values import BankTurn, Refusal
from tests.games.referees.words.typed import pieces_of

Board = dict[Cell, str]
Slot = tuple[str, int]
"""The side on which a disc enters, and the row or column on which it travels."""

LINES = range(1, 10)
ROWS, COLUMNS = "123456789", "abcdefghi"
SIDES = {
    "left": (range(1, 10), ROWS),
    "right": (range(10, 19), ROWS),
    "bottom": (COLUMNS, COLUMNS),
    "top": ("jklmnopqr", COLUMNS),
}
"""The names of each side's slots, and of the lines behind them."""
DISCS = {"ec": "e", "dmo": "d"}
FIVE = 5
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


# ---------------------------------------------------------------------------------- the board


def cells_from(slot: Slot) -> list[Cell]:
    """Return the nine cells of a slot's line, as a disc meets them."""
    side, line = slot
    there = LINES if side in ("left", "bottom") else reversed(LINES)
    return [(number, line) if side in ("left", "right") else (line, number) for number in there]


def resting_place(board: Board, slot: Slot) -> Cell | None:
    """Return where a disc comes to rest: before the next one, or at the end of its line."""
    place = None
    for cell in cells_from(slot):
        if board[cell] == ".":
            place = cell
        elif place is not None:
            break
    return place


def has_five(board: Board, disc: str) -> bool:
    return any(
        all(board.get((column + right * step, row + up * step)) == disc for step in range(FIVE))
        for column, row in board
        for right, up in DIRECTIONS
    )


# -------------------------------------------------------------------------- what a text says


def slots_as_typed() -> dict[tuple[str, ...], Slot]:
    """Return the slots by the words that name them."""
    slots = {}
    for side, (names, lines) in SIDES.items():
        for number, name, line in zip(LINES, names, lines, strict=True):
            for words in ((str(name),), ("slot", str(name)), (side, line)):
                slots[words] = (side, number)
    return slots


SLOTS = slots_as_typed()


def tells(token: str) -> bool:
    return (token,) in SLOTS or token in SIDES or is_run_of_cells(token)


def what_is_said(tokens: list[str], speaker: str) -> Said:
    said = said_beside_moves(tokens, speaker)
    if said is not None:
        return said
    if tuple(tokens) in SLOTS:
        return Said("move", move=SLOTS[tuple(tokens)])
    is_of_slots = all(tells(token) or token == "slot" for token in tokens)
    return Said("not-a-slot" if is_of_slots else "malformed", cells=cells_in(tokens))


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """The seat that began, if known, and the slots of all discs, in order."""

    beginner: str | None = None
    slots: list[Slot] = field(default_factory=list)

    @property
    def phase(self) -> str:
        return "choice" if self.beginner is None else "moves"

    @property
    def mover(self) -> str:
        if self.beginner is None:
            return "dmo"
        return self.beginner if len(self.slots) % 2 == 0 else other_seat(self.beginner)

    def slots_of(self, seat: str) -> list[Slot]:
        return self.slots[0 if seat == self.beginner else 1 :: 2]

    def latest_side(self, seat: str) -> str | None:
        slots = self.slots_of(seat)
        return slots[-1][0] if slots else None

    def board(self) -> Board:
        board = {(column, row): "." for column in LINES for row in LINES}
        for number, slot in enumerate(self.slots):
            seat = self.beginner if number % 2 == 0 else other_seat(self.beginner)
            board[resting_place(board, slot)] = DISCS[seat]
        return board


class Match(TakeBackMatch):
    """One match as it stands."""

    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, drawn, State())

    def position(self) -> dict:
        return {
            "board": rows_of(self.state.board()),
            "side": {seat: self.state.latest_side(seat) for seat in SEATS},
        }

    def begin(self, mover: str, instant: Fraction) -> None:
        self.state.beginner = mover
        self.open_turn(instant)

    def open_turn(self, instant: Fraction) -> None:
        self.open(BankTurn(self.mover, self.settings.turn), instant)

    def make(self, slot: Slot, instant: Fraction) -> None:
        mover = self.mover
        self.state.slots.append(slot)
        board = self.state.board()
        if has_five(board, DISCS[mover]):
            self.end(mover, "five-in-a-row", instant)
        elif "." not in board.values():
            self.end(other_seat(self.state.beginner), "full-board", instant)
        else:
            self.open_turn(instant)

    def understood(self, text: str, seat: str) -> Said | None:
        tokens = pieces_of(text)
        return what_is_said(tokens, seat) if is_submission(tokens, tells, ("slot",)) else None

    def hear_what_is_asked(self, seat: str, instant: Fraction, said: Said) -> Refusal | None:
        if said.what == "not-a-slot":
            return Refusal("not-a-slot")
        return super().hear_what_is_asked(seat, instant, said)

    def hear_move(self, instant: Fraction, said: Said) -> Refusal | None:
        side, _ = slot = said.move
        line = sorted(cells_from(slot))
        if side == self.state.latest_side(self.mover):
            return Refusal("same-side", line)
        if resting_place(self.state.board(), slot) is None:
            return Refusal("line-full", line)
        self.hold(slot, instant)
        return None


# -------------------------------------------------------------------------------- the referee

REFEREES = {"gravity-connect": new_referee("gravity-connect", Settings, OPTIONS, Match)}
