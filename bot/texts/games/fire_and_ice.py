"""A Battle of Fire and Ice: what is said in it."""

from collections.abc import Mapping
from typing import ClassVar, Final, cast

from bot.texts.alts import Names
from bot.texts.alts import fire_and_ice as alts
from bot.texts.game_texts import GameTexts
from bot.texts.matches import FIRST, choose_first, chosen_first, undone
from bot.texts.seating import Seating, listing
from engine.games.fire_and_ice.board import Domino, Half
from engine.games.fire_and_ice.rules import FireAndIce, FireAndIceView
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import AnyGame
from engine.refusals import Refused
from engine.seats import Seat

COLORS: Final = {Half.WHITE: "white", Half.RED: "red", Half.BLUE: "blue"}


class FireAndIceTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": "A move is two cells side by side, such as `E6 E7`.",
        "wrong-phase": (
            "Not now: first it is settled who begins (`first me` or `first them`), and then "
            "moves such as `E6 E7` are played."
        ),
        "off-board": "{cells}: the board is A1 to {last}.",
        "not-adjacent": "A domino lies on two cells side by side; {cells} are not.",
        "occupied": "Already covered: {cells}.",
        "not-connected": "{cells} would touch no domino: yours must touch one by a side.",
        "colour-clash": (
            "Your white-{own} domino fits neither way round: there it would touch {touched}, "
            "and every touch must join equal colours."
        ),
        "wrong-colour": (
            "Your domino fits there only with {white} white and {colored} {own}. The colours may "
            "be left out."
        ),
    }
    options: ClassVar[Mapping[str, str]] = {
        "fire": "Who plays Fire, white-red dominoes (the EC if not set)",
        "row1": "Where the picture has row 1 (at the bottom if not set)",
        "turn": "Seconds for a turn (60)",
        "reserve": "Seconds of reserve for the whole match (300)",
        "takeback": "Seconds in which a move can be taken back (5)",
        "choice": "Seconds for choosing who begins (60)",
    }
    rules: ClassVar[str] = (
        "Type two cells side by side, such as `E6 E7`, to lay your domino there. It must touch "
        "the dominoes on the board by a side, and every touch must join equal colours. Fire lays "
        "white-red, Ice white-blue; the Dealer turns it the right way. ★ marks the start domino, "
        "white on both halves. Whoever has to move and cannot has lost, and so has whoever is out "
        "of time and reserve. 👀 means that a move is heard: until it is final, `takeback` "
        "cancels it. `concede` gives the match up at once."
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
        """Who begins, or where the last domino lies."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if len(view.dominoes) == 1:
            return chosen_first(seating, cause, view.to_move) if view.to_move else ""
        if cause.seat is None:
            return ""
        return f"{seating.name(cause.seat)} lays {_laid(view.dominoes[-1])}."

    def alt(self, picture: str, view: FireAndIceView, names: Names) -> str:  # noqa: ARG002 - it is one picture
        """The board."""
        return alts.describe(view)

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """Colour letters are spelled out."""
        facts = dict(refusal.facts)
        if "own" in facts:
            facts["own"] = COLORS[Half(facts["own"])]
        if "touched" in facts:
            colors = [COLORS[Half(letter)] for letter in facts["touched"]]
            each = zip(refusal.cells, colors, strict=True)
            facts["touched"] = listing([f"{cell} ({color})" for cell, color in each])
        return super().refusal(game, Refused(refusal.code, refusal.cells, facts))

    def notation(self, view: FireAndIceView) -> str:
        """A choice, or a move."""
        return FIRST if view.to_move is None else "two cells side by side, such as `E6 E7`."


def _laid(domino: Domino) -> str:
    return listing(
        [f"{cell} ({COLORS[half]})" for cell, half in zip(domino.cells, domino.halves, strict=True)]
    )


TEXTS: Final = {FireAndIce.name: FireAndIceTexts()}
