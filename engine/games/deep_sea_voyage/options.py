"""The options of Deep Sea Voyage."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.clocks import Seconds
from engine.game import Game
from engine.games.deep_sea_voyage.board import BOARDS, NUMBERS, Board
from engine.games.deep_sea_voyage.drawn_boards import draw_boards
from engine.games.deep_sea_voyage.notation import DeepSeaVoyageAction
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, VoyagePosition
from engine.options import ROW_ONE, SECONDS, SWITCH, OptionKind, RowOne, option


class Endgame(StrEnum):
    """The ways that count: those the players find, or the shortest there are."""

    TRACKED = "tracked"
    AUTOMATIC = "automatic"


ENDGAME: Final = OptionKind("tracked or automatic", Endgame, str, choices=tuple(Endgame))


@dataclass(frozen=True, kw_only=True)
class VoyageOptions(Game[VoyagePosition, DeepSeaVoyageAction, DeepSeaVoyageView]):
    """A match's options; boards that are not given are drawn from the seed."""

    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    board1: Board | None = option(BOARDS[0], None)
    board2: Board | None = option(BOARDS[1], None)
    board3: Board | None = option(BOARDS[2], None)
    early: bool = option(SWITCH, default=True)
    endgame: Endgame = option(ENDGAME, Endgame.TRACKED)
    pregame: Seconds = option(SECONDS, Seconds(90))
    pick: Seconds = option(SECONDS, Seconds(45))
    action: Seconds = option(SECONDS, Seconds(90))
    routes: Seconds = option(SECONDS, Seconds(240))

    def __post_init__(self) -> None:
        # Drawn here, so that a record states them and replays under any later generator.
        missing = [number for number in NUMBERS if getattr(self, f"board{number}") is None]
        drawn = draw_boards(self.seed) if missing else ()
        for number in missing:
            object.__setattr__(self, f"board{number}", drawn[number - 1])
