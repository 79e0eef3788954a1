"""The texts of A Battle of Fire and Ice."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, cast

from bot.texts.alts import ROW_ONE, Names
from bot.texts.game_texts import GameTexts
from bot.texts.language import Plural, Text, _
from bot.texts.matches import FIRST, choose_first, chosen_first
from bot.texts.seating import Seating, listing
from engine.game import AnyGame
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView, Half
from engine.grids.grid import Cell
from engine.matches.entries import Cause
from engine.refusals import Refused
from engine.seats import Seat

COLORS: Final = {Half.WHITE: Text("white"), Half.RED: Text("red"), Half.BLUE: Text("blue")}
PLAYERS: Final = {Half.RED: Text("Fire"), Half.BLUE: Text("Ice")}


class FireAndIceTexts(GameTexts):
    """The game's own words."""

    refusals: ClassVar[Mapping[str, Text]] = {
        "malformed": Text("A move is two cells side by side, such as `E6 E7`."),
        "wrong-phase": Text(
            "You can't do that now. Who goes first is decided at the start (`first me` or "
            "`first them`); after that come moves such as `E6 E7`."
        ),
        "off-board": Text("{cells}: the board is A1 to {last}."),
        "not-adjacent": Text(
            "A domino covers two different cells side by side, so it can't go on {cells}."
        ),
        "occupied": Plural("{cells} is already covered.", "{cells} are already covered."),
        "not-connected": Text(
            "On {cells}, your domino wouldn't touch another one: it must touch one by a side."
        ),
        "colour-clash": Text(
            "Your white-{own} domino doesn't fit there either way round: it would touch {touched}, "
            "and it may only touch its own colours."
        ),
        "wrong-colour": Text(
            "Your domino only fits there with {white} white and {colored} {own}. You can leave the "
            "colours out."
        ),
    }
    words: ClassVar[Mapping[str, Text]] = {"takeback": Text("Take back")}

    def rules(self) -> str:
        return _(
            "Type two cells side by side, such as `E6 E7`, to lay your domino there. It must touch "
            "a domino on the board by a side, and wherever it touches one, the colours must match. "
            "Fire lays white-red dominoes, Ice white-blue; I turn yours the right way round. ★ "
            "marks the start domino, white on both halves. If it is your turn and you have no "
            "legal move, or your time and reserve run out, you lose. 👀 means that I have your "
            "move: until it is final, `takeback` cancels it. `concede` ends the match at once."
        )

    def role(self, game: AnyGame, seat: Seat) -> str:
        color = cast("FireAndIce", game).colors[seat]
        return _("Fire 🔥") if color is Half.RED else _("Ice ❄️")

    def request(self, seating: Seating, view: FireAndIceView, seats: tuple[Seat, ...]) -> str:
        name = seating.mentions(seats)
        if view.to_move is None:
            return choose_first(name)
        role = self.role(seating.game, view.to_move)
        return _("{who} your move, {role}.", who=name, role=role)

    def news(self, seating: Seating, view: FireAndIceView, cause: Cause) -> str:
        if view.last_laid is None:
            return chosen_first(seating, cause, view.to_move)
        if cause.seat is None:
            return ""
        last = view.last_laid
        halves = _halves(zip(last.cells, last.halves, strict=True))
        player = seating.name(cause.seat)
        return _("{player} lays {halves}.", player=player, halves=halves)

    def sayable(self, game: AnyGame, view: FireAndIceView) -> tuple[str, ...]:
        """Return `takeback` if moves are held: a move and its take-back share one board post."""
        is_held = view.to_move is not None and cast("FireAndIce", game).takeback > 0
        return ("takeback",) if is_held else ()

    def notation(self, view: FireAndIceView) -> str:
        return FIRST() if view.to_move is None else _("two cells side by side, such as `E6 E7`.")

    def alt(self, picture: str, view: FireAndIceView, names: Names) -> str:  # noqa: ARG002 - it is one picture
        players = {seat: PLAYERS[half]() for seat, half in view.colors.items()}
        now = self.ended(view, players) if view.outcome else _turn(view)
        row_one = ROW_ONE[view.row_one]()
        cells = [f"{COLORS[half]().capitalize()}: {_cells_under(view, half)}." for half in Half]
        return " ".join([f"{FireAndIce.title}.", now, _last_move(view), row_one, *cells])

    def refusal_facts(self, game: AnyGame, refusal: Refused) -> Mapping[str, str]:  # noqa: ARG002
        facts = dict(refusal.facts)
        if "own" in facts:
            facts["own"] = COLORS[Half(facts["own"])]()
        if "touched" in facts:
            colors = map(Half, facts["touched"])
            facts["touched"] = _halves(zip(refusal.cells, colors, strict=True))
        return facts


def _halves(halves: Iterable[tuple[Cell, Half]]) -> str:
    return listing([f"{cell} ({COLORS[half]()})" for cell, half in halves])


def _turn(view: FireAndIceView) -> str:
    if view.to_move is None:
        return _("It isn't decided yet who goes first.")
    half = view.colors[view.to_move]
    return _("{player} ({color}) to move.", player=PLAYERS[half](), color=COLORS[half]())


def _last_move(view: FireAndIceView) -> str:
    last = view.last_laid
    if last is None:
        return _("Only the start domino is on the board.")
    laid = zip(last.cells, last.halves, strict=True)
    halves = listing([f"{cell} {COLORS[half]()}" for cell, half in laid])
    player = next(PLAYERS[half]() for half in last.halves if half in PLAYERS)
    return _("Last move: {player} laid {halves}.", player=player, halves=halves)


def _cells_under(view: FireAndIceView, color: Half) -> str:
    cells = [
        cell
        for domino in view.dominoes
        for cell, half in zip(domino.cells, domino.halves, strict=True)
        if half is color
    ]
    return ", ".join(map(str, sorted(cells))) or _("none")


TEXTS: Final = {FireAndIce.name: FireAndIceTexts()}
