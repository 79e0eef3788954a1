"""Alt texts of A Battle of Fire and Ice."""

from collections.abc import Iterable
from typing import Final

from bot.texts.alts import ROW_ONE
from bot.texts.language import Text, _
from bot.texts.seating import listing
from engine.games.fire_and_ice.rules import Domino, FireAndIce, FireAndIceView, Half
from engine.grids.grid import Cell

COLORS: Final = {Half.WHITE: Text("white"), Half.RED: Text("red"), Half.BLUE: Text("blue")}
PLAYERS: Final = {Half.RED: Text("Fire"), Half.BLUE: Text("Ice")}


def describe(view: FireAndIceView, ended: str) -> str:
    """Describe the position; `ended` is the result, if there is one."""
    cells = " ".join(f"{COLORS[half]().capitalize()}: {_cells_under(view, half)}." for half in Half)
    row_one = ROW_ONE[view.row_one]()
    return f"{FireAndIce.title}. {ended or _turn(view)} {_last_move(view)} {row_one} {cells}"


def _turn(view: FireAndIceView) -> str:
    if view.to_move is None:
        return _("It isn't decided yet who goes first.")
    half = view.colors[view.to_move]
    return _("{player} ({color}) to move.", player=PLAYERS[half], color=COLORS[half])


def _last_move(view: FireAndIceView) -> str:
    last = view.last_laid
    if last is None:
        return _("Only the start domino is on the board.")
    halves = listing([f"{cell} {COLORS[half]()}" for cell, half in _by_half(last)])
    player = next(PLAYERS[half] for half in last.halves if half in PLAYERS)
    return _("Last move: {player} laid {halves}.", player=player, halves=halves)


def _cells_under(view: FireAndIceView, requested: Half) -> str:
    cells = [
        cell for domino in view.dominoes for cell, half in _by_half(domino) if half is requested
    ]
    return ", ".join(map(str, sorted(cells))) or _("none")


def _by_half(domino: Domino) -> Iterable[tuple[Cell, Half]]:
    return zip(domino.cells, domino.halves, strict=True)
