"""The texts of a game: how they are found, and what is said around them."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Final, cast

from bot.texts import clocks
from bot.texts.language import Text, _, say
from bot.texts.seating import Seating, at_most, listing
from engine import texts
from engine.game import AnyGame, GameView
from engine.matches.entries import Cause, CauseKind
from engine.matches.judging import NO_LOT_DUE
from engine.options import limits
from engine.refusals import WRONG_LOT, WRONG_PHASE, Refused
from engine.seats import Seat
from engine.texts import SEATS_CALLED

SHARED: Final = {refusal.code: refusal.sentence for refusal in (WRONG_PHASE, WRONG_LOT, NO_LOT_DUE)}
UNKNOWN_REFUSAL: Final = Text("The rules don't allow that ({code}). {cells}")


class GameTexts(texts.GameTexts):
    """The words of a game whose sentences do not stand beside its rules yet.

    Attributes:
        refusals: Refusals, by the engine's code.
    """

    refusals: ClassVar[Mapping[str, Text]]

    def ended(self, view: GameView, called: Mapping[Seat, str] = SEATS_CALLED) -> str:
        """Return the result for alt texts; empty while the match goes on."""
        return say(texts.ended(view, called))

    def refusal_facts(self, game: AnyGame, refusal: Refused) -> Mapping[str, Any]:  # noqa: ARG002
        """Return the facts of a refusal as its sentence names them."""
        return refusal.facts

    def particular(self, refusal: Refused) -> str:  # noqa: ARG002 - most need none
        """Return the text of a refusal with special facts; empty for any other."""
        return ""


def refused(game: AnyGame, refusal: Refused) -> str:
    """Reply to a refused entry."""
    return f"❌ {refusal_of(game, refusal)}"


def refusal_of(game: AnyGame, refusal: Refused) -> str:
    """Return the rule behind a refusal, and the cells that it is about."""
    facts: Mapping[str, Any] = refusal.facts
    sentence = refusal.sentence
    if sentence is None:
        own = cast("GameTexts", texts_of(game))
        if text := own.particular(refusal):
            return text
        facts = own.refusal_facts(game, refusal)
        code = str(facts.get("said", refusal.code))
        sentence = {**SHARED, **own.refusals}.get(code, UNKNOWN_REFUSAL)
    cells = listing(at_most([str(cell) for cell in refusal.cells]))
    return say(
        sentence.about(
            **{"cells": cells, "count": len(refusal.cells), "code": refusal.code, **facts}
        )
    )


def clocks_of(game: AnyGame) -> str:
    """Return the times of a match in words."""
    turn, *other_texts = (
        _("{length} {what}", length=clocks.length(getattr(game, name)), what=text)
        for name, text in limits(type(game)).items()
    )
    if game.starting_reserve is not None:
        turn = clocks.with_reserve(turn, game.starting_reserve, game.reserve_period)
    return "; ".join((turn, *other_texts))


def done(seating: Seating, view: Any, cause: Cause) -> str:
    """Tell the latest event from the public view and its cause."""
    if cause.kind is not CauseKind.RULING:
        return say(texts_of(seating.game).news(seating, view, cause))
    if seating.is_practice:
        return _("↩️ Your last move is undone, and that turn starts again.")
    return _("🛠️ Host's ruling: the last action is undone, and that turn starts again.")


def texts_of(game: AnyGame | type[AnyGame]) -> texts.GameTexts:
    """Return a game's texts, from the module beside its rules."""
    kind = game if isinstance(game, type) else type(game)
    beside = f"engine.games.{kind.folder}.texts"
    module = beside if find_spec(beside) else f"bot.texts.games.{kind.folder}"
    found: texts.GameTexts = import_module(module).TEXTS[kind.name]
    return found
