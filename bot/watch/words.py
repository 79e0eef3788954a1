"""What the viewer says: plain text, whatever stands in the record.

The sentences of a match are those of the room and of the archive, without their markup.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.texts import texts_of
from bot.texts.alts import Names
from bot.texts.hosts import archive
from bot.texts.hosts.match_log import TAKEN_BACK
from bot.texts.seating import Seating
from engine.matches.entries import CauseKind
from engine.matches.match import Match
from engine.notation import is_concession
from engine.records.history import HistoryStep
from engine.seats import SEATS, Seat
from rendering.text.grid import Sign

NO_TERMINAL: Final = "dealer watch shows matches in a terminal, and this is not one"
BEGINNING: Final = "The beginning."
NOT_OVER: Final = "The match is not over."
RESULT: Final = "Result"
NO_CLOCKS: Final = "no clock"
HIDDEN_SHOWN: Final = "Hidden shown"
IN_WORDS: Final = "In words"

# The keys, as short as eighty columns want them.
MOVE: Final = "Move"
TEN: Final = "Ten"
ENDS: Final = "Ends"
GO_TO: Final = "Go to"
HIDDEN: Final = "Hidden"
BOARD: Final = "Board"
SCROLL: Final = "Words"
QUIT: Final = "Quit"

_MARKUP: Final = re.compile(r"\\(.)|\*\*|`")


@dataclass(frozen=True, slots=True)
class Told:
    """A frame in words.

    Attributes:
        done: Who did what; at the beginning, that it is the beginning.
        happened: What came of it, as the room was told; empty for secrets and rulings.
        players: Each seat with its player and clock.
        result: How the match ended.
    """

    done: str
    happened: str
    players: tuple[str, ...]
    result: str


def told(step: HistoryStep | None, match: Match, names: Names, *, result: str, open_: bool) -> Told:
    """A step in words, and the match after it; `open_` also tells what was secret."""
    return Told(
        done=harmless(_done(step, names, open_=open_)) if step else BEGINNING,
        happened=harmless(_happened(step, names)) if step else "",
        players=tuple(harmless(_player(match, seat, names)) for seat in SEATS),
        result=f"{RESULT}: {harmless(result)}" if result else NOT_OVER,
    )


def _done(step: HistoryStep, names: Names, *, open_: bool) -> str:
    said = archive.step(step, names)
    what = said.what if open_ or not said.publicly else said.publicly
    is_timed = step.seconds is not None and step.entry.cause.kind is CauseKind.ACTION
    spent = f" ({archive.took(step.seconds)})" if is_timed and step.seconds is not None else ""
    is_said = said.is_typed or step.entry.is_ruling
    between = ": " if what == said.what and is_said else " "
    return f"{said.who}{between}{what}{spent}{'' if step.counts else f' {TAKEN_BACK()}'}"


def _happened(step: HistoryStep, names: Names) -> str:
    if not step.is_move or step.is_secret or is_concession(step.entry.text):
        return ""
    seating = Seating(step.game, dict.fromkeys(SEATS, 0), names)
    return unmarked(texts_of(step.game).done(seating, step.public_view, step.entry.cause))


def _player(match: Match, seat: Seat, names: Names) -> str:
    return f"{seat.upper()} {names[seat]}: {_clock(match, seat)}"


def _clock(match: Match, seat: Seat) -> str:
    if not match.timed or match.game.starting_reserve is None:
        return NO_CLOCKS
    return archive.left(match.reserve_left(seat), match.game.reserve_period)


def place(number: int, last: int) -> str:
    """Which of a match's moves is shown."""
    return f"Move {number} of {last}"


def going_to(typed: str) -> str:
    """The move's number that is being typed."""
    return f"{GO_TO}: {typed}_"


def title(board: str, place: int, boards: int, *, is_alone: bool) -> str:
    """What stands above a board: if others are not shown, also how many there are."""
    return f"{board} ({place} of {boards})" if is_alone and boards > 1 else board


def meaning(sign: Sign) -> str:
    """A sign of the legend, after its symbol."""
    return f" {sign.meaning}"


def unmarked(text: str) -> str:
    r"""A sentence of the room without its Markdown.

    >>> unmarked(r"**\*Ada\*** places `ec1` south.")
    '*Ada* places ec1 south.'
    """
    return _MARKUP.sub(r"\1", text)


def harmless(text: str) -> str:
    r"""A text with a blank for everything that a terminal would obey or nobody sees.

    >>> harmless("Ada\x1b[2J\u202e")
    'Ada [2J '
    """
    return "".join(each if each.isprintable() or each == "\n" else " " for each in text)


def joined(parts: Iterable[str]) -> str:
    """Some sentences on one line."""
    return "  ".join(filter(None, parts))
