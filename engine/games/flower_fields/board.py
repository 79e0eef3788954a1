"""The board of the Flower Fields: plantings, and likeness of fields."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations, islice, permutations, product
from typing import Final, TypeAlias

from engine.grids.grid import Cell, bit_board
from engine.grids.polyominoes import POLYOMINOES, identify, orientations
from engine.refusals import check_on_board, illegal, untimely
from engine.seats import Seat
from engine.words.sentences import Plural, Sentence, spelled

SIDE: Final = 7
FIELD_SIZE: Final = 4
MAX_PLANTED: Final = 2
BOARD: Final = bit_board(SIDE)
CELLS: Final = tuple(BOARD.bit_of)

OCCUPIED: Final = illegal(
    "occupied", Plural("{cells} already has a flower.", "{cells} already have a flower.")
)
NOT_BESIDE: Final = illegal(
    "not-beside",
    Plural(
        "{cells} is not beside any flower that was there before this turn.",
        "{cells} are not beside any flower that was there before this turn.",
    ),
)
NOT_A_FIELD: Final = illegal(
    "not-a-field", "A field is four cells joined by their sides; {cells} are not."
)
SAME_FIELD: Final = illegal("same-field", "Both fields are the same four cells: {cells}.")
UNSEEN: Final = illegal(
    "too-many-unseen",
    Plural(
        "Every cell of a challenge must have a flower, and {cells} has none.",
        "Every cell of a challenge must have a flower, and {cells} have none.",
    ),
)
TOO_MANY_UNSEEN: Final = illegal(
    "too-many-unseen",
    Plural(
        "A challenge may include at most {unseen}, and {cells} has none.",
        "A challenge may include at most {unseen}, and {cells} have none.",
    ),
)
OLD_FLOWERS: Final = illegal(
    "old-flowers",
    "A challenge is about the other player's last planting: one of the fields must include "
    "{cells}.",
)
NO_PLANTING: Final = untimely(
    "no-planting", "The other player has no planting on the board that you could challenge."
)


class FlowerColor(StrEnum):
    """The colour of a flower, as positions write it; Flower Field has purple for yellow."""

    RED = "r"
    BLUE = "b"
    YELLOW = "y"


def color_names(third: str) -> dict[FlowerColor, str]:
    """Return the colours as they are typed; the two games differ in the third."""
    return {FlowerColor.RED: "red", FlowerColor.BLUE: "blue", FlowerColor.YELLOW: third}


@dataclass(frozen=True, slots=True)
class Flower:
    """A flower in a cell, planted or proposed."""

    cell: Cell
    color: FlowerColor


@dataclass(frozen=True, slots=True)
class Planting:
    """The one or two flowers planted in one turn, in the order typed.

    Attributes:
        exploded: The cells where hidden flowers blew up, as typed.
    """

    seat: Seat
    flowers: tuple[Flower, ...]
    exploded: tuple[Cell, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its flowers."""
        return tuple(flower.cell for flower in self.flowers)


Field: TypeAlias = tuple[Cell, ...]
"""Four cells connected by sides, in any order."""

