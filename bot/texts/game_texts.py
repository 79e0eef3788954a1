"""What each game says in its own words: the class that a game's texts fill in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bot.texts.alts import Names
from bot.texts.refusals import REFUSALS, UNKNOWN_REFUSAL
from bot.texts.seating import Seating, at_most, listing
from engine.matches.entries import Cause
from engine.matches.match import AnyGame
from engine.refusals import Refused
from engine.seats import Seat


class GameTexts(ABC):
    """What one game says in its own words."""

    refusals: ClassVar[Mapping[str, str]]
    options: ClassVar[Mapping[str, str]]
    rules: ClassVar[str]

    def understood(self, seating: Seating, view: Any) -> str:
        """What the viewer's own secret submission says, in games that have one."""
        raise NotImplementedError

    def announced(self, seating: Seating, view: Any, seat: Seat) -> str:  # noqa: ARG002
        """All that the room learns of a secret submission; empty where it learns nothing yet."""
        return f"🤫 {seating.name(seat)} has submitted."

    def amending(self, view: Any) -> str:  # noqa: ARG002 - in most games the latest one counts
        """How what a seat has submitted is changed, as long as it may be."""
        return "Send another one to replace it"

    @abstractmethod
    def notation(self, view: Any) -> str:
        """How what is awaited now is typed; in a phase of secrets, how those are."""

    def score(self, seating: Seating, view: Any) -> str:  # noqa: ARG002 - many games have none
        """How the players stand at the end, in games that are decided by counting."""
        return ""

    def rules_of(self, game: AnyGame) -> str:  # noqa: ARG002 - for games that leave a choice open
        """The rules as they are in one match; `rules` are those of any."""
        return self.rules

    @abstractmethod
    def role(self, game: AnyGame, seat: Seat) -> str:
        """What a seat is in this game."""

    @abstractmethod
    def request(self, seating: Seating, view: Any, seats: tuple[Seat, ...]) -> str:
        """What is wanted of the awaited seats, with their mentions."""

    @abstractmethod
    def done(self, seating: Seating, view: Any, cause: Cause) -> str:
        """What has just happened, from the public view and what caused it."""

    @abstractmethod
    def alt(self, picture: str, view: Any, names: Names) -> str:
        """A picture of a view in words, by the picture's name; never longer than `LONGEST_ALT`."""

    def refused(self, game: AnyGame, refusal: Refused) -> str:
        """The reply to what was refused."""
        return f"❌ {self.refusal(game, refusal)}"

    def refusal(self, game: AnyGame, refusal: Refused) -> str:  # noqa: ARG002 - games may look
        """The sentence for a refusal, naming the rule and the cells."""
        code = refusal.facts.get("said", refusal.code)
        sentence = (REFUSALS | dict(self.refusals)).get(code, UNKNOWN_REFUSAL)
        cells = listing(at_most([str(cell) for cell in refusal.cells]))
        return sentence.format(cells=cells, code=refusal.code, **refusal.facts)
