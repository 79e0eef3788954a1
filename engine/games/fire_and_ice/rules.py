"""A Battle of Fire and Ice: dominoes that may touch equal colours only.

The rules are those of docs/rulings/fire-and-ice.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import inf
from typing import ClassVar, Final, cast

from engine.clocks import Seconds
from engine.game import AnyGame, GameView, Outcome, Reason
from engine.games.fire_and_ice.board import Board, Domino, Half, Room
from engine.grids.grid import BitBoard, Cell, bit_board, bits
from engine.kinds.turns import TurnGame, TurnState
from engine.matches.entries import Cause
from engine.notation import Token, one_of
from engine.options import ROW_ONE, SEAT, UNHELD, RowOne, Unheld, option, time_limit, time_option
from engine.refusals import (
    Refusal,
    Refused,
    check_on_board,
    illegal,
    malformed,
)
from engine.seats import Seat, Viewer
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.texts import (
    FIRST,
    FIRST_LABELS,
    PLACE_OF_ROW_ONE,
    GameTexts,
    Seating,
    choose_first,
    chosen_first,
    ended,
)
from engine.words.alts import Names
from engine.words.sentences import Joined, Plural, Sentence, Wording, Words, listing

COLOR_NAMES: Final = {
    Half.WHITE: Sentence("white"),
    Half.RED: Sentence("red"),
    Half.BLUE: Sentence("blue"),
}


def named_halves(halves: Iterable[tuple[Cell, Half]]) -> Wording:
    """Return cells with their colours, as in "E6 (white) and E7 (red)"."""
    colored = ((cell, COLOR_NAMES[half]) for cell, half in halves)
    return listing(Sentence("{cell} ({color})", cell=cell, color=color) for cell, color in colored)


# Notation


@dataclass(frozen=True, slots=True)
class Move:
    """Two cells to cover; the rules settle which half lies where.

    Attributes:
        cells: The two cells.
        colors: The colours that were named, by cell.
    """

    cells: tuple[Cell, ...]
    colors: tuple[tuple[Cell, Half], ...] = ()


COLORS: Final[Mapping[Token, Half]] = {"white": Half.WHITE, "red": Half.RED, "blue": Half.BLUE}
NAMES: Final = {half: str(word) for word, half in COLORS.items()}
COLOR_WORDS: Final = frozenset(NAMES.values())
EXAMPLES: Final = ("E6 E7", "E6 white E7 red", "takeback", "take back", "undo", "first ec")


# Rules

MALFORMED: Final = malformed("A move is two cells side by side, such as `E6 E7`.")
NOT_ADJACENT: Final = illegal(
    "not-adjacent", "A domino covers two different cells side by side, so it can't go on {cells}."
)
OCCUPIED: Final = illegal(
    "occupied", Plural("{cells} is already covered.", "{cells} are already covered.")
)
NOT_CONNECTED: Final = illegal(
    "not-connected",
    "On {cells}, your domino wouldn't touch another one: it must touch one by a side.",
)
COLOUR_CLASH: Final = illegal(
    "colour-clash",
    "Your white-{own} domino doesn't fit there either way round: it would touch {touched}, "
    "and it may only touch its own colours.",
)
WRONG_COLOUR: Final = illegal(
    "wrong-colour",
    "Your domino only fits there with {white} white and {colored} {own}. You can leave the "
    "colours out.",
)
NO_LEGAL_MOVE: Final = Reason("no-legal-move", Sentence("{loser} has no legal move"))

STEEPNESS: Final = 0.17
"""The growth of the log odds of winning with the lead in room."""
TO_MOVE: Final = 8
"""The worth of having the move, measured as that lead is."""
TO_MOVE_FIRST: Final = -4
"""The same of the very first move: of quick games, the second seat wins about two in three."""


@dataclass(frozen=True, slots=True)
class FirePosition(TurnState):
    """A state of the game.

    Attributes:
        board: The dominoes on the board.
        dominoes: The dominoes laid so far, in order; the start domino is none of them.
    """

    board: Board
    dominoes: tuple[Domino, ...] = ()


@dataclass(frozen=True, slots=True)
class FireAndIceView(GameView):
    """A state as everybody sees it; the game has no secrets.

    Attributes:
        side: The number of cells in a row of the board.
        dominoes: The dominoes in the order in which they were laid, the start domino first.
        row_one: The place of row 1 in the picture.
        to_move: The seat to move, if it is known.
        last_laid: The last domino that a player laid.
        colors: The colour beside white on each seat's dominoes.
    """

    side: int
    dominoes: tuple[Domino, ...]
    row_one: RowOne
    to_move: Seat | None
    last_laid: Domino | None
    colors: Mapping[Seat, Half]


@dataclass(frozen=True, kw_only=True)
class FireAndIce(TurnGame[FirePosition, Move, FireAndIceView]):
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
    summary: ClassVar[str] = (
        "lay dominoes so that only equal colours touch; run out of moves and you lose"
    )
    designers: ClassVar[tuple[str, ...]] = ("ItzShaun", "penzo")
    featured_in: ClassVar[str] = "Simply Genius"
    own_words: ClassVar[frozenset[str]] = COLOR_WORDS
    own_other_words: ClassVar[dict[str, str]] = {
        "w": "white",
        "r": "red",
        "b": "blue",
        **dict.fromkeys(("domino", "vertical", "vertically", "horizontal", "horizontally"), ""),
    }
    own_grammar: ClassVar[str] = f"""
