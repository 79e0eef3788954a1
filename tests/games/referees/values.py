"""Refusals, lots, clocks and copies, as the plain referees see them."""

import math
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from tests.games.referees.record import Cell


class FalseLot(Exception):  # noqa: N818
    """A lot is stated that the seed, which was committed to, does not give."""


class LotFromTheSeed(Exception):  # noqa: N818
    """A lot must be drawn from the seed here, and only the program that draws it knows how.

    `ways` are all the texts that could state it, or none where there are too many to write;
    `so_far` are the objects for the entries before the one that made it necessary.
    """

    def __init__(self, ways: list[str]) -> None:
        super().__init__(ways)
        self.ways = ways
        self.so_far: list[dict] = []


@dataclass
class Deadline:
    """A plain number of seconds, whoever is awaited."""

    seconds: Fraction

    def lasts(self, reserves: dict) -> Fraction:
        return self.seconds

    def used(self, seat: str, elapsed: Fraction) -> Fraction | int:
        return 0


@dataclass
class BankTurn:
    """A turn of one seat, over which the seconds in its bank begin to run."""

    seat: str
    turn: Fraction

    def lasts(self, reserves: dict) -> Fraction:
        return self.turn + reserves[self.seat]

    def used(self, seat: str, elapsed: Fraction) -> Fraction | int:
        return max(Fraction(0), elapsed - self.turn) if seat == self.seat else 0


@dataclass
class PeriodTurn:
    """A turn of one seat, over which its periods begin to run, each used whole once entered."""

    seat: str
    turn: Fraction
    period: Fraction

    def lasts(self, reserves: dict) -> Fraction:
        return self.turn + reserves[self.seat] * self.period

    def used(self, seat: str, elapsed: Fraction) -> Fraction | int:
        if seat != self.seat:
            return 0
        return max(0, math.ceil((elapsed - self.turn) / self.period))


Timing = Deadline | BankTurn | PeriodTurn


@dataclass
class Refusal:
    """Why an entry is rejected, and the cells that it is about."""

    code: str
    cells: list[Cell] = field(default_factory=list)


@dataclass
class Before:
    """The state before an entry and its turn's clocks, for a host's undo."""

    state: Any
    timing: Timing
    reserves: dict[str, Any]


NEVER_BROUGHT_BACK = ("state", "settings", "drawn", "lots_settled", "paused_at", "paused_for")
"""Fields of a match that an `undo ruling` leaves alone, or copies in a way of its own."""


@dataclass
class BeforeRuling:
    """The whole match and its time, for a host's `undo ruling`."""

    everything: dict[str, Any]
    moment: Fraction


def copy_of(value: Any) -> Any:
    """Return a copy of dataclasses, dicts, lists and sets, at any depth; nothing else changes."""
    match value:
        case dict():
            return {
                key: item if isinstance(item, str) else copy_of(item) for key, item in value.items()
            }
        case list() | set():
            return type(value)(map(copy_of, value))
    parts = () if isinstance(value, str | int | tuple) or not is_dataclass(value) else fields(value)
    copies = {part.name: copy_of(getattr(value, part.name)) for part in parts}
    return replace(value, **copies) if copies else value
