"""A board of Deep Sea Voyage: its notation and checks, its symmetries, and ways across it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from itertools import chain, groupby, pairwise, starmap
from typing import Final, TypeAlias

from engine.grids.grid import BitBoard, Cell, bit_board
from engine.notation import one_of
from engine.options import OptionError, OptionKind
from engine.words.sentences import Joined, Sentence

MIN_SIDE: Final = 13
MAX_SIDE: Final = 18
NUMBERS: Final = (1, 2, 3)


class Side(StrEnum):
    """The owner of a pair of ships."""

    EMPIRE = "empire"
    MARAUDER = "marauder"

    @property
    def ships(self) -> tuple["Ship", "Ship"]:
        """The side's two ships on each board."""
        return (Ship.RED, Ship.WHITE) if self is Side.EMPIRE else (Ship.BLUE, Ship.BLACK)


class Ship(StrEnum):
    """The four ships of a board."""

    RED = "red"
    WHITE = "white"
    BLUE = "blue"
    BLACK = "black"

    @property
    def letter(self) -> str:
        """The letter that marks its start."""
        return "K" if self is Ship.BLACK else self.value[0].upper()

    @property
    def side(self) -> Side:
        """The ship's owner."""
        return Side.EMPIRE if self in Side.EMPIRE.ships else Side.MARAUDER


class Tile(StrEnum):
    """The kinds of tile; a ship's start is an empty tile."""

    EMPTY = "."
    WALL = "#"
    CHANNEL = "C"
    DROPOFF = "D"


SHIP_NAMES: Final = {
    Ship.RED: Sentence("red"),
    Ship.WHITE: Sentence("white"),
    Ship.BLUE: Sentence("blue"),
    Ship.BLACK: Sentence("black"),
}
TILE_NAMES: Final = {
    Tile.EMPTY: Sentence("empty"),
    Tile.WALL: Sentence("a wall"),
    Tile.CHANNEL: Sentence("a channel"),
    Tile.DROPOFF: Sentence("a dropoff"),
}
LETTERS: Final = (*(tile.value for tile in Tile), *(ship.letter for ship in Ship))


@dataclass(frozen=True)
class Board:
    """A board before anything is placed on it, checked or not.

    Attributes:
        rows: From the top, one letter for each tile.
    """

    rows: tuple[str, ...]

    @property
    def side(self) -> int:
        """The number of tiles in a row."""
        return len(self.rows)

    @cached_property
    def grid(self) -> BitBoard:
        """The bit board of its size, which all sets of tiles here use."""
        return bit_board(self.side)

    @property
    def letters(self) -> dict[Cell, str]:
        """Every tile with its letter, row by row from the top."""
        return {
            Cell(column, self.side - 1 - index): letter
            for index, row in enumerate(self.rows)
            for column, letter in enumerate(row)
        }

    @cached_property
    def _letters_by_bit(self) -> str:
        """The letters in the order of the bits of `grid`, with one sign between two rows."""
        return "/".join(reversed(self.rows))

    @cached_property
    def starts(self) -> Mapping[Ship, Cell]:
        """The start of each ship."""
        places = {ship: self._letters_by_bit.index(ship.letter) for ship in Ship}
        return {ship: self.grid.by_bit[place] for ship, place in places.items()}

    def tile(self, cell: Cell) -> Tile:
        """Return the kind of a tile."""
        letter = self.rows[self.side - 1 - cell.row][cell.column]
        return Tile(letter) if letter in TILE_NAMES else Tile.EMPTY

    def tiles(self, letter: str) -> int:
        """Return the set of the tiles with a letter."""
        return sum(1 << place for place, sign in enumerate(self._letters_by_bit) if sign == letter)

    @cached_property
    def free(self) -> int:
        """The tiles on which pentominoes may lie."""
        return self.tiles(Tile.EMPTY)

    @cached_property
    def passable(self) -> int:
        """The tiles ships can cross: all but walls."""
        return self.grid.everything & ~self.tiles(Tile.WALL)

    @cached_property
    def dropoffs(self) -> int:
        """The tiles where ships arrive."""
        return self.tiles(Tile.DROPOFF)

    def __str__(self) -> str:
        return "/".join(self.rows)


# Reading a board


def read_board(text: str, option: str = "board") -> Board:
    """Read a board from its rows, highest first, joined by `/`.

    Since a symmetry takes one side's ships to the other's, both sides then have equal totals.

    Raises:
        OptionError: It cannot be played on; the message names the option and says why.
    """
    board = Board(tuple(text.split("/")))
    if fault := next(_faults(board), None):
        raise OptionError(option, fault)
    return board


