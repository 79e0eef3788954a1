"""How many boards a terminal has room for, and where the words go."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rendering.text.grid import TextBoard, lines

GAP: Final = 2
"""Columns between two boards, and between the boards and the words; lines between stacked ones."""
LEAST_BESIDE: Final = 30
"""How many columns words need beside the boards."""
LEAST_BELOW: Final = 5
"""How many lines they need below them."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is shown, and where.

    Attributes:
        shown: How many of the boards.
        stacked: Whether the boards are one above the other, not side by side.
        beside: Whether the words are beside the boards, not below them.
    """

    shown: int
    stacked: bool
    beside: bool


def arranged(boards: Sequence[TextBoard], width: int, height: int) -> Arrangement:
    """The arrangement that shows most of some boards, in so many columns and lines.

    Where not even one has room it is shown as far as it goes.
    """
    sizes = [_size(board) for board in boards]
    wide, high = (max(extents) for extents in zip(*sizes, strict=True))
    for each in _from_the_best(len(boards)):
        across, down = (1, each.shown) if each.stacked else (each.shown, 1)
        columns = across * (wide + GAP) - GAP + (GAP + LEAST_BESIDE if each.beside else 0)
        rows = down * (high + 1) - 1 + (0 if each.beside else LEAST_BELOW)
        if columns <= width and rows <= height:
            return each
    return Arrangement(1, stacked=False, beside=wide + GAP + LEAST_BESIDE <= width)


def _from_the_best(boards: int) -> Iterator[Arrangement]:
    """All of the boards; or else fewer, with all their words in view."""
    yield Arrangement(boards, stacked=False, beside=True)
    yield Arrangement(boards, stacked=False, beside=False)
    yield Arrangement(boards, stacked=True, beside=True)
    for shown in range(boards - 1, 0, -1):
        yield Arrangement(shown, stacked=False, beside=True)


def _size(board: TextBoard) -> tuple[int, int]:
    """How many columns and lines a board takes, with its title."""
    drawn = lines(board)
    return sum(len(span.text) for span in drawn[0]), len(drawn) + 1


def window(focus: int, shown: int, boards: int) -> range:
    """The places of the boards to show: so many, the one in focus among them.

    >>> window(0, 2, 3), window(2, 2, 3)
    (range(0, 2), range(1, 3))
    """
    first = min(focus, boards - shown)
    return range(first, first + shown)


def followed(focus: int, before: Sequence[TextBoard], after: Sequence[TextBoard]) -> int:
    """The place of the board to look at: the one in focus, unless only others have changed."""
    changed = [
        place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new
    ]
    return changed[0] if changed and focus not in changed else focus
