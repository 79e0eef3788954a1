"""A bed of the Flower Fields for the search: the plantings that repeat no field."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import count
from operator import itemgetter, or_
from typing import Any, Final, TypeAlias

from engine.games.flower_fields.board import (
    BOARD,
    Flower,
    FlowerColor,
    Pattern,
    all_fields,
    look_of,
)
from engine.grids.grid import Cell, bits

COLORS: Final = tuple(FlowerColor)
CELLS: Final = BOARD.by_bit
PLACES: Final = {cell: place for place, cell in enumerate(CELLS)}
"""The number of each cell, which is its bit in a set of cells."""
EMPTY: Final = len(COLORS)

Numbered: TypeAlias = tuple[int, int]
"""A flower: the number of its cell, and that of its colour."""
SafeFlower: TypeAlias = tuple[int, int, int]
"""A flower that would repeat no field, with the patterns of those it would complete, as a set."""
Form: TypeAlias = tuple[Cell, ...]
"""The cells of a field that lies in the corner, row by row."""
SearchedField: TypeAlias = tuple[int, Callable[[Sequence[int]], Any], Form]
"""A field: its cells as a set, the getter of their colours from all, and its form."""


@dataclass(frozen=True, slots=True)
class SafePlanting:
    """A planting that repeats no field.

    Attributes:
        flowers: One flower or two.
        patterns: The looks of the fields that it completes, as a set.
    """

    flowers: tuple[Numbered, ...]
    patterns: int

    @property
    def typed(self) -> tuple[Flower, ...]:
        """Its flowers as the game knows them."""
        return tuple(Flower(CELLS[place], COLORS[color]) for place, color in self.flowers)


@dataclass(frozen=True)
class SearchedBed:
    """A bed and its safe flowers: those that, planted alone, would repeat no field.

    A flower that is not safe never becomes so, since fields and patterns only grow in number; so
    those of the next bed are found among those of this one and beside the new flowers.

    Attributes:
        colors: The number of the colour in each cell; `EMPTY` where there is none.
        visible: The cells with a flower, as a set.
        seen: The patterns of all visible fields, as a set.
        safe: The safe flowers.
        chain: True if the second flower of a planting may stand beside the first.
    """

    colors: bytes
    visible: int
    seen: int
    safe: tuple[SafeFlower, ...]
    chain: bool

    @classmethod
    def of(cls, flowers: Iterable[Flower], *, chain: bool) -> "SearchedBed":
        """Return the bed with some visible flowers."""
        nothing = cls(bytes([EMPTY] * len(CELLS)), 0, 0, (), chain)
        bed = nothing.with_more(map(numbered, flowers))
        bed = replace(bed, seen=reduce(or_, (pattern for _, pattern in bed.fields()), 0))
        return replace(bed, safe=tuple(bed._safe_in(bed.edge)))

    @property
    def edge(self) -> int:
        """The empty cells beside a flower, as a set."""
        return BOARD.beside(self.visible) & ~self.visible

    def with_more(self, flowers: Iterable[Numbered], patterns: int = 0) -> "SearchedBed":
        """Return the bed with more flowers and patterns; its safe flowers are of no interest."""
        colors, visible = bytearray(self.colors), self.visible
        for place, color in flowers:
            colors[place] = color
            visible |= 1 << place
        return SearchedBed(bytes(colors), visible, self.seen | patterns, (), self.chain)

    def fields(self) -> Iterator[tuple[int, int]]:
        """Yield every visible field once: its cells as a set, and its pattern."""
        visible = self.visible
        for field in searched_fields():
            if field[0] & visible == field[0]:
                yield field[0], pattern_on(field, self.colors)

    def unrepeated(
        self, flower: Numbered, fields: Iterable[SearchedField], patterns: int = 0
    ) -> int | None:
        """Return the patterns of the fields a flower would complete; None if one is a repeat.

        `patterns` must not be repeated either.
        """
        new, seen, colors = 0, self.seen | patterns, bytearray(self.colors)
        place, colors[place] = flower
        visible = self.visible | 1 << place
        for field in fields:
            if field[0] & visible == field[0]:
                pattern = pattern_on(field, colors)
                if pattern & (seen | new):
                    return None
                new |= pattern
        return new

    def _safe_in(self, places: int) -> Iterator[SafeFlower]:
        for place in places_of(places & ~self.visible):
            grown = self.visible | 1 << place
            fields = [field for field in fields_of(place) if field[0] & grown == field[0]]
            for color in range(EMPTY):
                new = self.unrepeated((place, color), fields)
                if new is not None:
                    yield place, color, new

    def all_moves(self) -> Iterator[SafePlanting]:
        """Yield every planting that repeats no field, once."""
        for place, color, new in self.safe:
            yield SafePlanting(((place, color),), new)
        for index, (place, color, new) in enumerate(self.safe):
            first = self.with_more([(place, color)], new)
            chained = self._beside_nothing_but(place) if self.chain else ()
            for other, other_color, also_new in (*self.safe[index + 1 :], *chained):
                if other == place or new & also_new:
                    continue
                shared = fields_touching(other, 1 << place)
                both = first.unrepeated((other, other_color), shared, also_new)
                if both is not None:
                    yield SafePlanting(
                        ((place, color), (other, other_color)), new | also_new | both
                    )

    def _beside_nothing_but(self, place: int) -> Iterator[SafeFlower]:
        """Yield the flowers that stand beside one in a cell alone, and complete no other fields."""
        cells = BOARD.beside(1 << place) & ~self.visible & ~BOARD.beside(self.visible)
        yield from ((other, color, 0) for other in places_of(cells) for color in range(EMPTY))

    def after(self, move: SafePlanting) -> "SearchedBed":
        """Return the bed after a planting."""
        bed = self.with_more(move.flowers, move.patterns)
        new, safe = bed.visible & ~self.visible, list[SafeFlower]()
        for place, color, completed in self.safe:
            if completed & move.patterns or new >> place & 1:
                continue
            more = bed.unrepeated((place, color), fields_touching(place, new), completed)
            if more is not None:
                safe.append((place, color, completed | more))
        safe += bed._safe_in(BOARD.beside(new) & ~BOARD.beside(self.visible))
        return replace(bed, safe=tuple(safe))


def numbered(flower: Flower) -> Numbered:
    """Return a flower by the numbers of its cell and colour."""
    return PLACES[flower.cell], COLORS.index(flower.color)


def places_of(cells: int) -> tuple[int, ...]:
    """Return the numbers of the cells of a set."""
    return tuple(bit.bit_length() - 1 for bit in bits(cells))


# Tables


@cache
def searched_fields() -> tuple[SearchedField, ...]:
    """Return all fields."""
    return tuple(map(_searched, (sorted(field) for field, _ in all_fields())))


def _searched(cells: Sequence[Cell]) -> SearchedField:
    west, south = min(cell.column for cell in cells), min(cell.row for cell in cells)
    form = tuple(Cell(cell.column - west, cell.row - south) for cell in cells)
    return BOARD.mask(cells), itemgetter(*(PLACES[cell] for cell in cells)), form


@cache
def fields_of(place: int) -> tuple[SearchedField, ...]:
    """Return all fields through a cell."""
    return tuple(field for field in searched_fields() if field[0] >> place & 1)


@cache
def fields_touching(place: int, cells: int) -> tuple[SearchedField, ...]:
    """Return the fields through a cell and at least one of some others."""
    return tuple(field for field in fields_of(place) if field[0] & cells)


def pattern_on(field: SearchedField, colors: Sequence[int]) -> int:
    """Return a field's look in a bed of some colours, by cells, as one bit."""
    _, colors_of, form = field
    return _pattern(form, colors_of(colors))


@cache
def _pattern(form: Form, colors: tuple[int, ...]) -> int:
    """Return a field's look, whichever way it is turned and flipped, as one bit."""
    return _bit_of(look_of(tuple(zip(form, map(COLORS.__getitem__, colors), strict=True))))


@cache
def _bit_of(look: Pattern) -> int:  # noqa: ARG001 - each has a bit of its own
    return 1 << next(_NUMBERS)


_NUMBERS: Final = count()
