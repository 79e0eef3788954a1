"""A second referee of A Battle of Fire and Ice, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. It reads a match record, tries every way to lay every
domino anew each time, reckons time in fractions, and keeps nothing that it could work out again.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tests.games.referees.match import Match as MatchOfAnyGame
from tests.games.referees.match import new_referee
from tests.games.referees.record import (
    CELL,
    SEATS,
    Cell,
    beside,
    cell_named,
    cells_in,
    is_cell,
    one_of,
    other_seat,
    rows_of,
    seat_named_first,
)
from tests.games.referees.record import Settings as SettingsOfAnyGame
from tests.games.referees.values import BankTurn, Deadline, Refusal
from tests.games.referees.words.typed import pieces_of

Board = dict[Cell, str]

COLORS = {"white": "w", "red": "r", "blue": "b"}
WORDS = (
    "first",
    "ec",
    "dmo",
    "me",
    "them",
    "takeback",
    "take",
    "back",
    "undo",
    "concede",
    *COLORS,
)
CELLS_AND_COLORS = f"({CELL}({'|'.join(COLORS)})?)+"
TELLING_WORDS = ("first", "takeback", "undo", "concede")
TAKEBACKS = (["takeback"], ["take", "back"], ["undo"])


# ---------------------------------------------------------------------------------- the record


@dataclass
class Settings(SettingsOfAnyGame):
    """The headers' settings."""

    turn: Fraction = Fraction(60)
    reserve: Fraction = Fraction(300)
    choice: Fraction = Fraction(60)
    takeback: Fraction = Fraction(5)
    fire: str = "ec"


OPTIONS = {
    "fire": one_of(*SEATS),
    "row1": one_of("bottom", "top"),
}


# ---------------------------------------------------------------------------------- the board


def opening_board() -> Board:
    board = {(column, row): "." for column in range(1, 10) for row in range(1, 10)}
    board[5, 4] = "w"
    board[5, 5] = "w"
    return board


def is_covered(board: Board, cell: Cell) -> bool:
    return cell in board and board[cell] != "."


def old_halves_touched(board: Board, cells: list[Cell]) -> list[Cell]:
    """Return the halves on the board at a side of any of these cells, each once, in order."""
    touched = {
        neighbour
        for cell in cells
        for neighbour in beside(cell)
        if neighbour not in cells and is_covered(board, neighbour)
    }
    return sorted(touched)


def touches_are_equal(board: Board, halves: dict[Cell, str]) -> bool:
    """Return whether each touch of a new half with an old one joins equal colours."""
    for cell, color in halves.items():
        for neighbour in beside(cell):
            if neighbour in halves or not is_covered(board, neighbour):
                continue
            if board[neighbour] != color:
                return False
    return True


def ways_to_lay(board: Board, colors: str, cells: list[Cell]) -> list[dict[Cell, str]]:
    """Return the ways to lay a domino on two cells in which only equal colours touch."""
    pair, other = cells
    both_ways = [{pair: colors[0], other: colors[1]}, {pair: colors[1], other: colors[0]}]
    return [halves for halves in both_ways if touches_are_equal(board, halves)]


def fault_of_move(board: Board, colors: str, cells: list[Cell]) -> tuple[str, list[Cell]] | None:
    outside = [cell for cell in cells if cell not in board]
    if outside:
        return "off-board", outside
    if cells[1] not in beside(cells[0]):
        return "not-adjacent", cells
    covered = [cell for cell in cells if is_covered(board, cell)]
    if covered:
        return "occupied", covered
    touched = old_halves_touched(board, cells)
    if not touched:
        return "not-connected", cells
    if not ways_to_lay(board, colors, cells):
        return "colour-clash", touched
    return None


def pairs_of_cells(board: Board) -> Iterator[list[Cell]]:
    for column, row in board:
        for neighbour in ((column + 1, row), (column, row + 1)):
            if neighbour in board:
                yield [(column, row), neighbour]


def legal_moves(board: Board, colors: str) -> Iterator[list[Cell]]:
    for cells in pairs_of_cells(board):
        if fault_of_move(board, colors, cells) is None:
            yield cells


# -------------------------------------------------------------------------- what a text says


def is_submission(text: str) -> bool:
    tokens = tokens_of(text)
    if not all(token in WORDS or is_cell(token) for token in tokens):
        return False
    return (
        any(is_cell(token) for token in tokens)
        or any(token in TELLING_WORDS for token in tokens)
        or any(pair == ("take", "back") for pair in itertools.pairwise(tokens))
    )


def tokens_of(text: str) -> list[str]:
    tokens = []
    for piece in pieces_of(text):
        is_run = re.fullmatch(CELLS_AND_COLORS, piece)
        tokens += re.findall(f"{CELL}|{'|'.join(COLORS)}", piece) if is_run else [piece]
    return tokens


@dataclass
class Said:
    what: str
    seat: str | None = None
    cells: list[Cell] = field(default_factory=list)
    colours: dict[Cell, str] = field(default_factory=dict)  # those that were said


def what_is_said(text: str, speaker: str) -> Said:
    tokens = tokens_of(text)
    if tokens == ["concede"]:
        return Said("concede")
    if tokens in TAKEBACKS:
        return Said("takeback")
    seat = seat_named_first(tokens, speaker)
    if seat is not None:
        return Said("first", seat=seat)
    return said_of_a_move(tokens) or Said("malformed", cells=cells_in(tokens))


