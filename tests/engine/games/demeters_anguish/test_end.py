"""Demeter's Anguish: how a match ends, and who has won."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.demeters_anguish.board import Plot
from engine.games.demeters_anguish.notation import Passing
from engine.games.demeters_anguish.rules import Tiebreak
from engine.refusals import OutOfOrder
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.demeters_anguish.positions import (
    anguish,
    flowers_in,
    full_but,
    in_play,
    match_of,
    plain_flowers,
    plain_of,
    plot,
    say,
    say_all,
    sizes_planted,
    state_of,
)
from tests.engine.playing import begun, code, over

EC, DMO = Seat.EC, Seat.DMO


def test_two_turns_passed_in_a_row_end_it():
    match = in_play("ec rock A1", "dmo pass")
    assert match.result is None
    match = say_all(match, "ec pass rock")
    assert match.result is None
    assert say_all(match, "ec pass flower").result == over(DMO, "both-passed")


def test_the_hades_only_turn_does_not_count_as_passed():
    match = in_play("ec pass", "dmo pass")
    assert match.result is None
    assert say_all(match, "ec pass").result == over(DMO, "both-passed")


@pytest.mark.parametrize(
    "between",
    [
        ["ec flower A1 / pass"],
        ["ec pass flower / rock A1"],
        ["ec rock A1", "ec pass"],
        ["ec flower B1", "ec rock B1"],
    ],
)
def test_passed_turns_that_are_not_in_a_row_do_not_end_the_match(between: list[str]):
    match = in_play("ec pass", "dmo pass", *between, "dmo pass")
    assert match.result is None
    assert say_all(match, "ec pass").result == over(
        EC if flowers_in(match, EC) else DMO, "both-passed"
    )


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (["ec agree", "dmo agree"], True),
        (["dmo agree", "ec agree"], True),
        (["ec agree"], False),
        # Every half made or passed cancels an agreement, even the opponent's.
        (["dmo agree", "ec rock A1", "ec agree"], False),
        (["ec agree", "ec pass", "dmo agree"], False),
        (["ec pass", "ec agree", "dmo flower A1", "dmo agree"], False),
        (["ec pass", "ec agree", "dmo pass rock", "dmo agree"], False),
        (["ec pass", "dmo flower A1", "ec agree", "dmo agree"], True),
        (["ec agree", "ec pass", "dmo agree", "ec agree"], True),
    ],
)
def test_both_may_agree_in_and_out_of_turn(lines: list[str], ends: bool):
    match = say_all(in_play(), *lines)
    assert (match.result is not None) is ends
    assert not ends or match.result.reason == "agreed"


def test_a_seat_agrees_only_once_and_everyone_sees_it():
    match = say_all(in_play(), "dmo agree")
    assert match.view(PUBLIC).agreed == (DMO,)
    assert match.to_act == (EC,)
    assert code(say(match, "dmo agree")) == "already-agreed"
    assert isinstance(say(match, "dmo agree").refusal, OutOfOrder)
    both = say_all(match, "ec agree")
    assert both.view(PUBLIC).agreed == SEATS
    lapsed = say_all(match, "ec pass")
    assert lapsed.view(PUBLIC).agreed == ()
    assert code(say(lapsed, "dmo agree")) == ""


def test_a_refused_half_leaves_an_agreement_alone():
    match = say_all(in_play(), "dmo agree")
    step = say(match, "ec rock P1")
    assert code(step) == "off-board"
    assert say_all(step.match, "ec agree").result == over(DMO, "agreed")


# A domino lies on C3 and D3; then there is room for a monomino on B2, for nothing, for anything.
ONE_LEFT = plot(["C3 D3"], full_but("C3", "D3", "B2"))
CLOSED = plot(["C3 D3"], full_but("C3", "D3"))
OPEN = plot(["C3 D3"])


def test_the_match_ends_when_no_flower_fits_in_either_garden():
    match = match_of(state_of(ONE_LEFT, CLOSED))
    ended = say_all(match, "ec flower B2")
    assert ended.result == over(EC, "no-flower-fits")
    assert ended.to_act == ()
    ended = say_all(match_of(state_of(CLOSED, ONE_LEFT)), "ec rock B2")
    assert ended.result == over(DMO, "no-flower-fits")


@pytest.mark.parametrize(("ec", "dmo"), [(ONE_LEFT, OPEN), (OPEN, ONE_LEFT)])
def test_the_match_goes_on_while_a_flower_fits_in_one_garden(ec: Plot, dmo: Plot):
    match = match_of(state_of(ec, dmo))
    line = "ec flower B2" if ec is ONE_LEFT else "ec rock B2"
    match = say_all(match, line)
    assert (match.result, match.to_act) == (None, (EC,))


def test_a_garden_is_full_if_its_only_free_cell_needs_a_used_piece():
    """Only a monomino fits on A3, and it already lies on B2."""
    used = plot(["B2"], full_but("B2", "A3", "C3"))
    assert not used.takes_a_flower
    assert plot(["C4 D4"], full_but("C4 D4", "B3", "E5")).takes_a_flower
    match = match_of(state_of(ONE_LEFT, used))
    assert say_all(match, "ec flower B2").result == over(EC, "no-flower-fits")


def test_a_garden_without_flowers_takes_one_wherever_there_is_room():
    assert plot([], full_but("H8")).takes_a_flower
    assert not plot([], full_but()).takes_a_flower


def test_a_garden_with_all_pieces_takes_no_more():
    held = sizes_planted([*[5] * 12, *[4] * 5, 3, 3, 2, 1])
    assert held.left == ()
    assert not held.takes_a_flower
    assert not held.planted


@pytest.mark.parametrize(
    "text",
    [
        "flower B2 / rock A1",
        "flower B2 / rock P1",
        "flower B2 / pass",
        "flower B2 / rock A1 B1 C1",
    ],
)
def test_the_second_half_is_moot_if_the_first_ended_the_match(text: str):
    match = match_of(state_of(ONE_LEFT, CLOSED))
    ended = say_all(match, f"ec {text}")
    assert ended.result == over(EC, "no-flower-fits")
    assert len(ended.view(PUBLIC).latest) == 1
    assert (ended.view(PUBLIC).to_move, ended.view(PUBLIC).missing) == (None, ())
    assert ended.view(PUBLIC).dmo.rocks == match.view(PUBLIC).dmo.rocks


def test_a_refused_first_half_ends_nothing():
    match = match_of(state_of(ONE_LEFT, CLOSED))
    step = say(match, "ec rock A1 / flower B2")
    assert (code(step), step.match.result) == ("occupied", None)


def test_no_flower_fits_is_checked_before_passes_are_counted():
    """Play never leads to such a state: the match would have ended before."""
    match = match_of(state_of(CLOSED, CLOSED, turns_passed=1))
    assert say_all(match, "ec pass").result == over(DMO, "no-flower-fits")
    still_open = match_of(state_of(OPEN, CLOSED, turns_passed=1))
    assert say_all(still_open, "ec pass").result == over(DMO, "both-passed")


@pytest.mark.parametrize(
    ("ec", "dmo", "winner"),
    [
        # Cells under flowers.
        ([5], [4], EC),
        ([4], [5], DMO),
        ([5, 5, 4], [5, 5, 3], EC),
        ([4, 4, 4], [5, 5], EC),
        # Equal cells: pentominoes.
        ([5, 1], [4, 2], EC),
        ([4, 2], [5, 1], DMO),
        ([5, 5, 2], [4, 4, 4], EC),
        # Equal pentominoes: tetrominoes.
        ([5, 4, 1], [5, 3, 2], EC),
        ([5, 3, 2], [5, 4, 1], DMO),
        ([4, 2], [3, 3], EC),
        # Equal tetrominoes: trominoes. (Dominoes then are equal too.)
        ([5, 4, 3], [5, 4, 2, 1], EC),
        ([5, 4, 2, 1], [5, 4, 3], DMO),
        # All equal: the DMO.
        ([], [], DMO),
        ([5, 4, 3, 2, 1], [1, 2, 3, 4, 5], DMO),
        ([5, 5], [5, 5], DMO),
    ],
)
@pytest.mark.parametrize("reason", ["agreed", "both-passed"])
def test_the_score_and_its_tie_breaks(ec: list[int], dmo: list[int], winner: Seat, reason: str):
    match = match_of(state_of(sizes_planted(ec), sizes_planted(dmo)))
    lines = {"agreed": ("ec agree", "dmo agree"), "both-passed": ("ec pass", "dmo pass")}
    assert say_all(match, *lines[reason]).result == over(winner, reason)


@pytest.mark.parametrize(
    ("ec", "dmo", "tiebreak"),
    [
        ([4, 2], [3, 3], Tiebreak(4, 1, 0)),
        ([3, 3], [4, 2], Tiebreak(4, 0, 1)),
        ([5, 4, 2, 1], [5, 4, 3], Tiebreak(3, 0, 1)),
        ([5, 5], [5, 5], None),
    ],
)
def test_the_largest_size_of_which_one_has_more_flowers_decides_a_tie(
    ec: list[int], dmo: list[int], tiebreak: Tiebreak | None
):
    match = match_of(state_of(sizes_planted(ec), sizes_planted(dmo)))
    assert match.view(PUBLIC).decided_by == tiebreak


def test_dominoes_are_counted_last():
    domino, none = sizes_planted([5, 4, 3, 2]), sizes_planted([5, 4, 3])
    assert domino.score == (14, 1, 1, 1, 1)
    assert none.score == (12, 1, 1, 1, 0)


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_a_whole_match_ends_as_the_rules_say(seed: int):
    match = begun(anguish(first="ec"))
    generator = Random(seed)
    passed = 0
    while not match.result:
        seat = match.to_act[0]
        actions = list(match.game.legal(match.state, seat))
        laying = [each for each in actions if not isinstance(each.typed[0], Passing)]
        is_lazy = not laying or generator.random() < 0.1
        match = say_all(
            match, f"{seat} {match.game.write(generator.choice(actions if is_lazy else laying))}"
        )
        passed += is_lazy
    gardens = {seat: plain_of(match.state.plot(seat)) for seat in SEATS}
    fits = any(plain_flowers(each) for each in gardens.values())
    assert match.result.reason == ("both-passed" if fits else "no-flower-fits")
    sizes = {seat: [len(each) for each in gardens[seat].flowers] for seat in SEATS}
    score = {
        seat: (sum(sizes[seat]), *(sizes[seat].count(size) for size in (5, 4, 3, 2)))
        for seat in SEATS
    }
    assert match.result.winner is (EC if score[EC] > score[DMO] else DMO)
    assert all(len(garden.planted) == sum(map(len, garden.flowers)) for garden in gardens.values())
