"""The board of A Battle of Fire and Ice in words."""

from collections.abc import Iterable
from typing import Final

from engine.games.fire_and_ice.board import Domino, Half
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView
from engine.grid import Cell

COLORS: Final = {Half.WHITE: "white", Half.RED: "red", Half.BLUE: "blue"}
PLAYERS: Final = {Half.RED: "Fire", Half.BLUE: "Ice"}


def describe(view: FireAndIceView, ended: str) -> str:
    """The position in words; `ended` says how the match ended, if it has."""
    row_one = f"Row 1 is at the {view.row_one.value}."
    cells = " ".join(f"{COLORS[half].capitalize()}: {_cells_under(view, half)}." for half in Half)
    return f"{FireAndIce.title}. {ended or _turn(view)} {_last_move(view)} {row_one} {cells}"


def _turn(view: FireAndIceView) -> str:
    if view.to_move is None:
        return "It is not settled yet who goes first."
    half = view.color_of(view.to_move)
    return f"{PLAYERS[half]} ({COLORS[half]}) is to move."


def _last_move(view: FireAndIceView) -> str:
    last = view.last_laid
    if last is None:
        return "Only the start domino is on the board."
    halves = [f"{cell} {COLORS[half]}" for cell, half in _by_half(last)]
    player = next(PLAYERS[half] for half in last.halves if half in PLAYERS)
    return f"Last move: {player} laid {' and '.join(halves)}."


def _cells_under(view: FireAndIceView, wanted: Half) -> str:
    cells = [cell for domino in view.dominoes for cell, half in _by_half(domino) if half is wanted]
    return ", ".join(map(str, sorted(cells))) or "none"


def _by_half(domino: Domino) -> Iterable[tuple[Cell, Half]]:
    return zip(domino.cells, domino.halves, strict=True)