FIRST_FLOWER: Final = Flower(Cell(SIDE // 2, SIDE // 2), FlowerColor.YELLOW)


@dataclass(frozen=True, slots=True)
class Bed:
    """The visible flowers.

    Attributes:
        plantings: The plantings that stand, oldest first.
        first: The flowers that nobody planted.
    """

    plantings: tuple[Planting, ...] = ()
    first: tuple[Flower, ...] = (FIRST_FLOWER,)

    @property
    def flowers(self) -> tuple[Flower, ...]:
        """All visible flowers, oldest first."""
        planted = (flower for planting in self.plantings for flower in planting.flowers)
        return (*self.first, *planted)

    @property
    def colors(self) -> dict[Cell, FlowerColor]:
        """The colour of each visible flower by its cell."""
        return {flower.cell: flower.color for flower in self.flowers}

    @property
    def is_full(self) -> bool:
        """True if every cell has a visible flower."""
        return len(self.flowers) == len(CELLS)

    @property
    def rows(self) -> str:
        """The rows from the highest down: `.` empty, or the letter of a colour."""
        masks: dict[str, int] = dict.fromkeys(FlowerColor, 0)
        for flower in self.flowers:
            masks[flower.color] |= BOARD.bit_of[flower.cell]
        return BOARD.rows(masks)

    def latest(self, seat: Seat) -> Planting | None:
        """Return a seat's latest planting that still stands, which is the one to challenge."""
        return next(
            (planting for planting in reversed(self.plantings) if planting.seat is seat), None
        )

    def with_planting(self, planting: Planting) -> "Bed":
        """Return the bed with one more planting, now the latest of its seat."""
        return replace(self, plantings=(*self.plantings, planting))

    def without(self, planting: Planting) -> "Bed":
        """Return the bed with a planting undone."""
        standing = tuple(other for other in self.plantings if other != planting)
        return replace(self, plantings=standing)

    def unseen(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Return the cells without a visible flower, each once."""
        visible = {flower.cell for flower in self.flowers}
        return tuple(cell for cell in dict.fromkeys(cells) if cell not in visible)

    @property
    def visible(self) -> int:
        """The cells with a visible flower, as a set of `BOARD`."""
        return BOARD.mask(flower.cell for flower in self.flowers)

    def plantings_that_fit(self, *, chain: bool) -> Iterator[tuple[Flower, ...]]:
        """Yield every planting once: single flowers by row, then pairs.

        If both orders of a pair are allowed, it comes in the order of its cells by row.
        """
        edge, free = BOARD.beside(self.visible), self.unseen(CELLS)
        # Only in a chain may a flower stand apart from all that were there before.
        open_to_it = free if chain else tuple(cell for cell in free if edge & BOARD.bit_of[cell])
        for number in range(1, MAX_PLANTED + 1):
            for cells in combinations(open_to_it, number):
                fitting = (
                    order for order in permutations(cells) if not astray(order, edge, chain=chain)
                )
                for order in islice(fitting, 1):
                    yield from product(*map(flowers_in, order))

    def claims_that_count(self, most_unseen: int, defender: Seat) -> Iterator[tuple[Field, Field]]:
        """Yield every claim against a seat's latest planting, once, true or not.

        There may be very many. At most `most_unseen` different cells have no visible flower.
        """
        planting = self.latest(defender)
        if planting is None:
            return
        hidden = BOARD.everything & ~self.visible
        challenged = BOARD.mask(planting.cells)
        fields = [
            (field, unseen, bool(mask & challenged))
            for field, mask in all_fields()
            if (unseen := mask & hidden).bit_count() <= most_unseen
        ]
        for (field, unseen, challenges), (other, more_unseen, also) in combinations(fields, 2):
            # One of two fields has to contain a challenged flower.
            if (challenges or also) and (unseen | more_unseen).bit_count() <= most_unseen:
                yield field, other


@cache
def flowers_in(cell: Cell) -> tuple[Flower, ...]:
    """Return a flower of each colour."""
    return tuple(Flower(cell, color) for color in FlowerColor)


def hidings() -> Iterator[tuple[Flower, ...]]:
    """Yield two flowers in any two cells without the first flower."""
    free = [cell for cell in CELLS if cell != FIRST_FLOWER.cell]
    for cells in combinations(free, MAX_PLANTED):
        yield from product(*map(flowers_in, cells))


Pattern: TypeAlias = tuple[tuple[Cell, FlowerColor], ...]
"""The cells of a field with their colours."""


def are_alike(fields: tuple[Field, Field], colors: Mapping[Cell, FlowerColor]) -> bool:
    """Return whether one field, moved, turned and flipped, matches the other with its colours."""
    look, other = (look_of(tuple((cell, colors[cell]) for cell in field)) for field in fields)
    return look == other


def look_of(pattern: Pattern) -> Pattern:
    """Return the one of a pattern's images that stands for all of them."""
    # All images are made whichever it is: the time taken must give nothing away.
    return min(map(_in_the_corner, _turns_and_flips(pattern)))


def _turns_and_flips(pattern: Pattern) -> Iterator[Pattern]:
    for _ in range(4):
        pattern = tuple((Cell(cell.row, -cell.column), color) for cell, color in pattern)
        yield pattern
        yield tuple((Cell(-cell.column, cell.row), color) for cell, color in pattern)


def _in_the_corner(pattern: Pattern) -> Pattern:
    """Return a pattern moved as far west and south as it goes, in order."""
    west = min(cell.column for cell, _ in pattern)
    south = min(cell.row for cell, _ in pattern)
    moved = ((Cell(cell.column - west, cell.row - south), color) for cell, color in pattern)
    return tuple(sorted(moved))


@cache
def all_fields() -> tuple[tuple[Field, int], ...]:
    """Return every field of the board, with its cells as a set of `BOARD`."""
    forms = (
        form for piece in POLYOMINOES if piece.size == FIELD_SIZE for form in orientations(piece)
    )
    fields = (
        tuple(Cell(cell.column + east, cell.row + north) for cell in form)
        for form in forms
        for north, east in product(range(SIDE), repeat=2)
    )
    return tuple(
        (field, BOARD.mask(field))
        for field in fields
        if all(cell.lies_up_to(BOARD.last) for cell in field)
    )


def check_free(bed: Bed, cells: Iterable[Cell]) -> None:
    """Raise Illegal for cells in which a flower may not even be hidden."""
    check_on_board(cells, BOARD.last)
    visible = bed.colors
    if taken := [cell for cell in cells if cell in visible]:
        raise OCCUPIED(*taken)


def astray(cells: tuple[Cell, ...], edge: int, *, chain: bool) -> tuple[Cell, ...]:
    """Return the cells of a planting whose flower would stand beside none it is allowed to.

    They are in the order typed: in a chain the second may stand beside the first. `edge` are the
    cells beside a flower that was there before.
    """
    return tuple(
        cell
        for index, cell in enumerate(cells)
        if not edge & BOARD.bit_of[cell] and not (chain and any(map(cell.beside, cells[:index])))
    )


def check_planting(bed: Bed, flowers: tuple[Flower, ...], *, chain: bool) -> None:
    """Raise Illegal if flowers may not be planted there."""
    cells = tuple(flower.cell for flower in flowers)
    check_free(bed, cells)
    if lonely := astray(cells, BOARD.beside(bed.visible), chain=chain):
        raise NOT_BESIDE(*lonely)


def claimed_against(
    bed: Bed, defender: Seat, fields: tuple[Field, Field], most_unseen: int
) -> Planting:
    """Return the planting that a claim is about; raise Refused if there is none."""
    cells = fields[0] + fields[1]
    check_on_board(dict.fromkeys(cells), BOARD.last)
    for field in fields:
        if identify(field) is None:
            raise NOT_A_FIELD(*field)
    if {*fields[0]} == {*fields[1]}:
        raise SAME_FIELD(*fields[0])
    unseen = bed.unseen(cells)
    if len(unseen) > most_unseen:
        too_many = TOO_MANY_UNSEEN if most_unseen else UNSEEN
        raise too_many(*unseen, unseen=cells_without_flower(most_unseen))
    planting = latest_planting(bed, defender)
    if not {*planting.cells} & {*cells}:
        raise OLD_FLOWERS(*planting.cells)
    return planting


def cells_without_flower(number: int) -> Sentence:
    """Return a number of a challenge's cells that may be without a flower, in words."""
    return Plural(
        "one cell without a flower",
        "{number} cells without a flower",
        number,
        number=spelled(number),
    )


def latest_planting(bed: Bed, defender: Seat) -> Planting:
    """Return a seat's planting that can be challenged; raise OutOfOrder if none stands."""
    planting = bed.latest(defender)
    if planting is None:
        raise NO_PLANTING()
    return planting
