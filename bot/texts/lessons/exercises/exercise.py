"""One guided position: where a beginner stands, what to do there, and what is said to it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.texts.language import Text
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, and what a beginner is to do in it with one entry.

    Attributes:
        record: The position, as a match record without times (docs/record.md); it awaits an
            action of the beginner's.
        seat: The beginner's seat.
        task: What they are to do, why, and how it is typed.
        fits: Whether a legal action of the game's is what is asked for.
        otherwise: What is said to any other legal action, which changes nothing.
        done: What is said once they have done it: what it led to, and the rule to remember.
    """

    record: str
    seat: Seat
    task: Text
    fits: Callable[[Any], bool]
    otherwise: Text
    done: Text


@cache
def state_after(record: str) -> Any:
    """The state that a record leads to, for what fits there."""
    return final_match(read_record(record)).state