move       = cell [ S ] half / cell colour [ S ] half / cell S colour S half
half       = cell [ [ S ] colour ]
colour     = {one_of(COLORS)}
"""
    suffixes: ClassVar[frozenset[str]] = COLOR_WORDS
    reasons: ClassVar[AbstractSet[Reason]] = frozenset({NO_LEGAL_MOVE})
    malformed: ClassVar[Refusal] = MALFORMED
    examples: ClassVar[tuple[str, ...]] = EXAMPLES
    side: ClassVar[int] = 9
    middle: ClassVar[tuple[Cell, Cell]] = (Cell(4, 3), Cell(4, 4))

    fire: Seat = option(
        SEAT,
        Seat.EC,
        "Who plays Fire, with the white-red dominoes (the EC if not set)",
    )
    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    turn: Seconds = time_limit(Seconds(60), "for each turn")
    reserve: Seconds = time_option(Seconds(300), "of reserve for the whole match")
    takeback: Seconds = time_limit(Seconds(5), "in which a move can be taken back")
    unheld: Unheld | None = option(UNHELD, None)
    choice: Seconds = time_limit(Seconds(60), "to choose who goes first")

    @cached_property
    def grid(self) -> BitBoard:
        """The empty board."""
        return bit_board(self.side)

    @property
    def top_right(self) -> Cell:
        return self.grid.last

    @cached_property
    def colors(self) -> Mapping[Seat, Half]:
        """The colour beside white on each seat's dominoes."""
        return {self.fire: Half.RED, self.fire.opponent: Half.BLUE}

    def start(self) -> FirePosition:
        """Return the white-white domino in the middle."""
        return FirePosition(Board(self.grid, white=self.grid.mask(self.middle)))

    def read_move(self, typed: tuple[Token, ...], cells: tuple[Cell, ...]) -> Move:
        """Read two cells, each perhaps with its colour: `E6 E7`, `E6 white E7 red`."""
        colors = tuple(
            (cell, COLORS[word])
            for cell, word in pairwise(typed)
            if isinstance(cell, Cell) and word in COLORS
        )
        if len(cells) != 2 or len(typed) != len(cells) + len(colors):
            raise MALFORMED(*cells)
        return Move(cells, colors)

    def write_move(self, move: Move) -> str:
        named = {cell: f"{cell} {NAMES[half]}" for cell, half in move.colors}
        return " ".join(named.get(cell, str(cell)) for cell in move.cells)

    def moves(self, state: FirePosition, seat: Seat) -> Iterator[Move]:
        """Yield every legal pair of cells, west or south cell first, by row."""
        for step, whites, coloreds in state.board.rooms[self.colors[seat]].openings():
            moves = _moves(self.side, step)
            yield from map(moves.__getitem__, bits(whites))
            yield from map(moves.__getitem__, bits(coloreds >> step))

    def play(self, state: FirePosition, seat: Seat, move: Move) -> FirePosition:
        """Lay a domino.

        Raises:
            Illegal: `off-board`, `not-adjacent`, `occupied`, `not-connected`, `colour-clash` or
                `wrong-colour`.
        """
        own, grid, board = self.colors[seat], self.grid, state.board
        number, other = (grid.bit_of.get(cell, 0) for cell in move.cells)
        room = board.rooms[own]
        ways = [
            (white, colored)
            for white, colored in ((number, other), (other, number))
            if room.takes(white, colored)
        ]
        if not ways:
            raise self._fault(board, own, move.cells)
        ((white, colored),) = ways
        if move.colors:
            self._check_colors(own, move, white)
        red, blue = (colored, 0) if own is Half.RED else (0, colored)
        board = Board(grid, board.white | white, board.red | red, board.blue | blue)
        can_answer = board.rooms[self.colors[seat.opponent]].takes_any
        laid = Domino((grid.cell_of[white], grid.cell_of[colored]), (Half.WHITE, own))
        return FirePosition(
            board,
            dominoes=(*state.dominoes, laid),
            to_move=seat.opponent,
            turns=state.turns + 1,
            outcome=None if can_answer else Outcome(seat, NO_LEGAL_MOVE),
        )

    def view(self, state: FirePosition, viewer: Viewer) -> FireAndIceView:  # noqa: ARG002 - no secrets
        """Return the whole position."""
        start = Domino(self.middle, (Half.WHITE, Half.WHITE))
        return FireAndIceView(
            side=self.side,
            dominoes=(start, *state.dominoes),
            row_one=self.row1,
            to_move=state.to_move,
            last_laid=state.dominoes[-1] if state.dominoes else None,
            colors=self.colors,
        )

    def rebuilt(self, view: FireAndIceView) -> FirePosition:
        covered = dict.fromkeys(Half, 0)
        for domino in view.dominoes:
            for cell, half in zip(domino.cells, domino.halves, strict=True):
                covered[half] |= self.grid.bit_of[cell]
        return FirePosition(
            Board(self.grid, *covered.values()),
            view.dominoes[1:],
            to_move=view.to_move,
            turns=len(view.dominoes) - 1,
            outcome=view.outcome,
        )

    def value(self, state: FirePosition, seat: Seat) -> float:
        """Return the lead in room; whoever is to move has won if the other never moves again."""
        mover = state.to_move or seat
        room = state.board.rooms[self.colors[mover]]
        to_move = TO_MOVE if state.dominoes else TO_MOVE_FIRST
        value = STEEPNESS * (room.lead + to_move) if room.other_can_ever_move else inf
        return value if seat is mover else -value

    def key(self, state: FirePosition) -> Room:
        """Return the mover's room, the same where Fire and Ice have changed places."""
        return state.board.rooms[self.colors[cast("Seat", state.to_move)]]

    def position(self, state: FirePosition) -> str:
        """Return the rows of the board, highest first."""
        board = state.board
        return self.grid.rows({"w": board.white, "r": board.red, "b": board.blue})

    def _check_colors(self, own: Half, move: Move, white: int) -> None:
        """Raise Illegal if a named colour is not the one that will lie there."""
        uncolored = self.grid.cell_of[white]
        wrong = [
            cell
            for cell, color in move.colors
            if color is not (Half.WHITE if cell == uncolored else own)
        ]
        if wrong:
            (colored,) = {*move.cells} - {uncolored}
            raise WRONG_COLOUR(*wrong, white=uncolored, colored=colored, own=COLOR_NAMES[own])

    def _fault(self, board: Board, own: Half, cells: tuple[Cell, ...]) -> Refused:
        """Return the reason why no domino of a colour can be laid on two cells."""
        check_on_board(cells, self.top_right)
        if not cells[0].beside(cells[1]):
            return NOT_ADJACENT(*cells)
        covered = board.white | board.red | board.blue
        taken = [cell for cell in cells if self.grid.bit_of[cell] & covered]
        if taken:
            return OCCUPIED(*taken)
        touched = sorted(self.grid.cells(self.grid.beside(self.grid.mask(cells)) & covered))
        if not touched:
            return NOT_CONNECTED(*cells)
        sets = {Half.WHITE: board.white, Half.RED: board.red, Half.BLUE: board.blue}
        halves = [
            (cell, half)
            for cell in touched
            for half, covered_cells in sets.items()
            if self.grid.bit_of[cell] & covered_cells
        ]
        return COLOUR_CLASH(*touched, own=COLOR_NAMES[own], touched=named_halves(halves))


