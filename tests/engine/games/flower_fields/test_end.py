"""The Flower Fields on a full board, and whole random matches."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.clocks import Periods, Seconds
from engine.games.flower_fields.board import CELLS, Bed, Colour, Flower, Planting
from engine.games.flower_fields.notation import Claim, FlowerFieldsAction, Plant
from engine.games.flower_fields.position import Challenged, GaveUp, Passed, Phase, Planted, Position
from engine.games.flower_fields.rules import FlowerFields
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    acted,
    cells,
    doubting,
    flower_field,
    flowers,
    lives,
    meadow,
    over,
    refusal,
)
from tests.engine.playing import begun

LAST = cells("A1")
# With A1 yellow the lower left is all yellow; the second row has a red flower in it.
RIGHT = "challenge A1 A2 A3 A4 / A1 B1 C1 D1"
WRONG = "challenge A1 A2 A3 A4 / A1 A2 B1 B2"


def almost_full(planter: Seat = EC, left: tuple[int, int] = (3, 3), free: str = "A1") -> Position:
    """The planter's turn; except for a few cells the board is full of yellow flowers."""
    others = [cell for cell in CELLS if cell not in {*cells(free), *cells("D4")}]
    planted = tuple(Flower(cell, Colour.YELLOW) for cell in others)
    bed = Bed((Planting(planter.opponent, planted),))
    return replace(meadow(mover=planter, lives=left), bed=bed)


def full(planter: Seat = EC, left: tuple[int, int] = (3, 3)) -> Position:
    """The board is full; the planter's opponent must challenge or pass."""
    return acted(almost_full(planter, left), "A1 yellow")


@pytest.mark.parametrize("planter", [EC, DMO])
@pytest.mark.parametrize(("free", "typed"), [("A1", "A1 red"), ("A1 C1", "A1 red, C1 blue")])
def test_when_the_board_is_full_the_other_seat_has_one_challenge(planter, free: str, typed: str):
    state = acted(almost_full(planter, free=free), typed)
    assert (state.phase, state.to_move, state.outcome) == (Phase.FINAL, planter.opponent, None)
    assert state.turns == almost_full().turns + 1
    assert GAME.timing(state).clock == Periods(Seconds(120), Seconds(30))
    assert "." not in GAME.position(state)["field"]


def test_a_board_with_one_free_cell_is_not_full():
    state = acted(almost_full(free="A1 C1"), "C1 blue")
    assert (state.phase, state.to_move) == (Phase.TURN, DMO)
    assert refusal(state, "pass") == ("not-a-submission", "")


@pytest.mark.parametrize("planter", [EC, DMO])
@pytest.mark.parametrize(
    ("typed", "planters", "challengers"),
    [
        ([RIGHT], -1, 0),
        (["challenge", RIGHT], -1, 0),
        ([WRONG], 0, -1),
        (["challenge", WRONG], 0, -1),
        (["challenge", "give up"], 0, -1),
        (["pass"], 0, 0),
    ],
)
@pytest.mark.parametrize(("had", "has"), [(3, 3), (3, 2), (2, 3), (4, 3), (2, 2), (2, 4)])
def test_the_last_challenge_is_scored_and_more_lives_win(
    *, planter: Seat, typed: list[str], planters: int, challengers: int, had: int, has: int
):
    left = (had, has) if planter is EC else (has, had)
    before = full(planter, left)
    state = acted(before, *typed)
    assert state.lives(planter) == had + planters
    assert state.lives(planter.opponent) == has + challengers
    # Nothing is undone; with equal lives the seat that planted last wins.
    assert state.bed == before.bed
    ahead = state.lives(planter) >= state.lives(planter.opponent)
    assert state.outcome == over(planter if ahead else planter.opponent, "full-board")
    assert GAME.to_act(state) == ()


@pytest.mark.parametrize(
    ("left", "typed", "winner", "reason"),
    [
        ((1, 1), [RIGHT], DMO, "no-lives"),
        ((1, 5), [RIGHT], DMO, "no-lives"),
        ((1, 1), [WRONG], EC, "no-lives"),
        ((1, 1), ["challenge", "give up"], EC, "no-lives"),
        ((1, 1), ["pass"], EC, "full-board"),
        ((1, 2), ["pass"], DMO, "full-board"),
        ((2, 1), [RIGHT], EC, "full-board"),
        ((1, 2), [WRONG], EC, "full-board"),
    ],
)
def test_a_seat_left_without_lives_by_the_last_challenge_loses_for_that(
    left, typed, winner, reason
):
    assert acted(full(EC, left), *typed).outcome == over(winner, reason)


