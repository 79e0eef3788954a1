"""What each game says in its own words: the class that a game's texts fill in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from bot.texts.alts import Names
from bot.texts.refusals import REFUSALS, UNKNOWN_REFUSAL
from bot.texts.seating import Seating, at_most, listing
from engine.game import AnyGame, GameView, Outcome, Reason
from engine.matches.entries import Cause
from engine.refusals import Refused
from engine.seats import Seat

SHARED_REASONS: Final = {
    Reason.OUT_OF_TIME: "{loser} has run out of time",
    Reason.CONCEDED: "{loser} concedes",
    Reason.AWARDED: "The host awards the match",
}
"""Why a match of any game may end; one that is aborted has no winner, and a sentence of its own."""

SEATS_CALLED: Final = {seat: seat.upper() for seat in Seat}
"""What players are called in alt texts."""


class GameTexts(ABC):
    """What one game says in its own words.

    Attributes:
        refusals: Its refusals, by the engine's code.
        reasons: Why it ends by its own rules.
        options: What its start command says of each option.
        rules: How it is played, in short.
    """

    refusals: ClassVar[Mapping[str, str]]
    reasons: ClassVar[Mapping[Reason, str]]
    options: ClassVar[Mapping[str, str]]
    rules: ClassVar[str]

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

    def rules_of(self, game: AnyGame) -> str:  # noqa: ARG002 - for games that leave a choice open
        """The rules of one match; `rules` are those of any."""
        return self.rules

    def score(self, seating: Seating, view: Any) -> str:  # noqa: ARG002 - many games have none
        """The score at the end, in games that are decided by counting."""
        return ""

    def reason(self, outcome: Outcome, called: Mapping[Seat, str]) -> str:
        """Why somebody won, without a full stop; `called` is what the players are called."""
        loser = called[outcome.winner.opponent] if outcome.winner else ""
        return {**SHARED_REASONS, **self.reasons}[outcome.reason].format(loser=loser)

    # Secret submissions

    def understood(self, seating: Seating, view: Any) -> str:
        """What the viewer's own secret submission says, in games that have one."""
        raise NotImplementedError

    def announced(self, seating: Seating, view: Any, seat: Seat) -> str:  # noqa: ARG002
        """All that the room learns of a secret submission; empty if nothing yet."""
        return f"🤫 {seating.name(seat)} has submitted."

    def amending(self, view: Any) -> str:  # noqa: ARG002 - in most games the latest one counts
        """How to change a submission while that is possible."""
        return "Send another one to replace it"

    # Pictures

    @abstractmethod
    def alt(self, picture: str, view: Any, names: Names) -> str:
        """A picture of a view in words, by the picture's name; never longer than `LONGEST_ALT`."""

    def ended(self, view: GameView, called: Mapping[Seat, str] = SEATS_CALLED) -> str:
        """How the match ended, as alt texts put it; empty while it goes on."""
        if view.outcome is None:
            return ""
        if view.outcome.winner is None:
            return "The match is over: the host aborted it, and nobody won."
        why, winner = self.reason(view.outcome, called), called[view.outcome.winner]
        return f"The match is over. {why}. {winner} wins."

    # Refusals

    def refused(self, game: AnyGame, refusal: Refused) -> str:
        """The reply to a refused entry."""
        return f"❌ {self.refusal(game, refusal)}"

    def refusal(self, game: AnyGame, refusal: Refused) -> str:  # noqa: ARG002 - games may look
        """Why an entry was refused: the rule, and the cells that it is about."""
        code = refusal.facts.get("said", refusal.code)
        sentence = {**REFUSALS, **self.refusals}.get(code, UNKNOWN_REFUSAL)
        cells = listing(at_most([str(cell) for cell in refusal.cells]))
        are = "is" if len(refusal.cells) == 1 else "are"
        return sentence.format(cells=cells, are=are, code=refusal.code, **refusal.facts)
