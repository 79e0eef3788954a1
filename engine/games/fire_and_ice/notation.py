"""The words of Fire and Ice, and the actions they make."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from engine.first_seat import (
    CHOICE,
    FIRST_WORDS,
    LOT,
    OTHER_CHOICES,
    FirstSeatChoice,
    read_first,
    write_first,
)
from engine.game import TAKE_BACK, TakeBack
from engine.games.fire_and_ice.board import Half
from engine.grids.grid import Cell
from engine.notation import CONCEDE, Token, one_of
from engine.refusals import Malformed, NotASubmission
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Move:
    """Two cells to cover; the rules settle which half lies where.

    Attributes:
        cells: The two cells.
        colors: The colours that were named, by cell.
    """

    cells: tuple[Cell, ...]
    colors: tuple[tuple[Cell, Half], ...] = ()


FireAndIceAction: TypeAlias = Move | FirstSeatChoice

TAKE_BACK_WORDS: Final = (("takeback",), ("take", "back"), ("undo",))
SINGLE_WORDS: Final = frozenset({"first", "takeback", "undo", CONCEDE})
"""Words that are no small talk, unlike `me` and `back`."""
COLORS: Final[Mapping[Token, Half]] = {"white": Half.WHITE, "red": Half.RED, "blue": Half.BLUE}
NAMES: Final = {half: str(word) for word, half in COLORS.items()}
COLOR_WORDS: Final = frozenset(NAMES.values())
WORDS: Final = frozenset({"take", "back", "takeback", "undo", CONCEDE}) | FIRST_WORDS | COLOR_WORDS
OTHER_WORDS: Final = {
    **OTHER_CHOICES,
    "w": "white",
    "r": "red",
    "b": "blue",
    "take it back": "takeback",
    "take that back": "takeback",
    "undo that": "undo",
    **dict.fromkeys(("domino", "vertical", "vertically", "horizontal", "horizontally"), ""),
}
GRAMMAR: Final = f"""
action     = move / take-back / {CHOICE}
move       = cell [ S ] half / cell colour [ S ] half / cell S colour S half
half       = cell [ [ S ] colour ]
colour     = {one_of(COLORS)}
take-back  = {one_of(TAKE_BACK_WORDS[0])} / "take" S "back" / "undo"
lot        = {LOT}
"""
EXAMPLES: Final = ("E6 E7", "E6 white E7 red", "takeback", "take back", "undo", "first ec")


def read_action(tokens: tuple[Token, ...], seat: Seat) -> FireAndIceAction | TakeBack:
    """Read an action from a seat's words and cells.

    Raises:
        NotASubmission: They are conversation.
        Malformed: They make no action.
    """
    cells = tuple(token for token in tokens if isinstance(token, Cell))
    if cells:
        colors = tuple(
            (cell, COLORS[word])
            for cell, word in pairwise(tokens)
            if isinstance(cell, Cell) and word in COLORS
        )
        if len(cells) != 2 or len(tokens) != len(cells) + len(colors):
            raise Malformed(cells)
        return Move(cells, colors)
    if tokens in TAKE_BACK_WORDS:
        return TAKE_BACK
    if tokens[:1] == ("first",):
        return read_first(tokens, seat)
    if SINGLE_WORDS.isdisjoint(tokens) and ("take", "back") not in pairwise(tokens):
        raise NotASubmission
    raise Malformed


def write_action(action: FireAndIceAction | TakeBack) -> str:
    """Return the text that reads as an action."""
    match action:
        case Move(cells, colors):
            named = {cell: f"{cell} {NAMES[half]}" for cell, half in colors}
            return " ".join(named.get(cell, str(cell)) for cell in cells)
        case FirstSeatChoice():
            return write_first(action)
        case TakeBack.TAKE_BACK:
            return action.value
