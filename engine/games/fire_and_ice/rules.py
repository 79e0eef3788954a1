"""A Battle of Fire and Ice: dominoes on a 9x9 board that may touch equal colours only.

The rules are those of docs/rules/fire-and-ice.md.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from random import Random
from typing import ClassVar, Final, TypeAlias

from engine.bit_board import BitBoard, bits
from engine.choice import FIRST_WORDS, Chosen, draw_first, read_first, settle_first, write_first
from engine.clocks import Bank, Deadline, Reserve, Seconds
from engine.game import TAKE_BACK, Game, GameView, Outcome, Reason, TakeBack, Timing
from engine.grid import Cell
from engine.notation import CONCEDE, Token
from engine.options import ROW_ONE, SEAT, SECONDS, RowOne, option
from engine.refusals import Illegal, Malformed, NotASubmission, OutOfOrder
from engine.seats import Seat, Viewer

SIDE: Final = 9
START: Final = (Cell(4, 3), Cell(4, 4))

TAKE_BACK_WORDS: Final = (("takeback",), ("take", "back"), ("undo",))


class Half(StrEnum):
    """The colour of half a domino, as positions write it."""

    WHITE = "w"
    RED = "r"
    BLUE = "b"


COLOURS: Final[Mapping[Token, Half]] = {
    "white": Half.WHITE,
    "red": Half.RED,
    "blue": Half.BLUE,
}
COLOUR_WORDS: Final = frozenset(map(str, COLOURS))
WORDS: Final = frozenset({"take", "back", "takeback", "undo", CONCEDE}) | FIRST_WORDS | COLOUR_WORDS


@dataclass(frozen=True, slots=True)
class Domino:
    """Two neighbouring cells and the colours on them."""

    cells: tuple[Cell, Cell]
    halves: tuple[Half, Half]


@dataclass(frozen=True, slots=True)
class Move:
    """Two cells to be covered; which half lies where follows from the rules.

    Attributes:
        cells: The two.
        colours: What is said to lie on some of them.
    """

    cells: tuple[Cell, ...]
    colours: tuple[tuple[Cell, Half], ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game. `white`, `red` and `blue` are sets of cells of `BOARD`.

    Attributes:
        white: Cells under white halves.
        red: Cells under red halves.
        blue: Cells under blue halves.
        dominoes: Oriented moves so far, as (bit of the white half, bit of the coloured half).
        to_move: The seat to move; None until it is known who begins.
        lot_due: Whether it is to be drawn by lot who begins.
        late: The seat whose time ran out.
    """

    white: int
    red: int
    blue: int
    dominoes: tuple[tuple[int, int], ...] = ()
    to_move: Seat | None = None
    lot_due: bool = False
    late: Seat | None = None


@dataclass(frozen=True, slots=True)
class FireAndIceView(GameView):
    """What everybody sees; the game has no secrets.

    Attributes:
        dominoes: In the order in which they were laid, the start domino first.
        row_one: Where the picture has row 1.
        to_move: The seat to move, if it is known.
        fire: The seat that lays white-red dominoes.
    """

    dominoes: tuple[Domino, ...]
    row_one: RowOne
    to_move: Seat | None
    fire: Seat


FireAndIceAction: TypeAlias = Move | Chosen

BOARD: Final = BitBoard(SIDE)
STEPS: Final = (1, BOARD.stride)


