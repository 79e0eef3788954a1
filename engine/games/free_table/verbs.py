"""The parts of lines that begin with a word of their own: dice, cards, items and turns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from random import Random
from typing import ClassVar, Final, Self

from engine.clocks import Seconds
from engine.games.free_table.line import HAND_FULL, HAND_LIMIT, LineExecution, Lot, Verb
from engine.games.free_table.table import Item, ItemKind, Table, owned_by
from engine.refusals import Refused, illegal
from engine.seats import SEATS, Seat
from engine.texts import Seating
from engine.words.sentences import Plural, Sentence, Words, listing

SEAT_WORDS: Final = frozenset(SEATS)
BOTH: Final = "both"
DICE_LIMIT: Final = 20
FACE_LIMIT: Final = 1_000
CARD_LIMIT: Final = 200

NUMBER: Final = "[0-9]{1,6}"

TOO_MANY_DICE: Final = illegal("too-many-dice", "You can roll at most {most} dice at once.")
NOT_A_DIE: Final = illegal("not-a-die", "A die has 1 to {most} faces.")
TOO_MANY_CARDS: Final = illegal("too-many-cards", "A deck has at most {most} cards.")
TOO_FEW_CARDS: Final = illegal(
    "too-few-cards", Plural("The deck has 1 card.", "The deck has {count} cards.")
)
NOTHING_CLOSED: Final = illegal("nothing-closed", "Nobody has any closed items.")
NOTHING_CLOSED_OF_SEAT: Final = illegal("nothing-closed", "The {player} has no closed items.")
NOT_CLOSED: Final = illegal("nothing-closed", "There is no closed item with that number.")
NOT_CLOSED_OF_SEAT: Final = illegal(
    "nothing-closed",
    Plural(
        "The {player} has {count} closed item: {numbers}.",
        "The {player} has {count} closed items: {numbers}.",
    ),
)

SUITS: Final = "CDHS"
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS: Final = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
"""A deck of playing cards, in its order."""


def _optional(*words: str) -> str:
    return f"(?: ({'|'.join(words)}))?"


def _seat(word: str | None) -> Seat | None:
    return Seat(word) if word else None


def _joined(*words: object) -> str:
    return " ".join(str(word) for word in words if word is not None)


# Lots


@dataclass(frozen=True, slots=True)
class Roll(Lot):
    """`roll 4d6`, `roll 4d6 ec`: dice for all to see, or closed to a seat."""

    verb: ClassVar[str] = "roll"
    kind: ClassVar[ItemKind] = ItemKind.DIE
    pattern: ClassVar[str] = f" ([0-9]{{0,3}})d({NUMBER}){_optional(*SEATS)}"
    faces: int = field(kw_only=True)

    @classmethod
    def read(cls, *groups: str | None) -> Self | None:
        """Read the dice, then perhaps a seat."""
        count, faces = int(groups[0] or 1), int(groups[1] or 0)
        if not 1 <= count <= DICE_LIMIT:
            raise TOO_MANY_DICE(most=DICE_LIMIT)
        if not 1 <= faces <= FACE_LIMIT:
            raise NOT_A_DIE(most=FACE_LIMIT)
        return cls(count, _seat(groups[2]), faces=faces)

    def draws(self, table: Table, generator: Random) -> Iterator[str]:  # noqa: ARG002
        """Draw each die."""
        return (str(1 + generator.randrange(self.faces)) for _ in range(self.count))

    def can_be(self, drawn: list[str], table: Table) -> bool:  # noqa: ARG002
        """Return whether the dice have such sides."""
        return {str(side) for side in range(1, self.faces + 1)}.issuperset(drawn)

    def make_room(self, table: Table, drawn: list[str]) -> Table:  # noqa: ARG002
        """Return the table without the dice that lay there for all to see, if these do."""
        return table if self.seat else table.without_dice()

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the dice, or whose they are."""
        if self.seat:
            player = seating.name(self.seat)
            return Sentence(
                "🎲 {count}d{faces} for {player}", count=self.count, faces=self.faces, player=player
            )
        dice = " ".join(self.shown)
        return Sentence("🎲 {count}d{faces}: {dice}", count=self.count, faces=self.faces, dice=dice)

    def __str__(self) -> str:
        return _joined(self.verb, f"{self.count}d{self.faces}", self.seat)


