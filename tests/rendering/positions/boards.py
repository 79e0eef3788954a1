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
from engine.seats import PUBLIC
from rendering import Picture
from rendering.animation import views

RECORDS = Path(__file__).parent / "records"
"""Matches of games with more to paint than the match beside their rulings shows."""
RULINGS = Path(__file__).parents[3] / "docs" / "rulings"
ONE_BOARD = 20_000
SEVERAL_BOARDS = 30_000
WITH_SEVERAL = frozenset({"gardens", "standings"})
"""The names of pictures with several boards, or with as much on them."""


def most_bytes(picture: Picture) -> int:
    return SEVERAL_BOARDS if picture.name in WITH_SEVERAL else ONE_BOARD


@cache
def match_of(game: str) -> Match:
    record = RECORDS / f"{game}.txt"
    path = record if record.exists() else RULINGS / f"{game}.dm"
    return final_match(read_record(path.read_text()))


@cache
def seen_in(game: str) -> tuple[Any, ...]:
    return tuple(views(match_of(game)))


def first_view(game: AnyGame) -> Any:
    """Return what everybody sees as a match begins."""
    return game.view(game.begin(), PUBLIC)


def with_board(kind: type[AnyGame], **options: Any) -> AnyGame:
    """Return a game with these options and the usual ones, always with a board."""
    has_choice = "board" in option_kinds(kind)
    board = {"board": Cell(7, 7)} if has_choice else {}
    return kind(**board, **options)
