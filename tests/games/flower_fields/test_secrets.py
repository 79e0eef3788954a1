"""Doubting Flower Field: nothing reveals what is hidden before the rules do."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from random import Random

import pytest

from engine.clocks import Seconds
from engine.games.flower_fields.board import Flower, FlowerColor
from engine.games.flower_fields.position import Claim, FlowerPosition, Hiding, Phase, Plant
from engine.grids.grid import Cell
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.records.record import write_record
from engine.seats import SEATS, Seat
from tests.engine.playing import begun
from tests.games.common.secrets import Leak, compare_in_lockstep
from tests.games.flower_fields.positions import BOARD, all_fields, doubting, plainly_alike
from tests.games.referees.agreement import referee_of

NEAR = sorted(cell for cell in BOARD if 0 < abs(cell.column - 3) + abs(cell.row - 3) < 3)
LONGEST = 30
MATCHES = range(24)
STRAY = ("accept", "challenge", "give up", "A1 red", "hello", "challenge A1 A2 A3 A4")

Colours = dict[Cell, FlowerColor]
Fields = tuple[tuple[Cell, ...], tuple[Cell, ...]]

GAME = doubting(first="ec", lives="9")


@dataclass(frozen=True)
class Twins:
    """Two matches that differ only in what a seat hides.

    Attributes:
        hider: Seat with different secrets in each.
        logs: Entries of both, the same but for the hider's flowers.
        shown_by: Number of entries before the one by which the plain referee tells them apart.
    """

    hider: Seat
    logs: list[list[Entry]]
    shown_by: int

    @property
    def telling(self) -> str:
        """The text by which the rules show the difference; empty if none does."""
        texts = [entry.text for entry in self.logs[0]]
        return texts[self.shown_by] if self.shown_by < len(texts) else ""


def random_flowers(dice: Random) -> Colours:
    return {cell: dice.choice(list(FlowerColor)) for cell in dice.sample(NEAR, 2)}


def random_twins(seed: int) -> Twins:
    """Return a random match, in which a seat hides other flowers in the twin."""
    dice = Random(seed)
    hider = dice.choice(SEATS)
    other, here, there = (random_flowers(dice) for _ in range(3))
    if dice.random() < 0.5:
        there = {cell: dice.choice(list(FlowerColor)) for cell in here}
    hidden = [{hider: flowers, hider.opponent: other} for flowers in (here, there)]
    logs = [[*hidings(flowers)] for flowers in hidden]
    match = begun(GAME)
    for entry in logs[0]:
        match = match.enter(entry).match
    while not (match.result or match.state.bed.is_full) and len(logs[0]) < LONGEST:
        seat = match.to_act[0]
        text = something(match.state, seat, [flowers[seat] for flowers in hidden], dice)
        entry = Entry(Speaker(seat), Seconds(20 * len(logs[0])), text)
        match = match.enter(entry).match
        for log in logs:
            log.append(entry)
    judged = zip(*map(verdicts, logs), strict=True)
    return Twins(hider, logs, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], judged)))


def hidings(hidden: dict[Seat, Colours]) -> Iterator[Entry]:
    for index, seat in enumerate(SEATS):
        flowers = tuple(Flower(*flower) for flower in hidden[seat].items())
        yield Entry(Speaker(seat), Seconds(index), GAME.write(Hiding(flowers)))


def verdicts(log: list[Entry]) -> list[dict]:
    """Return what the plain referee says after each entry."""
    record = write_record(GAME, {}, log, starts_clock_by_post=False)
    return referee_of(GAME.name)(record, ())[:-1]


def something(state: FlowerPosition, seat: Seat, hidden: list[Colours], dice: Random) -> str:
    """Return the next text of the seat to act, with what it hides in each of the two."""
    if dice.random() < 0.1:
        return dice.choice(STRAY)
    if state.doubtful and dice.random() < 0.6:
        return dice.choice(("doubt", "doubt", "accept"))
    if state.phase is Phase.ANSWER:
        return "accept"
    if (state.phase is Phase.CHALLENGE or dice.random() < 0.5) and (
        claims := some_claims(state, seat, hidden, dice)
    ):
        return GAME.write(Claim(dice.choice(claims)))
    if state.phase is Phase.CHALLENGE:
        return "give up"
    return GAME.write(Plant(dice.choice(list(state.bed.plantings_that_fit(chain=False)))))


def some_claims(
    state: FlowerPosition, seat: Seat, hidden: list[Colours], dice: Random
) -> list[Fields]:
    """Return some legal claims with unseen cells, only those true in one of the two if any are."""
    planting = state.bed.latest(seat.opponent)
    challenged = {flower.cell for flower in planting.flowers} if planting else set()
    visible = state.bed.colors
    known = {*visible}.union(*hidden)
    fields = sorted(tuple(sorted(field)) for field in all_fields() if field <= known)
    pairs = [tuple(dice.sample(fields, 2)) for _ in range(300) if len(fields) > 1]
    claims = [
        (field, other)
        for field, other in pairs
        if 0 < len({*field, *other} - {*visible}) <= 2 and {*field, *other} & challenged
    ]
    return [
        claim for claim in claims if len({is_true(claim, own | visible) for own in hidden}) == 2
    ] or claims


def is_true(claim: Fields, colors: Colours) -> bool:
    return {*claim[0], *claim[1]} <= {*colors} and plainly_alike(*claim, colors)


def is_over(match: Match) -> bool:
    return match.result is not None


def compare(twins: Twins, entries: int) -> int:
    return compare_in_lockstep(GAME, *(log[:entries] for log in twins.logs), twins.hider, is_over)


@pytest.fixture(scope="module")
def all_twins() -> list[Twins]:
    return [random_twins(seed) for seed in MATCHES]


def test_two_matches_look_alike_until_the_rules_reveal_what_is_hidden(all_twins: list[Twins]):
    assert sum(compare(twins, twins.shown_by) for twins in all_twins) > 100


def test_two_matches_look_alike_no_longer_than_that(all_twins: list[Twins]):
    telling = [twins for twins in all_twins if twins.telling]
    lasts = {"doubt" if twins.telling == "doubt" else "planting" for twins in telling}
    assert lasts == {"doubt", "planting"}
    for twins in telling:
        with pytest.raises(Leak):
            compare(twins, twins.shown_by + 1)


def test_the_matches_cover_what_they_are_meant_to_test(all_twins: list[Twins]):
    """Claims, doubts, and claims that are true in one match only, of which some are doubted."""
    accepted = Counter[str]()
    for twins in all_twins:
        judged = zip(twins.logs[0][: twins.shown_by], verdicts(twins.logs[0]), strict=False)
        accepted.update(
            entry.text.split()[0] for entry, verdict in judged if verdict["verdict"] == "accepted"
        )
    assert accepted["challenge"] > 40
    assert accepted["doubt"] > 20
    assert accepted["accept"] > 5
    assert sum(twins.telling == "doubt" for twins in all_twins) > 2