@dataclass(frozen=True, slots=True)
class Deal(Lot):
    """`deal 3`, `deal 2 ec`: cards for all to see, or closed to a seat."""

    verb: ClassVar[str] = "deal"
    kind: ClassVar[ItemKind] = ItemKind.CARD
    pattern: ClassVar[str] = f" ({NUMBER}){_optional(*SEATS)}"

    @classmethod
    def read(cls, *groups: str | None) -> Self | None:
        """Read the number of cards, then perhaps a seat."""
        count = int(groups[0] or 0)
        if count > HAND_LIMIT:
            raise HAND_FULL(most=HAND_LIMIT)
        return cls(count, _seat(groups[1])) if count else None

    def draws(self, table: Table, generator: Random) -> Iterator[str]:
        """Draw each card from those that are left."""
        left = list(table.deck)
        return (left.pop(generator.randrange(len(left))) for _ in range(self.count))

    def can_be(self, drawn: list[str], table: Table) -> bool:
        """Return whether the deck has the cards."""
        return all(drawn.count(card) <= table.deck.count(card) for card in drawn)

    def make_room(self, table: Table, drawn: list[str]) -> Table:
        """Return the table without the cards in its deck.

        Raises:
            Illegal: `too-few-cards`.
        """
        if self.count > len(table.deck):
            raise TOO_FEW_CARDS(count=len(table.deck))
        return table.deal(drawn)

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the cards, or whose they are."""
        if self.seat is None:
            return Sentence("deals {cards}", cards=" ".join(self.shown))
        return Plural(
            "deals {player} {count} card",
            "deals {player} {count} cards",
            player=seating.name(self.seat),
            count=self.count,
        )

    def __str__(self) -> str:
        return _joined(self.verb, self.count, self.seat)


# Cards and items


@dataclass(frozen=True, slots=True)
class MakeDeck(Verb):
    """`deck cards`, `deck 1..11x4`: a whole deck, in which all cards are gathered.

    `lowest`, `highest` and `copies` are 0 for a deck of 52 playing cards.
    """

    verb: ClassVar[str] = "deck"
    pattern: ClassVar[str] = r" (?:cards|([0-9]{1,3})\.\.([0-9]{1,3})(?:x([0-9]{1,3}))?)"
    lowest: int = 0
    highest: int = 0
    copies: int = 0

    @classmethod
    def read(cls, *groups: str | None) -> Self | None:
        """Read `cards`, or the range of the numbers."""
        if not any(groups):
            return cls()
        lowest, highest, copies = (int(group or 1) for group in groups)
        if (highest - lowest + 1) * copies > CARD_LIMIT:
            raise TOO_MANY_CARDS(most=CARD_LIMIT)
        return cls(lowest, highest, copies) if lowest <= highest and copies else None

    @property
    def pack(self) -> tuple[str, ...]:
        """The cards, in their order."""
        if not self.copies:
            return CARDS
        return tuple(map(str, range(self.lowest, self.highest + 1))) * self.copies

    def carry_out(self, line: LineExecution) -> LineExecution:
        """Gather all cards in the deck."""
        return line.after(line.table.gather(self.pack), self)

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell the number of cards."""
        return Plural("a deck of {count} card", "a deck of {count} cards", count=len(self.pack))

    def __str__(self) -> str:
        if not self.copies:
            return "deck cards"
        copies = f"x{self.copies}" if self.copies > 1 else ""
        return f"deck {self.lowest}..{self.highest}{copies}"


