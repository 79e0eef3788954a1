"""What each game says in its own words: the class that a game's texts fill in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Final

from bot.texts import clocks
from bot.texts.alts import Names
from bot.texts.language import Text, _
from bot.texts.refusals import REFUSALS, UNKNOWN_REFUSAL
from bot.texts.seating import Seating, at_most, listing
from engine.game import AnyGame, GameView, Outcome, Reason
from engine.matches.entries import Cause
from engine.options import write_seconds
from engine.refusals import Refused
from engine.seats import Seat

SHARED_REASONS: Final = {
    Reason.OUT_OF_TIME: Text("{loser} has run out of time"),
    Reason.CONCEDED: Text("{loser} concedes"),
    Reason.AWARDED: Text("The host awards the match"),
}
"""Why a match of any game may end; one that is aborted has no winner, and a sentence of its own."""

SEATS_CALLED: Final = {seat: seat.upper() for seat in Seat}
"""What players are called in alt texts."""


class GameTexts(ABC):
    """What one game says in its own words.

    Attributes:
        refusals: Its refusals, by the engine's code.
        reasons: Why it ends by its own rules.
        options: What its start command says of each option that is not in `limits`.
        limits: What each option in seconds is the time for, but for those of the reserve.
        words: The labels of the buttons by which a word is said, by the word.
        boards: The labels of the buttons that show one of several boards, by the game's `boards`.
    """

    refusals: ClassVar[Mapping[str, Text]]
    reasons: ClassVar[Mapping[Reason, Text]]
    options: ClassVar[Mapping[str, Text]]
    limits: ClassVar[Mapping[str, Text]]
    words: ClassVar[Mapping[str, Text]] = {}
    boards: ClassVar[Mapping[str, Text]] = {}

    # Before the match

    def described(self, game: type[AnyGame]) -> dict[str, Text]:
        """What the game's start command says of each option of its own."""
        usual: dict[str, Any] = {each.name: each.default for each in fields(game)}
        limits = {
            name: Text("Seconds {what} ({usual})", what=what, usual=write_seconds(usual[name]))
            for name, what in self.limits.items()
        }
        return {**self.options, **limits}

    def clocks(self, game: AnyGame) -> str:
        """The time that each thing in a match is given, in words."""
        turn, *others = (
            _("{length} {what}", length=clocks.length(getattr(game, name)), what=what)
            for name, what in self.limits.items()
        )
        if game.starting_reserve is not None:
            turn = clocks.with_reserve(turn, game.starting_reserve, game.reserve_period)
        return "; ".join((turn, *others))

    # Posts

    @abstractmethod
    def role(self, game: AnyGame, seat: Seat) -> str:
        """What a seat is in this game."""

    @abstractmethod
    def request(self, seating: Seating, view: Any, seats: tuple[Seat, ...]) -> str:
        """What is asked of the awaited seats, with their mentions."""

    @abstractmethod
    def done(self, seating: Seating, view: Any, cause: Cause) -> str:
        """What has just happened, from the public view and what caused it."""

    @abstractmethod
    def notation(self, view: Any) -> str:
        """How to type what is awaited now; in a secret phase, how to type a submission."""

    @abstractmethod
    def rules(self) -> str:
        """How the game is played, in short."""

    def rules_of(self, game: AnyGame) -> str:  # noqa: ARG002 - for games that leave a choice open
        """The rules of one match; `rules` are those of any."""
        return self.rules()

    def standing(self, view: Any) -> str:  # noqa: ARG002 - pictures show all there is in most games
        """What lies beside the pictures, told in every post of a turn."""
        return ""

    def revealed(self, view: Any) -> str:  # noqa: ARG002 - pictures show it in most games
        """What was hidden until the match was over, told in its result."""
        return ""

    def score(self, seating: Seating, view: Any) -> str:  # noqa: ARG002 - many games have none
        """The score at the end, in games that are decided by counting."""
        return ""

    def reason(self, outcome: Outcome, called: Mapping[Seat, str]) -> str:
        """Why somebody won, without a full stop; `called` is what the players are called."""
        loser = called[outcome.winner.opponent] if outcome.winner else ""
        return {**SHARED_REASONS, **self.reasons}[outcome.reason](loser=loser)

    def sayable(self, game: AnyGame, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Those of the `words` that may be said now, from the public view: all see the buttons."""
        return ()

    # Secret submissions

    def understood(self, seating: Seating, view: Any) -> str:  # noqa: ARG002
        """What the viewer, a seat, has submitted and nobody else sees; empty if nothing."""
        return ""

    def missing(self, view: Any) -> str:  # noqa: ARG002 - most submissions are whole
        """What the viewer, a seat, has yet to submit in this phase; empty if nothing."""
        return ""

    def announced(self, seating: Seating, view: Any, seat: Seat) -> str:  # noqa: ARG002
        """All that the room learns of a secret submission; empty if nothing yet."""
        return _("🤫 {player} has submitted.", player=seating.name(seat))

    def amending(self, view: Any) -> str:  # noqa: ARG002 - in most games the latest one counts
        """How to change a submission while that is possible."""
        return _("Send another one to replace it")

    # What only some may see

    def can_hide(self, view: Any) -> bool:  # noqa: ARG002 - many games hide nothing
        """Whether a seat may have something that only it sees, from the public view.

        All see the button for it, so it must not depend on what anybody has hidden.
        """
        return False

    def holdings(self, view: Any) -> str:  # noqa: ARG002 - most games deal nothing closed
        """What the viewer, a seat, holds closed; empty if it holds nothing."""
        return ""

    def is_dealt(self, view: Any) -> bool:  # noqa: ARG002 - most games deal nothing closed
        """Whether the viewer, a seat, has just been given some of what it holds."""
        return False

    def host_reading(self, seating: Seating, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        """What a host who judges may read, and nobody else, in paragraphs."""
        return ()

    # Pictures

    @abstractmethod
    def alt(self, picture: str, view: Any, names: Names) -> str:
        """A picture of a view in words, by the picture's name; never longer than `LONGEST_ALT`."""

    def ended(self, view: GameView, called: Mapping[Seat, str] = SEATS_CALLED) -> str:
        """How the match ended, as alt texts put it; empty while it goes on."""
        if view.outcome is None:
            return ""
        if view.outcome.winner is None:
            return _("The match is over: it was aborted, and nobody won.")
        why, winner = self.reason(view.outcome, called), called[view.outcome.winner]
        return _("The match is over. {why}. {player} wins.", why=why, player=winner)

    # Refusals

    def refused(self, game: AnyGame, refusal: Refused) -> str:
        """The reply to a refused entry."""
        return f"❌ {self.refusal(game, refusal)}"

    def refusal(self, game: AnyGame, refusal: Refused) -> str:  # noqa: ARG002 - games may look
        """Why an entry was refused: the rule, and the cells that it is about."""
        code = refusal.facts.get("said", refusal.code)
        sentence = {**REFUSALS, **self.refusals}.get(code, UNKNOWN_REFUSAL)
        cells = listing(at_most([str(cell) for cell in refusal.cells]))
        count, code = len(refusal.cells), refusal.code
        return sentence(**{"cells": cells, "count": count, "code": code, **refusal.facts})
