"""Recognition of texts that are nearly submissions, so that their authors get a hint."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from engine.first_seat import FirstSeatChoice
from engine.game import AnyGame, TakeBack
from engine.grids.grid import Cell
from engine.hints.corrections import MAX_SIGNS, corrector_of, is_slip
from engine.matches.match import Match
from engine.notation import CONCEDE, PASS, Token, pieces, plain, tokens_of
from engine.refusals import Malformed, OutOfOrder, Refused
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The likely meaning of a text that is nearly a submission.

    Attributes:
        concedes: True if it gives the match up in other words.
        passes: True if it passes where nobody can.
        meant: The text meant, where there is exactly one reading.
        is_secret: True if that text is a secret, to be told to nobody else.
        fault: The fault in it, where it is known.
    """

    concedes: bool = False
    passes: bool = False
    meant: str = ""
    is_secret: bool = False
    fault: Refused | None = field(default=None, compare=False)


SINGLE_LETTER: Final = re.compile(r"\b[a-z]\b")
MAX_TOKENS: Final = 8
"""The length in tokens above which a text is just conversation."""
_GIVING_UP: Final = frozenset(
    {
        *(("resign",), ("resigned",), ("give", "up"), ("give", "in"), ("surrender",), ("forfeit",)),
        *(("quit",), ("yield",), ("capitulate",), (CONCEDE,), ("conceded",), ("concedes",)),
        ("giveup",),
    }
)
_LONG_WORDS: Final = (CONCEDE, "resign", "surrender", "forfeit")
_OPENERS: Final = frozenset(
    {"i", "ill", "im", "ive", "we", "will", "want", "must", "have", "hereby"}
)
_CLOSERS: Final = frozenset({"the", "this", "match", "game", "now", "gg", "please"})


def near_miss(match: Match, seat: Seat, text: str, *, is_private: bool = False) -> NearMiss | None:
    """Return the near miss in a seat's conversation.

    Return None if it is just conversation, and for a seat that is not to act (docs/rulings, Common
    2); in private, a seat may also replace what it has submitted.
    """
    may_replace = is_private and match.game.may_submit(match.state, seat)
    is_awaited = (seat in match.to_act or may_replace) and match.clock.paused_since is None
    if not (is_awaited and may_be_near_miss(match.game, text)):
        return None
    typed = plain(text)
    if _gives_up(typed):
        return NearMiss(concedes=True)
    fault = match.game.fault(typed)
    readings = _readings(match, seat, text) if match.game.has_near_misses else {}
    if len(readings) == 1:
        ((meant, is_secret),) = readings.items()
        return NearMiss(meant=meant, is_secret=is_secret, fault=fault)
    if _passes(typed):
        return NearMiss(passes=True)
    is_near = fault or readings or _is_nearly_read(match.game, typed)
    return NearMiss(fault=fault) if is_near else None


def may_be_near_miss(game: AnyGame, text: str) -> bool:
    """Return whether a conversation may be a near miss of some seat in some phase.

    It is asked before it is known in which position the text will be judged.
    """
    typed = plain(text)
    if "?" in typed:
        return False
    if _gives_up(typed) or _passes(typed) or not game.has_near_misses:
        return _gives_up(typed) or _passes(typed)
    if game.fault(typed) or _is_nearly_read(game, typed):
        return True
    corrected = _corrected(game, typed)
    return any(map(game.is_submission, corrected)) or any(_lone_words(game, corrected, text))


def _readings(match: Match, seat: Seat, text: str) -> dict[str, bool]:
    """Return the actions that a text may mean, as they are typed, and which are secret."""
    game = match.game
    corrected = _corrected(game, plain(text))
    if readings := _read(match, seat, corrected):
        return readings
    words = _lone_words(game, corrected, text)
    longer = [f"{before} {word}" for word in words for before in sorted(game.words - {word})]
    lacking = _read(match, seat, longer, legal_only=True)
    return lacking if len(lacking) == 1 else {}


def _corrected(game: AnyGame, typed: str) -> list[str]:
    if len(typed) > MAX_SIGNS:
        return []
    return [*filter(None, (game.mended(typed),)), *corrector_of(game, typed).texts(typed)]