@dataclass(frozen=True, slots=True)
class Open(Verb):
    """`open`, `open ec 1 3`: shows closed items to all.

    Attributes:
        seat: The seat; None for both seats, or for the player's own if a player types it.
        numbers: The items' numbers; none for all of them.
        items: The items, once it is done; then both seats' are told one after the other.
    """

    verb: ClassVar[str] = "open"
    pattern: ClassVar[str] = f"{_optional(*SEATS)}((?: {NUMBER})*)"
    seat: Seat | None = None
    numbers: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()

    @classmethod
    def read(cls, *groups: str | None) -> Self | None:
        """Read perhaps a seat, then numbers."""
        numbers = map(int, (groups[1] or "").split())
        return cls(_seat(groups[0]), tuple(dict.fromkeys(numbers)))

    def carry_out(self, line: LineExecution) -> LineExecution:
        """Show the items; raise Illegal if there are none, or none of a number."""
        seat, table = self.seat or line.seat, line.table
        holders = (seat,) if seat else SEATS
        held = [item for holder in holders for item in owned_by(holder, table.closed)]
        shown = [item for item in held if not self.numbers or item.number in self.numbers]
        if not shown or not {item.number for item in shown}.issuperset(self.numbers):
            raise _nothing_closed(held, seat)
        by_holder = groupby(shown, key=lambda item: item.owner.seat)
        done = [replace(self, seat=holder, items=tuple(items)) for holder, items in by_holder]
        return line.after(table.show(shown), *done)

    def told(self, seating: Seating, seat: Seat | None) -> Words:
        """Tell the items, and whose they were."""
        items = listing(item.named() for item in self.items)
        if self.seat is None or self.seat is seat:
            return Sentence("shows {items}", items=items)
        return Sentence("{player} shows {items}", player=seating.name(self.seat), items=items)

    def __str__(self) -> str:
        return _joined(self.verb, self.seat, *self.numbers)


def _nothing_closed(held: list[Item], seat: Seat | None) -> Refused:
    if seat is None:
        return NOT_CLOSED() if held else NOTHING_CLOSED()
    numbers = [str(item.number) for item in held]
    refusal = NOT_CLOSED_OF_SEAT if numbers else NOTHING_CLOSED_OF_SEAT
    return refusal(player=seat.upper(), count=len(numbers), numbers=", ".join(numbers))


# Turns


class TurnMode(StrEnum):
    """The way in which a turn is spoken.

    `ALOUD` in the room; `SEALED` in private, opened once the turn closes; `SECRET` in private,
    shown to the host once the turn closes and closed to everybody else until it is opened.
    """

    ALOUD = "aloud"
    SEALED = "sealed"
    SECRET = "secret"  # noqa: S105 - no password, a word of the game


@dataclass(frozen=True, slots=True)
class Next(Verb):
    """`next`, `next both sealed 90`: opens a turn.

    Attributes:
        seats: The turn's seats; none for those whose turn it is.
        mode: The way it is spoken; None for the usual one.
        seconds: Its length; None for the usual time.
    """

    verb: ClassVar[str] = "next"
    pattern: ClassVar[str] = _optional(*SEATS, BOTH) + _optional(*TurnMode) + _optional(NUMBER)
    seats: tuple[Seat, ...] = ()
    mode: TurnMode | None = None
    seconds: Seconds | None = None

    @classmethod
    def read(cls, *groups: str | None) -> Self | None:
        """Read the seats, the mode and the seconds, each of them perhaps."""
        seat, mode, number = groups
        seats = SEATS if seat == BOTH else tuple(map(Seat, filter(None, [seat])))
        seconds = Seconds(number) if number else None
        return None if seconds == 0 else cls(seats, TurnMode(mode) if mode else None, seconds)

    def carry_out(self, line: LineExecution) -> LineExecution:
        """Leave the turn to the rules, which open it once the line is done."""
        return line.after(line.table, self)

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell whose turn it is."""
        return Sentence("next up: {players}", players=listing(map(seating.name, self.seats)))

    def __str__(self) -> str:
        seat = BOTH if len(self.seats) > 1 else next(iter(self.seats), None)
        return _joined(self.verb, seat, self.mode, self.seconds)


@dataclass(frozen=True, slots=True)
class Clear(Verb):
    """`clear`: returns board and hands to their state after the setup."""

    verb: ClassVar[str] = "clear"

    def carry_out(self, line: LineExecution) -> LineExecution:
        """Put back what was there after the setup."""
        return line.after(line.table.clear(line.cleared), self)

    def told(self, seating: Seating, seat: Seat | None) -> Words:  # noqa: ARG002
        """Tell of it, whatever it changed."""
        return Sentence("board and hands as at the start")

    def __str__(self) -> str:
        return self.verb


VERBS: Final[Mapping[str, type[Verb]]] = {
    verb.verb: verb for verb in (Roll, MakeDeck, Deal, Open, Next, Clear)
}


def pattern_in(words: Sequence[str]) -> re.Match[str] | None:
    """Return how the words after a verb match it; None if they do not, or there is no verb."""
    verb = VERBS.get(words[0]) if words else None
    return re.fullmatch(verb.pattern, "".join(f" {word}" for word in words[1:])) if verb else None
