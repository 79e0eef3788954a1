"""The texts of a game: their base class, and how they are found."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, Final

from bot.texts import clocks
from bot.texts.alts import Names
from bot.texts.language import Text, _, say
from bot.texts.seating import Seating, at_most, listing
from engine.game import AnyGame, GameView, Outcome
from engine.matches.entries import Cause, CauseKind
from engine.options import limits
from engine.refusals import Refused
from engine.seats import Seat

REFUSALS: Final = {
    "not-a-submission": Text("That isn't a move, so I took it as chat."),
    "not-your-turn": Text("It isn't your turn."),
    "paused": Text("The match is paused until `/match resume`."),
    "not-paused": Text("The match isn't paused."),
    "match-over": Text("The match is over."),
    "move-held": Text("I already have your move. To play another one, type `takeback` first."),
    "nothing-held": Text("You have no move to take back."),
    "late-take-back": Text("It isn't your turn, and your move is already final."),
    "too-late": Text(
        "Too late to take that back: you would have run out of time. The move stands."
    ),
    "wrong-phase": Text("You can't do that now: the match is waiting for something else."),
    "nothing-to-undo": Text("There is nothing to undo."),
    "no-reserve": Text("This game has no reserve time."),
    "no-lot-due": Text("Nothing is due to be drawn."),
    "false-lot": Text("That isn't what the seed draws."),
    "wrong-lot": Text("That isn't the draw that is due."),
    "malformed": Text("I can't read that as a move."),
}
"""The refusals that all games share, by the engine's code."""
UNKNOWN_REFUSAL: Final = Text("The rules don't allow that ({code}). {cells}")

SEATS_CALLED: Final = {seat: seat.upper() for seat in Seat}
"""The players' names in alt texts."""


