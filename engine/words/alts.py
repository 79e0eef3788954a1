"""Parts of alt texts: names and cells in few characters, and lists that fit."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, takewhile
from typing import Final, TypeAlias

from engine.grids.grid import Cell
from engine.seats import Seat
from engine.words.sentences import Catalogue, Joined, Sentence, Wording, Words

Names: TypeAlias = Mapping[Seat, str]
"""The players' names."""

LONGEST_ALT: Final = 1024
"""The number of characters that an alt text can have, in UTF-16 code units."""
LONGEST_NAME: Final = 32


def length(text: str) -> int:
    """Return a text's length in UTF-16 code units, Discord's strictest count."""
    return len(text.encode("utf-16-le")) // 2


def visible(name: str) -> str:
    """Return the printable part of a name on one line, cut if it is too long."""
    seen = "".join(character if character.isprintable() else " " for character in name)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"


@dataclass(frozen=True, slots=True)
class Fitted(Wording):
    """As many items as there is room for and the number left out, or only the total.

    >>> [str(Fitted(["A1", "B1", "C1", "D1", "E1"], room, " ")) for room in (14, 13, 4)]
    ['A1 B1 C1 D1 E1', 'A1 and 4 more', '5']
    >>> str(Fitted(["A1-A9", "B1", "C1-C9", "E1-E9"], 22, counts=[9, 1, 9, 9]))
    'A1-A9, B1 and 18 more'

    Attributes:
        items: The items.
        room: The number of characters for them.
        glue: The text between two of them.
        counts: The number of things that each item stands for; by default 1.
    """

    items: Sequence[Words]
    room: int
    glue: str = ", "
    counts: Sequence[int] = ()

    def said(self, catalogue: Catalogue) -> str:
        whole = Joined(self.items, self.glue).said(catalogue)
        if length(whole) <= self.room:
            return whole
        counts = self.counts or [1] * len(self.items)
        cut = (
            Sentence(
                "{shown} and {count} more",
                shown=Joined(self.items[:number], self.glue),
                count=sum(counts[number:]),
            ).said(catalogue)
            for number in range(1, len(self.items))
        )
        fitting = [*takewhile(lambda text: length(text) <= self.room, cut)]
        return fitting[-1] if fitting else str(sum(counts))


@dataclass(frozen=True, slots=True)
class Description(Wording):
    """Sentences, and lists with headings that share the room that these leave."""

    sentences: Wording
    lists: Sequence[tuple[Words, Fitted]]

    def said(self, catalogue: Catalogue) -> str:
        """Return the sentences, and of the lists what fits into an alt text with them."""
        text = self.sentences.said(catalogue)
        lists = [
            (Joined([" ", heading, ": "], "").said(catalogue), items)
            for heading, items in self.lists
        ]
        whole = [length(f"{heading}{items.said(catalogue)}.") for heading, items in lists]
        rooms = _rooms(whole, LONGEST_ALT - length(text))
        for (heading, items), room in zip(lists, rooms, strict=True):
            fitted = replace(items, room=room - length(f"{heading}."))
            text += f"{heading}{fitted.said(catalogue)}."
        return text


def _rooms(requested: Sequence[int], room: int) -> list[int]:
    """Share out `room`; if there is too little, the smallest requests are met in full.

    >>> _rooms([10, 900, 700], 1000)
    [10, 495, 495]
    """
    rooms, left = list(requested), room
    by_size = sorted(range(len(rooms)), key=rooms.__getitem__)
    for place, index in enumerate(by_size):
        rooms[index] = min(rooms[index], left // (len(rooms) - place))
        left -= rooms[index]
    return rooms


def runs(cells: Iterable[Cell]) -> Iterator[Sequence[Cell]]:
    """Join cells into straight runs.

    >>> [*map(ends, runs(map(Cell.parse, ("A1", "B1", "C1", "E4"))))]
    ['A1-C1', 'E4']
    """
    rest = set(cells)
    while rest:
        start = min(rest)
        run = max((_run(start, step, rest) for step in ((0, 1), (1, 0))), key=len)
        yield run
        rest -= {*run}


def areas(cells: Iterable[Cell]) -> Iterator[Sequence[Cell]]:
    """Join cells into rectangles, each from its lower left cell to its upper right one.

    >>> [*map(ends, areas(map(Cell.parse, ("A1", "A2", "B1", "B2", "D4"))))]
    ['A1-B2', 'D4']
    """
    rest = set(cells)
    while rest:
        left = _run(min(rest), (0, 1), rest)
        beside = ([Cell(cell.column + step, cell.row) for cell in left] for step in count())
        area = [cell for column in takewhile(rest.issuperset, beside) for cell in column]
        yield area
        rest -= {*area}


def ends(run: Sequence[Cell]) -> str:
    """Return the two ends of a straight run or a rectangle, or its only cell."""
    return "-".join(dict.fromkeys((str(run[0]), str(run[-1]))))


def _run(start: Cell, step: tuple[int, int], cells: Collection[Cell]) -> list[Cell]:
    ahead = (Cell(start.column + index * step[0], start.row + index * step[1]) for index in count())
    return [*takewhile(cells.__contains__, ahead)]
