"""Doubting Flower Field: nothing reveals what is hidden before the rules do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from engine.games.flower_fields.board import Flower, FlowerColor
from engine.games.flower_fields.position import Claim, FlowerPosition, Hiding, Phase, Plant
from engine.games.flower_fields.rules import DoubtingFlowerField
from engine.grids.grid import Cell
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.engine.playing import begun
from tests.games.common.secrets import Leak, compare_in_lockstep
from tests.games.flower_fields.positions import BOARD, all_fields, doubting, slow_truth

NEAR = sorted(cell for cell in BOARD if 0 < abs(cell.column - 3) + abs(cell.row - 3) < 3)
LONGEST = 40
MATCHES = range(24)

Colours = dict[Cell, FlowerColor]
Fields = tuple[tuple[Cell, ...], tuple[Cell, ...]]

GAME = doubting(first="ec", lives="9")


@dataclass
class Twins:
    """Two matches that differ only in what a seat hides, until the rules reveal it.

    Attributes:
        hider: Seat with different secrets in each.
        hidden: Secrets of each seat, in the one match and in the other.
        lines: Lines of both, except for the hider's flowers.
        telling: True if the rules reveal the difference by the last line, and by no earlier one.
    """

    hider: Seat
    hidden: tuple[dict[Seat, Colours], ...]
    lines: list[tuple[str, str]] = field(default_factory=list)
    telling: bool = False

    def entries(self, number: int) -> list[Entry]:
        return [
            Entry(Speaker(name), 20 * index, text)
            for index, (name, text) in enumerate((*self.hidings(number), *self.lines))
        ]

    def hidings(self, number: int) -> Iterator[tuple[str, str]]:
        for seat in SEATS:
            planted = tuple(Flower(*flower) for flower in self.hidden[number][seat].items())
            yield seat, GAME.write(Hiding(planted))

    def live(self, number: int, seat: Seat, exploded: set[Cell]) -> Colours:
        """Return a seat's live hidden flowers in one of the two, worked out from the rules."""
        hidden = self.hidden[number]
        return {
            cell: color
            for cell, color in hidden[seat].items()
            if cell not in hidden[seat.opponent] and cell not in exploded
        }


def random_flowers(dice: Random) -> Colours:
    return {cell: dice.choice(list(FlowerColor)) for cell in dice.sample(NEAR, 2)}


def random_twins(seed: int) -> Twins:
    """Return the lines of a random match, up to where the hidden difference is revealed."""
    dice = Random(seed)
    hider = dice.choice(SEATS)
    other, here, there = (random_flowers(dice) for _ in range(3))
    if dice.random() < 0.5:
        there = {cell: dice.choice(list(FlowerColor)) for cell in here}
    hidden = tuple({hider: item, hider.opponent: other} for item in (here, there))
    twins = Twins(hider, hidden)
    match = begun(GAME)
    for entry in twins.entries(0):
        match = match.enter(entry).match
    while not match.result and len(twins.lines) < LONGEST and not twins.telling:
        seat = match.to_act[0]
        text, twins.telling = something(twins, match.state, seat, dice)
        twins.lines.append((seat, text))
        match = match.enter(twins.entries(0)[-1]).match
    return twins


def something(twins: Twins, state: FlowerPosition, seat: Seat, dice: Random) -> tuple[str, bool]:
    """Return the next text of the seat to act, and whether that reveals the difference."""
    if dice.random() < 0.1:
        texts = ("accept", "challenge", "give up", "A1 red", "hello", "challenge A1 A2 A3 A4")
        return dice.choice(texts), False
    if state.doubtful and dice.random() < 0.5:
        # When the claim was made, the planting that it undid was visible.
        undone = {flower.cell: flower.color for flower in state.latest.undone}
        visible = state.bed.colors | undone
        claimed = state.latest.fields
        return "doubt", len(truths(twins, state, seat.opponent, claimed, visible)) == 2
    if state.phase is Phase.ANSWER:
        return "accept", False
    if (state.phase is Phase.CHALLENGE or dice.random() < 0.5) and (
        claims := some_claims(twins, state, seat, dice)
    ):
        return GAME.write(Claim(dice.choice(claims))), False
    if state.phase is Phase.CHALLENGE:
        return "give up", False
    planted = dice.choice(list(state.bed.plantings_that_fit(chain=False)))
    live = [
        {cell for other_seat in SEATS for cell in twins.live(number, other_seat, {*state.exploded})}
        for number in (0, 1)
    ]
    cells = {flower.cell for flower in planted}
    return GAME.write(Plant(planted)), cells & live[0] != cells & live[1]