def said_of_a_move(tokens: list[str]) -> Said | None:
    """Return two cells, with a colour after each of them, after one, or after none."""
    shape = "".join(
        "cell " if is_cell(token) else "colour " if token in COLORS else "word " for token in tokens
    )
    if not re.fullmatch("cell (colour )?cell (colour )?", shape):
        return None
    cells = [cell_named(token) for token in tokens if is_cell(token)]
    colors = {
        cell_named(token): COLORS[result]
        for token, result in itertools.pairwise(tokens)
        if result in COLORS
    }
    return Said("move", cells=cells, colours=colors)


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """The state: a choice of who begins or moves, the seat that is asked, and the board."""

    phase: str
    mover: str
    board: Board


@dataclass
class Held:
    halves: dict[Cell, str]
    typed_at: Fraction


class Match(MatchOfAnyGame):
    """One match as it stands."""

    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, settings.reserve, drawn)
        self.held: Held | None = None
        self.state = State("choice", "dmo", opening_board())
        if settings.first is None:
            self.open(Deadline(settings.choice), Fraction(0))
        else:
            self.open_turn(settings.first, Fraction(0))

    # ----------------------------------------------------------------------- how things stand

    @property
    def board(self) -> Board:
        return self.state.board

    def to_act_now(self) -> list[str]:
        return [self.mover]

    def position(self) -> str:
        return rows_of(self.board)

    def colours_of(self, seat: str) -> str:
        return "wr" if seat == self.settings.fire else "wb"

    def next_end(self) -> Fraction | None:
        """Return when the running window, choice or turn will end."""
        if self.held is None or self.over or not self.settings.timed:
            return super().next_end()
        return self.held.typed_at + self.settings.takeback

    def clocks_stand_at(self, time: Fraction) -> Fraction:
        return super().clocks_stand_at(time) if self.held is None else self.held.typed_at

    # ------------------------------------------------------------------------- what happens

    def open(self, timing: BankTurn | Deadline, instant: Fraction) -> None:
        self.held = None
        super().open(timing, instant)

    def open_turn(self, mover: str, instant: Fraction) -> None:
        """Open a turn; without a legal move it is the last."""
        self.state.phase = "moves"
        self.state.mover = mover
        self.open(BankTurn(mover, self.settings.turn), instant)
        if not any(legal_moves(self.board, self.colours_of(mover))):
            self.end(other_seat(mover), "no-legal-move", instant)

    def make_final(self, instant: Fraction) -> None:
        """Make the held move: it costs its time, and the other seat's turn opens."""
        self.pay(self.held.typed_at)
        self.board.update(self.held.halves)
        self.open_turn(other_seat(self.mover), instant)

    def time_is_up(self, instant: Fraction) -> None:
        if self.held is not None:
            self.make_final(instant)
        elif self.phase == "choice":
            self.let_lots_fall_due(instant)
        else:
            self.end(other_seat(self.mover), "out-of-time", instant)

    def let_an_entry_pass(self, name: str, text: str) -> None:
        if self.held is not None and not (name == self.mover and says_takeback(text)):
            self.make_final(Fraction(0))

    def stop_listening(self) -> None:
        """End the file: without a clock, that makes a held move final."""
        if self.held is not None and not self.settings.timed and not self.over:
            self.make_final(Fraction(0))

    # ---------------------------------------------------------------------------- hearing

    def understood(self, text: str, seat: str) -> Said | None:
        return what_is_said(text, seat) if is_submission(text) else None

    def hear_action(self, seat: str, instant: Fraction, action: Said) -> Refusal | None:
        if seat not in self.to_act():
            return Refusal("not-your-turn")
        if self.held is not None:
            return self.hear_while_held(instant, action)
        if action.what == "malformed":
            return Refusal("malformed", action.cells)
        if self.phase == "choice":
            return self.hear_who_begins(instant, action)
        return self.hear_turn(instant, action)

    def hear_while_held(self, instant: Fraction, action: Said) -> Refusal | None:
        if action.what != "takeback":
            return Refusal("move-held")
        flag = self.end_of_time()
        if flag is not None and flag < instant:
            return Refusal("too-late")
        self.held = None
        return None

    def hear_turn(self, instant: Fraction, action: Said) -> Refusal | None:
        if action.what == "first":
            return Refusal("wrong-phase")
        if action.what == "takeback":
            return Refusal("nothing-held")
        return self.hear_move(instant, action.cells, action.colours)

    def hear_move(
        self, instant: Fraction, cells: list[Cell], message: dict[Cell, str]
    ) -> Refusal | None:
        colors = self.colours_of(self.mover)
        fault = fault_of_move(self.board, colors, cells)
        if fault is not None:
            return Refusal(*fault)
        (halves,) = ways_to_lay(self.board, colors, cells)
        wrong = [cell for cell in cells if message.get(cell, halves[cell]) != halves[cell]]
        if wrong:
            return Refusal("wrong-colour", wrong)
        self.held = Held(halves, instant)
        if self.settings.takeback == 0:
            self.make_final(instant)
        return None


def says_takeback(text: str) -> bool:
    return is_submission(text) and what_is_said(text, "ec").what == "takeback"


# -------------------------------------------------------------------------------- the referee

REFEREES = {"fire-and-ice": new_referee("fire-and-ice", Settings, OPTIONS, Match)}