def test_a_planter_who_loses_their_last_life_filling_the_board_loses_at_once():
    state = replace(almost_full(left=(1, 1)), dmo_hidden=flowers("A1R G7B"))
    # The cell had no visible flower, so the flower hidden there lives.
    state = acted(state, "A1 red")
    assert (lives(state), state.outcome) == ((0, 1), over(DMO, "no-lives"))
    assert state.phase is Phase.TURN


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        ("A1 red", "occupied", "A1"),
        ("D4 red, A1 red", "occupied", "D4 A1"),
        ("H1 red", "off-board", "H1"),
        ("give up", "not-committed", ""),
        ("doubt", "nothing-to-doubt", ""),
        ("accept", "nothing-to-doubt", ""),
        ("first me", "wrong-phase", ""),
        ("hide A1 red, G7 blue", "wrong-phase", ""),
        ("challenge B1 B2 B3 B4 / C1 C2 C3 C4", "old-flowers", "A1"),
        ("challenge A1 A2 A3 A4 / A4 A3 A2 A1", "same-field", "A1 A2 A3 A4"),
        ("challenge A1 A2 A3 A5 / A1 B1 C1 D1", "not-a-field", "A1 A2 A3 A5"),
        ("A1 A2 A3 A4 / A1 B1 C1 D1", "malformed", "A1 A2 A3 A4 A1 B1 C1 D1"),
    ],
)
def test_a_refused_last_challenge_costs_nothing(text: str, code: str, about: str):
    state = full()
    assert refusal(state, text) == (code, about)
    assert acted(state, RIGHT).lives(EC) == 2


@pytest.mark.parametrize("text", ["pass", "challenge", "doubt", "accept", "first me"])
def test_a_seat_committed_to_the_last_challenge_may_not_pass(text: str):
    state = acted(full(), "challenge")
    assert GAME.timing(state).clock == Periods(Seconds(180), Seconds(30))
    assert refusal(state, text) == ("committed", "")
    assert acted(state, "A1 A2 A3 A4 / A1 B1 C1 D1").lives(EC) == 2


def test_what_is_legal_on_a_full_board():
    state = full()
    words = [each.value for each in GAME.legal(state, DMO) if not isinstance(each, Claim)]
    assert words == ["challenge", "pass"]
    committed = acted(state, "challenge")
    words = [each.value for each in GAME.legal(committed, DMO) if not isinstance(each, Claim)]
    assert words == ["give up"]


@pytest.mark.parametrize(
    ("typed", "event"),
    [
        ("pass", Passed(DMO)),
        (
            RIGHT,
            Challenged(
                DMO, (cells("A1 A2 A3 A4"), cells("A1 B1 C1 D1")), has_unseen=False, succeeded=True
            ),
        ),
        (
            WRONG,
            Challenged(
                DMO, (cells("A1 A2 A3 A4"), cells("A1 A2 B1 B2")), has_unseen=False, succeeded=False
            ),
        ),
    ],
)
def test_the_view_says_what_the_last_action_did(typed: str, event: object):
    assert GAME.view(acted(full(), typed), PUBLIC).latest == event
    assert GAME.view(acted(full(), "challenge", "give up"), PUBLIC).latest == GaveUp(DMO)


def test_running_out_of_time_on_a_full_board_loses():
    for state in (full(), acted(full(), "challenge")):
        assert GAME.lapse(state).outcome == over(EC, "out-of-time")


# Whole matches

MOST_LISTED = 4000


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
    """One of the legal actions, usually a planting."""
    listed = list(islice(match.game.legal(match.state, seat), MOST_LISTED))
    sorts = {
        12: [each for each in listed if isinstance(each, Plant)],
        2: [each for each in listed if isinstance(each, Claim)],
        1: [each for each in listed if not isinstance(each, Plant | Claim)],
    }
    found = {weight: each for weight, each in sorts.items() if each}
    return dice.choice(dice.choices(list(found.values()), list(found))[0])


def check_books(before: Position, after: Position, seat: Seat) -> None:
    """Check what must hold after every action."""
    planted = [flower.cell for flower in after.bed.flowers]
    assert len(set(planted)) == len(planted)
    # A live hidden flower is never under a visible one.
    live = {cell for each in SEATS for cell in after.live_colours(each)}
    assert live.isdisjoint(planted)
    lost = sum(lives(before)) - sum(lives(after))
    if isinstance(after.latest, Planted):
        assert after.exploded == before.exploded + after.latest.exploded
        assert lost == len(after.latest.exploded)
        assert after.to_move is seat.opponent or after.outcome
    else:
        assert after.exploded == before.exploded
        assert lost in {0, 1}


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
