"""Demeter's Anguish: what may be planted and laid, the halves of a turn, what is seen, the end."""

import pytest

from engine.games.demeters_anguish.board import Flower, Rock
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done, Phase, Tiebreak
from engine.grids.polyominoes import identify
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, code, say
from tests.games.demeters_anguish.positions import (
    U_CELLS,
    U,
    anguish,
    cells_of,
    flowers_that_fit,
    in_play,
    match_of,
    names,
    plot,
    say_all,
    sizes_planted,
    state_of,
)

EC, DMO = Seat.EC, Seat.DMO

BLOCK = "G9 H9 G10 H10"


def after_the_worked_start() -> Match:
    """Return a match with the EC's U and a rock beside it, and the EC to play."""
    return in_play("ec rock A1", "dmo pass flower / rock G9 H9 G10 H10", ec=U)


@pytest.mark.parametrize(
    ("flowers", "rocks", "count"),
    [([], [], 16058), ([U_CELLS], [], 532), ([U_CELLS], [BLOCK], 451)],
)
def test_how_many_flowers_there_are(flowers: list[str], rocks: list[str], count: int):
    assert len(flowers_that_fit(plot(flowers, rocks))) == count


@pytest.mark.parametrize(
    ("text", "answer", "owner"),
    [
        ("flower I K14 K13", "no-corner", Seat.EC),
        ("flower I G7 P1", "off-board", Seat.EC),
        ("rock G7 H7", "not-a-rock", Seat.DMO),
        ("pass flower / rock P1", "off-board", Seat.DMO),
        ("flower G7 rock", "malformed", ""),
    ],
)
def test_a_refusal_tells_in_which_garden_its_cells_are(text: str, answer: str, owner: str):
    step = say(after_the_worked_start(), f"ec {text}")
    assert step.refusal
    assert (code(step), step.refusal.board) == (answer, owner)


def test_a_text_that_makes_no_half_is_about_the_only_garden_that_is_left():
    opening = say(begun(anguish()), "dmo flower A1 A1")
    assert (code(opening), opening.refusal.board) == ("malformed", Seat.DMO)
    only_rock = say(in_play(), f"{in_play().to_act[0]} rock A1 A1")
    assert code(only_rock) == "malformed"
    assert only_rock.refusal.board == in_play().to_act[0].opponent


U_IN_ORDER = tuple(sorted(cells_of(U_CELLS)))


# The opening and the choice


@pytest.mark.parametrize("ending", ["ec concede", "dmo concede", "host abort", "host award ec"])
@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.CHOICE])
def test_openings_still_secret_are_revealed_when_the_match_ends(phase: Phase, ending: str):
    match = say_all(begun(anguish()), f"ec {U}")
    match = say_all(match, "dmo pass") if phase is Phase.CHOICE else match
    before = match.game.position(match.state)
    ended = say_all(match, ending)
    for viewer in (PUBLIC, *SEATS):
        view = ended.view(viewer)
        assert [names(flower.cells) for flower in view.ec.flowers] == [names(U_IN_ORDER)]
        assert view.dmo.flowers == ()
        assert (view.submitted, view.own, view.to_move, view.missing) == ((), None, None, ())
        assert [event.seat for event in view.latest] == [EC, DMO][: len(view.latest)]
        assert len(view.latest) == (2 if phase is Phase.CHOICE else 1)
    assert ended.game.position(ended.state) == before


# The halves of a turn


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


# The end


@pytest.mark.parametrize(
    ("ec", "dmo", "tiebreak"),
    [
        ([5, 1], [4, 2], Tiebreak(5, 1, 0)),
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