@cache
def _moves(side: int, step: int) -> dict[int, Move]:
    """Return every move onto a cell and the one a step ahead, by the bit of the first."""
    grid = bit_board(side)
    lower = grid.everything & grid.everything >> step
    return {bit: Move((grid.cell_of[bit], grid.cell_of[bit << step])) for bit in bits(lower)}


# Words

PLAYERS: Final = {Half.RED: Sentence("Fire"), Half.BLUE: Sentence("Ice")}
ROLES: Final = {Half.RED: Sentence("Fire 🔥"), Half.BLUE: Sentence("Ice ❄️")}
COLORS_AT_START: Final = {
    Half.WHITE: Sentence("White"),
    Half.RED: Sentence("Red"),
    Half.BLUE: Sentence("Blue"),
}
"""The colours where a sentence begins with them."""


class FireCellKind(CellSign):
    """The kind of a cell."""

    EMPTY = ".", Sentence("empty")
    START = "S", Sentence("start domino, white")
    WHITE = "W", Sentence("white")
    RED = "R", Sentence("red")
    BLUE = "B", Sentence("blue")


HALVES: Final = {
    Half.WHITE: FireCellKind.WHITE,
    Half.RED: FireCellKind.RED,
    Half.BLUE: FireCellKind.BLUE,
}


