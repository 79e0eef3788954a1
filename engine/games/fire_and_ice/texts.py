"""The texts of A Battle of Fire and Ice."""

from collections.abc import Mapping
from typing import ClassVar, Final, cast

from engine.alts import Names
from engine.game import AnyGame
from engine.games.fire_and_ice.rules import (
    COLOR_NAMES,
    FireAndIce,
    FireAndIceView,
    Half,
    named_halves,
)
from engine.grids.grid import Cell
from engine.matches.entries import Cause
from engine.seats import Seat
from engine.sentences import Joined, Sentence, Words, listing
from engine.texts import FIRST, ROW_ONE, GameTexts, Seating, choose_first, chosen_first, ended

PLAYERS: Final = {Half.RED: Sentence("Fire"), Half.BLUE: Sentence("Ice")}
ROLES: Final = {Half.RED: Sentence("Fire 🔥"), Half.BLUE: Sentence("Ice ❄️")}
COLORS: Final = {
    Half.WHITE: Sentence("White"),
    Half.RED: Sentence("Red"),
    Half.BLUE: Sentence("Blue"),
}
"""The colours where a sentence begins with them."""


class FireAndIceTexts(GameTexts):
    """The game's own words."""

    words: ClassVar[Mapping[str, Sentence]] = {"takeback": Sentence("Take back")}

    def rules(self) -> Words:
        return Sentence(
            "Type two cells side by side, such as `E6 E7`, to lay your domino there. It must touch "
            "a domino on the board by a side, and wherever it touches one, the colours must match. "
            "Fire lays white-red dominoes, Ice white-blue; I turn yours the right way round. ★ "
            "marks the start domino, white on both halves. If it is your turn and you have no "
            "legal move, or your time and reserve run out, you lose. 👀 means that I have your "
            "move: until it is final, `takeback` cancels it. `concede` ends the match at once."
        )

    def role(self, game: AnyGame, seat: Seat) -> Words:
        return ROLES[cast("FireAndIce", game).colors[seat]]

    def request(self, seating: Seating, view: FireAndIceView, seats: tuple[Seat, ...]) -> Words:
        name = seating.mentions(seats)
        if view.to_move is None:
            return choose_first(name)
        role = ROLES[view.colors[view.to_move]]
        return Sentence("{who} your move, {role}.", who=name, role=role)

    def news(self, seating: Seating, view: FireAndIceView, cause: Cause) -> Words:
        if view.last_laid is None:
            return chosen_first(seating, cause, view.to_move)
        if cause.seat is None:
            return ""
        last = view.last_laid
        halves = named_halves(zip(last.cells, last.halves, strict=True))
        player = seating.name(cause.seat)
        return Sentence("{player} lays {halves}.", player=player, halves=halves)

    def sayable(self, game: AnyGame, view: FireAndIceView) -> tuple[str, ...]:
        """Return `takeback` if moves are held: a move and its take-back share one board post."""
        is_held = view.to_move is not None and cast("FireAndIce", game).takeback > 0
        return ("takeback",) if is_held else ()

    def notation(self, view: FireAndIceView) -> Words:
        return (
            FIRST if view.to_move is None else Sentence("two cells side by side, such as `E6 E7`.")
        )

    def alt(self, picture: str, view: FireAndIceView, names: Names) -> Words:  # noqa: ARG002 - it is one picture
        players = {seat: PLAYERS[half] for seat, half in view.colors.items()}
        now = ended(view, players) if view.outcome else _turn(view)
        cells: dict[Half, list[Cell]] = {half: [] for half in Half}
        for domino in view.dominoes:
            for cell, half in zip(domino.cells, domino.halves, strict=True):
                cells[half].append(cell)
        covered = (
            Sentence(
                "{color}: {cells}.",
                color=COLORS[half],
                cells=Joined(sorted(under), ", ") if under else Sentence("none"),
            )
            for half, under in cells.items()
        )
        row_one = ROW_ONE[view.row_one]
        return Joined([f"{FireAndIce.title}.", now, _last_move(view), row_one, *covered])


def _turn(view: FireAndIceView) -> Words:
    if view.to_move is None:
        return Sentence("It isn't decided yet who goes first.")
    half = view.colors[view.to_move]
    return Sentence("{player} ({color}) to move.", player=PLAYERS[half], color=COLOR_NAMES[half])


def _last_move(view: FireAndIceView) -> Words:
    last = view.last_laid
    if last is None:
        return Sentence("Only the start domino is on the board.")
    laid = zip(last.cells, last.halves, strict=True)
    halves = listing(Joined([cell, COLOR_NAMES[half]]) for cell, half in laid)
    player = next(PLAYERS[half] for half in last.halves if half in PLAYERS)
    return Sentence("Last move: {player} laid {halves}.", player=player, halves=halves)


TEXTS: Final = {FireAndIce.name: FireAndIceTexts()}
