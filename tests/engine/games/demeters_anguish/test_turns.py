"""Demeter's Anguish: openings, the choice, the halves of a turn, and what is shown."""

import pytest

from engine.games.demeters_anguish.board import Flower, Rock
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.rules import Done, Passed, Phase
from engine.grids.polyominoes import identify
from engine.options import RowOne
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.games.demeters_anguish.positions import (
    U_CELLS,
    U,
    anguish,
    cells_of,
    flowers_in,
    in_play,
    names,
    position_of,
    rocks_in,
    say,
    say_all,
)
from tests.engine.playing import begun, code

EC, DMO = Seat.EC, Seat.DMO

U_IN_ORDER = tuple(sorted(cells_of(U_CELLS)))


# The opening and the choice


def test_flowers_are_revealed_once_it_is_known_who_begins():
    match = say_all(begun(anguish()), f"ec {U}", "dmo flower O O15 N15 O14 N14")
    assert match.state.phase is Phase.CHOICE
    assert match.view(PUBLIC).submitted == SEATS
    for viewer in (PUBLIC, *SEATS):
        assert match.view(viewer).ec.flowers == match.view(viewer).dmo.flowers == ()
    assert match.view(EC).own == Flower(identify(cells_of(U_CELLS)), U_IN_ORDER)
    assert match.view(PUBLIC).own is None
    match = say_all(match, "dmo first them")
    view = match.view(PUBLIC)
    assert (view.phase, view.to_move, view.missing) == (Phase.PLAY, EC, (Half.ROCK,))
    assert (view.submitted, match.view(EC).own) == ((), None)
    assert flowers_in(match, EC) == [names(U_IN_ORDER)]
    assert flowers_in(match, DMO) == ["N14 N15 O14 O15"]
    assert [(each.seat, each.half, each.by_clock) for each in view.latest] == [
        (EC, Half.FLOWER, False),
        (DMO, Half.FLOWER, False),
    ]
    assert view.marked == view.latest


def test_a_passed_opening_is_as_secret_as_a_flower():
    match = say_all(begun(anguish()), "ec pass", "dmo pass flower")
    for seat in SEATS:
        assert match.view(seat).own is Passed.PASSED
    shown = say_all(match, "dmo first me").view(PUBLIC)
    assert shown.latest == (Done(EC, Half.FLOWER, None), Done(DMO, Half.FLOWER, None))
    assert shown.ec == shown.dmo == begun(anguish()).view(PUBLIC).ec


def test_an_opening_can_be_replaced_until_both_are_in():
    match = say_all(begun(anguish()), "ec flower A1", "ec pass", f"ec {U}")
    assert match.to_act == (DMO,)
    assert code(say(match, "ec flower A1 A3")) == "not-a-flower"
    match = say_all(match, "dmo pass")
    assert code(say(match, "ec flower A1")) == "not-your-turn"
    assert code(say(match, "dmo flower A1")) == "wrong-phase"
    assert flowers_in(say_all(match, "dmo first ec"), EC) == [names(U_IN_ORDER)]


def test_each_opening_is_in_its_own_garden():
    match = in_play(ec=U, dmo=U)
    assert flowers_in(match, EC) == flowers_in(match, DMO) == [names(U_IN_ORDER)]
    assert position_of(match, EC)[6:8] == ["......***......", "......*.*......"]