@dataclass(frozen=True, kw_only=True)
class FireAndIce(Game[Position, FireAndIceAction, FireAndIceView]):
    """The rules, with a match's options.

    >>> game = FireAndIce(first=Seat.EC)
    >>> position = game.begin()
    >>> len(list(game.legal(position, Seat.EC)))
    14
    >>> game.position(game.act(position, Seat.EC, game.read(position, Seat.EC, "D4 C4")))[50:59]
    '..rww....'
    """

    name: ClassVar[str] = "fire-and-ice"
    title: ClassVar[str] = "A Battle of Fire and Ice"
    words: ClassVar[AbstractSet[str]] = WORDS
    suffixes: ClassVar[AbstractSet[str]] = COLOUR_WORDS

    fire: Seat = option(SEAT, Seat.EC)
    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    turn: Seconds = option(SECONDS, Seconds(60))
    reserve: Seconds = option(SECONDS, Seconds(300))
    takeback: Seconds = option(SECONDS, Seconds(5))
    choice: Seconds = option(SECONDS, Seconds(60))

    def color_of(self, seat: Seat) -> Half:
        """The colour beside white on a seat's dominoes."""
        return Half.RED if seat is self.fire else Half.BLUE

    @property
    def starting_reserve(self) -> Reserve:
        """One bank for each seat, in seconds."""
        return self.reserve

    def begin(self) -> Position:
        """The white-white domino on E4 and E5."""
        return Position(white=BOARD.mask(START), red=0, blue=0, to_move=self.first)

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        """The chooser, then the mover."""
        if state.lot_due or self.outcome(state):
            return ()
        return (state.to_move or Seat.DMO,)

    def timing(self, state: Position) -> Timing | None:
        """A plain limit for the choice, a bank clock for each move."""
        if not self.to_act(state):
            return None
        if state.to_move is None:
            return Timing(0, Deadline(self.choice))
        return Timing(1 + len(state.dominoes), Bank(self.turn), state.to_move)

    def has_cell(self, cell: Cell) -> bool:
        """The cells of the one board."""
        return cell.lies_on(SIDE, SIDE)

    def read_plain(self, state: Position, seat: Seat, text: str) -> FireAndIceAction | TakeBack:  # noqa: ARG002
        """A move (`E6 E7`, `E6 white E7 red`), a take-back, or the choice of who begins."""
        said = self.tokens(text)
        if not _is_submission(said):
            raise NotASubmission
        if said in TAKE_BACK_WORDS:
            return TAKE_BACK
        if said[0] == "first":
            return read_first(said, seat)
        return _read_move(said)

    def write(self, action: FireAndIceAction | TakeBack) -> str:
        """`E6 E7`, `E6 white E7 red`, `takeback` or `first ec`."""
        match action:
            case Move(cells, colours):
                words = {half: str(word) for word, half in COLOURS.items()}
                said = dict(colours)
                return " ".join(
                    f"{cell} {words[said[cell]]}" if cell in said else str(cell) for cell in cells
                )
            case Chosen():
                return write_first(action)
            case TakeBack.TAKE_BACK:
                return TAKE_BACK.value

    def legal(self, state: Position, seat: Seat) -> Iterator[FireAndIceAction]:
        """The two choices, or every pair of cells, west or south cell first, by row."""
        if seat not in self.to_act(state):
            return
        if state.to_move is None:
            yield from (Chosen(Seat.EC), Chosen(Seat.DMO))
            return
        for white, colored in self.placements(state, seat):
            yield Move((BOARD.cell(min(white, colored)), BOARD.cell(max(white, colored))))

    def placements(self, state: Position, seat: Seat) -> Iterator[tuple[int, int]]:
        """Every legal way to lay a seat's domino, as bits of its white and its coloured half."""
        for step, whites, coloreds in self._openings(state, seat):
            for white in bits(whites):
                yield white, white << step
            for white in bits(coloreds):
                yield white, white >> step

    def act(self, state: Position, seat: Seat, action: FireAndIceAction | TakeBack) -> Position:
        """Name who begins, or lay a domino.

        Raises:
            Illegal: `off-board`, `not-adjacent`, `occupied`, `not-connected`, `colour-clash` or
                `wrong-colour`.
            OutOfOrder: `wrong-phase` or `nothing-held`.
        """
        if isinstance(action, Chosen):
            if state.to_move is not None:
                raise OutOfOrder("wrong-phase")
            return replace(state, to_move=action.first)
        if state.to_move is None:
            raise OutOfOrder("wrong-phase")
        if action is TAKE_BACK:
            raise OutOfOrder("nothing-held")
        white, colored = self._orientation(state, seat, action)
        self._check_colours(seat, action, BOARD.cell(white))
        return self.lay(state, seat, white, colored)

    def lay(self, state: Position, seat: Seat, white: int, colored: int) -> Position:
        """The position after one of `placements`."""
        red, blue = (colored, 0) if seat is self.fire else (0, colored)
        return Position(
            white=state.white | white,
            red=state.red | red,
            blue=state.blue | blue,
            dominoes=(*state.dominoes, (white, colored)),
            to_move=seat.opponent,
        )

    def hold(self, action: FireAndIceAction) -> Seconds:
        """A move can be taken back; the choice of who begins cannot."""
        return self.takeback if isinstance(action, Move) else Seconds(0)

    def lapse(self, state: Position) -> Position:
        """A late choice goes to the lot; a late mover has lost."""
        if state.to_move is None:
            return replace(state, lot_due=True)
        return replace(state, late=state.to_move)

    def draw(self, state: Position, generator: Random) -> str | None:
        """Who begins, where the DMO did not say."""
        return draw_first(generator) if state.lot_due else None

    def settle(self, state: Position, lot: str) -> Position:
        """Begin as the lot says."""
        return replace(state, to_move=settle_first(lot), lot_due=False)

    def outcome(self, state: Position) -> Outcome | None:
        """Lost by time, or by having to move and having no move."""
        if state.late is not None:
            return Outcome(state.late.opponent, Reason.OUT_OF_TIME)
        if state.to_move is None or self._can_move(state, state.to_move):
            return None
        return Outcome(state.to_move.opponent, Reason.NO_LEGAL_MOVE)

    def view(self, state: Position, viewer: Viewer) -> FireAndIceView:  # noqa: ARG002 - no secrets
        """The whole position."""
        start = Domino(START, (Half.WHITE, Half.WHITE))
        laid = (
            Domino(
                (BOARD.cell(white), BOARD.cell(colored)),
                (Half.WHITE, self._half_at(state, colored)),
            )
            for white, colored in state.dominoes
        )
        return FireAndIceView((start, *laid), self.row1, state.to_move, self.fire)

    def position(self, state: Position) -> str:
        """Nine rows from the highest down: `.` empty, `w` white, `r` red, `b` blue."""
        halves = {Half.WHITE: state.white, Half.RED: state.red, Half.BLUE: state.blue}
        return BOARD.rows({half.value: mask for half, mask in halves.items()})

    def _openings(self, state: Position, seat: Seat) -> Iterator[tuple[int, int, int]]:
        """For each step, the white halves that may have their coloured half one step on, or back.

        A half may lie where every old neighbour has its colour; one of the two must touch.
        """
        covered = state.white | state.red | state.blue
        own = state.red if seat is self.fire else state.blue
        empty = BOARD.everything & ~covered
        touching = BOARD.beside(covered)
        for_white = empty & ~BOARD.beside(covered ^ state.white)
        for_colored = empty & ~BOARD.beside(covered ^ own)
        for step in STEPS:
            onward = for_white & for_colored >> step & (touching | touching >> step)
            back = for_white & for_colored << step & (touching | touching << step)
            yield step, onward, back

    def _can_move(self, state: Position, seat: Seat) -> bool:
        return any(onward or back for _, onward, back in self._openings(state, seat))

    def _orientation(self, state: Position, seat: Seat, move: Move) -> tuple[int, int]:
        """The one way in which a move is legal."""
        self._check_cells(state, move.cells)
        one, other = (BOARD.bit(cell) for cell in move.cells)
        covered = state.white | state.red | state.blue
        touched = BOARD.beside(one | other) & covered
        if not touched:
            raise Illegal("not-connected", move.cells)
        own = state.red if seat is self.fire else state.blue
        for white, colored in ((one, other), (other, one)):
            if not (
                BOARD.beside(white) & (covered ^ state.white)
                or BOARD.beside(colored) & (covered ^ own)
            ):
                return white, colored
        cells = sorted(BOARD.cells(touched))
        colors = "".join(self._letter(state, cell) for cell in cells)
        raise Illegal("colour-clash", cells, {"own": self.color_of(seat), "touched": colors})

    def _check_colours(self, seat: Seat, move: Move, white: Cell) -> None:
        """Raises Illegal where a colour was said that will not lie there."""
        wrong = [
            cell
            for cell, colour in move.colours
            if colour is not (Half.WHITE if cell == white else self.color_of(seat))
        ]
        if wrong:
            (colored,) = (cell for cell in move.cells if cell != white)
            facts = {"white": str(white), "colored": str(colored), "own": self.color_of(seat)}
            raise Illegal("wrong-colour", wrong, facts)

    def _check_cells(self, state: Position, cells: tuple[Cell, ...]) -> None:
        outside = [cell for cell in cells if not cell.lies_on(SIDE, SIDE)]
        if outside:
            raise Illegal("off-board", outside)
        if not cells[0].beside(cells[1]):
            raise Illegal("not-adjacent", cells)
        covered = state.white | state.red | state.blue
        taken = [cell for cell in cells if BOARD.bit(cell) & covered]
        if taken:
            raise Illegal("occupied", taken)

    def _half_at(self, state: Position, bit: int) -> Half:
        return Half.RED if bit & state.red else Half.BLUE

    def _letter(self, state: Position, cell: Cell) -> str:
        bit = BOARD.bit(cell)
        if bit & state.white:
            return Half.WHITE.value
        return self._half_at(state, bit).value if bit & (state.red | state.blue) else "."


def _is_submission(said: tuple[Token, ...]) -> bool:
    """Whether words and cells amount to more than small talk ("me and back")."""
    takes_back = any(pair == ("take", "back") for pair in pairwise(said))
    return takes_back or any(
        isinstance(token, Cell) or token in {"first", "takeback", "undo", CONCEDE} for token in said
    )


def _read_move(said: tuple[Token, ...]) -> Move:
    """Two cells, each of which its colour may follow."""
    cells = tuple(token for token in said if isinstance(token, Cell))
    colours = tuple(
        (cell, COLOURS[word])
        for cell, word in pairwise(said)
        if isinstance(cell, Cell) and word in COLOURS
    )
    if len(cells) != 2 or len(said) != len(cells) + len(colours):
        raise Malformed(cells)
    return Move(cells, colours)
