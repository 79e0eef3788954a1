"""The board of A Battle of Fire and Ice in words."""

from collections.abc import Iterable
from typing import Final

from bot.texts.alts import ending
from engine.games.fire_and_ice.board import Domino, Half
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView
from engine.grid import Cell

COLORS: Final = {Half.WHITE: "white", Half.RED: "red", Half.BLUE: "blue"}
PLAYERS: Final = {Half.RED: "Fire", Half.BLUE: "Ice"}


def describe(view: FireAndIceView) -> str:
    """The position in words, for players who do not see the picture."""
    row_one = f"Row 1 is at the {view.row_one.value}."
    cells = " ".join(f"{COLORS[half].capitalize()}: {_cells_under(view, half)}." for half in Half)
    return f"{FireAndIce.title}. {_turn(view)} {_last_move(view)} {row_one} {cells}"


def _turn(view: FireAndIceView) -> str:
    if view.outcome:
        players = {view.fire: PLAYERS[Half.RED], view.fire.opponent: PLAYERS[Half.BLUE]}
        return ending(view.outcome, players)
    if view.to_move is None:
        return "It is not decided yet who begins."
    half = Half.RED if view.to_move is view.fire else Half.BLUE
    return f"{PLAYERS[half]} ({COLORS[half]}) is to move."


def _last_move(view: FireAndIceView) -> str:
    if len(view.dominoes) == 1:
        return "Only the start domino lies."
    last = view.dominoes[-1]
    halves = [f"{cell} {COLORS[half]}" for cell, half in _by_half(last)]
    player = next(PLAYERS[half] for half in last.halves if half in PLAYERS)
    return f"Last move: {player} laid {' and '.join(halves)}."


def _cells_under(view: FireAndIceView, wanted: Half) -> str:
    cells = [cell for domino in view.dominoes for cell, half in _by_half(domino) if half is wanted]
    return ", ".join(map(str, sorted(cells))) or "none"


def _by_half(domino: Domino) -> Iterable[tuple[Cell, Half]]:
    return zip(domino.cells, domino.halves, strict=True)