@pytest.mark.parametrize("first", SEATS)
def test_nobody_is_asked_if_the_host_has_fixed_who_begins(first: Seat):
    match = in_play(first=first.value, ec=U)
    assert match.to_act == (first,)
    assert match.view(PUBLIC).missing == (Half.ROCK,)
    assert code(say(match, f"{first} first ec")) == "wrong-phase"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        # While openings are secret, both seats are heard.
        ("ec rock A1", "wrong-phase"),
        ("ec pass rock", "wrong-phase"),
        ("ec flower A1 / rock A1", "wrong-phase"),
        ("ec rock P1 / flower A1", "wrong-phase"),
        ("ec agree", "wrong-phase"),
        ("dmo first me", "wrong-phase"),
        ("ec first me", "wrong-phase"),
        ("ec flower", "malformed"),
        ("ec flower P1", "off-board"),
        ("ec flower U A1", "wrong-letter"),
        ("ec flower A1 / pass", ""),
        ("ec pass / flower A1", "half-done"),
        ("ec hello", "not-a-submission"),
        ("dmo flower A1", ""),
        ("dmo pass", ""),
        ("dmo pass flower", ""),
        ("dmo pass demeter", ""),
        ("dmo concede", ""),
    ],
)
def test_what_may_be_said_in_the_opening(line: str, answer: str):
    assert code(say(begun(anguish()), line)) == answer
    in_already = say_all(begun(anguish()), f"{line.split(maxsplit=1)[0]} flower O15")
    assert code(say(in_already, line)) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("ec flower A1", "not-your-turn"),
        ("ec rock A1", "not-your-turn"),
        ("ec first me", "not-your-turn"),
        ("ec flower", "not-your-turn"),
        ("ec pass", "not-a-submission"),
        ("ec agree", "wrong-phase"),
        ("dmo flower A1", "wrong-phase"),
        ("dmo pass", "not-a-submission"),
        ("dmo pass rock", "wrong-phase"),
        ("dmo I agree", "not-a-submission"),
        ("dmo rock A1", "wrong-phase"),
        ("dmo agree", "wrong-phase"),
        ("dmo flower", "malformed"),
        ("dmo first", "malformed"),
        ("dmo first me", ""),
        ("dmo first ec", ""),
        ("ec concede", ""),
    ],
)
def test_what_may_be_said_in_the_choice(line: str, answer: str):
    choice = say_all(begun(anguish()), "ec flower A1", "dmo pass")
    assert code(say(choice, line)) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        # EC has a turn of the Hades half only.
        ("ec rock A1", ""),
        ("ec hades A1", ""),
        ("ec pass", ""),
        ("ec pass rock", ""),
        ("ec pass hades", ""),
        ("ec rock A1 / pass", ""),
        ("ec flower A1", "half-done"),
        ("ec pass flower", "half-done"),
        ("ec flower P1 / rock A1", "half-done"),
        ("ec rock A1 / pass flower", "half-done"),
        ("ec pass / rock A1", "half-done"),
        ("ec rock P1 / flower A1", "off-board"),
        ("ec first ec", "wrong-phase"),
        ("ec rock", "malformed"),
        ("ec agree", ""),
        ("dmo agree", ""),
        ("dmo rock A1", "not-your-turn"),
        ("dmo rock", "not-your-turn"),
        ("dmo pass", "not-your-turn"),
        ("dmo first ec", "not-your-turn"),
        ("dmo hello", "not-a-submission"),
    ],
)
def test_what_may_be_said_in_the_first_turn(line: str, answer: str):
    match = in_play()
    step = say(match, line)
    assert code(step) == answer
    assert not answer or step.match.state == match.state


@pytest.mark.parametrize("ending", ["ec concede", "dmo concede", "host abort", "host award ec"])
@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.CHOICE])
def test_openings_still_secret_are_revealed_when_the_match_ends(phase: Phase, ending: str):
    match = say_all(begun(anguish()), f"ec {U}")
    match = say_all(match, "dmo pass") if phase is Phase.CHOICE else match
    before = match.game.position(match.state)
    ended = say_all(match, ending)
    for viewer in (PUBLIC, *SEATS):
        view = ended.view(viewer)
        assert [names(each.cells) for each in view.ec.flowers] == [names(U_IN_ORDER)]
        assert view.dmo.flowers == ()
        assert (view.submitted, view.own, view.to_move, view.missing) == ((), None, None, ())
        assert [each.seat for each in view.latest] == [EC, DMO][: len(view.latest)]
        assert len(view.latest) == (2 if phase is Phase.CHOICE else 1)
    assert ended.game.position(ended.state) == before


# The halves of a turn


@pytest.mark.parametrize(
    "lines",
    [
        ["dmo flower A1 / rock B2"],
        ["dmo rock B2 / flower A1"],
        ["dmo flower A1\nrock B2"],
        ["dmo flower A1", "dmo rock B2"],
        ["dmo rock B2", "dmo flower A1"],
        ["dmo Demeter: A1 / HADES on B2"],
    ],
)
def test_both_halves_come_in_one_message_or_two_in_either_order(lines: list[str]):
    match = in_play("ec pass")
    assert match.view(PUBLIC).missing == (Half.FLOWER, Half.ROCK)
    match = say_all(match, *lines)
    assert (flowers_in(match, DMO), rocks_in(match, EC)) == (["A1"], ["B2"])
    assert match.to_act == (EC,)
    assert {each.half for each in match.view(PUBLIC).marked} == {*Half}


def test_a_half_is_final_once_made():
    match = in_play("ec pass", "dmo flower A1")
    assert match.to_act == (DMO,)
    assert match.view(PUBLIC).missing == (Half.ROCK,)
    step = say(match, "dmo flower B2")
    assert (code(step), step.refusal.facts) == ("half-done", {"half": "flower"})
    assert code(say(match, "dmo pass flower")) == "half-done"
    assert code(say(match, "dmo rock B2 / pass flower")) == "half-done"
    match = in_play("ec pass", "dmo pass rock")
    step = say(match, "dmo rock B2")
    assert (code(step), step.refusal.facts) == ("half-done", {"half": "rock"})


