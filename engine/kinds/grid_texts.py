"""The words of games on one board where nothing is hidden."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, cast

from engine.game import AnyGame
from engine.kinds.grid_game import GridView
from engine.kinds.scene_texts import SceneTexts
from engine.kinds.turns import TurnGame
from engine.matches.entries import Cause
from engine.seats import Seat
from engine.texts import FIRST, FIRST_LABELS, Seating, choose_first, chosen_first
from engine.words.sentences import Sentence, Words, listing


class GridTexts(SceneTexts):
    """The words of such a game.

    Attributes:
        typed: The words that say how a move is typed.
        counted: The final score, with the `counts` beside the board; none in games without.
    """

    words: ClassVar[Mapping[str, Words]] = {**FIRST_LABELS, "takeback": Sentence("Take back")}
    typed: ClassVar[Sentence]
    counted: ClassVar[Sentence]

    def role(self, game: AnyGame, seat: Seat) -> Words:  # noqa: ARG002 - the same in every match
        return Sentence("discs") if seat is Seat.EC else Sentence("squares")

    def request(self, seating: Seating, view: GridView[Any, Any], seats: tuple[Seat, ...]) -> Words:
        who = seating.mentions(seats)
        return choose_first(who) if view.to_move is None else self.asked(who, view)

    def asked(self, who: str, view: GridView[Any, Any]) -> Words:  # noqa: ARG002 - often there is no more
        """Ask the seat to move for its move."""
        return Sentence("{who} your move.", who=who)

    def news(self, seating: Seating, view: GridView[Any, Any], cause: Cause) -> Words:
        if view.moved is None:
            return chosen_first(seating, cause, view.to_move)
        return self.told(seating, view, cause.seat, view.moved) if cause.seat else ""

    @abstractmethod
    def told(self, seating: Seating, view: GridView[Any, Any], seat: Seat, move: Any) -> Words:
        """Tell a seat's move."""

    def sayable(self, game: AnyGame, view: GridView[Any, Any]) -> tuple[str, ...]:
        """Return `takeback` if moves are held: a move and its take-back share one board post."""
        if view.to_move is None:
            return super().sayable(game, view)
        return ("takeback",) if cast("TurnGame[Any, Any, Any]", game).takeback > 0 else ()

    def score(self, seating: Seating, view: GridView[Any, Any]) -> Words:
        counts = [
            f"{seating.name(counter.owner.seat)} {counter.number}"
            for counter in view.scene.counters
            if counter.owner.seat
        ]
        return self.counted.about(counts=listing(counts)) if counts else ""

    def notation(self, view: GridView[Any, Any]) -> Words:
        return FIRST if view.to_move is None else self.typed
