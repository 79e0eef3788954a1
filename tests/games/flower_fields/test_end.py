"""The Flower Fields on a full board, and whole random matches."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.games.flower_fields.board import CELLS, Bed, Flower, FlowerColor, Planting
from engine.games.flower_fields.notation import Claim, FlowerFieldsAction, Plant
from engine.games.flower_fields.position import FlowerPosition, Planted
from engine.games.flower_fields.rules import FlowerFields
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.engine.playing import begun
from tests.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    acted,
    cells,
    doubting,
    flower_field,
    lives,
    meadow,
)


def almost_full(
    planter: Seat = EC, left: tuple[int, int] = (3, 3), free: str = "A1"
) -> FlowerPosition:
    """Return the planter's turn; except for a few cells the board is full of yellow flowers."""
    others = [cell for cell in CELLS if cell not in {*cells(free), *cells("D4")}]
    planted = tuple(Flower(cell, FlowerColor.YELLOW) for cell in others)
    bed = Bed((Planting(planter.opponent, planted),))
    return replace(meadow(mover=planter, lives=left), bed=bed)


def full(planter: Seat = EC, left: tuple[int, int] = (3, 3)) -> FlowerPosition:
    """Return a full board; the planter's opponent must challenge or pass."""
    return acted(almost_full(planter, left), "A1 yellow")


def test_what_is_legal_on_a_full_board():
    state = full()
    words = [each.value for each in GAME.legal(state, DMO) if not isinstance(each, Claim)]
    assert words == ["challenge", "pass"]
    committed = acted(state, "challenge")
    words = [each.value for each in GAME.legal(committed, DMO) if not isinstance(each, Claim)]
    assert words == ["give up"]


# Whole matches

MAX_LISTED = 4000


def play(game: FlowerFields, seed: int) -> tuple[Match, Counter[str]]:
    """Play a random match to its end; count how often each kind of action was done."""
    dice = Random(seed)
    match, told = begun(game, timed=False), Counter[str]()
    while not match.result:
        (seat, *_) = match.to_act
        text = game.write(chosen(match, seat, dice))
        before = match.state
        step = match.enter(Entry(Speaker(seat), match.now, text))
        assert step.refusal is None
        match = step.match
        told[type(match.state.latest).__name__] += 1
        check_books(before, match.state, seat)
    return match, told


def chosen(match: Match, seat: Seat, dice: Random) -> FlowerFieldsAction:
    """Choose a legal action, usually a planting."""
    listed = list(islice(match.game.legal(match.state, seat), MAX_LISTED))
    sorts = {
        12: [each for each in listed if isinstance(each, Plant)],
        2: [each for each in listed if isinstance(each, Claim)],
        1: [each for each in listed if not isinstance(each, Plant | Claim)],
    }
    found = {weight: each for weight, each in sorts.items() if each}
    return dice.choice(dice.choices(list(found.values()), list(found))[0])


def check_books(before: FlowerPosition, after: FlowerPosition, seat: Seat) -> None:
    """Check what must hold after every action."""
    planted = [flower.cell for flower in after.bed.flowers]
    assert len(set(planted)) == len(planted)
    # A live hidden flower is never under a visible one.
    live = {cell for each in SEATS for cell in after.live_colors(each)}
    assert live.isdisjoint(planted)
    lost = sum(lives(before)) - sum(lives(after))
    if isinstance(after.latest, Planted):
        assert after.exploded == before.exploded + after.latest.exploded
        assert lost == len(after.latest.exploded)
        assert after.to_move is seat.opponent or after.outcome
    else:
        assert after.exploded == before.exploded
        assert lost in {0, 1}


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [doubting, flower_field])
def test_random_matches_end_and_their_counts_add_up(kind):
    reasons, told = Counter[str](), Counter[str]()
    for seed in range(6 if kind is doubting else 3):
        match, done = play(kind(lives=("3", "12", "60")[seed % 3]), seed)
        reasons[match.result.reason] += 1
        told += done
        if match.result.reason == "full-board":
            assert match.state.bed.is_full
    assert {*reasons} == {"no-lives", "full-board"}
    doubts = {"Doubted", "Accepted"} if kind is doubting else set()
    always = {"NoneType", "Planted", "Committed", "Challenged", "GaveUp"}
    assert always | doubts <= {*told}