class FireAndIceTexts(GameTexts):
    """The game's own words."""

    words: ClassVar[Mapping[str, Sentence]] = {
        **FIRST_LABELS,
        "takeback": Sentence("Take back"),
    }

    def rules(self) -> Words:
        return Sentence(
            "Type two cells side by side, such as `E6 E7`, to lay your domino there. It must touch "
            "a domino on the board by a side, and wherever it touches one, the colours must match. "
            "Fire lays white-red dominoes, Ice white-blue; I turn yours the right way round. ★ "
            "marks the start domino, white on both halves. If it is your turn and you have no "
            "legal move, or your time and reserve run out, you lose. 👀 means that I have your "
            "move: until it is final, `takeback` cancels it. `concede` ends the match at once."
        )

    def role(self, game: AnyGame, seat: Seat) -> Words:
        return ROLES[cast("FireAndIce", game).colors[seat]]

    def request(self, seating: Seating, view: FireAndIceView, seats: tuple[Seat, ...]) -> Words:
        name = seating.mentions(seats)
        if view.to_move is None:
            return choose_first(name)
        role = ROLES[view.colors[view.to_move]]
        return Sentence("{who} your move, {role}.", who=name, role=role)

    def news(self, seating: Seating, view: FireAndIceView, cause: Cause) -> Words:
        if view.last_laid is None:
            return chosen_first(seating, cause, view.to_move)
        if cause.seat is None:
            return ""
        last = view.last_laid
        halves = named_halves(zip(last.cells, last.halves, strict=True))
        player = seating.name(cause.seat)
        return Sentence("{player} lays {halves}.", player=player, halves=halves)

    def sayable(self, game: AnyGame, view: FireAndIceView) -> tuple[str, ...]:
        """Return `takeback` if moves are held: a move and its take-back share one board post."""
        if view.to_move is None:
            return super().sayable(game, view)
        return ("takeback",) if cast("FireAndIce", game).takeback > 0 else ()

    def notation(self, view: FireAndIceView) -> Words:
        return (
            FIRST if view.to_move is None else Sentence("two cells side by side, such as `E6 E7`.")
        )

    def alt(self, picture: str, view: FireAndIceView, names: Names) -> Words:  # noqa: ARG002 - it is one picture
        players = {seat: PLAYERS[half] for seat, half in view.colors.items()}
        now = ended(view, players) if view.outcome else _turn(view)
        cells: dict[Half, list[Cell]] = {half: [] for half in Half}
        for domino in view.dominoes:
            for cell, half in zip(domino.cells, domino.halves, strict=True):
                cells[half].append(cell)
        covered = (
            Sentence(
                "{color}: {cells}.",
                color=COLORS_AT_START[half],
                cells=Joined(sorted(under), ", ") if under else Sentence("none"),
            )
            for half, under in cells.items()
        )
        row_one = PLACE_OF_ROW_ONE[view.row_one]
        return Joined([f"{FireAndIce.title}.", now, _last_move(view), row_one, *covered])

    def text_boards(self, view: FireAndIceView) -> tuple[TextBoard, ...]:
        """Return the board; it looks the same to every viewer."""
        cells = {
            cell: TextCell(HALVES[half] if order else FireCellKind.START, mark)
            for order, domino in enumerate(view.dominoes)
            for mark in [Mark.LATEST if domino is view.last_laid else None]
            for cell, half in zip(domino.cells, domino.halves, strict=True)
        }
        size = (view.side, view.side)
        return (TextBoard("board", size, view.row_one, FireCellKind.EMPTY, cells),)


def _turn(view: FireAndIceView) -> Words:
    if view.to_move is None:
        return Sentence("It isn't decided yet who goes first.")
    half = view.colors[view.to_move]
    return Sentence("{player} ({color}) to move.", player=PLAYERS[half], color=COLOR_NAMES[half])


def _last_move(view: FireAndIceView) -> Words:
    last = view.last_laid
    if last is None:
        return Sentence("Only the start domino is on the board.")
    laid = zip(last.cells, last.halves, strict=True)
    halves = listing(Joined([cell, COLOR_NAMES[half]]) for cell, half in laid)
    player = next(PLAYERS[half] for half in last.halves if half in PLAYERS)
    return Sentence("Last move: {player} laid {halves}.", player=player, halves=halves)


TEXTS: Final = {FireAndIce.name: FireAndIceTexts()}
