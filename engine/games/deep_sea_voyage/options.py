"""The options of Deep Sea Voyage."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from engine.clocks import Seconds
from engine.game import Game
from engine.games.deep_sea_voyage.board import BOARDS, NUMBERS, Board, read_boards
from engine.games.deep_sea_voyage.drawn_boards import draw_boards
from engine.games.deep_sea_voyage.notation import DeepSeaVoyageAction
from engine.games.deep_sea_voyage.position import DeepSeaVoyageView, VoyagePosition
from engine.options import (
    FIXED_SEAT,
    ROW_ONE,
    SWITCH,
    OptionFile,
    OptionKind,
    RowOne,
    option,
    time_limit,
)
from engine.seats import Seat
from engine.words.sentences import Sentence


class Endgame(StrEnum):
    """The ways that count: those the players find, or the shortest there are."""

    TRACKED = "tracked"
    AUTOMATIC = "automatic"


ENDGAME: Final = OptionKind(Sentence("tracked or automatic"), Endgame, str, choices=tuple(Endgame))


@dataclass(frozen=True, kw_only=True)
class VoyageOptions(Game[VoyagePosition, DeepSeaVoyageAction, DeepSeaVoyageView]):
    """A match's options; boards that are not given are drawn from the seed."""

    files: ClassVar[Mapping[str, OptionFile]] = {
        "boards": OptionFile(
            Sentence("A text file of three boards, rows from the top, blank lines in between"),
            read_boards,
        )
    }

    first: Seat | None = option(
        FIXED_SEAT,
        None,
        "Who plays the Empire, which picks first in odd rounds (the DMO says if not set)",
    )
    row1: RowOne = option(ROW_ONE, RowOne.BOTTOM)
    board1: Board | None = option(
        BOARDS[0],
        None,
        "Board 1, rows from the top joined by / (drawn from the seed if not set)",
    )
    board2: Board | None = option(
        BOARDS[1],
        None,
        "Board 2, rows from the top joined by / (drawn from the seed if not set)",
    )
    board3: Board | None = option(
        BOARDS[2],
        None,
        "Board 3, rows from the top joined by / (drawn from the seed if not set)",
    )
    early: bool = option(
        SWITCH,
        default=True,
        description="Whether winning two boards by cut-offs ends the match at once (on)",
    )
    endgame: Endgame = option(
        ENDGAME,
        Endgame.TRACKED,
        "Whether players find the routes, or the true shortest routes count (tracked)",
    )
    pregame: Seconds = time_limit(Seconds(90), "to look at the boards and choose a side")
    pick: Seconds = time_limit(Seconds(45), "to pick a board")
    action: Seconds = time_limit(Seconds(90), "to place a pentomino")
    routes: Seconds = time_limit(Seconds(240), "to submit the routes at the end")

    def __post_init__(self) -> None:
        # Drawn here, so that a record states them and replays under any later generator.
        missing = [number for number in NUMBERS if getattr(self, f"board{number}") is None]
        drawn = draw_boards(self.seed) if missing else ()
        for number in missing:
            object.__setattr__(self, f"board{number}", drawn[number - 1])
