"""Boards drawn for Deep Sea Voyage: fair by symmetry, with long ways and second ways.

A board is made of groups, each with all its images under the board's symmetry: dropoffs around the
middle with channels that lead away from them, currents of channel tiles in a row, and reefs of
connected wall tiles. The best of many such boards is taken: the one with the largest sum of a
side's shortest ways, less what second ways, which share no tile with the first, cost beyond that.
So ways are long, but no ship depends on a single strait.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product, starmap
from random import Random
from typing import Final, TypeAlias

from engine.games.deep_sea_voyage.board import (
    MAX_SIDE,
    MIN_SIDE,
    NUMBERS,
    Board,
    Ship,
    Side,
    Symmetry,
    Tile,
    depths,
    distance,
    read_boards,
    trail_of,
    write_boards,
)
from engine.games.deep_sea_voyage.board_in_play import PENTOMINOES
from engine.grids.grid import Cell
from engine.grids.polyominoes import forms
from engine.options import OptionFile
from engine.words.sentences import Sentence

Orbits: TypeAlias = Mapping[Cell, frozenset[Cell]]
"""Each tile of a board with all the tiles that a symmetry takes it to, itself among them."""

MIN_ROOM: Final = 8
"""The least number of different pentominoes that must fit side by side."""
CANDIDATES: Final = 200
"""The number of boards of which the best is taken."""
MAX_DROPOFFS: Final = 2
"""The limit of dropoffs, not counting their images."""
LEAD: Final = (1, 3)
"""The least and greatest length of the channel beside a dropoff."""
EDGE: Final = 2
"""The greatest distance of a ship's start from the edge, in tiles."""
BETWEEN_STARTS: Final = 4
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))

GROUPS: Final = (
    (Tile.CHANNEL, (0.04, 0.08), (2, 5), 0.0),
    (Tile.WALL, (0.10, 0.20), (3, 7), 0.35),
)
"""The groups: a kind of tile, its least and greatest share of all tiles, the least and
greatest length of a line before its images are added, and how often such a line turns.
"""


# 145 ms: a program that checks, stores or repeats a match draws its boards a second time.
@lru_cache(maxsize=1)
def draw_boards(seed: int, size: int | None = None) -> tuple[Board, ...]:
    """Draw three boards from a seed, 13 to 18 tiles wide; sizes differ unless one is given."""
    return tuple(generate(Random(f"{seed} board {number}"), size) for number in NUMBERS)


BOARDS_FILE: Final = OptionFile(
    Sentence("A text file of three boards, rows from the top, blank lines in between"),
    read_boards,
    lambda seed, size: write_boards(draw_boards(seed, size)),
    range(MIN_SIDE, MAX_SIDE + 1),
)


def generate(generator: Random, size: int | None) -> Board:
    """Generate a board with so many tiles in a row, or any number from 13 to 18.

    Each side's total is at least `side`, and at least eight pentominoes fit.
    """
    size = size or generator.randint(MIN_SIDE, MAX_SIDE)
    symmetry = generator.choice(list(Symmetry))
    cells = starmap(Cell, product(range(size), repeat=2))
    orbits = {cell: symmetry.orbit(cell, size) for cell in cells}
    while True:
        drafts = [_draft(generator, size, symmetry, orbits) for _ in range(CANDIDATES)]
        for draft in sorted(drafts, key=merit_of, reverse=True):
            if merit_of(draft) > 0 and room_on(draft) >= MIN_ROOM:
                return draft


# Merit of a board


def merit_of(board: Board) -> int:
    """Score a board; 0 if a total is too small or a ship has no second way."""
    layers = depths(board, board.passable)
    total, beyond = 0, 0
    # The other side's ways are as long.
    for ship in Side.EMPIRE.ships:
        first = trail_of(board, layers, ship)
        if not first or (second := _second(board, ship, first)) is None:
            return 0
        steps = len(first) - 1
        total += steps
        beyond += second - steps
    return 2 * total - beyond if total >= board.side else 0


def _second(board: Board, ship: Ship, first: tuple[Cell, ...]) -> int | None:
    """Return the steps of a ship's shortest way that avoids a first one, except at its ends."""
    without = board.passable & ~board.grid.mask(first[1:-1])
    return distance(board, depths(board, without), ship)


