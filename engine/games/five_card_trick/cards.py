"""The cards of Five-Card Trick, and a seat's side of the table."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final


class Card(StrEnum):
    """A card, in the order in which positions list them."""

    SCORE = "score"
    GROW = "grow"
    CLAIM = "claim"
    BLOCK = "block"
    STEAL = "steal"


@dataclass(frozen=True, slots=True)
class Trick:
    """The submission for a round.

    Attributes:
        cards: The two cards, in the order of all.
        target: The card that Block blocks; None without Block.
    """

    cards: tuple[Card, Card]
    target: Card | None = None

    def __str__(self) -> str:
        return " ".join(
            f"{card} {self.target}" if card is Card.BLOCK else card for card in self.cards
        )


TRICKS: Final = tuple(
    Trick(cards, target)
    for cards in combinations(Card, 2)
    for target in (tuple(Card) if Card.BLOCK in cards else (None,))
)
"""All pairs of two cards, with every target of Block."""


# These weights and that of chips fit 560 matches of the search against itself, with some chance.
LIGHT: Final = 0.06
"""The worth of a light that is on, in chips."""
WORTH: Final = {Card.SCORE: 0.3, Card.GROW: 0.2}
"""The worth of being free to use a card in the next round, in chips."""
WORTH_OF_POT: Final = {Card.CLAIM: 0.2, Card.STEAL: 0.4}
"""The same for each chip in the pot."""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat's part of the table, which everybody sees.

    Attributes:
        chips: The number of its chips.
        lights: The cards whose light is on.
        blocked: The card that is void in the round to come.
        played: The submissions for the latest two rounds, older first; None for nothing.
        void: The cards of the latest round that were cancelled or blocked.
        gained: The chips that the latest round's cards brought.
    """

    chips: int = 0
    lights: AbstractSet[Card] = frozenset()
    blocked: Card | None = None
    played: tuple[Trick | None, ...] = ()
    void: AbstractSet[Card] = frozenset()
    gained: int = 0

    @property
    def latest(self) -> AbstractSet[Card]:
        """The cards played in the latest round."""
        return cards_of(self.played[-1]) if self.played else frozenset()

    @property
    def barred(self) -> AbstractSet[Card]:
        """The cards played in each of the latest two rounds: one at most."""
        return self.latest & cards_of(self.played[0]) if len(self.played) == 2 else frozenset()

    @property
    def has_just_lit_all(self) -> bool:
        """True if all lights were on after the latest round, and so went out."""
        return not self.lights and bool(self.latest)

    def working(self, trick: Trick | None, other: Trick | None) -> AbstractSet[Card]:
        """Return the cards that are neither cancelled by the other seat's nor blocked."""
        return cards_of(trick) - cards_of(other) - {self.blocked}

    def after(
        self, trick: Trick | None, works: AbstractSet[Card], gained: int, blocked: Card | None
    ) -> "Side":
        """Return the side after a round: all lights go out, for a chip, once they are on."""
        cards = cards_of(trick)
        lights = self.lights | cards
        is_full = len(lights) == len(Card)
        return Side(
            chips=self.chips + gained + is_full,
            lights=frozenset() if is_full else lights,
            blocked=blocked,
            played=(*self.played, trick)[-2:],
            void=cards - works,
            gained=gained,
        )

    def worth(self, pot: int, left: int) -> float:
        """Return the chips, with what they may hope for in the rounds that are left."""
        can_light_all = len(Card) - len(self.lights) <= 2 * left
        lights = LIGHT * len(self.lights) if can_light_all else 0.0
        free = [card for card in Card if card not in self.barred and card is not self.blocked]
        return (
            self.chips
            + lights
            + sum(WORTH.get(card, 0) + pot * WORTH_OF_POT.get(card, 0) for card in free)
        )


def cards_of(trick: Trick | None) -> AbstractSet[Card]:
    """Return the cards of a submission."""
    return frozenset(trick.cards if trick else ())
