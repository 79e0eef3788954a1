"""Tests that a player's submission is painted for that player alone."""

from dataclasses import replace
from typing import Any

import pytest

from engine.games import GAMES
from engine.games.compass_collisions.position import Phase
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.position import Done
from engine.games.flower_fields.position import Phase as BedPhase
from engine.seats import PUBLIC, SEATS, Seat
from tests.rendering.golden.scenes import pictures_of
from tests.rendering.positions import deep_sea_voyage as sea
from tests.rendering.positions import demeters_anguish as gardens
from tests.rendering.positions import flower_fields as bed

SECRETS = {
    "compass-collisions": (
        "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.",
        "layout EWFAEWF / AEWFA / ... / EWFA... / ..... / ...",
    ),
    "demeters-anguish": ("flower G9 H8 H9 I9", "flower G4"),
    "doubting-flower-field": ("hide A1R G7B", "hide F2Y E7Y"),
}
"""Two secrets of each game that begins with some, of which only one can be handed in."""


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", SECRETS)
def test_a_seat_sees_its_own_secret_and_nobody_else_does(game: str, seat: Seat):
    rules = GAMES[game]()
    seen = [
        {
            viewer: pictures_of(game, rules.view(state, viewer))
            for viewer in (*SEATS, PUBLIC)
            for state in [rules.act(rules.begin(), seat, rules.read(rules.begin(), seat, text))]
        }
        for text in SECRETS[game]
    ]
    assert {viewer for viewer in seen[0] if seen[0][viewer] != seen[1][viewer]} == {seat}


@pytest.mark.parametrize(
    ("game", "nobody", "somebody"),
    [
        ("demeters-anguish", replace(gardens.OPENING, submitted=()), gardens.OPENING),
        (
            "doubting-flower-field",
            replace(bed.EMPTY, phase=BedPhase.HIDING, to_move=None),
            replace(bed.EMPTY, phase=BedPhase.HIDING, to_move=None, submitted=SEATS[:1]),
        ),
        (
            "demeters-anguish",
            gardens.OPENING,
            replace(gardens.OPENING, own=Done(Seat.EC, Half.FLOWER, None), viewer=Seat.EC),
        ),
        ("deep-sea-voyage", sea.PLACING, replace(sea.PLACING, submitted=SEATS[:1])),
        (
            "deep-sea-voyage",
            sea.PLACING,
            replace(sea.PLACING, submitted=SEATS[:1], viewer=Seat.DMO),
        ),
    ],
)
def test_a_picture_without_a_secret_tells_nothing_of_one(game: str, nobody: Any, somebody: Any):
    assert pictures_of(game, somebody) == pictures_of(game, nobody)


@pytest.mark.parametrize("viewer", SEATS)
def test_once_all_sets_are_shown_everybody_sees_the_same_picture(viewer: Seat):
    game = GAMES["compass-collisions"]()
    state = game.begin()
    for seat in SEATS:
        state = game.act(state, seat, game.read(state, seat, SECRETS["compass-collisions"][0]))
    state = game.act(state, Seat.DMO, game.read(state, Seat.DMO, "take first"))
    assert state.phase is Phase.FIRST_PLACEMENT
    seen = [pictures_of(game.name, game.view(state, other_seat)) for other_seat in (viewer, PUBLIC)]
    assert seen[0] == seen[1]