@pytest.mark.parametrize(
    ("line", "flowers", "rocks"),
    [
        ("dmo pass", [], []),
        ("dmo pass flower / pass rock", [], []),
        ("dmo pass rock\npass demeter", [], []),
        ("dmo flower A1 / pass", ["A1"], []),
        ("dmo flower A1 / pass hades", ["A1"], []),
        ("dmo pass flower / rock B2", [], ["B2"]),
        ("dmo rock B2 / pass", [], ["B2"]),
        ("dmo pass flower / pass", [], []),
    ],
)
def test_pass_passes_everything_still_missing(line: str, flowers: list[str], rocks: list[str]):
    match = say_all(in_play("ec pass"), line)
    assert (flowers_in(match, DMO), rocks_in(match, EC)) == (flowers, rocks)
    assert match.to_act == (EC,)
    assert len(match.view(PUBLIC).latest) == 2


def test_the_match_waits_for_a_missing_half():
    match = in_play("ec pass", "dmo pass flower")
    assert (match.to_act, match.view(PUBLIC).missing) == ((DMO,), (Half.ROCK,))
    match = say_all(match, "dmo pass")
    assert (match.to_act, match.view(PUBLIC).missing) == ((EC,), (Half.FLOWER, Half.ROCK))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("flower A1 / rock P1", "off-board"),
        ("rock A1 / flower A1 C1", "not-a-flower"),
        ("pass / rock A1", "half-done"),
        ("pass rock / flower U A1", "wrong-letter"),
        # Of several faults the first is reported.
        ("rock A1 B1 / flower P1", "not-a-rock"),
        ("flower P1 / rock A1 B1", "off-board"),
    ],
)
def test_a_message_with_two_halves_is_judged_as_a_whole(text: str, answer: str):
    match = in_play("ec pass")
    step = say(match, f"dmo {text}")
    assert code(step) == answer
    assert step.match.state == match.state


def test_the_view_shows_what_the_latest_action_and_the_last_turn_did():
    match = in_play("ec rock A1")
    laid = Done(EC, Half.ROCK, Rock(cells_of("A1")))
    assert match.view(PUBLIC).latest == match.view(PUBLIC).marked == (laid,)
    match = say_all(match, "dmo flower C3")
    planted = Done(DMO, Half.FLOWER, Flower(identify(cells_of("C3")), cells_of("C3")))
    assert match.view(PUBLIC).latest == match.view(PUBLIC).marked == (planted,)
    match = say_all(match, "dmo pass rock")
    passed = Done(DMO, Half.ROCK, None)
    assert match.view(PUBLIC).latest == (passed,)
    assert match.view(PUBLIC).marked == (planted, passed)
    match = say_all(match, "dmo agree")
    assert match.view(PUBLIC).latest == ()
    assert match.view(PUBLIC).marked == (planted, passed)


@pytest.mark.parametrize(
    ("lines", "phase", "to_move", "missing"),
    [
        ((), Phase.OPENING, None, ()),
        (("ec pass",), Phase.OPENING, None, ()),
        (("ec pass", "dmo pass"), Phase.CHOICE, None, ()),
        (("ec pass", "dmo pass", "dmo first dmo"), Phase.PLAY, DMO, (Half.ROCK,)),
    ],
)
def test_the_view_shows_the_phase_and_what_is_awaited(lines, phase: Phase, to_move, missing):
    view = say_all(begun(anguish()), *lines).view(PUBLIC)
    assert (view.side, view.phase, view.to_move, view.missing) == (15, phase, to_move, missing)
    assert [len(view.garden(seat).left) for seat in SEATS] == [21, 21]
    assert view.agreed == ()


@pytest.mark.parametrize("row_one", RowOne)
def test_the_row1_option_affects_only_the_picture(row_one: RowOne):
    match = in_play("ec rock B1", row1=row_one.value)
    assert match.view(PUBLIC).row_one is row_one
    assert position_of(match, DMO)[0] == ".o............."
    assert match.view(PUBLIC).viewer is PUBLIC
    assert match.view(EC).viewer is EC


def test_the_position_has_both_gardens_from_the_highest_row_down():
    match = in_play("ec rock G9 H9 G10 H10", ec=U, dmo="flower A1")
    position = match.game.position(match.state)
    empty = "." * 15
    assert [*position] == ["ec", "dmo"]
    assert position["ec"].split("/") == [
        *[empty] * 7,
        "......*.*......",
        "......***......",
        *[empty] * 6,
    ]
    assert position["dmo"].split("/") == [
        *[empty] * 5,
        *["......oo......."] * 2,
        *[empty] * 7,
        "*" + "." * 14,
    ]