def read_boards(text: str) -> dict[str, str]:
    """Read three boards, separated by blank lines, as the options `board1` to `board3`.

    Raises:
        OptionError: There are not three boards, or one is not playable; the message names it.
    """
    blocks = groupby(map(str.strip, text.splitlines()), bool)
    boards = ["/".join(rows) for has_rows, rows in blocks if has_rows]
    if len(boards) != len(NUMBERS):
        raise OptionError(
            "boards",
            Sentence(
                "expected three boards separated by blank lines; got {count}", count=len(boards)
            ),
        )
    named = {f"board{number}": board for number, board in enumerate(boards, 1)}
    return {name: str(read_board(board, name)) for name, board in named.items()}


def write_boards(boards: Iterable[Board]) -> str:
    """Return boards as a file that `read_boards` accepts."""
    return "\n\n".join("\n".join(board.rows) for board in boards) + "\n"


def _faults(board: Board) -> Iterator[Sentence]:
    """Yield what is wrong with a board; each check relies on those before."""
    yield from _faults_of_rows(board.rows)
    yield from _faults_of_contents("".join(board.rows))
    if not symmetries(board):
        yield Sentence(
            "no symmetry maps the Empire's ships onto the Marauder's: over the horizontal axis "
            "{horizontal}; over the vertical axis {vertical}; over both axes {both}; by quarter "
            "turns {fourfold}",
            **{symmetry.value: _flaw(board, symmetry) for symmetry in Symmetry},
        )
    lost = [ship for ship, way in ways(board, board.passable).items() if way is None]
    if lost:
        ships = Joined([_at(ship, board.starts[ship]) for ship in lost], ", ")
        yield Sentence("these ships can't reach any dropoff: {ships}", ships=ships)


def _faults_of_rows(rows: tuple[str, ...]) -> Iterator[Sentence]:
    side = len(rows)
    if not MIN_SIDE <= side <= MAX_SIDE:
        yield Sentence(
            "expected {least} to {most} rows; got {count}",
            least=MIN_SIDE,
            most=MAX_SIDE,
            count=side,
        )
    for number, row in enumerate(rows, 1):
        if len(row) != side:
            yield Sentence(
                "row {row} from the top has {count} tiles; expected {side}, as many as rows",
                row=number,
                count=len(row),
                side=side,
            )
        for column, letter in enumerate(row):
            if letter not in LETTERS:
                yield Sentence(
                    "row {row} from the top, column {column}: expected one of {letters}, got "
                    "{given}",
                    row=number,
                    column=str(Cell(column, 0))[0],
                    letters=" ".join(LETTERS),
                    given=repr(letter),
                )


def _faults_of_contents(letters: str) -> Iterator[Sentence]:
    for ship in Ship:
        if (count := letters.count(ship.letter)) != 1:
            yield Sentence(
                "expected one start of the {ship} ship, {letter}; got {count}",
                ship=SHIP_NAMES[ship],
                letter=ship.letter,
                count=count,
            )
    if Tile.DROPOFF not in letters:
        yield Sentence("the board needs at least one dropoff (D)")


def _at(ship: Ship, cell: Cell) -> Sentence:
    return Sentence("{ship} at {cell}", ship=SHIP_NAMES[ship], cell=str(cell))


BOARD_WANTED: Final = Sentence("a board in rows from the top joined by /")
BOARD_RULES: Final = f"""
board      = tiles {MIN_SIDE - 1}*{MAX_SIDE - 1}( "/" tiles )  ; as many rows as tiles
tiles      = {MIN_SIDE}*{MAX_SIDE}tile
tile       = {one_of(LETTERS, exact=True)}
"""
BOARDS: Final = tuple(
    OptionKind[Board | None](
        BOARD_WANTED, partial(read_board, option=f"board{number}"), str, "board"
    )
    for number in NUMBERS
)


# Symmetry


Image: TypeAlias = Callable[[Cell, int], Cell]
"""A tile's image under a symmetry of a board with that side."""


def _upside_down(cell: Cell, side: int) -> Cell:
    return Cell(cell.column, side - 1 - cell.row)


def _left_to_right(cell: Cell, side: int) -> Cell:
    return Cell(side - 1 - cell.column, cell.row)


def _quarter(cell: Cell, side: int) -> Cell:
    return Cell(cell.row, side - 1 - cell.column)


def _half(cell: Cell, side: int) -> Cell:
    return Cell(side - 1 - cell.column, side - 1 - cell.row)


def _three_quarters(cell: Cell, side: int) -> Cell:
    return Cell(side - 1 - cell.row, cell.column)


class Symmetry(StrEnum):
    """The symmetries that make a board equally good for both sides; each board needs one."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    BOTH = "both"
    FOURFOLD = "fourfold"

    @property
    def images(self) -> tuple[Image, ...]:
        """The images of a board under the symmetry, other than itself."""
        return _IMAGES[self]

    def orbit(self, cell: Cell, side: int) -> frozenset[Cell]:
        """Return a tile with all its images."""
        return frozenset({cell, *(image(cell, side) for image in self.images)})


_IMAGES: Final[Mapping[Symmetry, tuple[Image, ...]]] = {
    Symmetry.HORIZONTAL: (_upside_down,),
    Symmetry.VERTICAL: (_left_to_right,),
    Symmetry.BOTH: (_upside_down, _left_to_right, _half),
    Symmetry.FOURFOLD: (_quarter, _half, _three_quarters),
}


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return the symmetries that keep all tiles and take one side's ships to the other's."""
    return tuple(symmetry for symmetry in Symmetry if _flaw(board, symmetry) is None)


