"""What is said in Last Cell; it would be `bot/texts/games/last_cell.py`."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.texts.alts import Names
from bot.texts.game_texts import GameTexts
from bot.texts.matches import undone
from bot.texts.seating import Seating
from engine.game import AnyGame, Reason
from engine.matches.entries import Cause, CauseKind
from engine.seats import Seat
from tests.template_game.rules import LastCell, LastCellView


class LastCellTexts(GameTexts):
    """What the Dealer says in this game."""

    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": "A move is one cell, such as `B2`.",
        "off-board": "{cells}: the board is A1 to {last}.",
        "occupied": "Already taken: {cells}.",
    }
    reasons: ClassVar[Mapping[Reason, str]] = {
        Reason.FULL_BOARD: "{loser} has no cell left to take",
    }
    options: ClassVar[Mapping[str, str]] = {
        "first": "Who goes first (the EC if not set)",
        "turn": "Seconds for a turn (60)",
        "reserve": "Seconds of reserve for the whole match (120)",
    }
    rules: ClassVar[str] = "Name an empty cell, such as `B2`. Whoever takes the last one wins."

    def role(self, game: AnyGame, seat: Seat) -> str:
        """Who begins."""
        return "first" if seat is (game.first or Seat.EC) else "second"

    def request(self, seating: Seating, view: LastCellView, seats: tuple[Seat, ...]) -> str:
        """A move."""
        return f"{seating.mentions(seats)} your move."

    def done(self, seating: Seating, view: LastCellView, cause: Cause) -> str:
        """The cell that was taken."""
        if cause.kind is CauseKind.RULING:
            return undone()
        if cause.seat is None or not view.taken:
            return ""
        return f"{seating.name(cause.seat)} takes {view.taken[-1]}."

    def notation(self, view: LastCellView) -> str:
        """A cell."""
        return "an empty cell, such as `B2`."

    def alt(self, picture: str, view: LastCellView, names: Names) -> str:
        """The board."""
        stage = self.ended(view) or f"{view.to_move.upper()} is to move."
        return f"{LastCell.title}. {stage} Taken: {' '.join(map(str, view.taken)) or 'nothing'}."


TEXTS: Final = {LastCell.name: LastCellTexts()}
