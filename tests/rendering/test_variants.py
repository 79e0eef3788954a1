"""Rules that are changed in one place: views, pictures and refusals follow."""

from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any, ClassVar

import pytest
from PIL import Image

from engine.game import AnyGame
from engine.games.compass_collisions.board import Battlefield, EventKind
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.fire_and_ice.rules import FireAndIce
from engine.games.flower_fields.rules import FlowerField
from engine.grid import Cell
from engine.refusals import Illegal
from engine.seats import PUBLIC, Seat
from rendering import Painter, compass_collisions, demeters_anguish, fire_and_ice, flower_fields
from rendering.compass_collisions.tools import CELL
from tests.random_play import random_states

NAMES = {Seat.EC: "Ada", Seat.DMO: "Bob"}


class LargerFireAndIce(FireAndIce):
    side: ClassVar[int] = 10


class SmallerGardens(DemetersAnguish):
    side: ClassVar[int] = 10


class LargerGardens(DemetersAnguish):
    side: ClassVar[int] = 16


CHANGED = [
    (FireAndIce, LargerFireAndIce, fire_and_ice),
    (DemetersAnguish, SmallerGardens, demeters_anguish),
    (DemetersAnguish, LargerGardens, demeters_anguish),
]


def image_of(painter: Painter, view: Any) -> Image.Image:
    return Image.open(BytesIO(painter.pictures(view, NAMES)[0].png))


@pytest.mark.parametrize(("kind", "other", "painter"), CHANGED)
def test_a_board_of_another_size_is_played_and_painted_at_its_own_size(
    kind: type[AnyGame], other: type[AnyGame], painter: Painter
):
    game, changed = kind(first=Seat.EC), other(first=Seat.EC)
    side = changed.side  # type: ignore[attr-defined]
    assert changed.last == Cell(side - 1, side - 1)
    for state in random_states(changed, Random(1), 12):
        view = changed.view(state, PUBLIC)
        assert view.side == side
        sizes = [image_of(painter, each).height for each in (game.view(game.begin(), PUBLIC), view)]
        assert (sizes[0] < sizes[1]) is (side > game.side)  # type: ignore[attr-defined]


def test_a_cell_beyond_a_larger_board_is_refused_with_that_boards_last_cell():
    game = LargerFireAndIce(first=Seat.EC)
    state = game.begin()
    with pytest.raises(Illegal) as refused:
        game.act(state, Seat.EC, game.read(state, Seat.EC, "J10 K10"))
    assert (refused.value.code, refused.value.cells) == ("off-board", (Cell(10, 9),))
    assert refused.value.facts == {"last": "J10"}
    with pytest.raises(Illegal, match="not-connected"):
        game.act(state, Seat.EC, game.read(state, Seat.EC, "J9 J10"))


@pytest.mark.parametrize(
    ("game", "painter", "cell"),
    [
        (FlowerField(first=Seat.EC), flower_fields, flower_fields.CELL),
        (CompassCollisions(), compass_collisions, CELL),
    ],
)
def test_a_picture_is_as_large_as_the_board_in_its_view(game: AnyGame, painter: Painter, cell: int):
    view = game.view(game.begin(), PUBLIC)
    image, larger = (image_of(painter, each) for each in (view, replace(view, side=10)))
    cells = 10 - view.side
    assert larger.height - image.height == cells * cell
    assert larger.width - image.width == cells * cell


def test_the_squares_announced_to_fall_next_do_fall_whatever_the_rhythm(
    monkeypatch: pytest.MonkeyPatch,
):
    def every_third(field: Battlefield, count: int) -> int:
        """Squares fall as before, but only after every third lost piece."""
        return 0 if count % 3 else sum(number >= count for _, number in field.numbers)

    monkeypatch.setattr(Battlefield, "_due", every_third)
    game, fallen = CompassCollisions(), 0
    for seed in range(6):
        before = None
        for state in random_states(game, Random(seed), 120):
            view = game.view(state, PUBLIC)
            fell = {each.cell for each in view.events if each.kind is EventKind.FELL and each.wave}
            first = {
                each.cell for each in view.events if each.kind is EventKind.FELL and each.wave == 1
            }
            if before and before.pieces and fell:
                lost = [each for each in view.events if each.kind is not EventKind.FELL]
                gone = sum(
                    each.kind in {EventKind.DEFEATED, EventKind.LEFT, EventKind.REMOVED}
                    for each in lost
                )
                if gone == 1:
                    assert first == {*before.falls_next}
                    assert (len(before.pieces) - 1) % 3 == 0
                    fallen += 1
            before = view
    assert fallen
