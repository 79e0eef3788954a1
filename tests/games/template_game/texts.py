"""The texts of Last Cell; they would be `bot/texts/games/last_cell.py`."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.texts.alts import Names
from bot.texts.game_texts import GameTexts
from bot.texts.language import Text, _
from bot.texts.seating import Seating
from engine.game import AnyGame
from engine.matches.entries import Cause
from engine.seats import Seat
from tests.games.template_game.rules import LastCell, LastCellView


class LastCellTexts(GameTexts):
    refusals: ClassVar[Mapping[str, Text]] = {
        "malformed": Text("A move is one cell, such as `B2`."),
        "off-board": Text("{cells}: the board is A1 to {last}."),
        "occupied": Text("Already taken: {cells}."),
    }

    def rules(self) -> str:
        return _("Name an empty cell, such as `B2`. Whoever takes the last one wins.")

    def role(self, game: AnyGame, seat: Seat) -> str:
        return _("first") if seat is (game.first or Seat.EC) else _("second")

    def request(self, seating: Seating, view: LastCellView, seats: tuple[Seat, ...]) -> str:
        return _("{who} your move.", who=seating.mentions(seats))

    def news(self, seating: Seating, view: LastCellView, cause: Cause) -> str:
        if cause.seat is None or not view.taken:
            return ""
        return _("{player} takes {cell}.", player=seating.name(cause.seat), cell=view.taken[-1])

    def notation(self, view: LastCellView) -> str:
        return _("an empty cell, such as `B2`.")

    def alt(self, picture: str, view: LastCellView, names: Names) -> str:
        stage = self.ended(view) or _("{seat} to move.", seat=view.to_move.upper())
        taken = _("Taken: {cells}.", cells=" ".join(map(str, view.taken)) or _("nothing"))
        return f"{LastCell.title}. {stage} {taken}"


TEXTS: Final = {LastCell.name: LastCellTexts()}
