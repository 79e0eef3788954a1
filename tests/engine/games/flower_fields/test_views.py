"""What a view of the Flower Fields shows, field by field, and when it shows nothing."""

import pytest

from engine.game import Outcome, Reason
from engine.games.flower_fields.position import Phase, Planted
from engine.options import RowOne
from engine.seats import PUBLIC
from tests.engine.games.flower_fields.positions import (
    DMO,
    EC,
    GAME,
    HIDDEN,
    acted,
    cells,
    doubting,
    flower_field,
    flowers,
    meadow,
    turns,
)
from tests.engine.playing import begun, played

UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"
PLANTED = ("ec E4R", "dmo D5R D3B")


@pytest.mark.parametrize("row_one", RowOne)
@pytest.mark.parametrize("game", [doubting, flower_field])
def test_a_view_says_which_game_it_is_and_how_it_is_drawn(game, row_one: RowOne):
    view = begun(game(row1=row_one.value)).view(PUBLIC)
    assert (view.side, view.row_one, view.doubting) == (7, row_one, game is doubting)
    assert view.flowers == flowers("D4Y")
    assert view.lives(EC) == view.lives(DMO) == (5 if game is doubting else 3)


def test_each_viewer_is_told_who_is_looking():
    assert [turns().view(viewer).viewer for viewer in (PUBLIC, EC, DMO)] == [None, EC, DMO]


def test_each_seats_lives_are_its_own():
    view = GAME.view(meadow(*PLANTED, lives=(2, 4)), PUBLIC)
    assert (view.ec_lives, view.dmo_lives, view.lives(EC), view.lives(DMO)) == (2, 4, 2, 4)


@pytest.mark.parametrize(
    ("lines", "phase", "submitted", "to_move"),
    [
        ((), Phase.HIDING, (), None),
        (HIDDEN[1:], Phase.HIDING, (DMO,), None),
        (HIDDEN, Phase.CHOICE, (), None),
        ((*HIDDEN, "dmo @0 first ec"), Phase.TURN, (), EC),
    ],
)
def test_what_is_shown_until_the_first_turn(lines, phase: Phase, submitted, to_move):
    view = played(begun(doubting()), *lines).view(PUBLIC)
    assert (view.phase, view.submitted, view.to_move) == (phase, submitted, to_move)
    assert (view.latest, view.marked, view.exploded, view.hidden) == (None, (), (), ())
    assert (view.committed, view.may_doubt, view.must_answer) == (False, False, False)
    assert (view.fields, view.own) == ((), ())


@pytest.mark.parametrize(
    ("texts", "committed", "may_doubt", "marked"),
    [
        ((), False, False, "D5 D3"),
        (("challenge",), True, False, "D5 D3"),
        ((UNSEEN,), False, True, "E4"),
        ((UNSEEN, "challenge"), True, False, "E4"),
        ((UNSEEN, "accept"), False, False, "E4"),
        (("C4 red",), False, False, "C4"),
    ],
)
def test_the_planting_to_challenge_is_marked_and_what_the_mover_must_do_is_shown(
    texts, committed: bool, may_doubt: bool, marked: str
):
    view = GAME.view(acted(meadow(*PLANTED), *texts), PUBLIC)
    assert (view.committed, view.may_doubt, view.must_answer) == (committed, may_doubt, False)
    assert view.marked == cells(marked)


def test_a_seat_with_nothing_to_challenge_has_nothing_marked():
    assert GAME.view(meadow(mover=EC), PUBLIC).marked == ()
    assert GAME.view(meadow("ec E4R", mover=EC), PUBLIC).marked == ()
    assert GAME.view(meadow("ec E4R", mover=DMO), PUBLIC).marked == cells("E4")


def test_explosions_are_shown_in_order_of_time():
    state = acted(meadow("dmo E4R", ec="C4R G1B", dmo="D5B"), "D5 red, C4 red", "E5 red")
    view = GAME.view(state, PUBLIC)
    assert view.exploded == cells("D5 C4")
    assert view.latest == Planted(DMO, flowers("E5R"))
    assert view.outcome is None


def test_a_view_tells_how_the_match_ended():
    match = played(begun(flower_field(first="ec")), "ec @1 concede")
    view = match.view(PUBLIC)
    assert (view.outcome, view.to_move) == (Outcome(DMO, Reason.CONCEDED), None)


@pytest.mark.parametrize("viewer", [PUBLIC, EC, DMO])
def test_a_view_remembers_what_all_actions_did_and_the_latest_apart(viewer):
    state = acted(meadow(), "E4 red", "D5 red, D3 blue", UNSEEN, "accept", "C4 red")
    view = GAME.view(state, viewer)
    assert [type(each).__name__ for each in view.earlier] == [
        "Planted",
        "Planted",
        "Challenged",
        "Accepted",
    ]
    assert view.latest == Planted(DMO, flowers("C4R"))
    assert GAME.view(meadow(), viewer).earlier == ()
