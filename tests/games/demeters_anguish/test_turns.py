"""Demeter's Anguish: openings, the choice, the halves of a turn, and what is shown."""

import pytest

from engine.games.demeters_anguish.board import Flower, Rock
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done, Phase
from engine.grids.polyominoes import identify
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun
from tests.games.demeters_anguish.positions import (
    U_CELLS,
    U,
    anguish,
    cells_of,
    in_play,
    names,
    say_all,
)

EC, DMO = Seat.EC, Seat.DMO

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
