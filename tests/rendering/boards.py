"""Games as their pictures are tried: with a board, where a host may do without one."""

from typing import Any

from engine.game import AnyGame
from engine.grids.grid import Cell
from engine.options import option_kinds


def with_board(kind: type[AnyGame], **options: Any) -> AnyGame:
    """A game with these options and the usual ones."""
    has_choice = "board" in option_kinds(kind)
    board = {"board": Cell(7, 7)} if has_choice else {}
    return kind(**board, **options)
