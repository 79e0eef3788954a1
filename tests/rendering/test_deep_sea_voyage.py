"""The three boards of Deep Sea Voyage: what lies there, who plays, ways, and the descriptions."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise, product
from math import ceil
from threading import Barrier
from unittest.mock import Mock

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.texts import texts_of
from engine.game import Outcome, Reason
from engine.games.deep_sea_voyage.board import Ship, Side, Tile
from engine.games.deep_sea_voyage.board_in_play import Closing
from engine.games.deep_sea_voyage.position import Closed, Phase, Placed, Route, Score, Submission
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import PUBLIC, SEATS
from rendering import deep_sea_voyage as painter
from rendering import every_board, painter_of
from rendering.canvas import Brush
from rendering.deep_sea_voyage import header, pieces, tools
from rendering.deep_sea_voyage import tiles as painted_tiles
from rendering.themes import Theme
from tests.rendering.deep_sea_voyage_positions import (
    BARE,
    CROWDS,
    EARLIER,
    EMPTY,
    LATER,
    LETTERS,
    LONGER,
    OVER,
    PLACING,
    RED,
    SECRET,
    SIDES,
    START,
    WAYS,
    WORKED,
    T,
    closed_by,
    placed,
    random_game,
    sea_of,
    view_of,
    way,
    with_tile,
)
from tests.rendering.positions import NAMES
from tests.rendering.sight import contrast

EC, DMO = SEATS
DARK = painter.COLORS[Theme.DARK]
HEADER = (0, 0, tools.WIDTH, tools.FRAME[1] + 10)
BESIDE = (tools.TRAY_LEFT, HEADER[3], tools.WIDTH, tools.HEIGHT)


def image_of(view, number=1):
    picture = painter.close_up(view, str(number))
    return Image.open(BytesIO(picture.png)).convert("RGB")


def grid_of(side=13, row_one=RowOne.BOTTOM):
    return tools.grid_of(side, row_one)


def box_of(cell, grid=None):
    grid = grid or grid_of()
    left, top = tools.corner_of(grid, cell)
    return left, top, left + grid.cell, top + grid.cell


def shown(view, name, width=tools.WIDTH):
    """A tile of board 1, in a picture scaled to a width."""
    tile = image_of(view).crop(box_of(Cell.parse(name)))
    edge = round(tile.width * width / tools.WIDTH)
    return tile.resize((edge, edge), Image.Resampling.LANCZOS)


def what_differs(one, other, number=1):
    """The tiles in which two pictures of boards of 13 tiles a side differ, and the other parts."""
    images = [image_of(view, number) for view in (one, other)]
    difference = ImageChops.difference(*images)
    boxes = {
        "header": HEADER,
        "beside": BESIDE,
        **{
            str(Cell(column, row)): box_of(Cell(column, row))
            for column in range(13)
            for row in range(13)
        },
    }
    differing = {place for place, box in boxes.items() if difference.crop(box).getbbox()}
    for place in differing:
        difference.paste((0, 0, 0), boxes[place])
    assert difference.getbbox() is None
    return differing


def tiles(differing):
    return differing - {"header", "beside"}


def named(text):
    return set(text.split())


def unlikeness(one, other):
    """How far apart two images are on average when they are grey, from 0 to 255."""
    (mean,) = ImageStat.Stat(ImageChops.difference(one.convert("L"), other.convert("L"))).mean
    return mean


def colors(image):
    return {color for _, color in image.getcolors()}


# ---------------------------------------------------------------------------- every picture


def test_each_board_can_be_shown_alone():
    assert painter_of(DeepSeaVoyage()) is painter
    assert [each.name for each in every_board(DeepSeaVoyage, START)] == [
        "board-1",
        "board-2",
        "board-3",
    ]


CHANGES = (Placed(1, T), Closed(1, Closing.CUT_OFF, EC), Placed(3, LATER))
LAST = view_of(
    *(sea_of(number, closed=None if number == 2 else Closing.NOTHING_FITS) for number in (1, 2, 3)),
    phase=Phase.LAST,
)


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


@pytest.mark.parametrize("seed", range(3))
def test_every_picture_of_a_game_is_small_enough(seed):
    views = random_game(seed)
    for view in (*views[::17], views[-1]):
        assert max(len(picture.png) for picture in every_board(DeepSeaVoyage, view)) <= 15_000


@pytest.mark.parametrize("view", CROWDS, ids=SIDES)
def test_pictures_of_full_boards_with_winding_ways_are_small_enough(view):
    assert max(len(picture.png) for picture in every_board(DeepSeaVoyage, view)) <= 19_500


def test_a_picture_is_stored_with_four_bits_for_a_pixel():
    png = painter.close_up(CROWDS[0], "1").png
    bit_depth, color_type = png[24], png[25]
    assert (bit_depth, color_type) == (4, 3)


def forget_sprites():
    for cached in (tools.sprite_of, tools.stamp_of, tools.grid_of, painter.background_of):
        cached.cache_clear()


STYLES = [
    tools.plain(DARK),
    header.stage_style(DARK, is_lit=True),
    *(header.side_style(DARK, side) for side in Side),
]


@pytest.mark.parametrize("style", STYLES)
def test_writing_has_one_shade_between_its_colours(style):
    image = DARK.palette.plain((200, 40), style.ground)
    tools.write(image, "Quizzical", (0, 0), image.width, style)
    # Its corners are round, with shades of their own.
    image = image.crop((6, 0, 194, tools.PLATE))
    assert {style.ground, style.ink} < colors(image.convert("RGB"))
    assert len(image.getcolors()) == 3


def test_the_same_view_gives_the_same_pictures():
    views = [*random_game(0)[::23], *CROWDS[:2]]
    before = [every_board(DeepSeaVoyage, view) for view in views]
    forget_sprites()
    assert [every_board(DeepSeaVoyage, view) for view in reversed(views)] == before[::-1]


def test_pictures_painted_by_several_threads_at_once_are_the_same():
    views = [START, *CROWDS[::3]]
    expected = [every_board(DeepSeaVoyage, view) for view in views]
    threads = 4
    together = Barrier(threads)

    def paint(_):
        together.wait(timeout=60)
        return [every_board(DeepSeaVoyage, view) for view in views]

    forget_sprites()
    with ThreadPoolExecutor(threads) as pool:
        for painted in pool.map(paint, range(threads)):
            assert painted == expected


@pytest.mark.parametrize("side", SIDES)
def test_a_board_of_any_size_lies_within_its_picture(side):
    grid = grid_of(side)
    left, top = tools.corner_of(grid, Cell(0, side - 1))
    far, low = box_of(Cell(side - 1, 0), grid)[2:]
    assert 0 < left < far < tools.TRAY_LEFT
    assert HEADER[3] < top < low < tools.HEIGHT
    assert painter.background_of(grid, DARK).size == (tools.WIDTH, tools.HEIGHT)
    assert grid.row_one is RowOne.BOTTOM


# The sizes at which a desktop shows the pictures of a post, cut to them where there are several. A
# phone shows all of them smaller, at 350 instead of 550.
IN_TWO = [(273, 273)]
IN_THREE = [(365, 350), (181, 173)]


@pytest.mark.parametrize("tile", [*IN_TWO, *IN_THREE])
@pytest.mark.parametrize("view", [PLACING, OVER, *CROWDS])
def test_nothing_but_ground_is_cut_off_where_a_post_has_several_boards(view, tile):
    image = image_of(view)
    scale = max(tile[0] / image.width, tile[1] / image.height)
    across, down = (
        ceil((length - shown / scale) / 2) for length, shown in zip(image.size, tile, strict=True)
    )
    inner = (across, down, image.width - across, image.height - down)
    image.paste(DARK.ground, inner)
    assert colors(image) == {DARK.ground}
    assert max(across, down) < 10


@pytest.mark.parametrize("side", SIDES)
def test_tiles_of_two_boards_in_a_post_have_twelve_pixels_on_a_desktop(side):
    ((wide, _),) = IN_TWO
    assert grid_of(side).cell * wide / min(tools.WIDTH, tools.HEIGHT) >= 12


@pytest.mark.parametrize("side", SIDES)
def test_tiles_of_the_largest_of_three_boards_have_twelve_pixels_and_ten_on_a_phone(side):
    (wide, _), _ = IN_THREE
    assert grid_of(side).cell * wide / tools.WIDTH * 350 / 550 >= 10


def mirrored(cell):
    return cell._replace(row=12 - cell.row)


@pytest.mark.parametrize("name", ["A1", "A13", "M1", "M13", "D4", "F7", "G7", "H12"])
def test_row_one_at_the_top_reverses_the_rows_and_nothing_else(name):
    below, above = (image_of(view_of(row_one=row_one)) for row_one in RowOne)
    cell, turned = Cell.parse(name), grid_of(row_one=RowOne.TOP)
    assert below.crop(box_of(cell)) == above.crop(box_of(cell, turned))
    assert (box_of(cell) == box_of(cell, turned)) is (cell == mirrored(cell))
    for beside in (HEADER, BESIDE):
        assert below.crop(beside) == above.crop(beside)


def test_row_one_at_the_top_turns_the_ways_with_the_tiles():
    views = [
        view_of(sea_of(1, ways=(WAYS[0],)), phase=Phase.OVER, row_one=row_one) for row_one in RowOne
    ]
    bare = [replace(view, seas=(sea_of(1), *view.seas[1:])) for view in views]
    for view, plain, row_one in zip(views, bare, RowOne, strict=True):
        for name in ("A3", "C7"):
            box = box_of(Cell.parse(name), grid_of(row_one=row_one))
            assert image_of(view).crop(box) != image_of(plain).crop(box)


@pytest.mark.parametrize("laid", [T, EARLIER, LATER], ids=lambda laid: laid.letter)
def test_row_one_at_the_top_turns_the_pieces_upside_down(laid):
    flipped = replace(laid, cells=tuple(map(mirrored, laid.cells)))
    above = image_of(view_of(sea_of(1, laid, board=EMPTY), row_one=RowOne.TOP))
    below = image_of(view_of(sea_of(1, flipped, board=EMPTY)))
    for cell in laid.cells:
        box = box_of(mirrored(cell))
        assert box == box_of(cell, grid_of(row_one=RowOne.TOP))
        assert above.crop(box) == below.crop(box)


@pytest.mark.parametrize("closing", Closing)
def test_row_one_at_the_top_leaves_the_veil_where_it_is(closing):
    view = closed_by(closing)
    below, above = (image_of(replace(view, row_one=row_one)) for row_one in RowOne)
    box = box_of(Cell.parse("H7"))
    assert below.crop(box) == above.crop(box)


# ------------------------------------------------------------------------------------- tiles


def plainly(view, name):
    """The colour that most of a tile of board 1 has."""
    return max(shown(view, name).getcolors())[1]


@pytest.mark.parametrize("seat", SEATS)
def test_walls_and_pieces_are_black_channels_cyan_and_dropoffs_bright_green(seat):
    view = view_of(sea_of(1, placed("B5 C5 D5 E5 F5", seat), replace(LATER, round=2)))
    assert {plainly(view, name) for name in ("D4", "B5", "C5", "F5")} == {(0, 0, 0)}
    red, green, blue = plainly(view, "F7")
    assert red < 128
    assert min(green, blue) > 200
    red, green, blue = plainly(view, "G7")
    assert max(red, blue) < 128
    assert green > 200


@pytest.mark.parametrize("theme", Theme)
def test_what_is_black_has_a_light_outline_where_the_ground_is_dark(theme):
    colors = painter.COLORS[theme]
    outlines = [colors.frame, *map(colors.of_side, Side)]
    for outline in outlines if contrast(colors.wall, colors.ground) < 3 else ():
        assert contrast(outline, colors.wall) > 4.5
        assert contrast(outline, colors.ground) > 4.5


@pytest.mark.parametrize(("tile", "letter"), [(Tile.CHANNEL, "C"), (Tile.DROPOFF, "D")])
def test_channels_have_a_c_and_dropoffs_a_d(tile, letter):
    brush = Mock(spec=Brush)
    painted_tiles.TILES[tile](brush, DARK, grid_of().cell)
    assert [call.args[0] for call in brush.write.mock_calls] == [letter]


@pytest.mark.parametrize("letter", "#CD")
def test_a_tile_shows_only_in_its_place(letter):
    changed = view_of(sea_of(1, board=with_tile("D9", letter)))
    assert what_differs(BARE, changed) == {"D9"}


@pytest.mark.parametrize("ship", Ship)
def test_a_ship_shows_only_where_it_starts(ship):
    away = with_tile(str(EMPTY.starts[ship]), ".")
    column, row = Cell.parse("D9")
    rows = list(away.rows)
    rows[-1 - row] = rows[-1 - row][:column] + ship.letter + rows[-1 - row][column + 1 :]
    moved = replace(away, rows=tuple(rows))
    assert what_differs(BARE, view_of(sea_of(1, board=moved))) == {"D9", str(EMPTY.starts[ship])}


@pytest.mark.parametrize("width", [tools.WIDTH, 300])
def test_tiles_ships_and_pieces_of_both_sides_differ_without_colour(width):
    view = view_of(sea_of(1, T, replace(EARLIER, round=1), replace(LATER, round=1)))
    places = [*(str(cell) for cell in WORKED.starts.values()), "D4", "F7", "G7", "E9", "B12", "F2"]
    looks = [shown(view, name, width) for name in places]
    assert min(unlikeness(one, other) for one, other in combinations(looks, 2)) > 12


@pytest.mark.parametrize("width", [tools.WIDTH, 300])
@pytest.mark.parametrize("side", SIDES)
def test_sides_are_told_by_the_shape_of_their_ships(side, width):
    edge = round(grid_of(side).cell * width / tools.WIDTH)
    masks = {
        each: painted_tiles.ship_stamp(each.ships[0], grid_of(side).cell, DARK)
        .mask.convert("L")
        .resize((edge, edge), Image.Resampling.BOX)
        for each in Side
    }
    assert unlikeness(masks[Side.EMPIRE], masks[Side.MARAUDER]) > 12


# ------------------------------------------------------------------------------------ pieces


@pytest.mark.parametrize("laid", [T, EARLIER, LATER], ids=lambda laid: laid.letter)
def test_a_piece_shows_on_its_cells_and_leaves_the_bank(laid):
    changed = what_differs(BARE, view_of(sea_of(1, laid, board=EMPTY)))
    assert changed == {*map(str, laid.cells), "beside"}


@pytest.mark.parametrize(
    "text",
    [
        *("C10 C11 C12 B12 D12", "F5 G5 F6 G6 F7", "C3 C4 C5 C6 C7", "E9 F9 F10 F11 G11"),
        *("E9 E10 F10 F11 G11", "E9 E10 E11 F9 G9"),
    ],
)
def test_a_piece_is_outlined_as_a_whole_and_not_cell_by_cell(text):
    laid = placed(text, DMO)
    newer = placed("J2 K2 K3 L3 K4", EC, 2)
    board = image_of(view_of(sea_of(1, laid, newer, board=EMPTY)))
    for cell in laid.cells:
        left, top, right, bottom = box_of(cell)
        half = (right - left) // 2
        sides = {
            (-1, 0): (left + 2, top + half),
            (1, 0): (right - 3, top + half),
            (0, 1): (left + half, top + 2),
            (0, -1): (left + half, bottom - 3),
        }
        for (across, up), place in sides.items():
            goes_on = Cell(cell.column + across, cell.row + up) in laid.cells
            assert board.getpixel(place) == (DARK.wall if goes_on else DARK.marauder)


def test_pieces_side_by_side_stay_apart():
    upright = [placed(f"{column}2 {column}3 {column}4 {column}5 {column}6") for column in "CD"]
    block = [placed("C2 C3 C4 D2 D3"), placed("C5 C6 D4 D5 D6")]
    views = [view_of(sea_of(1, *laid, T, board=EMPTY)) for laid in (upright, block)]
    assert tiles(what_differs(*views)) == {
        f"{column}{row}" for column in "CD" for row in range(2, 7)
    }


def test_the_latest_placement_of_each_board_is_marked_if_it_is_of_the_latest_round():
    sea = sea_of(1, EARLIER, T), sea_of(2, EARLIER), sea_of(3, LATER)
    later = view_of(*sea)
    alone = view_of(*sea[:2])
    assert tiles(what_differs(alone, later)) == {*map(str, T.cells)}
    assert tiles(what_differs(alone, later, 2)) == {*map(str, EARLIER.cells)}
    assert DARK.mark in colors(image_of(later, 3))
    assert DARK.mark not in colors(image_of(later, 2))


def test_on_the_last_board_only_the_very_last_placement_is_marked():
    one, other = placed("C2 C3 C4 C5 C6", EC, 4), placed("H9 I9 I10 J10 I11", DMO, 4)
    view = view_of(sea_of(1, one, other))
    assert DARK.mark not in colors(shown(view, "C4"))
    assert DARK.mark in colors(shown(view, "I10"))


@pytest.mark.parametrize("letter", LETTERS)
def test_used_pieces_are_struck_out_in_the_bank(letter):
    left = tuple(each for each in LETTERS if each != letter)
    used = replace(START, seas=(replace(START.seas[0], left=left), *START.seas[1:]))
    assert what_differs(START, used) == {"beside"}
    one, other = (image_of(view) for view in (START, used))
    assert DARK.red in colors(other.crop(BESIDE))
    _, first, _, last = ImageChops.difference(one, other).getbbox()
    assert last - first <= 5 * pieces.UNIT


@pytest.mark.parametrize("view", [START, OVER])
def test_the_ground_is_as_dark_in_every_corner(view):
    image = image_of(view)
    corners = product((0, image.width - 1), (0, image.height - 1))
    assert {image.getpixel(place) for place in corners} == {DARK.ground}


def test_the_bank_fits_beside_the_board():
    changed = [
        ImageChops.difference(
            image_of(START), image_of(replace(START, seas=(sea, *START.seas[1:])))
        )
        for letter in LETTERS
        for sea in [replace(START.seas[0], left=tuple(each for each in LETTERS if each != letter))]
    ]
    boxes = [difference.getbbox() for difference in changed]
    assert all(one[3] <= other[1] for one, other in pairwise(boxes))
    assert boxes[0][1] >= BESIDE[1]
    assert boxes[-1][3] <= tools.HEIGHT - tools.TOP


# ------------------------------------------------------------------------------ state of a board


def is_veiled(view):
    """Whether the sea at H12 has lines, and whether other tiles can still be read there."""
    looks = [shown(view, name) for name in ("G7", "F7", "D4", "B12", "F2", "H12")]
    assert min(unlikeness(one, other) for one, other in combinations(looks, 2)) > 4
    left, top, _, bottom = box_of(Cell.parse("H12"))
    column = image_of(view).crop((left + 9, top + 4, left + 10, bottom - 4))
    return colors(column) == {DARK.sea, DARK.ground}


@pytest.mark.parametrize("closing", Closing)
def test_a_closed_board_is_veiled_and_still_readable(closing):
    assert is_veiled(closed_by(closing))
    assert not is_veiled(view_of(sea_of(1, T, EARLIER), phase=Phase.PLACING))


@pytest.mark.parametrize("phase", [Phase.ROUTES, Phase.OVER])
def test_once_placing_is_over_only_lost_boards_are_veiled(phase):
    assert not is_veiled(replace(closed_by(Closing.BANK_EMPTY), phase=phase))
    assert is_veiled(replace(closed_by(Closing.CUT_OFF, EC), phase=phase))


def test_why_a_board_is_closed_and_who_lost_it_shows_above_it():
    views = [
        *(closed_by(closing) for closing in (Closing.BANK_EMPTY, Closing.NOTHING_FITS)),
        *(closed_by(Closing.CUT_OFF, seat) for seat in SEATS),
    ]
    for one, other in combinations(views, 2):
        assert what_differs(one, other) == {"header"}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_only_the_board_itself_shows_who_plays_on_it_in_this_round(seat, number):
    nobody = replace(PLACING, picks=())
    picked = replace(PLACING, picks=((seat, number),))
    for each in (1, 2, 3):
        differing = what_differs(nobody, picked, each)
        assert differing == ({"header"} if each == number else set())
    assert DARK.mark in colors(image_of(picked, number))
    assert DARK.mark not in colors(image_of(nobody, number))


def test_on_the_last_board_whose_turn_it_is_shows_above_it():
    seas = [sea_of(1), *(sea_of(number, closed=Closing.NOTHING_FITS) for number in (2, 3))]
    ec, dmo = (view_of(*seas, phase=Phase.LAST, to_move=seat) for seat in SEATS)
    assert [what_differs(ec, dmo, number) for number in (1, 2, 3)] == [{"header"}, set(), set()]


def test_who_plays_which_side_shows_once_it_is_settled():
    views = [replace(START, empire=empire) for empire in (None, *SEATS)]
    for one, other in combinations(views, 2):
        assert what_differs(one, other) == {"header"}


# ------------------------------------------------------------------------------------ secrets


@pytest.mark.parametrize("submission", [SECRET, Submission(EC, 1, None)])
def test_a_secret_placement_shows_on_its_board_and_no_other_is_shown(submission):
    own = replace(PLACING, viewer=EC, submissions=(submission,), submitted=(EC,))
    assert painter.foremost(own) == "1"
    expected = {*map(str, T.cells)} if submission.placement else set()
    assert what_differs(PLACING, own) == {"header", *expected}


def test_a_secret_placement_looks_different_from_a_placed_piece():
    own = replace(PLACING, viewer=EC, submissions=(SECRET,))
    for laid in (T, replace(T, seat=DMO)):
        lying = view_of(sea_of(1, laid, LATER), phase=Phase.PLACING)
        for name in map(str, T.cells):
            assert unlikeness(shown(own, name), shown(lying, name)) > 10


@pytest.mark.parametrize("viewer", [PUBLIC, DMO])
def test_a_seat_without_a_secret_of_its_own_sees_what_everybody_sees(viewer):
    view = replace(PLACING, submitted=(EC,))
    seen = every_board(DeepSeaVoyage, replace(view, viewer=viewer))
    assert seen == every_board(DeepSeaVoyage, PLACING)


def test_routes_are_shown_on_their_boards_with_their_lengths():
    routes = (Route(1, Ship.RED, RED), Route(3, Ship.WHITE, way("A13 A7 G7")))
    view = view_of(phase=Phase.ROUTES, viewer=EC, routes=routes)
    without = view_of(phase=Phase.ROUTES)
    expected = named("A1 A2 A3 A4 A5 A6 A7 B7 C7 D7 E7 F7 G7")
    assert what_differs(without, view) == {*expected, "beside"}
    other = replace(view, routes=(Route(1, Ship.RED, replace(RED, steps=13)),))
    assert what_differs(view, other) == {"beside"}


# ---------------------------------------------------------------------------------- the end


def test_routes_handed_in_look_different_from_the_shortest_ways():
    routes = (Route(1, Ship.RED, LONGER),)
    dashed, both = OVER, replace(OVER, routes=routes)
    handed_in = tiles(what_differs(dashed, both))
    assert named("A8 A9 B9 G9 G8") < handed_in
    alone = replace(both, seas=(replace(OVER.seas[0], ways=()), *OVER.seas[1:]))
    assert named("B7 C7 D7") <= tiles(what_differs(alone, both))
    solid = view_of(sea_of(1), routes=(Route(1, Ship.RED, RED),))
    only_red = view_of(sea_of(1, ways=(WAYS[0],)))
    assert unlikeness(shown(solid, "C7"), shown(only_red, "C7")) > 1


def test_all_ships_may_share_a_way_and_each_still_shows():
    sea = sea_of(1, board=EMPTY, ways=tuple((ship, way("C3 C10 G10 G7")) for ship in Ship))
    hulls = {DARK.red, DARK.light, DARK.blue, DARK.dark}
    for name in ("C6", "E10"):
        assert hulls <= colors(shown(view_of(sea), name))
    for ship in Ship:
        fewer = replace(sea, ways=tuple(each for each in sea.ways if each[0] is not ship))
        assert unlikeness(shown(view_of(sea), "C6"), shown(view_of(fewer), "C6")) > 3


def test_a_ship_without_a_way_is_named_at_the_end():
    cut = (*WAYS[:3], (Ship.BLACK, None))
    sea = replace(OVER.seas[0], ways=cut)
    view = replace(OVER, seas=(sea, *OVER.seas[1:]), routes=(Route(1, Ship.RED, RED),))
    alt = texts_of(DeepSeaVoyage).alt("board-1", view, NAMES)
    assert "Routes in steps: red 12, white none, blue none, black none." in alt
    assert "Shortest in steps: red 12, white 12, blue 12, black none." in alt
    assert "beside" in what_differs(OVER, view)


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (Score(24, 26, EC), "EC 24 steps, DMO 26 steps: won by EC Ada."),
        (Score(None, 26, DMO), "EC no arrival, DMO 26 steps: won by DMO Bob."),
        (Score(24, 24, None), "EC 24 steps, DMO 24 steps: won by nobody."),
        (None, "Not counted."),
    ],
)
def test_how_a_board_was_counted_shows_above_it(score, told):
    view = replace(OVER, seas=(replace(OVER.seas[0], score=score), *OVER.seas[1:]))
    assert told in texts_of(DeepSeaVoyage).alt("board-1", view, NAMES)
    assert (DARK.mark in colors(image_of(view))) is bool(score and score.winner)
