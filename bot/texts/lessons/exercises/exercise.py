"""One guided position: where a beginner stands, their task, and the replies."""

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
        record: Position as a match record without times (docs/record.md), awaiting the beginner.
        task: Task, its purpose, and how to type it.
        fits: Test for a legal action that solves the task.
        otherwise: Reply to any other legal action, which changes nothing.
        done: Reply to the solution: its effect, and the rule to remember.
    """

    record: str
    seat: Seat
    task: Text
    fits: Callable[[Any], bool]
    otherwise: Text
    done: Text


@cache
def state_after(record: str) -> Any:
    """Return the state that a record leads to, for `fits`."""
    return final_match(read_record(record)).state