class GameTexts(ABC):
    """A game's own words.

    Attributes:
        refusals: Refusals, by the engine's code.
        words: Labels of the buttons that say a word, by the word.
        boards: Labels of the buttons that show one of several boards, by the game's `boards`.
    """

    refusals: ClassVar[Mapping[str, Text]]
    words: ClassVar[Mapping[str, Text]] = {}
    boards: ClassVar[Mapping[str, Text]] = {}

    # Before the match

    def clocks(self, game: AnyGame) -> str:
        """Return the times of a match in words."""
        turn, *other_texts = (
            _("{length} {what}", length=clocks.length(getattr(game, name)), what=text)
            for name, text in limits(type(game)).items()
        )
        if game.starting_reserve is not None:
            turn = clocks.with_reserve(turn, game.starting_reserve, game.reserve_period)
        return "; ".join((turn, *other_texts))

    # Posts

    @abstractmethod
    def role(self, game: AnyGame, seat: Seat) -> str:
        """Describe a seat's role in this game."""

    @abstractmethod
    def request(self, seating: Seating, view: Any, seats: tuple[Seat, ...]) -> str:
        """Ask the awaited seats to act, with their mentions."""

    def done(self, seating: Seating, view: Any, cause: Cause) -> str:
        """Tell the latest event from the public view and its cause."""
        if cause.kind is not CauseKind.RULING:
            return self.news(seating, view, cause)
        if seating.is_practice:
            return _("↩️ Your last move is undone, and that turn starts again.")
        return _("🛠️ Host's ruling: the last action is undone, and that turn starts again.")

    @abstractmethod
    def news(self, seating: Seating, view: Any, cause: Cause) -> str:
        """Tell the latest event, which no ruling has undone."""

    @abstractmethod
    def notation(self, view: Any) -> str:
        """Explain how to type the input awaited now; in a secret phase, a submission."""

    @abstractmethod
    def rules(self) -> str:
        """Return the short rules of the game."""

    def rules_of(self, game: AnyGame) -> str:  # noqa: ARG002 - for games that leave a choice open
        """Return the rules of one match; `rules` are those of any."""
        return self.rules()

    def standing(self, view: Any) -> str:  # noqa: ARG002 - pictures show all there is in most games
        """Describe things beside the pictures, for every post of a turn."""
        return ""

    def revealed(self, view: Any) -> str:  # noqa: ARG002 - pictures show it in most games
        """Tell what was hidden until the match was over, for its result."""
        return ""

    def score(self, seating: Seating, view: Any) -> str:  # noqa: ARG002 - many games have none
        """Return the final score, in games that are decided by counting."""
        return ""

    def sayable(self, game: AnyGame, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return the `words` that may be said now, from the public view: all see the buttons."""
        return ()

    # Secret submissions

    def understood(self, view: Any) -> str:  # noqa: ARG002 - most games hide nothing
        """Return the viewer's own secret submission; empty if there is none."""
        return ""

    def missing(self, view: Any) -> str:  # noqa: ARG002 - most submissions are whole
        """Return what the viewer, a seat, has yet to submit in this phase; empty if nothing."""
        return ""

    def announced(self, seating: Seating, view: Any, seat: Seat) -> str:  # noqa: ARG002
        """Return the room's only news of a secret submission; empty if there is none yet."""
        return _("🤫 {player} has submitted.", player=seating.name(seat))

    def amending(self, view: Any) -> str:  # noqa: ARG002 - in most games the latest one counts
        """Say how a submission can still be changed."""
        return _("Send another one to replace it")

    # Private views

    def can_hide(self, view: Any) -> bool:  # noqa: ARG002 - many games hide nothing
        """Return whether a seat may hold something that only it sees, from the public view.

        All see the button for it, so it must not depend on anything hidden.
        """
        return False

    def holdings(self, view: Any) -> str:  # noqa: ARG002 - most games deal nothing closed
        """Return the viewer's closed items; empty without any."""
        return ""

    def is_dealt(self, view: Any) -> bool:  # noqa: ARG002 - most games deal nothing closed
        """Return whether the viewer, a seat, was just dealt closed items."""
        return False

    def host_reading(self, seating: Seating, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return the paragraphs that only a judging host may read."""
        return ()

    # Pictures

    @abstractmethod
    def alt(self, picture: str, view: Any, names: Names) -> str:
        """Return the alt text of a view's picture, named `picture`; at most `LONGEST_ALT` long."""

    def ended(self, view: GameView, called: Mapping[Seat, str] = SEATS_CALLED) -> str:
        """Return the result for alt texts; empty while the match goes on."""
        if view.outcome is None:
            return ""
        why = why_ended(view.outcome, called)
        if view.outcome.winner is None:
            return _("The match is over: {why}.", why=why)
        winner = called[view.outcome.winner]
        return _("The match is over. {why}. {player} wins.", why=why, player=winner)

    # Refusals

    def refused(self, game: AnyGame, refusal: Refused) -> str:
        """Reply to a refused entry."""
        return f"❌ {self.refusal(game, refusal)}"

    def refusal(self, game: AnyGame, refusal: Refused) -> str:
        """Return the rule behind a refusal, and the cells that it is about."""
        facts = self.refusal_facts(game, refusal)
        code = facts.get("said", refusal.code)
        sentence = {**REFUSALS, **self.refusals}.get(code, UNKNOWN_REFUSAL)
        cells = listing(at_most([str(cell) for cell in refusal.cells]))
        return sentence(
            **{"cells": cells, "count": len(refusal.cells), "code": refusal.code, **facts}
        )

    def refusal_facts(self, game: AnyGame, refusal: Refused) -> Mapping[str, str]:  # noqa: ARG002
        """Return the facts of a refusal as its sentence names them."""
        return refusal.facts


def why_ended(outcome: Outcome, called: Mapping[Seat, str]) -> str:
    """Return the reason for an end without a full stop; `called` has the players' names."""
    loser = called[outcome.winner.opponent] if outcome.winner else ""
    return say(outcome.reason.sentence.about(loser=loser))


def texts_of(game: AnyGame | type[AnyGame]) -> GameTexts:
    """Return a game's texts, from the module named like the folder of its rules."""
    kind = game if isinstance(game, type) else type(game)
    texts: GameTexts = import_module(f"bot.texts.games.{kind.folder}").TEXTS[kind.name]
    return texts
