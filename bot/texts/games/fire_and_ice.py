"""A Battle of Fire and Ice: what is said in it."""

from collections.abc import Mapping
from typing import ClassVar, Final, cast

from bot.texts.alts import Names
from bot.texts.alts import fire_and_ice as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import FIRST, choose_first, chosen_first, undone
from bot.texts.seating import Seating, listing
from engine.game import AnyGame, Reason
from engine.games.fire_and_ice.board import Domino, Half
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView
from engine.matches.entries import Cause, CauseKind
from engine.refusals import Refused
from engine.seats import SEATS, Seat


class FireAndIceTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": "A move is two cells side by side, such as `E6 E7`.",
        "wrong-phase": (
            "Not now. Who goes first is settled at the start (`first me` or `first them`); after "
            "that come moves such as `E6 E7`."
        ),
        "off-board": "{cells}: the board is A1 to {last}.",
        "not-adjacent": "A domino lies on two cells side by side; {cells} are not.",
        "occupied": "{cells} {are} already covered.",
        "not-connected": "{cells} would touch no domino: yours must touch one by a side.",
        "colour-clash": (
            "Your white-{own} domino fits neither way round: there it would touch {touched}, and "
            "it may only touch its own colours."
        ),
        "wrong-colour": (
            "Your domino only fits there with {white} white and {colored} {own}. You can leave the "
            "colours out."
        ),
    }
    reasons: ClassVar[Mapping[Reason, str]] = {
        Reason.NO_LEGAL_MOVE: "{loser} has no legal move",
    }
    options: ClassVar[Mapping[str, str]] = {
        "fire": "Who plays Fire, with the white-red dominoes (the EC if not set)",
        "row1": "Where the picture has row 1 (at the bottom if not set)",
        "turn": "Seconds for a turn (60)",
        "reserve": "Seconds of reserve for the whole match (300)",
        "takeback": "Seconds in which a move can be taken back (5)",
        "choice": "Seconds to choose who goes first (60)",
    }
    rules: ClassVar[str] = (
        "Type two cells side by side, such as `E6 E7`, to lay your domino there. It must touch a "
        "domino on the board by a side, and wherever it touches one, the colours must match. Fire "
        "lays white-red dominoes, Ice white-blue; I turn yours the right way round. ★ marks the "
        "start domino, white on both halves. If it is your turn and you have no legal move, or "
        "your time and reserve run out, you lose. 👀 means that I have your move: until it is "
        "final, `takeback` cancels it. `concede` ends the match at once."
    )

    def role(self, game: AnyGame, seat: Seat) -> str:
        """Fire or Ice."""
        color = cast("FireAndIce", game).color_of(seat)
        return "Fire 🔥" if color is Half.RED else "Ice ❄️"

    def request(self, seating: Seating, view: FireAndIceView, seats: tuple[Seat, ...]) -> str:
        """A choice, or a move."""
        if view.to_move is None:
            return choose_first(seating.mentions(seats))
        return f"{seating.mentions(seats)} your move, {self.role(seating.game, view.to_move)}."

    def done(self, seating: Seating, view: FireAndIceView, cause: Cause) -> str:
        """Who goes first, or where the last domino lies."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if view.last_laid is None:
            return chosen_first(seating, cause, view.to_move) if view.to_move else ""
        if cause.seat is None:
            return ""
        return f"{seating.name(cause.seat)} lays {_laid(view.last_laid)}."

    def notation(self, view: FireAndIceView) -> str:
        """A choice, or a move."""
        return FIRST if view.to_move is None else "two cells side by side, such as `E6 E7`."

    def alt(self, picture: str, view: FireAndIceView, names: Names) -> str:  # noqa: ARG002 - it is one picture
        """The board."""
        players = {seat: alts.PLAYERS[view.color_of(seat)] for seat in SEATS}
        return alts.describe(view, self.ended(view, players))

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """Colour letters are spelled out."""
        facts = dict(refusal.facts)
        if "own" in facts:
            facts["own"] = alts.COLORS[Half(facts["own"])]
        if "touched" in facts:
            colors = [alts.COLORS[Half(letter)] for letter in facts["touched"]]
            each = zip(refusal.cells, colors, strict=True)
            facts["touched"] = listing([f"{cell} ({color})" for cell, color in each])
        return super().refusal(game, Refused(refusal.code, refusal.cells, facts))


def _laid(domino: Domino) -> str:
    return listing(
        [
            f"{cell} ({alts.COLORS[half]})"
            for cell, half in zip(domino.cells, domino.halves, strict=True)
        ]
    )


TEXTS: Final = {FireAndIce.name: FireAndIceTexts()}
