"""A host's rulings as values and as text.

>>> read_ruling("time ec +60")
ChangeReserve(seat=<Seat.EC: 'ec'>, change=Decimal('60'))
>>> write_ruling(Say(Seat.DMO, "E6 E7"))
'say dmo E6 E7'
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, TypeAlias

from engine.clocks import DECIMAL
from engine.notation import counted, one_of
from engine.refusals import MALFORMED
from engine.seats import SEATS, Seat

_TIME: Final = re.compile(rf"time (ec|dmo) ([+-]?{DECIMAL.pattern})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Undo:
    """`undo`: takes back the latest accepted entry of a player, and all that followed from it.

    Its turn opens anew, with the clocks of its start. It works after the end, too.
    """


@dataclass(frozen=True, slots=True)
class UndoRuling:
    """`undo ruling`: takes back the latest ruling of a kind in `CAN_BE_TAKEN_BACK`.

    The match is as just before it, and its clocks run on from there. It is refused once a player
    has acted since, and works after the end, too.
    """


@dataclass(frozen=True, slots=True)
class Pause:
    """`pause`: stops all clocks."""


@dataclass(frozen=True, slots=True)
class Resume:
    """`resume`: lets the clocks run again; nobody is charged for the pause."""


@dataclass(frozen=True, slots=True)
class ChangeReserve:
    """`time ec +60`: gives a seat more reserve, or less, but never below zero.

    `change` is in the unit of the game's reserve: seconds, or whole periods.
    """

    seat: Seat
    change: Decimal


@dataclass(frozen=True, slots=True)
class Award:
    """`award dmo`: ends the match; that seat has won."""

    winner: Seat


@dataclass(frozen=True, slots=True)
class Abort:
    """`abort`: ends the match without a winner."""


@dataclass(frozen=True, slots=True)
class Say:
    """`say ec E6 E7`: counts as if that seat had typed the text at that instant."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """`!pot+1`: a line that a game takes from the host who judges it (`Game.apply_host_line`).

    `text` is what follows the first `!`.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Replace:
    """`seat ec Eve`: another person has that seat from now on; nothing else changes."""

    seat: Seat
    name: str


Ruling: TypeAlias = (
    Undo | UndoRuling | Pause | Resume | ChangeReserve | Award | Abort | Say | TableLine | Replace
)

CAN_BE_TAKEN_BACK: Final = (ChangeReserve, Award, Abort, Say, TableLine, Undo)
"""Rulings that `undo ruling` takes back; `resume` ends a pause, `seat` gives a seat anew."""
MAY_FOLLOW_THE_END: Final = (Undo, UndoRuling)


def read_ruling(text: str) -> Ruling:
    """Read a host's text; only the case of names and of text said for a seat matters.

    Raises:
        Malformed: It is not a ruling.
    """
    line = counted(text)
    if line is not None:
        return TableLine(line)
    match text.split(maxsplit=2):
        case [word, seat, typed_text] if seat.lower() in set(Seat) and word.lower() in _WITH_TEXT:
            return _WITH_TEXT[word.lower()](Seat(seat.lower()), typed_text)
    match text.lower().split():
        case [("undo" | "pause" | "resume" | "abort") as word]:
            return _ALONE[word]
        case ["undo", "ruling"]:
            return UndoRuling()
        case ["award", ("ec" | "dmo") as winner]:
            return Award(Seat(winner))
        case words:
            change = _TIME.fullmatch(" ".join(words))
            if change is None:
                raise MALFORMED()
            return ChangeReserve(Seat(change[1]), Decimal(change[2]))


def write_ruling(ruling: Ruling) -> str:  # noqa: PLR0911 - one return for each kind of ruling
    """Return a ruling as a host types it and a record has it: the inverse of `read_ruling`."""
    match ruling:
        case UndoRuling():
            return "undo ruling"
        case ChangeReserve(seat, change):
            return f"time {seat} {change:+f}"
        case Award(winner):
            return f"award {winner}"
        case TableLine(text):
            return f"!{text}"
        case Say(seat, text):
            return f"say {seat} {text.strip()}"
        case Replace(seat, name):
            return f"seat {seat} {' '.join(name.split())}"
        case _:
            return _WORDS[ruling]


def write_public(ruling: Ruling) -> str:
    """Return a ruling without the text said for a seat, which may be secret.

    >>> write_public(Say(Seat.EC, "hide A1 red, G7 blue"))
    'say ec'
    """
    return f"say {ruling.seat}" if isinstance(ruling, Say) else write_ruling(ruling)


_ALONE: Final[dict[str, Ruling]] = {
    "undo": Undo(),
    "pause": Pause(),
    "resume": Resume(),
    "abort": Abort(),
}
_WORDS: Final = {ruling: word for word, ruling in _ALONE.items()}
_WITH_TEXT: Final[dict[str, type[Say] | type[Replace]]] = {"say": Say, "seat": Replace}
GRAMMAR: Final = f"""
ruling     = {one_of(_ALONE)} / "undo" 1*WSP "ruling"
           / "time" 1*WSP seat 1*WSP change / "award" 1*WSP seat
           / "say" 1*WSP seat 1*WSP said / "seat" 1*WSP seat 1*WSP name
seat       = {one_of(SEATS)}
change     = [ "+" / "-" ] seconds              ; whole, if the reserve is in periods
"""
