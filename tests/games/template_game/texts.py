"""The texts of Last Cell; they would be `engine/games/last_cell/texts.py`."""

from typing import Final

from engine.game import AnyGame
from engine.matches.entries import Cause
from engine.seats import Seat
from engine.texts import GameTexts, Seating, ended
from engine.words.alts import Names
from engine.words.sentences import Joined, Sentence, Words
from tests.games.template_game.rules import LastCell, LastCellView


class LastCellTexts(GameTexts):
    def rules(self) -> Words:
        return Sentence("Name an empty cell, such as `B2`. Whoever takes the last one wins.")

    def role(self, game: AnyGame, seat: Seat) -> Words:
        return Sentence("first") if seat is (game.first or Seat.EC) else Sentence("second")

    def request(self, seating: Seating, view: LastCellView, seats: tuple[Seat, ...]) -> Words:
        return Sentence("{who} your move.", who=seating.mentions(seats))

    def news(self, seating: Seating, view: LastCellView, cause: Cause) -> Words:
        if cause.seat is None or not view.taken:
            return ""
        return Sentence(
            "{player} takes {cell}.", player=seating.name(cause.seat), cell=view.taken[-1]
        )

    def notation(self, view: LastCellView) -> Words:
        return Sentence("an empty cell, such as `B2`.")

    def alt(self, picture: str, view: LastCellView, names: Names) -> Words:
        stage = ended(view) or Sentence("{seat} to move.", seat=view.to_move.upper())
        taken = Sentence(
            "Taken: {cells}.", cells=" ".join(map(str, view.taken)) or Sentence("nothing")
        )
        return Joined([f"{LastCell.title}.", stage, taken])


TEXTS: Final = {LastCell.name: LastCellTexts()}
