"""A second referee of A Battle of Fire and Ice, slow and plain, to hold the real one against.

It knows nothing of the Dealer's own engine. It reads a match record, tries every way to lay every
domino anew each time, reckons time in fractions, and keeps nothing that it could work out again.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

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
)
from tests.games.referees.take_backs import OPTIONS as OPTIONS_OF_TURNS
from tests.games.referees.take_backs import Said, TakeBackMatch, is_submission, said_beside_moves
from tests.games.referees.take_backs import Settings as SettingsOfTurns
from tests.games.referees.values import BankTurn, Refusal
from tests.games.referees.words.typed import pieces_of

Board = dict[Cell, str]

COLORS = {"white": "w", "red": "r", "blue": "b"}
CELLS_AND_COLORS = f"({CELL}({'|'.join(COLORS)})?)+"


# ---------------------------------------------------------------------------------- the record


@dataclass
class Settings(SettingsOfTurns):
    """The headers' settings."""

    fire: str = "ec"


OPTIONS = {
    **OPTIONS_OF_TURNS,
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


def fault_of_move(board: Board, colors: str, cells: list[Cell]) -> Refusal | None:
    outside = [cell for cell in cells if cell not in board]
    if outside:
        return Refusal("off-board", outside)
    if cells[1] not in beside(cells[0]):
        return Refusal("not-adjacent", cells)
    covered = [cell for cell in cells if is_covered(board, cell)]
    if covered:
        return Refusal("occupied", covered)
    touched = old_halves_touched(board, cells)
    if not touched:
        return Refusal("not-connected", cells)
    if not ways_to_lay(board, colors, cells):
        return Refusal("colour-clash", touched)
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


def tokens_of(text: str) -> list[str]:
    tokens = []
    for piece in pieces_of(text):
        is_run = re.fullmatch(CELLS_AND_COLORS, piece)
        tokens += re.findall(f"{CELL}|{'|'.join(COLORS)}", piece) if is_run else [piece]
    return tokens


def what_is_said(tokens: list[str], speaker: str) -> Said:
    return (
        said_beside_moves(tokens, speaker)
        or said_of_a_move(tokens)
        or Said("malformed", cells=cells_in(tokens))
    )


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
    return Said("move", cells=cells, move=colors)


# ---------------------------------------------------------------------------------- the match


@dataclass
class State:
    """The state: a choice of who begins or moves, the seat that is asked, and the board."""

    phase: str
    mover: str
    board: Board


class Match(TakeBackMatch):
    """One match as it stands."""

    state: State

    def __init__(self, settings: Settings, drawn: Iterable[str] = ()) -> None:
        super().__init__(settings, drawn, State("choice", "dmo", opening_board()))

    @property
    def board(self) -> Board:
        return self.state.board

    def position(self) -> str:
        return rows_of(self.board)

    def colours_of(self, seat: str) -> str:
        return "wr" if seat == self.settings.fire else "wb"

    def open_turn(self, mover: str, instant: Fraction) -> None:
        """Open a turn; without a legal move it is the last."""
        self.state.phase = "moves"
        self.state.mover = mover
        self.open(BankTurn(mover, self.settings.turn), instant)
        if not any(legal_moves(self.board, self.colours_of(mover))):
            self.end(other_seat(mover), "no-legal-move", instant)

    def make(self, halves: dict[Cell, str], instant: Fraction) -> None:
        self.board.update(halves)
        self.open_turn(other_seat(self.mover), instant)

    def understood(self, text: str, seat: str) -> Said | None:
        tokens = tokens_of(text)
        return what_is_said(tokens, seat) if is_submission(tokens, is_cell, COLORS) else None

    def hear_move(self, instant: Fraction, said: Said) -> Refusal | None:
        colors = self.colours_of(self.mover)
        refusal = fault_of_move(self.board, colors, said.cells)
        if refusal is not None:
            return refusal
        (halves,) = ways_to_lay(self.board, colors, said.cells)
        wrong = [cell for cell in said.cells if said.move.get(cell, halves[cell]) != halves[cell]]
        if wrong:
            return Refusal("wrong-colour", wrong)
        self.hold(halves, instant)
        return None


# -------------------------------------------------------------------------------- the referee

REFEREES = {"fire-and-ice": new_referee("fire-and-ice", Settings, OPTIONS, Match)}
