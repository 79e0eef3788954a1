"""What can be typed at a free table, as values: a line has parts, and each does one thing."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.games.free_table.table import Owner
from engine.grids.grid import Cell
from engine.seats import Seat


class Manner(StrEnum):
    """How a turn is spoken.

    `ALOUD` in the room; `SEALED` in private, opened once the turn closes; `SECRET` in private,
    shown to the host once the turn closes and closed to everybody else until it is opened.
    """

    ALOUD = "aloud"
    SEALED = "sealed"
    SECRET = "secret"


# On the board. An owner of None is whoever types it: a player, or the table for a host.


@dataclass(frozen=True, slots=True)
class Lay:
    """`E4`: a plain piece on an empty cell."""

    cell: Cell
    owner: Owner | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """`E4=K`: a piece with a label, in place of whatever stands there."""

    cell: Cell
    label: str
    owner: Owner | None = None


@dataclass(frozen=True, slots=True)
class Empty:
    """`E4=-`: takes away what stands there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Move:
    """`B2 B3`: takes what stands on B3, if anything."""

    start: Cell
    goal: Cell


OnBoard: TypeAlias = Lay | Put | Empty | Move

# Beside it


@dataclass(frozen=True, slots=True)
class SetCounter:
    """`pot=3`: a counter, made if there is none of the name."""

    owner: Owner
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class AddToCounter:
    """`chips+2`, `chips-2`: a change of a counter that there is."""

    owner: Owner
    name: str
    change: int


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll 4d6`, `roll 4d6 ec`: dice for all to see, or closed to a seat."""

    count: int
    faces: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class MakeDeck:
    """`deck cards`, `deck 1..11x4`: a whole deck, in which all cards are gathered.

    `lowest`, `highest` and `copies` are 0 for a deck of 52 playing cards.
    """

    lowest: int = 0
    highest: int = 0
    copies: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal 3`, `deal 2 ec`: cards for all to see, or closed to a seat."""

    count: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """`open`, `open ec 1 3`: closed items are shown to all.

    Attributes:
        seat: Whose; None for both seats', or the player's own if a player types it.
        numbers: Which; none for all of them.
    """

    seat: Seat | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Next:
    """`next`, `next both sealed 90`: opens a turn.

    Attributes:
        seats: Whose; none for whose turn it is.
        manner: How it is spoken; None for the usual way.
        seconds: How long it is; None for the usual time.
    """

    seats: tuple[Seat, ...] = ()
    manner: Manner | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """`clear`: board and hands are as after the setup."""


Part: TypeAlias = OnBoard | SetCounter | AddToCounter | Roll | MakeDeck | Deal | Open | Next | Clear

# What a player types as a whole


@dataclass(frozen=True, slots=True)
class Line:
    """What is done in order: all of it, or nothing."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """`!bid 5`: a move in words, which changes nothing on the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Submitted:
    """What a player says in a sealed or secret turn; it never changes the table."""

    text: str