def truths(
    twins: Twins, state: FlowerPosition, challenger: Seat, claimed: Fields, visible: Colours
) -> set[bool]:
    """Return the truth of a claim: equal in both matches, or different."""
    return {
        slow_truth(claimed, visible, twins.live(number, challenger, {*state.exploded}))
        for number in (0, 1)
    }


def some_claims(twins: Twins, state: FlowerPosition, seat: Seat, dice: Random) -> list[Fields]:
    """Return some legal claims with unseen cells, true and false ones if there are both."""
    planting = state.bed.latest(seat.opponent)
    challenged = {flower.cell for flower in planting.flowers} if planting else set()
    visible = state.bed.colors
    own = {*twins.hidden[0][seat], *twins.hidden[1][seat]}
    allowed = sorted(
        tuple(sorted(all_field)) for all_field in all_fields() if len(all_field - {*visible}) <= 2
    )
    likely = [cell for cell in allowed if {*cell} <= {*visible} | own]
    pairs = [
        tuple(dice.sample(fields, 2))
        for fields in (allowed, likely)
        for _ in range(150)
        if len(fields) > 1
    ]
    claims = [
        (pair, other)
        for pair, other in pairs
        if 0 < len({*pair, *other} - {*visible}) <= 2 and {*pair, *other} & challenged
    ]
    return [
        claim for claim in claims if len(truths(twins, state, seat, claim, visible)) == 2
    ] or claims


def is_over(match: Match) -> bool:
    return match.result is not None


def compare(game: DoubtingFlowerField, twins: Twins, *, to_the_end: bool = False) -> int:
    """Return the number of lines compared, with or without the revealing line."""
    stored = len(twins.lines) - (twins.telling and not to_the_end) + 2
    entries, other_entries = (twins.entries(number)[:stored] for number in (0, 1))
    return compare_in_lockstep(game, entries, other_entries, twins.hider, is_over)


@pytest.fixture(scope="module")
def all_twins() -> list[Twins]:
    return [random_twins(seed) for seed in MATCHES]


def test_two_matches_look_alike_until_the_rules_reveal_what_is_hidden(all_twins: list[Twins]):
    assert sum(compare(GAME, twins) for twins in all_twins) > 100


def test_two_matches_look_alike_no_longer_than_that(all_twins: list[Twins]):
    telling = [twins for twins in all_twins if twins.telling]
    lasts = {"doubt" if twins.lines[-1][1] == "doubt" else "planting" for twins in telling}
    assert lasts == {"doubt", "planting"}
    for twins in telling:
        with pytest.raises(Leak):
            compare(GAME, twins, to_the_end=True)


def test_the_matches_cover_what_they_are_meant_to_test(all_twins: list[Twins]):
    """Claims that are true, false, true in one match only, and accepted ones."""
    claims = accepted = both = 0
    for twins in all_twins:
        played = [begun(GAME), begun(GAME)]
        for here, there in zip(twins.entries(0), twins.entries(1), strict=True):
            before = [match.state for match in played]
            played = [
                match.enter(entry).match for match, entry in zip(played, (here, there), strict=True)
            ]
            claim = played[0].state.doubtful
            if "challenge " in here.text and claim:
                claims += 1
                both += (
                    len({state.is_true(claim.seat, claim.fields, state.bed) for state in before})
                    > 1
                )
            accepted += here.text == "accept" and not claim
    assert claims > 20
    assert both > 5
    assert accepted > 1
