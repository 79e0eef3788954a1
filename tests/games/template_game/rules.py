"""Last Cell: the players take turns to name an empty cell, and whoever takes the last one wins."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeAlias

from engine.clocks import Seconds
from engine.game import AnyGame, Reason
from engine.grids.grid import Cell
from engine.kinds.grid_game import CellGame, GridPosition, GridState, GridView
from engine.kinds.grid_texts import GridTexts
from engine.kinds.scene import Owner, Piece, Scene
from engine.options import FIXED_SEAT, option, time_limit, time_option
from engine.refusals import Refusal, illegal, malformed
from engine.seats import Seat
from engine.texts import Seating
from engine.words.sentences import Sentence, Words

SIDE: Final = 3
OCCUPIED: Final = illegal("occupied", "Already taken: {cells}.")
CELLS: Final = tuple(Cell(column, row) for row in range(SIDE) for column in range(SIDE))
FULL_BOARD: Final = Reason("full-board", Sentence("{loser} has no cell left to take"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(GridPosition):
    """The pieces on the board.

    Attributes:
        taken: Cells that are taken, each with who took it, the latest last.
    """

    taken: tuple[tuple[Cell, Seat], ...] = ()


LastCellState: TypeAlias = GridState[Board, Cell]
LastCellView: TypeAlias = GridView[Board, Cell]


@dataclass(frozen=True, kw_only=True)
class LastCell(CellGame[Board]):
    """The rules, with a match's options.

    >>> game = LastCell()
    >>> state = game.begin()
    >>> game.position(game.act(state, Seat.EC, game.read(state, Seat.EC, "A1")))
    '.../.../*..'
    """

    name: ClassVar[str] = "last-cell"
    title: ClassVar[str] = "Last Cell"
    summary: ClassVar[str] = "take the last of nine cells"
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({FULL_BOARD})
    malformed: ClassVar[Refusal] = malformed("A move is one cell, such as `B2`.")
    examples: ClassVar[tuple[str, ...]] = ("A1",)
    top_right: ClassVar[Cell] = Cell(SIDE - 1, SIDE - 1)
    initial: ClassVar[Board] = Board()

    first: Seat = option(FIXED_SEAT, Seat.EC, "Who goes first (the EC if not set)")
    turn: Seconds = time_limit(Seconds(60), "for each turn")
    reserve: Seconds = time_option(Seconds(120), "of reserve for the whole match")

    def check(self, state: LastCellState, seat: Seat, move: Cell) -> None:
        """Check that a cell is free.

        Raises:
            Illegal: `off-board` or `occupied`.
        """
        super().check(state, seat, move)
        if move in dict(state.position.taken):
            raise OCCUPIED(move)

    def play(self, state: LastCellState, seat: Seat, move: Cell) -> LastCellState:
        board = replace(state.position, taken=(*state.position.taken, (move, seat)))
        if len(board.taken) == SIDE**2:
            return state.won(board, seat, FULL_BOARD)
        return state.after(board, seat.opponent)

    def scene(self, state: LastCellState) -> Scene:
        taken = state.position.taken
        pieces = tuple((cell, Piece(Owner(seat))) for cell, seat in taken)
        return Scene(self.top_right, pieces, latest=tuple(cell for cell, _ in taken[-1:]))

    def position(self, state: LastCellState) -> str:
        """Return the rows from the highest down: `.` empty, `*` taken."""
        taken = dict(state.position.taken)
        cells = [[Cell(column, row) for column in range(SIDE)] for row in reversed(range(SIDE))]
        return "/".join("".join("*" if cell in taken else "." for cell in row) for row in cells)


class LastCellTexts(GridTexts):
    """The game's own words."""

    title: ClassVar[str] = LastCell.title
    typed: ClassVar[Sentence] = Sentence("an empty cell, such as `B2`.")
    words: ClassVar[Mapping[str, Words]] = {str(cell): str(cell) for cell in CELLS}

    def rules(self) -> Words:
        return Sentence("Name an empty cell, such as `B2`. Whoever takes the last one wins.")

    def told(self, seating: Seating, view: LastCellView, seat: Seat, move: Cell) -> Words:
        return Sentence("{player} takes {cell}.", player=seating.name(seat), cell=move)

    def sayable(self, game: AnyGame, view: LastCellView) -> tuple[str, ...]:
        """Return the empty cells."""
        taken = dict(view.position.taken)
        return tuple(str(cell) for cell in CELLS if cell not in taken)


TEXTS: Final = {LastCell.name: LastCellTexts()}
