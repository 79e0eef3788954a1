"""The Flower Fields: explosions, challenges, doubts, and what they cost."""

from dataclasses import replace

import pytest

from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    FlowerPosition,
    GaveUp,
)
from engine.seats import PUBLIC
from tests.games.flower_fields.positions import DMO, EC, GAME, acted, cells, flowers, meadow

WORKED = ("ec C4R E4R", "dmo D5R D3R")
CLAIM = "challenge C4 D4 E4 D5 / C4 D4 E4 D3"
# With a blue flower in D3 it is not true.
BLUE_BELOW = ("ec C4R E4R", "dmo D5R D3B")
# With a red flower hidden in C4 it is true, since E4 is red.
UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"
ONE_HIDDEN = ("ec E4R", "dmo D5R D3B")


def unseen(**changes: object) -> FlowerPosition:
    return meadow(*ONE_HIDDEN, **{"ec": "C4R A1B", **changes})


def fields(text: str) -> tuple[tuple, tuple]:
    other_text, other = text.removeprefix("challenge ").split(" / ")
    return cells(other_text), cells(other)


# Results of challenges


@pytest.mark.parametrize(
    ("state", "typed", "events"),
    [
        (
            meadow(*WORKED),
            CLAIM,
            Challenged(
                EC, fields(CLAIM), has_unseen=False, succeeded=True, undone=flowers("D5R D3R")
            ),
        ),
        (
            meadow(*BLUE_BELOW),
            CLAIM,
            Challenged(EC, fields(CLAIM), has_unseen=False, succeeded=False),
        ),
        (
            unseen(ec=""),
            UNSEEN,
            Challenged(
                EC, fields(UNSEEN), has_unseen=True, succeeded=True, undone=flowers("D5R D3B")
            ),
        ),
        (meadow(*WORKED), "challenge", Committed(EC)),
        (acted(meadow(*WORKED), "challenge"), "give up", GaveUp(EC)),
        (acted(unseen(), UNSEEN), "accept", Accepted(DMO)),
        (acted(unseen(), UNSEEN), "cc", Doubted(DMO, fields(UNSEEN), succeeded=False)),
        (
            acted(unseen(ec=""), UNSEEN),
            "cc",
            Doubted(DMO, fields(UNSEEN), succeeded=True, put_back=flowers("D5R D3B")),
        ),
    ],
)
def test_the_view_says_what_an_action_did(state, typed, events):
    view = GAME.view(acted(state, typed), PUBLIC)
    assert view.latest == events
    picture = fields(typed) if "/" in typed else fields(UNSEEN) if typed == "cc" else ()
    assert view.fields == picture


# Doubts


def test_a_claim_with_unseen_cells_succeeds_whether_true_or_not():
    truths = {}
    for ec, dmo in (
        ("C4R A1B", ""),
        ("C4B A1B", ""),
        ("A1R A2B", ""),
        ("", "C4R A1B"),
        ("", ""),
        ("C4R A1B", "C4R A2B"),
        ("C4R A1B", "C4B A2B"),
    ):
        claimed = acted(meadow(*ONE_HIDDEN, ec=ec, dmo=dmo), UNSEEN)
        truths[ec, dmo] = claimed.doubtful.is_true
        public = replace(claimed, doubtful=None, ec_hidden=(), dmo_hidden=())
        fair = replace(acted(unseen(), UNSEEN), doubtful=None, ec_hidden=(), dmo_hidden=())
        assert public == fair
        assert GAME.view(claimed, PUBLIC) == GAME.view(acted(unseen(), UNSEEN), PUBLIC)
    assert [ec for (ec, dmo), is_true in truths.items() if is_true] == ["C4R A1B"]
    assert truths["C4R A1B", ""]


@pytest.mark.parametrize(
    ("ec", "is_true"),
    [("C4R E4R", True), ("C4B E4B", True), ("C4R E4B", False), ("C4R A1R", False), ("", False)],
)
def test_every_unseen_cell_needs_a_live_hidden_flower_of_the_challengers_own(
    ec: str, is_true: bool
):
    state = acted(meadow("ec D6R", "dmo D5R D3B", ec=ec), UNSEEN)
    assert state.doubtful.is_true is is_true
