"""The choice of who begins, shared by the games that leave it open (docs/rulings/README.md, 4)."""

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.grids.grid import Cell
from engine.notation import Token, one_of
from engine.refusals import MALFORMED, WRONG_LOT, Refusal
from engine.seats import SEATS, Seat

FIRST_WORDS: Final = frozenset({"first", "ec", "dmo", "me", "them"})

CHOICE: Final = f'"first" S ( {one_of(("ec", "dmo", "me", "them"))} )'
"""The texts that choose who begins, for a game's grammar."""
LOT: Final = '"first" 1*WSP seat'
"""The lot that decides who begins, for a game's grammar."""

_CHOSEN: Final = {
    **dict.fromkeys(("i", "ill", "i want to", "i will", "me"), "me"),
    **dict.fromkeys(("they", "theyll", "you", "youll", "let them"), "them"),
    **{seat.value: seat.value for seat in SEATS},
}
_BEGINNING: Final = ("start", "starts", "begin", "begins", "go first", "goes first")
OTHER_CHOICES: Final = {
    f"{name} {begins}": f"first {chosen}"
    for name, chosen in _CHOSEN.items()
    for begins in _BEGINNING
}
"""Texts that players type by mistake to choose who begins, with the texts they mean."""


@dataclass(frozen=True, slots=True)
class FirstSeatChoice:
    """The seat chosen to begin; its text is what either seat types for it."""

    first: Seat

    def __str__(self) -> str:
        return f"first {self.first}"


def read_first(
    tokens: tuple[Token, ...], chooser: Seat, malformed: Refusal = MALFORMED
) -> FirstSeatChoice:
    """Read `first ec`, `first dmo`, `first me` or `first them`.

    Raises:
        Malformed: The text begins with `first` but says anything else; told as the game says it.
    """
    seats = {"ec": Seat.EC, "dmo": Seat.DMO, "me": chooser, "them": chooser.opponent}
    if len(tokens) != 2 or isinstance(tokens[1], Cell) or tokens[1] not in seats:
        raise malformed(*(token for token in tokens if isinstance(token, Cell)))
    return FirstSeatChoice(seats[tokens[1]])


def draw_first(generator: Random) -> str:
    """Draw who begins."""
    return f"first {generator.choice(SEATS)}"


def settle_first(lot: str) -> Seat:
    """Settle who begins by a lot.

    Raises:
        OutOfOrder: `wrong-lot`, if the text does not state such a lot.
    """
    match lot.split():
        case ["first", ("ec" | "dmo") as seat]:
            return Seat(seat)
        case _:
            raise WRONG_LOT()
