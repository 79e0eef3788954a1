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
    other_cells = [cell for cell in CELLS if cell not in {*cells(free), *cells("D4")}]
    planted = tuple(Flower(cell, FlowerColor.YELLOW) for cell in other_cells)
    bed = Bed((Planting(planter.opponent, planted),))
    return replace(meadow(mover=planter, lives=left), bed=bed)


def full(planter: Seat = EC, left: tuple[int, int] = (3, 3)) -> FlowerPosition:
    """Return a full board; the planter's opponent must challenge or pass."""
    return acted(almost_full(planter, left), "A1 yellow")


def test_what_is_legal_on_a_full_board():
    state = full()
    words = [action.value for action in GAME.legal(state, DMO) if not isinstance(action, Claim)]
    assert words == ["challenge", "pass"]
    committed = acted(state, "challenge")
    words = [action.value for action in GAME.legal(committed, DMO) if not isinstance(action, Claim)]
    assert words == ["give up"]


# Whole matches

MAX_LISTED = 4000


def play(game: FlowerFields, seed: int) -> tuple[Match, Counter[str]]:
    """Play a random match to its end; count how often each kind of action was done."""
    dice = Random(seed)
    match, answers = begun(game, timed=False), Counter[str]()
    while not match.result:
        (seat, *_) = match.to_act
        text = game.write(chosen(match, seat, dice))
        before = match.state
        step = match.enter(Entry(Speaker(seat), match.now, text))
        assert step.refusal is None
        match = step.match
        answers[type(match.state.latest).__name__] += 1
        check_books(before, match.state, seat)
    return match, answers


def chosen(match: Match, seat: Seat, dice: Random) -> FlowerFieldsAction:
    """Choose a legal action, usually a planting."""
    listed = list(islice(match.game.legal(match.state, seat), MAX_LISTED))
    sorts = {
        12: [plant for plant in listed if isinstance(plant, Plant)],
        2: [claim for claim in listed if isinstance(claim, Claim)],
        1: [item for item in listed if not isinstance(item, Plant | Claim)],
    }
    results = {weight: sort for weight, sort in sorts.items() if sort}
    return dice.choice(dice.choices(list(results.values()), list(results))[0])


def check_books(before: FlowerPosition, next_position: FlowerPosition, seat: Seat) -> None:
    """Check what must hold after every action."""
    planted = [flower.cell for flower in next_position.bed.flowers]
    assert len(set(planted)) == len(planted)
    # A live hidden flower is never under a visible one.
    live = {cell for other_seat in SEATS for cell in next_position.live_colors(other_seat)}
    assert live.isdisjoint(planted)
    lost = sum(lives(before)) - sum(lives(next_position))
    if isinstance(next_position.latest, Planted):
        assert next_position.exploded == before.exploded + next_position.latest.exploded
        assert lost == len(next_position.latest.exploded)
        assert next_position.to_move is seat.opponent or next_position.outcome
    else:
        assert next_position.exploded == before.exploded
        assert lost in {0, 1}


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [doubting, flower_field])
def test_random_matches_end_and_their_counts_add_up(kind):
    reasons, answers = Counter[str](), Counter[str]()
    for seed in range(6 if kind is doubting else 3):
        match, done = play(kind(lives=("3", "12", "60")[seed % 3]), seed)
        reasons[match.result.reason] += 1
        answers += done
        if match.result.reason == "full-board":
            assert match.state.bed.is_full
    assert {*reasons} == {"no-lives", "full-board"}
    doubts = {"Doubted", "Accepted"} if kind is doubting else set()
    always = {"NoneType", "Planted", "Committed", "Challenged", "GaveUp"}
    assert always | doubts <= {*answers}
