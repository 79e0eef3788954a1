"""Whether a text is nearly a submission, so that its author should hear how one is typed."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import Final, TypeAlias

from engine.grid import Cell
from engine.matches.match import AnyGame, Match
from engine.notation import CONCEDE, Token, pieces, read_pieces
from engine.plain_text import plain
from engine.seats import Seat


class NearMiss(Enum):
    """What a text nearly is."""

    SUBMISSION = "submission"
    CONCESSION = "concession"


_Understood: TypeAlias = Token | None

MOST_TOKENS: Final = 8
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
    """What a text that a seat typed in the room, and that is conversation, nearly is.

    None where it is mere conversation, or nothing is awaited of that seat (RULES.md, Common 2).
    """
    typed = plain(text)
    if seat not in match.to_act or match.paused_since is not None or "?" in typed:
        return None
    if _gives_up(typed):
        return NearMiss.CONCESSION
    return NearMiss.SUBMISSION if _is_nearly_read(match.game, typed) else None


def _gives_up(typed: str) -> bool:
    """Whether a plain text is another word for conceding, however it is put."""
    said = list(islice(pieces(typed), MOST_TOKENS + 1))
    while said and said[0] in _OPENERS:
        del said[0]
    while said and said[-1] in _CLOSERS:
        del said[-1]
    return tuple(said) in _GIVING_UP


def _is_nearly_read(game: AnyGame, typed: str) -> bool:
    """Whether all but a token, or but two beside two cells, are the game's, with a cell of it."""
    said = list(islice(_understood(game, typed), MOST_TOKENS + 1))
    cells = [each for each in said if isinstance(each, Cell) and game.has_cell(each)]
    may_be_foreign = 2 if len(cells) >= 2 else 1
    return bool(cells) and len(said) <= MOST_TOKENS and said.count(None) <= may_be_foreign


def _understood(game: AnyGame, typed: str) -> Iterator[_Understood]:
    """All tokens of a plain text; None for each that is foreign."""
    for piece in read_pieces(typed, game.words, game.suffixes):
        yield from (None,) if piece is None else piece