def room_on(board: Board) -> int:
    """Return how many different pentominoes fit when each takes the first place it can."""
    free, count, forms_of = board.free, 0, forms(board.grid)
    for piece in PENTOMINOES:
        for form in forms_of[piece]:
            if anchors := form.fitting(free):
                free &= ~(form.mask * (anchors & -anchors))
                count += 1
                break
    return count


# Drafts


def _draft(generator: Random, size: int, symmetry: Symmetry, orbits: Orbits) -> Board:
    draft = _Draft(generator, size, symmetry, orbits, bare={*orbits})
    starts = draft.find_starts()
    draft.put(starts, Tile.EMPTY)
    for _ in range(generator.randint(1, MAX_DROPOFFS)):
        draft.put_dropoff()
    for tile, (least, limit), lengths, turning in GROUPS:
        enough = generator.uniform(least, limit) * size**2
        while draft.count(tile) < enough:
            draft.grow(tile, draft.anywhere(), generator.randint(*lengths), turning)
    return draft.board(dict(zip(starts, Ship, strict=True)))


@dataclass
class _Draft:
    """A board in the making; a tile's images always get what the tile gets."""

    generator: Random
    side: int
    symmetry: Symmetry
    orbits: Orbits
    bare: set[Cell]
    letters: dict[Cell, str] = field(default_factory=dict)

    def put(self, cells: Iterable[Cell], tile: Tile) -> None:
        for cell in cells:
            orbit = self.orbits[cell]
            self.letters |= dict.fromkeys(orbit, tile)
            self.bare -= orbit

    def count(self, tile: Tile) -> int:
        return list(self.letters.values()).count(tile)

    def anywhere(self, margin: int = 0) -> Cell:
        """Return a random tile at least this far from the edge."""
        least, limit = margin, self.side - 1 - margin
        return Cell(self.generator.randint(least, limit), self.generator.randint(least, limit))

    def find_starts(self) -> tuple[Cell, ...]:
        """Return two tiles near the edge for the Empire's ships, and their Marauder's images."""
        while True:
            image = self.generator.choice(self.symmetry.images)
            cell, other = self.near_the_edge(), self.near_the_edge()
            # Quarter turns must take the Marauder's ships to the Empire's, as everything else does.
            again = image(image(cell, self.side), self.side)
            both = (cell, other if again == cell else again)
            starts = (*both, *(image(cell, self.side) for cell in both))
            if all(_apart(*pair) >= BETWEEN_STARTS for pair in combinations(starts, 2)):
                return starts

    def near_the_edge(self) -> Cell:
        along = self.generator.randrange(self.side)
        across = self.generator.randrange(EDGE)
        cell = Cell(along, self.generator.choice((across, self.side - 1 - across)))
        return self.generator.choice((cell, Cell(cell.row, cell.column)))

    def put_dropoff(self) -> None:
        """Put down a dropoff with its images, if there is room, and a channel leading away."""
        cell = self.anywhere(self.side // 3)
        if cell not in self.bare:
            return
        self.put([cell], Tile.DROPOFF)
        across, up = self.generator.choice(STEPS)
        beside = Cell(cell.column + across, cell.row + up)
        self.grow(Tile.CHANNEL, beside, self.generator.randint(*LEAD), turning=0)

    def grow(self, tile: Tile, start: Cell, length: int, turning: float) -> None:
        """Lay a line of one kind of tile, turning this often, if there is room for all of it."""
        line, step = [start], self.generator.choice(STEPS)
        while len(line) < length:
            if self.generator.random() < turning:
                step = self.generator.choice(STEPS)
            line.append(Cell(line[-1].column + step[0], line[-1].row + step[1]))
        if len({*line}) == length and self.bare.issuperset(line):
            self.put(line, tile)

    def board(self, ships: Mapping[Cell, Ship]) -> Board:
        letters = self.letters | {cell: ship.letter for cell, ship in ships.items()}
        rows = [[Tile.EMPTY.value] * self.side for _ in range(self.side)]
        for cell, letter in letters.items():
            rows[cell.row][cell.column] = letter
        return Board(tuple("".join(row) for row in reversed(rows)))


def _apart(one: Cell, other: Cell) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)
