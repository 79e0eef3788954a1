"""Views of free tables to be painted: whatever a host may put on a board."""

from dataclasses import replace
from itertools import cycle, product
from random import Random
from string import ascii_uppercase, digits
from typing import Any

from engine.games.free_table.parts import Put
from engine.games.free_table.position import TableEvent, TableView
from engine.games.free_table.rules import FreeTable
from engine.grids.grid import Cell
from engine.kinds.scene import FILLED, Owner, Piece
from engine.seats import Seat
from tests.rendering.positions.boards import first_view, with_board

LETTERS = ascii_uppercase + digits
BEGUN: TableView = first_view(with_board(FreeTable, first=Seat.EC))


def view_of(
    last: str | None = "H8",
    *,
    ec: str = "",
    dmo: str = "",
    table: str = "",
    marked: str = "",
    **facts: Any,
) -> TableView:
    """Return a table with pieces, typed as in `ec="A1 B2=K C3=#"`, and with marked cells."""
    typed = ((Owner.EC, ec), (Owner.DMO, dmo), (Owner.TABLE, table))
    pieces = [_piece(owner, piece) for owner, line in typed for piece in line.split()]
    usual: dict[str, Any] = {
        "last": Cell.parse(last) if last else None,
        "pieces": tuple(sorted(pieces, key=lambda item: item[0][::-1])),
        "latest": TableEvent(Seat.EC, (Put(tuple(map(Cell.parse, marked.split()))),)),
    }
    return replace(BEGUN, **{**usual, **facts})


def _piece(owner: Owner, typed: str) -> tuple[Cell, Piece]:
    cell, _, label = typed.partition("=")
    return Cell.parse(cell), Piece(owner, label)


def full_board(seed: int, last: str = "T20", **facts: Any) -> TableView:
    """Return a piece on every cell, each with a label of two letters or digits, and some marked."""
    dice, (column, row) = Random(seed), Cell.parse(last)
    cells = [Cell(*number) for number in product(range(column + 1), range(row + 1))]
    labels = cycle(dice.sample([*product(LETTERS, repeat=2)], 400))
    pieces = tuple(
        (cell, Piece(dice.choice(list(Owner)), "".join(label)))
        for cell, label in zip(cells, labels, strict=False)
    )
    marked = " ".join(map(str, dice.sample(cells, min(40, len(cells)))))
    return view_of(last, pieces=pieces, **{"marked": marked, **facts})


def filled_board(owner: Owner, last: str = "T20") -> TableView:
    """Return every cell filled by the same owner."""
    column, row = Cell.parse(last)
    cells = [Cell(*number) for number in product(range(column + 1), range(row + 1))]
    return view_of(last, pieces=tuple((cell, Piece(owner, FILLED)) for cell in cells))


SIZES = ("A1", "C4", "H8", "J2", "S19", "T1", "A20", "T20")
JANGGI = view_of("C4", ec="A1=MI B1=K C1=G B3=MA", dmo="A4=G B4=K C4=MI", marked="B2 B3")
MAZE = view_of(ec="A1", dmo="H8", table="B4=# B5=# C5=# G2=# D3=5", marked="A1 B1")
