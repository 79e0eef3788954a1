"""Beliefs about hidden flowers in Doubting Flower Field, and the claims they make true."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from typing import Final, TypeAlias

from engine.games.flower_fields.board import (
    BOARD,
    FIRST_FLOWER,
    MAX_PLANTED,
    Field,
    Flower,
    Planting,
)
from engine.games.flower_fields.position import Challenged, Doubted, Event
from engine.opponents.flower_fields.bed import (
    CELLS,
    EMPTY,
    PLACES,
    Numbered,
    SearchedBed,
    SearchedField,
    numbered,
    pattern_on,
    places_of,
    searched_fields,
)
from engine.seats import Seat

HIDING: Final = (0.0, 9.0, 6.0, 1.5, 0.2, 0.1, 0.1)
"""The weight of hiding a flower in a cell, by its steps from the middle.

Near the middle, where both must plant, it blows up or serves claims most. But if it were always
there, nobody would fall for it, and two flowers in one cell are worth nothing to either. Against a
mix like this one, a seat that always hid both flowers one step from the middle won 67 of 120 games,
two steps away 67, three 56 and four 36; so the first two share most of it.
"""

Beliefs: TypeAlias = list[list[float]]
"""The probability of a seat's live hidden flower in each cell, of each colour, by numbers."""
Guess: TypeAlias = tuple[Numbered, ...]
"""Hidden flowers that would make a claim true."""
Claimed: TypeAlias = tuple[Field, Field]


def hiding_weights() -> list[float]:
    """Return the weight of hiding a flower in each cell."""
    middle = FIRST_FLOWER.cell
    steps = {cell: abs(cell.column - middle.column) + abs(cell.row - middle.row) for cell in CELLS}
    return [HIDING[steps[cell]] if cell in BOARD.bit_of else 0.0 for cell in CELLS]


# Claims


@dataclass(frozen=True, slots=True)
class Target:
    """A planting that may be challenged, on the bed in which it stands.

    Attributes:
        challenged: The cells of the planting, as a set; empty if there is none.
    """

    bed: SearchedBed
    challenged: int

    def claims(self, hidden: Sequence[Numbered] = ()) -> list[Claimed]:
        """Return all pairs of like fields with a challenged flower and with all the hidden ones."""
        alike: dict[int, list[int]] = {}
        for cells, pattern in self.bed.with_more(hidden).fields():
            alike.setdefault(pattern, []).append(cells)
        return [
            (tuple(BOARD.cells(match)), tuple(BOARD.cells(other)))
            for group in alike.values()
            for match, other in combinations(group, 2)
            if (match | other) & self.challenged
            and all((match | other) >> place & 1 for place, _ in hidden)
        ]

    def helpers(self, beliefs: Beliefs) -> list[tuple[Numbered, float]]:
        """Return the single flowers that may be hidden and make a claim true, with likelihoods."""
        around = places_of(self.bed.edge) if self.challenged else ()
        return [
            ((place, color), likely)
            for place in around
            for color, likely in enumerate(beliefs[place])
            if likely and self.claims([(place, color)])
        ]


def guesses(colors: Sequence[int], claimed: Claimed) -> list[Guess]:
    """Return the hidden flowers, in all cells of a claim without a visible one, that make it true.

    Colours are numbers, by cells; `EMPTY` where no flower is visible.
    """
    one, other = map(_field_on, claimed)
    places = places_of(one[0] | other[0])
    unseen = [place for place in places if colors[place] == EMPTY]
    fitting, filled = [], bytearray(colors)
    for guess in product(range(EMPTY), repeat=len(unseen)):
        for place, color in zip(unseen, guess, strict=True):
            filled[place] = color
        if pattern_on(one, filled) == pattern_on(other, filled):
            fitting.append(tuple(zip(unseen, guess, strict=True)))
    return fitting


def _field_on(cells: Field) -> SearchedField:
    mask = BOARD.mask(cells)
    return next(field for field in searched_fields() if field[0] == mask)


def likelihood(alternatives: Iterable[Guess], beliefs: Beliefs) -> float:
    """Return the probability that one of some guesses is right."""
    return sum(prod(beliefs[place][color] for place, color in guess) for guess in alternatives)


# Beliefs


