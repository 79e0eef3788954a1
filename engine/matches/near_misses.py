"""Recognises texts that are nearly submissions, so that their authors get a hint."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import Final

from engine.game import AnyGame
from engine.grid import Cell
from engine.matches.match import Match
from engine.notation import CONCEDE, Token, pieces, read_pieces
from engine.plain_text import plain
from engine.seats import Seat


class NearMiss(Enum):
    """What a text almost says."""

    SUBMISSION = "submission"
    CONCESSION = "concession"


MOST_TOKENS: Final = 8
"""A longer text is just conversation."""
_GIVING_UP: Final = frozenset(
    {
        *(("resign",), ("resigned",), ("give", "up"), ("give", "in"), ("surrender",), ("forfeit",)),
        *(("quit",), ("yield",), ("capitulate",), (CONCEDE,), ("conceded",), ("concedes",)),
    }
)
_OPENERS: Final = frozenset(
    {"i", "ill", "im", "ive", "we", "will", "want", "must", "have", "hereby"}
)
_CLOSERS: Final = frozenset({"the", "this", "match", "game", "now"})


def near_miss(match: Match, seat: Seat, text: str) -> NearMiss | None:
    """What a seat's conversation in the room almost says.

    None if it is just conversation, and for a seat that is not to act (docs/rules, Common 2).
    """
    typed = plain(text)
    if seat not in match.to_act or match.paused_since is not None or "?" in typed:
        return None
    if _gives_up(typed):
        return NearMiss.CONCESSION
    return NearMiss.SUBMISSION if _is_nearly_read(match.game, typed) else None


def _gives_up(typed: str) -> bool:
    """Whether a plain text concedes in other words."""
    said = list(islice(pieces(typed), MOST_TOKENS + 1))
    while said and said[0] in _OPENERS:
        del said[0]
    while said and said[-1] in _CLOSERS:
        del said[-1]
    return tuple(said) in _GIVING_UP


def _is_nearly_read(game: AnyGame, typed: str) -> bool:
    """Whether a short text names a cell of the board and hardly any word foreign to the game.

    One foreign word is forgiven, or two if two cells are named.
    """
    said = list(islice(_understood(game, typed), MOST_TOKENS + 1))
    cells = [each for each in said if isinstance(each, Cell) and game.has_cell(each)]
    forgiven = 2 if len(cells) >= 2 else 1
    return bool(cells) and len(said) <= MOST_TOKENS and said.count(None) <= forgiven


def _understood(game: AnyGame, typed: str) -> Iterator[Token | None]:
    """The tokens of a plain text; None for each piece foreign to the game."""
    for piece in read_pieces(typed, game.words, game.suffixes):
        yield from (None,) if piece is None else piece
