"""The words of a game in posts and alt texts, as data: their base class, and what games share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Final, Protocol, cast

from engine.game import AnyGame, GameView, Outcome
from engine.matches.entries import Cause
from engine.options import RowOne
from engine.seats import Seat
from engine.text_boards import TextBoard
from engine.words.alts import Names
from engine.words.sentences import Joined, Sentence, Words

SEATS_CALLED: Final = {seat: seat.upper() for seat in Seat}
"""The players' names in alt texts."""
PLACE_OF_ROW_ONE: Final = {
    RowOne.BOTTOM: Sentence("Row 1 is at the bottom."),
    RowOne.TOP: Sentence("Row 1 is at the top."),
}
REPLACEABLE: Final = Sentence("You can replace yours until both are in.")


class Seating(Protocol):
    """The people at a match, for sentences about them."""

    @property
    def game(self) -> AnyGame:
        """The rules, with the match's options."""

    def name(self, seat: Seat) -> str:
        """Return a player's name."""

    def mentions(self, seats: tuple[Seat, ...]) -> str:
        """Mention several players."""

    @property
    def host(self) -> str:
        """The host's mention."""

    @property
    def is_practice(self) -> bool:
        """True if a player practises, and rules themselves."""


FIRST: Final = Sentence("`first me` or `first them` (or `first ec`, `first dmo`).")
FIRST_LABELS: Final = {"first me": Sentence("I go first"), "first them": Sentence("They go first")}
"""Labels of the buttons that say who goes first, by what they say."""


class GameTexts(ABC):
    """A game's own words.

    Attributes:
        words: Labels of the words that are said with one press, by the word.
        boards: Labels of the buttons that show one of several boards, by the game's `boards`.
    """

    words: ClassVar[Mapping[str, Words]] = FIRST_LABELS
    boards: ClassVar[Mapping[str, Sentence]] = {}

    # Posts

    @abstractmethod
    def role(self, game: AnyGame, seat: Seat) -> Words:
        """Describe a seat's role in this game."""

    @abstractmethod
    def request(self, seating: Seating, view: Any, seats: tuple[Seat, ...]) -> Words:
        """Ask the awaited seats to act, with their mentions."""

    @abstractmethod
    def news(self, seating: Seating, view: Any, cause: Cause) -> Words:
        """Tell the latest event, which no ruling has undone, from the public view and its cause."""

    @abstractmethod
    def notation(self, view: Any) -> Words:
        """Explain how to type the input awaited now; in a secret phase, a submission."""

    @abstractmethod
    def rules(self) -> Words:
        """Return the short rules of the game."""

    def rules_of(self, game: AnyGame) -> Words:  # noqa: ARG002 - for games that leave a choice open
        """Return the rules of one match; `rules` are those of any."""
        return self.rules()

    def standing(self, view: Any) -> Words:  # noqa: ARG002 - pictures show all there is in most games
        """Describe things beside the pictures, for every post of a turn."""
        return ""

    def revealed(self, view: Any) -> Words:  # noqa: ARG002 - pictures show it in most games
        """Tell what was hidden until the match was over, for its result."""
        return ""

    def score(self, seating: Seating, view: Any) -> Words:  # noqa: ARG002 - many games have none
        """Return the final score, in games that are decided by counting."""
        return ""

    def sayable(self, game: AnyGame, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return the `words` that may be said now, from the public view: all see them.

        Below the board, up to five are buttons, and up to 25 the choices of a select.
        """
        return tuple(FIRST_LABELS) if self.notation(view) == FIRST else ()

    # Secret submissions

    def understood(self, view: Any) -> Words:  # noqa: ARG002 - most games hide nothing
        """Return the viewer's own secret submission; empty if there is none."""
        return ""

    def missing(self, view: Any) -> Words:  # noqa: ARG002 - most submissions are whole
        """Return what the viewer, a seat, has yet to submit in this phase; empty if nothing."""
        return ""

    def announced(self, seating: Seating, view: Any, seat: Seat) -> Words:  # noqa: ARG002
        """Return the room's only news of a secret submission; empty if there is none yet."""
        return Sentence("🤫 {player} has submitted.", player=seating.name(seat))

    def amending(self, view: Any) -> Words:  # noqa: ARG002 - in most games the latest one counts
        """Say how a submission can still be changed."""
        return Sentence("Send another one to replace it")

    # Private views

    def can_hide(self, view: Any) -> bool:  # noqa: ARG002 - many games hide nothing
        """Return whether a seat may hold something that only it sees, from the public view.

        All see the button for it, so it must not depend on anything hidden.
        """
        return False

    def holdings(self, view: Any) -> Words:  # noqa: ARG002 - most games deal nothing closed
        """Return the viewer's closed items; empty without any."""
        return ""

    def is_dealt(self, view: Any) -> bool:  # noqa: ARG002 - most games deal nothing closed
        """Return whether the viewer, a seat, was just dealt closed items."""
        return False

    def host_reading(self, seating: Seating, view: Any) -> tuple[Words, ...]:  # noqa: ARG002
        """Return the paragraphs that only a judging host may read."""
        return ()

    # Pictures

    @abstractmethod
    def alt(self, picture: str, view: Any, names: Names) -> Words:
        """Return the alt text of a view's picture, named `picture`; at most `LONGEST_ALT` long."""

    @abstractmethod
    def text_boards(self, view: Any) -> tuple[TextBoard, ...]:
        """Return a view's boards as symbols, in the order of its pictures."""


def why_ended(outcome: Outcome, called: Mapping[Seat, Words]) -> Sentence:
    """Return the reason for an end without a full stop; `called` has the players' names."""
    loser = called[outcome.winner.opponent] if outcome.winner else ""
    return outcome.reason.sentence.about(loser=loser)


def ended(view: GameView, called: Mapping[Seat, Words] = SEATS_CALLED) -> Words:
    """Return the result for alt texts; empty while the match goes on."""
    outcome = view.outcome
    if outcome is None:
        return ""
    why = why_ended(outcome, called)
    if outcome.winner is None:
        return Sentence("The match is over: {why}.", why=why)
    winner = called[outcome.winner]
    return Sentence("The match is over. {why}. {player} wins.", why=why, player=winner)


# First seat

BY_LOT_IF_SILENT: Final = Sentence("If time runs out, I draw lots.")


def choose_first(name: str) -> Words:
    """Ask who goes first."""
    asked = Sentence("{player} chooses who goes first: {ways}", player=name, ways=FIRST)
    return Joined([asked, BY_LOT_IF_SILENT])


def chosen_first(seating: Seating, cause: Cause, first: Seat | None) -> Words:
    """Say who goes first, and who decided it; empty if nobody is to move."""
    if first is None:
        return ""
    chosen = seating.name(first)
    if cause.seat is None:
        return Sentence("🎲 Drawn by lot: {player} goes first.", player=chosen)
    if cause.seat is first:
        return Sentence("{player} chooses to go first.", player=chosen)
    chooser = seating.name(cause.seat)
    return Sentence("{chooser} lets {player} go first.", chooser=chooser, player=chosen)


def texts_of(game: AnyGame | type[AnyGame]) -> GameTexts:
    """Return a game's texts: those in the module `texts` beside its rules, or among its rules."""
    return _texts_of(game if isinstance(game, type) else type(game))


@cache
def _texts_of(game: type[AnyGame]) -> GameTexts:
    beside = f"{game.__module__.rpartition('.')[0]}.texts"
    module = import_module(beside if find_spec(beside) else game.__module__)
    return cast("GameTexts", module.TEXTS[game.name])
