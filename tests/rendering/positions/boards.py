"""Games and matches of which pictures are tried."""

from functools import cache
from pathlib import Path
from typing import Any

from engine.game import AnyGame
from engine.grids.grid import Cell
from engine.matches.match import Match
from engine.options import option_kinds
from engine.records.record import read_record
from engine.records.referee import final_match
from rendering import Picture
from rendering.animation import views

RECORDS = Path(__file__).parent / "records"
"""A whole match of each game."""
ONE_BOARD = 20_000
SEVERAL_BOARDS = 30_000
WITH_SEVERAL = frozenset({"gardens", "standings"})
"""The names of pictures with several boards, or with as much on them."""


def most_bytes(picture: Picture) -> int:
    """The size that the file of a picture may have."""
    return SEVERAL_BOARDS if picture.name in WITH_SEVERAL else ONE_BOARD


@cache
def match_of(game: str) -> Match:
    """The match of a game, from its record."""
    return final_match(read_record((RECORDS / f"{game}.txt").read_text()))


@cache
def seen_in(game: str) -> tuple[Any, ...]:
    """What the room saw in the match of a game."""
    return tuple(views(match_of(game)))


def with_board(kind: type[AnyGame], **options: Any) -> AnyGame:
    """A game with these options and the usual ones, with a board where a host may do without."""
    has_choice = "board" in option_kinds(kind)
    board = {"board": Cell(7, 7)} if has_choice else {}
    return kind(**board, **options)
