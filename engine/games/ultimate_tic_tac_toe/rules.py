"""Ultimate Tic-Tac-Toe: the place of each move says in which board the next one goes.

The rules are those of docs/rulings/ultimate-tic-tac-toe.md.
"""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final, TypeAlias

from engine.clocks import Seconds
from engine.game import Json, Reason
from engine.grids.grid import Cell
from engine.kinds.grid_game import CellGame, GridPosition, GridState, GridView
from engine.kinds.grid_texts import GridTexts
from engine.kinds.scene import Owner, Piece, Scene, counted
from engine.options import ROW_ONE, RowOne, option, time_limit, time_option, whole
from engine.refusals import Refusal, illegal, malformed
from engine.seats import SEATS, Seat
from engine.texts import Seating
from engine.words.sentences import Joined, Sentence, Words

# Boards and places

NUMBERS: Final = range(1, 10)
"""The numbers of local boards and of the places in each, as on a keypad: 1 is the lower left."""
LINES: Final = (
    *((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    *((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    *((1, 5, 9), (3, 5, 7)),
)
"""The places of three in a row."""
EMPTY: Final = "." * len(NUMBERS)
"""The marks of an empty local board, and of a global one without a closed board."""
CENTRE: Final = Cell(4, 4)


def cell_at(board: int, place: int) -> Cell:
    """Return the cell of a place in a local board.

    >>> str(cell_at(5, 8))
    'E6'
    """
    (rows, columns), (row, column) = divmod(board - 1, 3), divmod(place - 1, 3)
    return Cell(3 * columns + column, 3 * rows + row)


CELLS: Final = {board: tuple(cell_at(board, place) for place in NUMBERS) for board in NUMBERS}
"""The cells of each local board, by place."""
PLACES: Final = {
    cell: (board, place) for board in NUMBERS for place, cell in enumerate(CELLS[board], start=1)
}
"""The board of each cell, and its place there."""


def has_line(marks: str, sign: str) -> bool:
    """Return whether a sign stands three in a row among nine."""
    return any(all(marks[place - 1] == sign for place in line) for line in LINES)


@cache
def result_of(marks: str) -> str:
    """Return who has won a local board: `x`, `o`, `=` for nobody, `.` as long as it is open.

    >>> result_of("xxx.oo..."), result_of("xoxxxooxo"), result_of("x........")
    ('x', '=', '.')
    """
    for sign in "xo":
        if has_line(marks, sign):
            return sign
    return "." if "." in marks else "="


def rows(signs: str) -> list[str]:
    """Return nine signs by their numbers as three rows, the upper first."""
    return [signs[start : start + 3] for start in (6, 3, 0)]


# Notation

MALFORMED: Final = malformed("A move is one cell, such as `E6`, or its board and place: `5.8`.")
DOTTED: Final = re.compile(r"(?<![\w.])([1-9])\.([1-9])(?!\.*\w)", re.ASCII)
GAP: Final = r"\.*[\s,/-]+(?:(?:to|and)\.*[\s,/-]+)*"
SPELLED: Final = re.compile(
    rf"\bboard{GAP}([1-9]){GAP}place{GAP}([1-9])\b", re.ASCII | re.IGNORECASE
)

# Rules

OCCUPIED: Final = illegal("occupied", "{cells} is already taken.")
BOARD_CLOSED: Final = illegal(
    "board-closed", "Board {board}, with {cells}, is closed: nothing goes there any more."
)
WRONG_BOARD: Final = illegal(
    "wrong-board", "{cells} isn't in board {board} ({first} to {last}), where you must play now."
)
CENTRE_BARRED: Final = illegal("centre-barred", "No game may begin on {cells}.")
LINE: Final = Reason("line", Sentence("{loser} couldn't stop three boards in a row"))
MOST_BOARDS: Final = Reason("most-boards", Sentence("{loser} hasn't won more local boards"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Boards(GridPosition):
    """The boards of the game that is played, and what came before.

    Attributes:
        marks: The marks in each local board, by place: `x` for the seat that began, `o` or `.`.
        latest: The latest move of this game.
        game: The number of this game in the match, from 1.
        before: The numbers of boards that EC and DMO won in the games before.
    """

    marks: tuple[str, ...] = (EMPTY,) * len(NUMBERS)
    latest: Cell | None = None
    game: int = 1
    before: tuple[int, int] = (0, 0)

    @property
    def won(self) -> str:
        """The result of each local board."""
        return "".join(map(result_of, self.marks))

    @property
    def next_board(self) -> int | None:
        """The board to which the latest move sends; None if any open one will do."""
        if self.latest is None:
            return None
        _, place = PLACES[self.latest]
        return place if result_of(self.marks[place - 1]) == "." else None

    @property
    def tally(self) -> tuple[int, int]:
        """The boards that EC and DMO have won in all games."""
        ec, dmo = (self.won.count(self.sign(seat)) for seat in SEATS)
        return self.before[0] + ec, self.before[1] + dmo

    def sign(self, seat: Seat) -> str:
        """Return a seat's mark in this game."""
        return "x" if seat is self.first else "o"

    def owner(self, sign: str) -> Owner:
        """Return the seat of a sign in this game, or the table for any other."""
        signs = {self.sign(seat): Owner(seat) for seat in SEATS}
        return signs.get(sign, Owner.TABLE)

    def mark_at(self, cell: Cell) -> str:
        """Return the mark on a cell."""
        board, place = PLACES[cell]
        return self.marks[board - 1][place - 1]


UltimateState: TypeAlias = GridState[Boards, Cell]
UltimateView: TypeAlias = GridView[Boards, Cell]


@dataclass(frozen=True, kw_only=True)
class UltimateTicTacToe(CellGame[Boards]):
    """The rules, with a match's options.

    >>> game = UltimateTicTacToe(first=Seat.EC)
    >>> state = game.begin()
    >>> state = game.act(state, Seat.EC, game.read(state, Seat.EC, "5.8"))
    >>> state.position.next_board, len(list(game.legal(state, Seat.DMO)))
    (8, 9)
    """

    name: ClassVar[str] = "ultimate-tic-tac-toe"
    title: ClassVar[str] = "Ultimate Tic-Tac-Toe"
    summary: ClassVar[str] = (
        "nine boards in one: the place that you take says where the other player goes"
    )
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({LINE, MOST_BOARDS})
    own_grammar: ClassVar[str] = """
move       = cell / number "." number / "board" S number S "place" S number
number     = %x31-39
"""
    malformed: ClassVar[Refusal] = MALFORMED
    examples: ClassVar[tuple[str, ...]] = ("E6", "5.8", "board 5 place 8", "first ec")
    top_right: ClassVar[Cell] = Cell(8, 8)
    initial: ClassVar[Boards] = Boards()

    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    games: int = option(whole(1, 9), 3, "Drawn games after which the boards won decide (3)")
    turn: Seconds = time_limit(Seconds(60), "for each turn")
    reserve: Seconds = time_option(Seconds(180), "of reserve for the whole match")
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")

    def rewritten(self, text: str) -> str:
        """Return a text with cells in place of `5.8` and `board 5 place 8`."""

        def cell(found: re.Match[str]) -> str:
            return str(cell_at(*map(int, found.groups())))

        return SPELLED.sub(cell, DOTTED.sub(cell, text))

    def check(self, state: UltimateState, seat: Seat, move: Cell) -> None:
        """Check that a cell is free, and in a board where the seat may play.

        Raises:
            Illegal: `off-board`, `occupied`, `board-closed`, `wrong-board` or `centre-barred`.
        """
        super().check(state, seat, move)
        boards, (board, _) = state.position, PLACES[move]
        if boards.mark_at(move) != ".":
            raise OCCUPIED(move)
        if boards.won[board - 1] != ".":
            raise BOARD_CLOSED(move, board=board)
        if boards.next_board not in (None, board):
            first, *_, last = CELLS[boards.next_board]
            raise WRONG_BOARD(move, board=boards.next_board, first=first, last=last)
        if boards.latest is None and move == CENTRE:
            raise CENTRE_BARRED(move)

    def moves(self, state: UltimateState, seat: Seat) -> Iterator[Cell]:  # noqa: ARG002 - both are alike
        """Yield the free cells of the board to play in, or of all open ones, by their numbers."""
        boards = state.position
        won, next_board = boards.won, boards.next_board
        for board in NUMBERS if next_board is None else (next_board,):
            if won[board - 1] == ".":
                for mark, cell in zip(boards.marks[board - 1], CELLS[board], strict=True):
                    if mark == "." and not (boards.latest is None and cell == CENTRE):
                        yield cell

    def play(self, state: UltimateState, seat: Seat, move: Cell) -> UltimateState:
        before, (board, place) = state.position, PLACES[move]
        marks, sign = before.marks[board - 1], before.sign(seat)
        marked = f"{marks[: place - 1]}{sign}{marks[place:]}"
        boards = replace(
            before,
            marks=(*before.marks[: board - 1], marked, *before.marks[board:]),
            latest=move,
        )
        won = boards.won
        if has_line(won, sign):
            return state.won(boards, seat, LINE)
        return state.after(boards, seat.opponent) if "." in won else self._drawn(state, boards)

    def _drawn(self, state: UltimateState, boards: Boards) -> UltimateState:
        """Return the next game, or the end of the last one."""
        ec, dmo = boards.tally
        if boards.game == self.games:
            return state.won(boards, Seat.EC if ec > dmo else Seat.DMO, MOST_BOARDS)
        begins = Seat.DMO if boards.first is Seat.EC else Seat.EC
        following = Boards(first=begins, game=boards.game + 1, before=(ec, dmo))
        return state.next_game(boards, following, begins, Seat.DMO)

    def value(self, state: UltimateState, seat: Seat) -> float:
        boards = state.position
        own, other, won = boards.sign(seat), boards.sign(seat.opponent), boards.won
        local = sum(
            _lines(marks, own) - _lines(marks, other)
            for marks, result in zip(boards.marks, won, strict=True)
            if result == "."
        )
        return STEEPNESS * (local + 8 * (_lines(won, own) - _lines(won, other)))

    def tally(self, state: UltimateState) -> tuple[int, int]:
        """Return the numbers of local boards won in all games."""
        return state.position.tally

    def position(self, state: UltimateState) -> Json:
        """Return the marks, the boards won, and where the next move goes."""
        boards = state.position
        board = (
            "".join(boards.mark_at(Cell(column, row)) for column in range(9))
            for row in reversed(range(9))
        )
        ec, dmo = boards.tally
        return {
            "game": boards.game,
            "x": boards.first,
            "board": "/".join(board),
            "won": "/".join(rows(boards.won)),
            "next": boards.next_board,
            "boards": {"ec": ec, "dmo": dmo},
        }

    def scene(self, state: UltimateState) -> Scene:
        shown = state.shown
        mover = None if state.outcome or state.finished else state.to_move
        return Scene(
            last=self.top_right,
            pieces=tuple(
                (cell, Piece(shown.owner(mark)))
                for cell in PLACES
                if (mark := shown.mark_at(cell)) != "."
            ),
            latest=(shown.latest,) if shown.latest else (),
            row_one=self.row1,
            grounds=tuple(
                (cell, shown.owner(result))
                for board, result in zip(NUMBERS, shown.won, strict=True)
                for cell in CELLS[board]
                if result != "."
            ),
            open_cells=tuple(self.moves(state, mover)) if mover else (),
            block=3,
            counters=counted("BOARDS", shown.tally),
        )


STEEPNESS: Final = 0.05
"""The growth of the log odds of winning with the worth of lines."""


@cache
def _lines(marks: str, sign: str) -> int:
    """Return the worth of the lines that a sign can still make: four for two signs, one for one."""
    worth = 0
    for line in LINES:
        signs = [marks[place - 1] for place in line]
        count = signs.count(sign)
        if count and count + signs.count(".") == len(line):
            worth += count**2
    return worth


# Words


class UltimateTexts(GridTexts):
    """The game's own words."""

    title: ClassVar[str] = UltimateTicTacToe.title
    typed: ClassVar[Sentence] = Sentence(
        "one cell, such as `E6`, or its board and place, such as `5.8`."
    )
    counted: ClassVar[Sentence] = Sentence("Local boards won: {counts}.")

    def rules(self) -> Words:
        return Sentence(
            "Nine local boards of three by three cells make up the global board. Type a free cell, "
            "such as `E6`, or its board and place as on a keypad, such as `5.8`, to mark it. The "
            "place that you take is the number of the board in which your opponent must play; if "
            "that one is closed, in any open one. Three in a row win a local board, three local "
            "boards in a row the match. A game without that is drawn, and another begins; after "
            "the last one, the player who won more local boards in all games wins, or the DMO if "
            "both won as many. No game may begin on {cell}. If your time and reserve run out, you "
            "lose. `concede` ends the match at once.",
            cell=CENTRE,
        )

    def asked(self, who: str, view: UltimateView) -> Words:
        boards = view.position
        if boards.latest is None:
            return Sentence("{who} your move, anywhere but on {cell}.", who=who, cell=CENTRE)
        if boards.next_board is None:
            return Sentence("{who} your move, in any board that is open.", who=who)
        first, *_, last = CELLS[boards.next_board]
        return Sentence(
            "{who} your move, in board {board} ({first} to {last}).",
            who=who,
            board=boards.next_board,
            first=first,
            last=last,
        )

    def told(self, seating: Seating, view: UltimateView, seat: Seat, move: Cell) -> Words:
        player, (board, place) = seating.name(seat), PLACES[move]
        taken = Sentence(
            "{player} takes {cell}, place {place} of board {board}.",
            player=player,
            cell=move,
            place=place,
            board=board,
        )
        boards, begins = view.position, view.to_move
        if boards.latest or begins is None:
            return taken
        drawn = Sentence(
            "Game {game} is drawn. The board is cleared, and {player} begins game {next}.",
            game=boards.game - 1,
            player=seating.name(begins),
            next=boards.game,
        )
        return Joined([taken, drawn])


TEXTS: Final = {UltimateTicTacToe.name: UltimateTexts()}
