"""The bed of both Flower Fields in words."""

import re
from dataclasses import replace

import pytest

from bot.texts import texts_of
from engine.game import Outcome, Reason
from engine.games.flower_fields.board import Colour
from engine.games.flower_fields.position import (
    Accepted,
    Challenged,
    Committed,
    Doubted,
    Fate,
    GaveUp,
    Passed,
    Phase,
    Planted,
)
from engine.games.flower_fields.rules import FlowerField
from engine.options import RowOne
from engine.seats import SEATS
from tests.engine.games.flower_fields.positions import cells, flowers
from tests.rendering.flower_fields_positions import (
    EXTREMES,
    FIELDS,
    GAMES,
    STANDING,
    crowded,
    hidden,
)
from tests.rendering.positions import how

EC, DMO = SEATS


def describe(view):
    return texts_of(FlowerField).alt("board", view, {})


def flowers_told(alt):
    """The cells by the colour under which a description lists them."""
    return {
        colour: [] if listed == "none" else listed.split(", ")
        for colour, listed in re.findall(r"(Red|Blue|Yellow|Purple): ([^.]*)\.", alt)
    }


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_names_every_flower_once_under_its_colour(views):
    third = "Yellow" if views[0].doubting else "Purple"
    words = {Colour.RED: "Red", Colour.BLUE: "Blue", Colour.YELLOW: third}
    for view in views:
        expected = {word: [] for word in words.values()}
        for flower in sorted(view.flowers, key=lambda flower: flower.cell):
            expected[words[flower.colour]].append(str(flower.cell))
        assert flowers_told(describe(view)) == expected


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_a_description_fits_what_discord_takes(views):
    assert max(len(describe(view)) for view in views) <= 1024


@pytest.mark.usefixtures("each_language")
def test_the_longest_description_fits_what_discord_takes():
    for is_over, is_undone in EXTREMES:
        view = crowded(0, is_over=is_over, is_undone=is_undone)
        assert len(describe(replace(view, own=flowers("A1Y G7Y"), viewer=EC))) <= 1024


@pytest.mark.parametrize("row_one", RowOne)
def test_a_description_tells_the_game_the_lives_and_where_row_one_is(row_one):
    view = replace(STANDING, ec_lives=-1, dmo_lives=12, row_one=row_one)
    alt = describe(view)
    assert alt.startswith("Doubting Flower Field. ")
    assert "Lives: EC -1, DMO 12." in alt
    assert f"Row 1 is at the {row_one.value}." in alt
    assert describe(replace(view, doubting=False)).startswith("Flower Field. ")


SOLID_AND_DASHED = "C4 D4 E4 D5 (solid line) and C4 D4 E4 D3 (dashed line)"


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Planted(EC, flowers("D5R")), "Last: EC planted D5 red."),
        (
            Planted(DMO, flowers("D5R A1Y"), cells("D5 A1")),
            "Last: DMO planted D5 red, A1 yellow; hidden flowers blew up on D5, A1.",
        ),
        (Committed(EC), "Last: EC began a challenge."),
        (
            Challenged(EC, FIELDS, has_unseen=False, succeeded=False),
            f"Last: EC's challenge with {SOLID_AND_DASHED} failed.",
        ),
        (
            Challenged(EC, FIELDS, has_unseen=True, succeeded=True, undone=flowers("D5R")),
            f"EC's challenge with {SOLID_AND_DASHED} succeeded; undone, crossed out: D5 red.",
        ),
        (GaveUp(EC), "Last: EC gave up the challenge."),
        (
            Doubted(DMO, FIELDS, succeeded=True, put_back=flowers("D5R")),
            f"Last: DMO's doubt of {SOLID_AND_DASHED} succeeded; put back: D5 red.",
        ),
        (
            Doubted(DMO, FIELDS, succeeded=False),
            f"Last: DMO's doubt of {SOLID_AND_DASHED} failed.",
        ),
        (Accepted(DMO), "Last: DMO accepted the claim."),
        (Accepted(DMO, by_clock=True), "Last: DMO accepted the claim (out of time)."),
        (Passed(EC), "Last: EC passed."),
    ],
)
def test_a_description_tells_the_latest_action(event, told):
    assert told in describe(replace(STANDING, latest=event))
    assert "Last" not in describe(STANDING)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, "EC is to move."),
        ({"to_move": DMO, "may_doubt": True}, "DMO is to move, and may doubt."),
        (
            {"to_move": DMO, "may_doubt": True, "must_answer": True, "dmo_lives": 0},
            "DMO is to doubt or accept.",
        ),
        ({"committed": True}, "EC is to name two fields."),
        ({"phase": Phase.FINAL}, "EC is to move."),
        ({"latest": GaveUp(EC)}, "EC is to move."),
        ({"phase": Phase.CHOICE, "to_move": None}, "It is not settled yet who goes first."),
        ({"phase": Phase.HIDING, "to_move": None}, "being hidden; submitted: nobody."),
        (
            {"phase": Phase.HIDING, "to_move": None, "submitted": (DMO,)},
            "being hidden; submitted: DMO.",
        ),
    ],
)
def test_a_description_tells_who_is_awaited(facts, told):
    assert told in describe(replace(STANDING, **facts))


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.FINAL])
def test_a_turn_that_is_shown_without_its_mover_awaits_nobody(phase):
    alt = describe(replace(STANDING, phase=phase, to_move=None))
    assert not any(awaited in alt for awaited in ("is to", "being hidden", "not settled"))


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"to_move": None},
        {"committed": True},
        {"must_answer": True},
        {"phase": Phase.HIDING, "to_move": None},
        {"phase": Phase.CHOICE, "to_move": None},
    ],
)
def test_a_description_of_the_end_says_how_it_ended_and_awaits_nobody(facts):
    alt = describe(replace(STANDING, outcome=Outcome(EC, Reason.NO_LIVES), **facts))
    assert "The match is over. DMO has no lives left. EC wins." in alt
    assert not any(awaited in alt for awaited in ("is to", "being hidden", "who begins"))


def test_a_description_tells_what_is_marked():
    alt = describe(replace(STANDING, marked=cells("D5 D3"), exploded=cells("D3 A1")))
    assert "Latest planting, marked: D5, D3." in alt
    assert "Hidden flowers blew up on: D3, A1." in alt
    assert "mark" not in describe(STANDING)
    assert "blew" not in describe(STANDING)


def test_a_description_tells_hidden_flowers_to_their_owner_and_at_the_end_to_all():
    own = describe(replace(STANDING, own=flowers("A1R G7Y"), viewer=DMO))
    assert own.endswith("Your hidden flowers: A1 red, G7 yellow.")
    ended = describe(
        replace(
            STANDING,
            hidden=(
                hidden(EC, "A1R"),
                hidden(EC, "D3B", Fate.EXPLODED),
                hidden(DMO, "B2Y", Fate.CANCELLED),
            ),
        )
    )
    assert ended.endswith(
        "Hidden were: EC A1 red (live), EC D3 blue (blown up), DMO B2 yellow (cancelled)."
    )
    assert "idden" not in describe(STANDING)