def _flaw(board: Board, symmetry: Symmetry) -> Sentence | None:
    """Return the first tile at which a symmetry fails; None if it holds."""
    tiles = {cell: board.tile(cell) for cell in board.letters}
    for image in symmetry.images:
        for cell, here in tiles.items():
            other = image(cell, board.side)
            there = tiles[other]
            if here is not there:
                return Sentence(
                    "{cell} is {here} and {other} is {there}",
                    cell=str(cell),
                    here=TILE_NAMES[here],
                    other=str(other),
                    there=TILE_NAMES[there],
                )
    strays = [_stray(board, image) for image in symmetry.images]
    return strays[0] if all(strays) else None


def _stray(board: Board, image: Image) -> Sentence | None:
    """Return the first of the Empire's starts that does not become one of the Marauder's."""
    starts = {board.starts[ship] for ship in Side.MARAUDER.ships}
    for ship in Side.EMPIRE.ships:
        cell = board.starts[ship]
        if (other := image(cell, board.side)) not in starts:
            return Sentence(
                "the {ship} ship's start {cell} becomes {other}, which is not a start of the "
                "Marauder's",
                ship=SHIP_NAMES[ship],
                cell=str(cell),
                other=str(other),
            )
    return None


# Ways


@dataclass(frozen=True, slots=True)
class ShipPath:
    """A ship's way from its start to a dropoff.

    Attributes:
        cells: The start, each tile where it turns (others may be listed too), and the end.
    """

    cells: tuple[Cell, ...]

    @property
    def tiles(self) -> tuple[Cell, ...]:
        """All tiles on it, in order, if each cell is in line with the one before.

        >>> [str(cell) for cell in ShipPath((Cell(0, 0), Cell(0, 2), Cell(1, 2))).tiles]
        ['A1', 'A2', 'A3', 'B3']
        """
        return (self.cells[0], *chain.from_iterable(starmap(_between, pairwise(self.cells))))

    @property
    def steps(self) -> int:
        """The number of tiles it moves."""
        return len(self.tiles) - 1


def _between(one: Cell, other: Cell) -> Iterator[Cell]:
    """Return the tiles from one to another in the same row or column, without the first."""
    length = max(abs(other.column - one.column), abs(other.row - one.row))
    across, up = (other.column - one.column) // length, (other.row - one.row) // length
    return (
        Cell(one.column + index * across, one.row + index * up) for index in range(1, length + 1)
    )


def depths(board: Board, passable: int) -> tuple[int, ...]:
    """Return the passable tiles by their distance from the nearest dropoff, from 0 steps on.

    Tiles from which no dropoff can be reached are in none of these sets.
    """
    layers = []
    layer, rest = board.dropoffs, passable
    while layer:
        layers.append(layer)
        rest &= ~layer
        layer = board.grid.beside(layer) & rest
    return tuple(layers)


def ways(board: Board, passable: int) -> dict[Ship, ShipPath | None]:
    """Return a shortest way for each ship, turning late; None if there is none."""
    layers = depths(board, passable)
    trails = {ship: trail_of(board, layers, ship) for ship in Ship}
    return {ship: _path_of(trail) if trail else None for ship, trail in trails.items()}


def _path_of(trail: tuple[Cell, ...]) -> ShipPath:
    turns = [
        here
        for before, here, next_cell in zip(trail, trail[1:], trail[2:], strict=False)
        if next_cell != _straight_on(before, here)
    ]
    return ShipPath((trail[0], *turns, trail[-1]))


def distance(board: Board, layers: tuple[int, ...], ship: Ship) -> int | None:
    """Return a ship's steps to a dropoff, by the `depths` of its board; None if it has no way."""
    start = board.grid.bit_of[board.starts[ship]]
    return next((steps for steps, layer in enumerate(layers) if layer & start), None)


def trail_of(board: Board, layers: tuple[int, ...], ship: Ship) -> tuple[Cell, ...]:
    """Return every tile of a ship's shortest way, turning late; none if there is no way."""
    steps = distance(board, layers, ship)
    if steps is None:
        return ()
    here = ahead = board.starts[ship]
    trail = [here]
    for layer in reversed(layers[:steps]):
        following = tuple(board.grid.cells(board.grid.beside(board.grid.bit_of[here]) & layer))
        before, here = here, ahead if ahead in following else following[0]
        ahead = _straight_on(before, here)
        trail.append(here)
    return tuple(trail)


def _straight_on(before: Cell, here: Cell) -> Cell:
    return Cell(2 * here.column - before.column, 2 * here.row - before.row)
