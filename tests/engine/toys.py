"""Matches of the toy game, which has all that games share: secrets, lots, halves and locks."""

from typing import Any

from engine.matches.match import Match
from engine.options import read_options
from engine.records.referee import referee
from engine.seats import Seat
from tests.engine.playing import begun, played
from tests.engine.toy_game import Toy

EC, DMO = Seat.EC, Seat.DMO


def toy(**options: str) -> Toy:
    """The game with options in a record's notation."""
    return Toy(**read_options(Toy, options))


HIDDEN = ("ec @1 hide A1", "dmo @2 hide B2")
LOCKED = (*HIDDEN, "ec @3 bid two", "dmo @4 bid one", "ec @5 lock", "dmo @10 lock")
"""EC is to move from the tenth second on."""


def in_turns(*lines: str, **options: str) -> Match:
    """A match in which EC begins its turn at 10, and then some lines."""
    return played(begun(toy(**options)), *LOCKED, *lines)


def judged(body: str, game: str = "toy", **headers: str) -> list[dict[str, Any]]:
    """The referee's objects."""
    lines = "".join(f"{key}: {value}\n" for key, value in headers.items())
    return referee(f"game: {game}\n{lines}\n{body}")
