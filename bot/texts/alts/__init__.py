"""Alt texts: pictures in words; shared parts here, and one module a game."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import Final, TypeAlias

from bot.texts.language import Text, _
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import Seat

Names: TypeAlias = Mapping[Seat, str]
"""The players' names."""

LONGEST_ALT: Final = 1024
LONGEST_NAME: Final = 32

ROW_ONE: Final = {
    RowOne.BOTTOM: Text("Row 1 is at the bottom."),
    RowOne.TOP: Text("Row 1 is at the top."),
}


def length(text: str) -> int:
    """Return a text's length in UTF-16 code units, Discord's strictest count."""
    return len(text.encode("utf-16-le")) // 2


def visible(name: str) -> str:
    """Return the printable part of a name on one line, cut if it is too long."""
    seen = "".join(character if character.isprintable() else " " for character in name)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"


def listed(
    items: Sequence[str], room: int, glue: str = ", ", counts: Sequence[int] | None = None
) -> str:
    """Return as many items as `room` holds and the number left out, or only the total.

    `counts` says how many things each item stands for; by default 1.

    >>> [listed(["A1", "B1", "C1", "D1", "E1"], room, " ") for room in (14, 13, 4)]
    ['A1 B1 C1 D1 E1', 'A1 and 4 more', '5']
    >>> listed(["A1-A9", "B1", "C1-C9", "E1-E9"], 22, counts=[9, 1, 9, 9])
    'A1-A9, B1 and 18 more'
    """
    whole, other_counts = glue.join(items), counts or [1] * len(items)
    if length(whole) <= room:
        return whole
    cut = (
        _(
            "{shown} and {count} more",
            shown=glue.join(items[:number]),
            count=sum(other_counts[number:]),
        )
        for number in range(1, len(items))
    )
    fitting = [*takewhile(lambda text: length(text) <= room, cut)]
    return fitting[-1] if fitting else str(sum(other_counts))


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


def ends(run: Sequence[Cell]) -> str:
    """Return a straight run's two ends, or its only cell."""
    return "-".join(dict.fromkeys((str(run[0]), str(run[-1]))))


def _run(start: Cell, step: tuple[int, int], cells: Collection[Cell]) -> list[Cell]:
    ahead = (Cell(start.column + index * step[0], start.row + index * step[1]) for index in count())
    return [*takewhile(cells.__contains__, ahead)]