@dataclass(slots=True)
class Story:
    """The beliefs about a seat's hidden flowers while the events of a match are told again.

    Where nothing speaks against it, the seat is taken to hide flowers as this opponent does.

    Attributes:
        own: The cells in which those who believe it hide flowers themselves, so that the seat has
            no live one there; empty for the public.
        trust: The share of claims that nobody doubted taken for true.
        colors: The number of the colour in each cell, `EMPTY` where no flower is visible.
        weights: The weight of hiding each colour in each cell, where that is not ruled out.
        likely: The flowers that its claims have made likely, with their probabilities.
        left: The most live flowers it can have.
        claimed: The guesses that would make its latest claim true, as long as it may be doubted.
    """

    hider: Seat
    own: frozenset[int]
    trust: float
    colors: bytearray = field(default_factory=lambda: bytearray([EMPTY] * len(CELLS)))
    weights: Beliefs = field(
        default_factory=lambda: [[weight / EMPTY] * EMPTY for weight in hiding_weights()]
    )
    likely: dict[Numbered, float] = field(default_factory=dict)
    left: int = MAX_PLANTED
    claimed: list[Guess] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        """Take in one event more; a claim that is not doubted is believed as such claims are."""
        if not isinstance(event, Doubted):
            self._believe(self.trust)
        match event:
            case Doubted(seat, _, succeeded, put_back):
                if seat is not self.hider:
                    self._judge(is_true=not succeeded)
                self._show(put_back)
            case Planting(seat, flowers, exploded):
                self._show(flowers)
                for flower in flowers:
                    self._visit(PLACES[flower.cell], seat, is_explosion=flower.cell in exploded)
            case Challenged(seat, fields, has_unseen, _, undone):
                if has_unseen and seat is self.hider:
                    self.claimed = guesses(self.colors, fields)
                for flower in undone:
                    self.colors[PLACES[flower.cell]] = EMPTY

    def _show(self, flowers: Iterable[Flower]) -> None:
        for place, color in map(numbered, flowers):
            self.colors[place] = color

    def _visit(self, place: int, planter: Seat, *, is_explosion: bool) -> None:
        """Note that a planted cell hides no live flower any more; an explosion was somebody's."""
        self.weights[place] = [0.0] * EMPTY
        for color in range(EMPTY):
            self.likely.pop((place, color), None)
        if self.own:
            # Where flowers of both were hidden, neither blows up.
            self.left -= is_explosion is (place not in self.own)
        else:
            self.left -= is_explosion and planter is not self.hider

    def _judge(self, *, is_true: bool) -> None:
        if is_true:
            self._believe(1.0)
        for guess in self.claimed:
            if len(guess) == 1:
                ((place, color),) = guess
                self.weights[place][color] = 0.0
                self.likely.pop((place, color), None)
        self.claimed = []

    def _believe(self, trust: float) -> None:
        """Believe the latest claim, if it is still open, so much."""
        beliefs = self.beliefs() if self.claimed else []
        total = likelihood(self.claimed, beliefs)
        for guess in self.claimed if total else ():
            share = trust * likelihood([guess], beliefs) / total
            for place, color in guess:
                self.weights[place] = [weight * (1 - trust) for weight in self.weights[place]]
                self.likely[place, color] = max(share, self.likely.get((place, color), 0.0))
        self.claimed = []

    def is_ruled_out(self, place: int, color: int) -> bool:
        """Return whether a flower is not live for certain: planted over, or claimed in vain."""
        return not (self.weights[place][color] or (place, color) in self.likely)

    def beliefs(self) -> Beliefs:
        """Return the probability of each flower, in all as many as are left."""
        rest = max(0.0, self.left - sum(self.likely.values()))
        total = sum(map(sum, self.weights))
        scale = rest / total if total else 0.0
        beliefs = [[min(1.0, weight * scale) for weight in weights] for weights in self.weights]
        for (place, color), likely in self.likely.items():
            beliefs[place][color] = likely
        for place in self.own:
            beliefs[place] = [0.0] * EMPTY
        return beliefs


def public_beliefs(
    hider: Seat, own: frozenset[int], trust: float, events: Iterable[Event]
) -> Story:
    """Return the beliefs about a seat's hidden flowers after some events."""
    story = Story(hider, own, trust)
    story.tell(Planting(hider, (FIRST_FLOWER,)))
    for event in events:
        story.tell(event)
    return story
