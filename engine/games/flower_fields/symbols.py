"""The bed of both Flower Fields as symbols: flowers in capitals, hidden ones in small letters."""

from collections.abc import Iterator
from typing import Final

from engine.games.flower_fields.board import FlowerColor
from engine.games.flower_fields.position import FlowerFieldsView
from engine.grids.grid import Cell
from engine.text_boards import CellSign, Mark, TextBoard, TextCell
from engine.words.sentences import Sentence


class FlowerCellKind(CellSign):
    """The flower that stands in a cell, or lies hidden there."""

    EMPTY = ".", Sentence("empty")
    RED = "R", Sentence("red")
    BLUE = "B", Sentence("blue")
    YELLOW = "Y", Sentence("yellow")
    PURPLE = "P", Sentence("purple")
    UNDONE = "x", Sentence("just taken away")
    HIDDEN_RED = "r", Sentence("hidden red")
    HIDDEN_BLUE = "b", Sentence("hidden blue")
    HIDDEN_YELLOW = "y", Sentence("hidden yellow")
    BLOWN_UP = "!", Sentence("a hidden flower blew up")


HIDDEN: Final = {color: FlowerCellKind[f"HIDDEN_{color.name}"] for color in FlowerColor}
"""Flower Field, which has purple for yellow, hides nothing."""


class FieldSign(CellSign):
    """The field of a claim to which a cell belongs."""

    FIRST = "1", Sentence("first field")
    SECOND = "2", Sentence("second field")
    BOTH = "=", Sentence("both fields")


def flower_kind(view: FlowerFieldsView, color: FlowerColor) -> FlowerCellKind:
    """Return the kind of a visible flower of a colour, by its name in this game."""
    return FlowerCellKind[view.color_name(color).upper()]


WIDTH: Final = 3
"""The width for a flower and the signs of two hidden ones, or of one and an explosion."""


def boards(view: FlowerFieldsView) -> tuple[TextBoard, ...]:
    """Return the bed."""
    size, cells = (view.side, view.side), _cells(view)
    return (TextBoard("board", size, view.row_one, FlowerCellKind.EMPTY, cells, WIDTH),)


def _cells(view: FlowerFieldsView) -> dict[Cell, TextCell]:
    signs: dict[Cell, list[FlowerCellKind]] = {}
    for cell, kind in _signs(view):
        signs.setdefault(cell, []).append(kind)
    marks, cells = _marks(view), {}
    for cell in {*signs, *marks}:
        kinds = signs.get(cell, [FlowerCellKind.EMPTY])
        text = "".join(kind.symbol for kind in kinds)
        cells[cell] = TextCell(kinds[0], marks.get(cell), text, tuple(kinds[1:]))
    return cells


def _signs(view: FlowerFieldsView) -> Iterator[tuple[Cell, FlowerCellKind]]:
    for flower in view.bed.flowers:
        yield flower.cell, flower_kind(view, flower.color)
    yield from ((flower.cell, FlowerCellKind.UNDONE) for flower in view.undone)
    yield from ((cell, FlowerCellKind.BLOWN_UP) for cell in dict.fromkeys(view.exploded))
    hidden = (*(flower.flower for flower in view.hidden), *view.own)
    yield from ((flower.cell, HIDDEN[flower.color]) for flower in hidden)


def _marks(view: FlowerFieldsView) -> dict[Cell, CellSign]:
    latest = dict.fromkeys((*view.fresh, *(flower.cell for flower in view.undone)), Mark.LATEST)
    first, second = map(set, view.fields or ((), ()))
    return {
        **latest,
        **dict.fromkeys(first, FieldSign.FIRST),
        **dict.fromkeys(second, FieldSign.SECOND),
        **dict.fromkeys(first & second, FieldSign.BOTH),
    }
