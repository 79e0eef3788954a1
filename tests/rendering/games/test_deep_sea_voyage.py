"""The boards of Deep Sea Voyage: which a post shows, how large they are, and their colours."""

from dataclasses import replace
from math import ceil

import pytest

from bot.texts import texts_of
from engine.game import Outcome, Reason
from engine.games.deep_sea_voyage.board import Ship, Side
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import Closed, Phase, Placed, Route, Score
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS
from rendering import deep_sea_voyage as painter
from rendering.deep_sea_voyage import tools
from rendering.themes import Theme
from tests.rendering.legible.sight import contrast
from tests.rendering.positions.deep_sea_voyage import (
    CROWDS,
    LATER,
    OVER,
    PLACING,
    RED,
    SECRET,
    SIDES,
    WAYS,
    T,
    placed,
    sea_of,
    view_of,
)
from tests.rendering.positions.fire_and_ice import NAMES

EC, DMO = SEATS
DARK = painter.COLORS[Theme.DARK]
CHANGES = (Placed(1, T), Closed(1, Closing.CUT_OFF, EC), Placed(3, LATER))
LAST = view_of(
    *(sea_of(number, closed=None if number == 2 else Closing.NOTHING_FITS) for number in (1, 2, 3)),
    phase=Phase.LAST,
)
# The sizes at which a desktop shows the pictures of a post, cut to them where there are several. A
# phone shows all of them smaller, at 350 instead of 550.
IN_TWO = (273, 273)
IN_THREE = [(365, 350), (181, 173)]


def image_of(view):
    return painter.close_up(view, "1").image.convert("RGB")


def grid_of(side=13):
    return tools.grid_of(side, RowOne.BOTTOM)


def usual_color(view, name):
    """The colour that most of a tile of board 1 has."""
    (left, top), side = tools.corner_of(grid_of(), Cell.parse(name)), grid_of().cell
    return max(image_of(view).crop((left, top, left + side, top + side)).getcolors())[1]


@pytest.mark.parametrize(
    ("view", "numbers"),
    [
        *((view_of(phase=phase), "123") for phase in (Phase.PREGAME, Phase.PICK, Phase.ROUTES)),
        (view_of(phase=Phase.PICK, picks=((EC, 2),)), "123"),
        (view_of(phase=Phase.PICK, latest=CHANGES), "123"),
        (OVER, "123"),
        (PLACING, "13"),
        *((replace(PLACING, viewer=seat, submissions=(SECRET,)), "13") for seat in SEATS),
        (replace(PLACING, outcome=Outcome(EC, Reason.CONCEDED)), "123"),
        (LAST, "2"),
        (replace(LAST, latest=(Placed(2, T),)), "2"),
        (replace(LAST, latest=CHANGES), "123"),
    ],
)
def test_a_post_shows_all_boards_or_in_a_round_those_in_play_and_those_just_changed(view, numbers):
    assert [each.name for each in painter.pictures(view)] == [f"board-{each}" for each in numbers]


def test_the_board_of_an_own_secret_is_the_foremost():
    assert painter.foremost(replace(PLACING, viewer=EC, submissions=(SECRET,))) == "1"


@pytest.mark.parametrize("tile", [IN_TWO, *IN_THREE])
@pytest.mark.parametrize("view", [PLACING, OVER, *CROWDS])
def test_nothing_but_ground_is_cut_off_where_a_post_has_several_boards(view, tile):
    image = image_of(view)
    scale = max(tile[0] / image.width, tile[1] / image.height)
    across, down = (
        ceil((length - shown / scale) / 2) for length, shown in zip(image.size, tile, strict=True)
    )
    image.paste(DARK.ground, (across, down, image.width - across, image.height - down))
    assert {color for _, color in image.getcolors()} == {DARK.ground}
    assert max(across, down) < 10


@pytest.mark.parametrize("side", SIDES)
def test_tiles_have_twelve_pixels_in_a_post_on_a_desktop_and_ten_on_a_phone(side):
    cell = grid_of(side).cell
    assert cell * IN_TWO[0] / min(tools.WIDTH, tools.HEIGHT) >= 12
    assert cell * IN_THREE[0][0] / tools.WIDTH * 350 / 550 >= 10


@pytest.mark.parametrize("seat", SEATS)
def test_walls_and_pieces_are_black_channels_cyan_and_dropoffs_bright_green(seat):
    view = view_of(sea_of(1, placed("B5 C5 D5 E5 F5", seat), replace(LATER, round=2)))
    assert {usual_color(view, name) for name in ("D4", "B5", "C5", "F5")} == {(0, 0, 0)}
    red, green, blue = usual_color(view, "F7")
    assert red < 128
    assert min(green, blue) > 200
    red, green, blue = usual_color(view, "G7")
    assert max(red, blue) < 128
    assert green > 200


@pytest.mark.parametrize("theme", Theme)
def test_what_is_black_has_a_light_outline_where_the_ground_is_dark(theme):
    colors = painter.COLORS[theme]
    for outline in (colors.frame, *map(colors.of_side, Side)):
        if contrast(colors.wall, colors.ground) < 3:
            assert contrast(outline, colors.wall) > 4.5
            assert contrast(outline, colors.ground) > 4.5


def test_a_ship_without_a_way_is_named_at_the_end():
    sea = replace(OVER.seas[0], ways=(*WAYS[:3], (Ship.BLACK, None)))
    view = replace(OVER, seas=(sea, *OVER.seas[1:]), routes=(Route(1, Ship.RED, RED),))
    alt = texts_of(DeepSeaVoyage).alt("board-1", view, NAMES)
    assert "Routes in steps: red 12, white none, blue none, black none." in alt
    assert "Shortest routes in steps: red 12, white 12, blue 12, black none." in alt


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (Score(24, 26, EC), "EC 24 steps, DMO 26 steps: won by EC Ada."),
        (Score(None, 26, DMO), "EC no arrival, DMO 26 steps: won by DMO Bob."),
        (Score(24, 24, None), "EC 24 steps, DMO 24 steps: no winner."),
        (None, "Not counted."),
    ],
)
def test_how_a_board_was_counted_is_told(score, told):
    view = replace(OVER, seas=(replace(OVER.seas[0], score=score), *OVER.seas[1:]))
    assert told in texts_of(DeepSeaVoyage).alt("board-1", view, NAMES)
