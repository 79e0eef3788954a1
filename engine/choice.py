"""Choosing who begins, as the games that leave it open share it (docs/rules/README.md, 4)."""

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.grid import Cell
from engine.notation import Token
from engine.refusals import Malformed, OutOfOrder
from engine.seats import SEATS, Seat

FIRST_WORDS: Final = frozenset({"first", "ec", "dmo", "me", "them"})


@dataclass(frozen=True, slots=True)
class Chosen:
    """The seat that is to begin."""

    first: Seat


def read_first(said: tuple[Token, ...], chooser: Seat) -> Chosen:
    """Read `first ec`, `first dmo`, `first me` or `first them`.

    Raises:
        Malformed: Anything else that begins with `first`.
    """
    seats = {"ec": Seat.EC, "dmo": Seat.DMO, "me": chooser, "them": chooser.opponent}
    if len(said) != 2 or isinstance(said[1], Cell) or said[1] not in seats:
        raise Malformed(token for token in said if isinstance(token, Cell))
    return Chosen(seats[said[1]])


def write_first(chosen: Chosen) -> str:
    """A choice as it is typed, the same for either seat."""
    return f"first {chosen.first}"


def draw_first(generator: Random) -> str:
    """A lot for who begins."""
    return f"first {generator.choice(SEATS)}"


def settle_first(lot: str) -> Seat:
    """Who begins by a lot.

    Raises:
        OutOfOrder: `wrong-lot`, where the text states no such lot.
    """
    match lot.split():
        case ["first", ("ec" | "dmo") as seat]:
            return Seat(seat)
        case _:
            raise OutOfOrder("wrong-lot")