def _lone_words(game: AnyGame, corrected: Iterable[str], text: str) -> Iterator[str]:
    """Yield the words that may lack the one before them, `2` for `board 2`.

    But `<3` and `+1` are no moves.
    """
    is_worded = text.lstrip()[:1].isalnum()
    return (word for word in corrected if is_worded and word in game.words)


def _read(
    match: Match, seat: Seat, texts: Iterable[str], *, legal_only: bool = False
) -> dict[str, bool]:
    """Return the texts that state an action possible now, one for each action."""
    readings: dict[str, tuple[str, bool]] = {}
    for text in texts:
        try:
            action = match.game.read_plain(match.state, seat, text)
        except Refused:
            continue
        if _is_possible(match, seat, action, text, legal_only=legal_only):
            written = match.game.write(action)
            # `first me` is kept as the player would say it.
            is_own = isinstance(action, FirstSeatChoice)
            label = text if is_own else SINGLE_LETTER.sub(lambda letter: letter[0].upper(), written)
            is_secret = match.game.is_private(match.state, action) is True
            readings.setdefault(written, (label, is_secret))
    return dict(readings.values())


def _is_possible(match: Match, seat: Seat, action: Any, text: str, *, legal_only: bool) -> bool:
    """Return whether an action lies on the board and is of the kind awaited just now."""
    if isinstance(action, TakeBack):
        return match.held is not None and not legal_only
    cells = (cell for cell in _understood(match.game, text) if isinstance(cell, Cell))
    if not all(map(match.game.has_cell, cells)):
        return False
    try:
        match.game.act(match.state, seat, action)
    except (Malformed, OutOfOrder):
        return False
    except Refused:
        return not legal_only
    return True


def _gives_up(typed: str) -> bool:
    words = _core(typed)
    is_slip_of_one = len(words) == 1 and any(is_slip(words[0], word) for word in _LONG_WORDS)
    return words in _GIVING_UP or is_slip_of_one


def _passes(typed: str) -> bool:
    return _core(typed) == (PASS,)


def _core(typed: str) -> tuple[str, ...]:
    """Return the pieces of a plain text without what is often said around a move."""
    words = list(islice(pieces(typed), MAX_TOKENS + 1))
    while words and words[0] in _OPENERS:
        del words[0]
    while words and words[-1] in _CLOSERS:
        del words[-1]
    return tuple(words)


def _is_nearly_read(game: AnyGame, typed: str) -> bool:
    """Return whether a short text names a cell of the board and hardly any foreign word.

    One foreign word is forgiven, or two if two cells are named. Cells may be mistyped, and words
    said around a move are not foreign if there is a word of the game as well.
    """
    if len(typed) > MAX_SIGNS:
        return _has_few_foreign_words(game, typed)
    corrector = corrector_of(game, typed)
    if any(_has_few_foreign_words(game, text) for text in (typed, corrector.with_cells(typed))):
        return True
    tokens = _first_tokens(game, corrector.without_fillers(typed))
    is_short = len(_first_tokens(game, typed)) <= MAX_TOKENS
    has_word = any(isinstance(token, str) for token in tokens)
    return is_short and has_word and _named(game, tokens) > 0 and None not in tokens


def _has_few_foreign_words(game: AnyGame, typed: str) -> bool:
    tokens = _first_tokens(game, typed)
    named = _named(game, tokens)
    return named > 0 and len(tokens) <= MAX_TOKENS and tokens.count(None) <= min(named, 2)


def _named(game: AnyGame, tokens: Iterable[Token | None]) -> int:
    return sum(isinstance(token, Cell) and game.has_cell(token) for token in tokens)


def _first_tokens(game: AnyGame, typed: str) -> list[Token | None]:
    """Return enough tokens of a plain text to tell whether it is too long."""
    return list(islice(_understood(game, typed), MAX_TOKENS + 1))


def _understood(game: AnyGame, typed: str) -> Iterator[Token | None]:
    """Yield the tokens of a plain text; None for each piece foreign to the game."""
    for piece in pieces(typed):
        understood = tokens_of(piece, game.words, game.suffixes)
        yield from (None,) if understood is None else understood
