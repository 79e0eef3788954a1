"""The lines of a free table as values: a line has parts, and each does one thing.

The text of a value is what is typed for it, without the `!` that makes it count.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine.grids.grid import Cell
from engine.refusals import Refused, illegal
from engine.scene import Owner
from engine.seats import Seat
from engine.words.sentences import Sentence, listing

BOTH: Final = "both"

# Limits

LINE_LIMIT: Final = 500
PART_LIMIT: Final = 40
WORDS_LIMIT: Final = 200
"""The limit of a move in words."""
TEXT_LIMIT: Final = 500
"""The limit of a sealed or secret text."""
OPTION_LIMIT: Final = 1_500
"""The limit of the setup, and of the envelope."""
TITLE_LIMIT: Final = 60
COUNTER_LIMIT: Final = 12
"""The limit of each owner."""
VALUE_LIMIT: Final = 999_999
DICE_LIMIT: Final = 20
FACE_LIMIT: Final = 1_000
CARD_LIMIT: Final = 200
HAND_LIMIT: Final = 60

TOO_HIGH: Final = illegal("too-high", "`{name}` would go beyond ±{most}.")
HAND_FULL: Final = illegal("hand-full", "Nobody can hold more than {most} items.")


@contextmanager
def whole_line(parts: int) -> Iterator[None]:
    """Add to a refusal inside, if the line has several parts, that none was carried out."""
    try:
        yield
    except Refused as refused:
        if parts > 1:
            refusal = refused.sentence.about(cells=listing(refused.cells))
            refused.sentence = Sentence(
                "{refusal} No part of the line was carried out.", refusal=refusal, **refusal.facts
            )
        raise


class TurnMode(StrEnum):
    """The way in which a turn is spoken.

    `ALOUD` in the room; `SEALED` in private, opened once the turn closes; `SECRET` in private,
    shown to the host once the turn closes and closed to everybody else until it is opened.
    """

    ALOUD = "aloud"
    SEALED = "sealed"
    SECRET = "secret"  # noqa: S105 - no password, a word of the game


# The board. An owner of None means the author: a player, or the table for a host.


@dataclass(frozen=True, slots=True)
class Lay:
    """`E4`: a plain piece on an empty cell."""

    cell: Cell
    owner: Owner | None = None

    def __str__(self) -> str:
        return _of(self.owner, str(self.cell))


@dataclass(frozen=True, slots=True)
class Put:
    """`E4=K`: a piece with a label, in place of whatever stands there."""

    cell: Cell
    label: str
    owner: Owner | None = None

    def __str__(self) -> str:
        return _of(self.owner, f"{self.cell}={self.label}")


@dataclass(frozen=True, slots=True)
class Empty:
    """`E4=-`: takes away what stands there."""

    cell: Cell

    def __str__(self) -> str:
        return f"{self.cell}=-"


@dataclass(frozen=True, slots=True)
class Move:
    """`B2 B3`: takes what stands on B3, if anything."""

    start: Cell
    goal: Cell

    def __str__(self) -> str:
        return f"{self.start} {self.goal}"


OnBoard: TypeAlias = Lay | Put | Empty | Move

# Counters, dice, cards and turns


@dataclass(frozen=True, slots=True)
class SetCounter:
    """`pot=3`: a counter, made if there is none of the name."""

    owner: Owner
    name: str
    value: int

    def __str__(self) -> str:
        return _of(self.owner, f"{self.name}={self.value}")


@dataclass(frozen=True, slots=True)
class AddToCounter:
    """`chips+2`, `chips-2`: a change of a counter that there is."""

    owner: Owner
    name: str
    change: int

    def __str__(self) -> str:
        return _of(self.owner, f"{self.name}{self.change:+}")


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll 4d6`, `roll 4d6 ec`: dice for all to see, or closed to a seat."""

    count: int
    faces: int
    seat: Seat | None = None

    def __str__(self) -> str:
        return _joined("roll", f"{self.count}d{self.faces}", self.seat)


@dataclass(frozen=True, slots=True)
class MakeDeck:
    """`deck cards`, `deck 1..11x4`: a whole deck, in which all cards are gathered.

    `lowest`, `highest` and `copies` are 0 for a deck of 52 playing cards.
    """

    lowest: int = 0
    highest: int = 0
    copies: int = 0

    def __str__(self) -> str:
        if not self.copies:
            return "deck cards"
        copies = f"x{self.copies}" if self.copies > 1 else ""
        return f"deck {self.lowest}..{self.highest}{copies}"


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal 3`, `deal 2 ec`: cards for all to see, or closed to a seat."""

    count: int
    seat: Seat | None = None

    def __str__(self) -> str:
        return _joined("deal", self.count, self.seat)


@dataclass(frozen=True, slots=True)
class Open:
    """`open`, `open ec 1 3`: shows closed items to all.

    Attributes:
        seat: The seat; None for both seats, or for the player's own if a player types it.
        numbers: The items' numbers; none for all of them.
    """

    seat: Seat | None = None
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return _joined("open", self.seat, *self.numbers)


@dataclass(frozen=True, slots=True)
class Next:
    """`next`, `next both sealed 90`: opens a turn.

    Attributes:
        seats: The turn's seats; none for those whose turn it is.
        mode: The way it is spoken; None for the usual one.
        seconds: Its length; None for the usual time.
    """

    seats: tuple[Seat, ...] = ()
    mode: TurnMode | None = None
    seconds: int | None = None

    def __str__(self) -> str:
        seat = BOTH if len(self.seats) > 1 else next(iter(self.seats), None)
        return _joined("next", seat, self.mode, self.seconds)


@dataclass(frozen=True, slots=True)
class Clear:
    """`clear`: returns board and hands to their state after the setup."""

    def __str__(self) -> str:
        return "clear"


Part: TypeAlias = OnBoard | SetCounter | AddToCounter | Roll | MakeDeck | Deal | Open | Next | Clear

# Whole texts of players


@dataclass(frozen=True, slots=True)
class ActionLine:
    """The parts of a line in order: all of it is done, or nothing."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return " / ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """`!bid 5`: a move in words, which changes nothing on the table."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SubmittedText:
    """A player's text in a sealed or secret turn; it never changes the table."""

    text: str

    def __str__(self) -> str:
        return self.text


def _of(owner: Owner | None, text: str) -> str:
    return text if owner in {None, Owner.TABLE} else f"{owner} {text}"


def _joined(*words: object) -> str:
    return " ".join(str(word) for word in words if word is not None)
