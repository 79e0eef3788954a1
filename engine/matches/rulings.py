"""A host's rulings: `undo`, `pause`, `resume`, `time ec +60`, `award dmo`, `abort`."""

import re
from decimal import Decimal
from typing import Final

from engine.clocks import Reserve
from engine.game import Outcome, Reason
from engine.matches.base_match import BaseMatch
from engine.matches.consequences import AddReserve, End, Pause, Resume, Ruling, Undo
from engine.refusals import Malformed, OutOfOrder
from engine.seats import Seat

_TIME: Final = re.compile(r"time (ec|dmo) ([+-]?)([0-9]{1,12}(?:\.[0-9]{1,12})?)", re.ASCII)


def judge_ruling(match: BaseMatch, text: str) -> Ruling:
    """What a host's text does.

    Raises:
        Malformed: It is not a ruling.
        OutOfOrder: It cannot be given now.
    """
    match text.lower().split():
        case ["undo"]:
            if not match.undo_points:
                raise OutOfOrder("nothing-to-undo")
            return Undo()
        case ["pause"]:
            if match.paused_since is not None:
                raise OutOfOrder("paused")
            return Pause()
        case ["resume"]:
            if match.paused_since is None:
                raise OutOfOrder("not-paused")
            return Resume()
        case ["award", ("ec" | "dmo") as winner]:
            return End(Outcome(Seat(winner), Reason.AWARDED))
        case ["abort"]:
            return End(Outcome(None, Reason.ABORTED))
        case words:
            return _judge_time(match, " ".join(words))


def is_undo(text: str) -> bool:
    """Whether a host's text is the one ruling that may also follow the end of a match."""
    return text.lower().split() == ["undo"]


def _judge_time(match: BaseMatch, text: str) -> AddReserve:
    """`time ec +60`: more reserve for a seat, or less, but never below zero."""
    words = _TIME.fullmatch(text)
    if words is None:
        raise Malformed
    if match.game.starting_reserve is None:
        raise OutOfOrder("no-reserve")
    seat, amount = Seat(words[1]), _amount(words[3], match.reserve_left(Seat(words[1])))
    is_less = words[2] == "-"
    return AddReserve(seat, -min(amount, match.reserve_left(seat)) if is_less else amount)


def _amount(digits: str, left: Reserve) -> Reserve:
    """An amount of reserve in the unit of a seat's reserve: seconds, or whole periods."""
    amount = Decimal(digits)
    if not isinstance(left, int):
        return amount
    if amount != int(amount):
        raise Malformed
    return int(amount)
