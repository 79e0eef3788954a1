"""The gardens of Demeter's Anguish and the trays below them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from threading import Barrier

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games.demeters_anguish.board import Flower
from engine.games.demeters_anguish.notation import Half
from engine.games.demeters_anguish.rules import DemetersAnguish, Done, Passed, Phase
from engine.grids.grid import Cell
from engine.grids.polyominoes import POLYOMINOES
from engine.options import RowOne
from engine.seats import SEATS, Seat
from rendering import demeters_anguish as painter
from rendering import every_board
from rendering.canvas import Brush
from rendering.themes import Theme
from tests.rendering.demeters_anguish_positions import (
    CELLS,
    CROWDS,
    DMO_GARDEN,
    DOMINO,
    EC_GARDEN,
    GAMES,
    LARGE_ROCK,
    MONOMINO,
    OPENING,
    SMALL_ROCK,
    STANDING,
    START,
    TROMINO,
    U,
    crowded,
    rock,
    view_of,
)
from tests.rendering.positions import how

DARK = painter.COLORS[Theme.DARK]

PAIR = painter.PAIR(15, colors=DARK)


def png_of(view):
    (picture,) = painter.pictures(view)
    return picture.png


def opened(png):
    return Image.open(BytesIO(png)).convert("RGB")


def board_of(view):
    return opened(png_of(view))


def top_of(owner):
    """Where a garden begins in the picture of both."""
    return painter._top_of(SEATS.index(owner), PAIR)


def box_of(owner, cell, row_one=RowOne.BOTTOM):
    left, top = PAIR.grid(row_one).corner(cell)
    left, top = left + PAIR.left, top + top_of(owner) + PAIR.header
    return left, top, left + PAIR.cell, top + PAIR.cell


def bed_of(board, owner):
    """A garden without its frame."""
    left, top, _, _ = box_of(owner, Cell(0, 15 - 1))
    _, _, right, bottom = box_of(owner, Cell(15 - 1, 0))
    return board.crop((left, top, right, bottom))


def tray_box(owner, piece):
    left, top = painter._tray_places(PAIR, POLYOMINOES)[piece]
    width, height = painter._tray_sprite(piece, painter.Look.LEFT, PAIR).size
    top += top_of(owner)
    return left, top, left + width, top + height


def title_box(owner):
    top = top_of(owner)
    return 0, top, PAIR.width, top + PAIR.header


def what_differs(one, other):
    """The cells of both gardens in which two pictures differ; nothing but cells must."""
    difference = ImageChops.difference(one, other)
    boxes = {(seat, cell): box_of(seat, cell) for seat in SEATS for cell in CELLS}
    differing = {place for place, box in boxes.items() if difference.crop(box).getbbox()}
    for place in differing:
        difference.paste((0, 0, 0), boxes[place])
    assert difference.getbbox() is None
    return differing


def unlikeness(one, other):
    """The share of pixels that clearly differ once no colour is left."""
    greys = (image.convert("L") for image in (one, other))
    histogram = ImageChops.difference(*greys).histogram()
    return sum(histogram[50:]) / sum(histogram)


def shown(view, owner, cell, width=None):
    """A cell, in a picture scaled to a width."""
    board = board_of(view)
    edge = round(PAIR.cell * (width or board.width) / board.width)
    return board.crop(box_of(owner, cell)).resize((edge, edge), Image.Resampling.LANCZOS)


# Size and sameness


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_every_picture_of_a_game_is_small_enough(views):
    for view in [*views[::9], views[-1]]:
        assert len(png_of(view)) <= 25_000
        assert max(len(each.png) for each in every_board(DemetersAnguish, view)) <= 15_000


@pytest.mark.parametrize(("large_rocks", "share"), CROWDS)
@pytest.mark.parametrize("seed", [2, 9])
def test_pictures_of_gardens_fuller_than_any_game_brings_about_are_small_enough(
    seed, large_rocks, share
):
    view = crowded(seed, large_rocks, share)
    assert len(png_of(view)) <= 25_000
    assert max(len(each.png) for each in every_board(DemetersAnguish, view)) <= 15_000


def test_a_picture_is_stored_with_four_bits_for_a_pixel():
    png = png_of(crowded(2, 0.5, 0.7))
    bit_depth, color_type = png[24], png[25]
    assert (bit_depth, color_type) == (4, 3)


def forget_sprites():
    for each in vars(painter).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


def all_painted(views):
    return [
        picture.png
        for view in views
        for picture in (*painter.pictures(view), painter.close_up(view, Seat.DMO))
    ]


@pytest.mark.parametrize("views", GAMES[:2], ids=how, indirect=True)
def test_the_same_view_gives_the_same_bytes(views):
    before = all_painted(views[::8])
    forget_sprites()
    assert all_painted(views[::8]) == before


def test_pictures_painted_by_several_threads_at_once_are_the_same():
    views = GAMES[0]()[::12]
    expected = all_painted(views)
    threads = 4
    together = Barrier(threads)

    def paint(_):
        together.wait(timeout=60)
        return all_painted(views)

    forget_sprites()
    with ThreadPoolExecutor(threads) as pool:
        for painted in pool.map(paint, range(threads)):
            assert painted == expected


# What lies in the gardens


@pytest.mark.parametrize("laid", [*EC_GARDEN, *DMO_GARDEN], ids=lambda laid: str(laid.cells[0]))
@pytest.mark.parametrize("owner", SEATS)
def test_what_is_laid_shows_only_on_its_cells_and_in_its_garden(owner, laid):
    view = view_of(**{owner.value: (laid,)})
    if isinstance(laid, Flower):
        garden = replace(view.garden(owner), left=POLYOMINOES)
        view = replace(view, **{owner.value: garden})
    bare, full = board_of(START), board_of(view)
    for board in (bare, full):
        board.paste((0, 0, 0), title_box(owner))
    assert what_differs(bare, full) == {(owner, cell) for cell in laid.cells}


@pytest.mark.parametrize("laid", [U, TROMINO, STANDING], ids=lambda laid: laid.piece.letter)
def test_a_flower_is_outlined_as_a_whole_and_not_cell_by_cell(laid):
    board = board_of(view_of((laid,)))
    half, outline = PAIR.cell // 2, 1
    for cell in laid.cells:
        left, top, right, bottom = box_of(Seat.EC, cell)
        sides = {
            (-1, 0): (left + outline, top + half),
            (1, 0): (right - 1 - outline, top + half),
            (0, 1): (left + half, top + outline),
            (0, -1): (left + half, bottom - 1 - outline),
        }
        for (across, up), place in sides.items():
            goes_on = Cell(cell.column + across, cell.row + up) in laid.cells
            assert (board.getpixel(place) == DARK.ink) is not goes_on


def test_pieces_side_by_side_stay_apart():
    stones = view_of((rock("C3"), rock("D3"), rock("C4"), rock("D4")))
    block = view_of((rock("C3", "D3", "C4", "D4"),))
    assert what_differs(board_of(stones), board_of(block)) == {
        (Seat.EC, cell) for cell in block.ec.rocks[0].cells
    }


@pytest.mark.parametrize("width", [None, 300])
def test_flowers_rocks_and_soil_differ_without_colour(width):
    cells = [
        shown(view_of(EC_GARDEN, DMO_GARDEN), owner, Cell.parse(name), width)
        for owner, name in [(Seat.EC, "H7"), (Seat.EC, "G9"), (Seat.DMO, "C3"), (Seat.EC, "A1")]
    ]
    assert all(unlikeness(one, other) > 0.2 for one, other in combinations(cells, 2))


def test_the_smaller_a_flower_the_lighter_is_its_grey():
    view = view_of((U, DOMINO, MONOMINO), DMO_GARDEN)
    places = [
        *[(Seat.EC, "G7"), (Seat.DMO, "O2"), (Seat.DMO, "A1"), (Seat.EC, "E5"), (Seat.EC, "J6")]
    ]
    greys = [
        ImageStat.Stat(shown(view, owner, Cell.parse(name)).convert("L")).median[0]
        for owner, name in places
    ]
    assert all(after - before > 15 for before, after in pairwise(greys))


def test_blossoms_have_as_many_petals_as_the_flower_has_cells():
    blossoms = set()
    for size in range(1, 6):
        brush = Brush((48, 48), DARK.ground)
        painter._paint_blossom(brush, painter.Field(0, 0, 48, frozenset()), size, DARK.ink)
        blossoms.add(brush.finish().tobytes())
    assert len(blossoms) == 5


# The last turn


LAST = [
    (Done(Seat.EC, Half.FLOWER, U), Seat.EC),
    (Done(Seat.EC, Half.ROCK, SMALL_ROCK), Seat.DMO),
    (Done(Seat.DMO, Half.FLOWER, TROMINO), Seat.DMO),
    (Done(Seat.DMO, Half.ROCK, LARGE_ROCK), Seat.EC),
]


@pytest.mark.parametrize(("done", "garden"), LAST)
def test_what_the_last_turn_laid_is_marked_on_its_cells_and_nowhere_else(done, garden):
    plain = view_of(EC_GARDEN, DMO_GARDEN)
    marked = replace(plain, marked=(done,))
    changed = what_differs(board_of(plain), board_of(marked))
    assert changed == {(garden, cell) for cell in done.laid.cells}
    for _, cell in changed:
        without, with_mark = (shown(view, garden, cell) for view in (plain, marked))
        assert unlikeness(without, with_mark) > 0.05


def test_both_halves_of_the_last_turn_are_marked():
    plain = view_of(EC_GARDEN, DMO_GARDEN)
    marked = replace(plain, marked=(LAST[2][0], LAST[3][0]))
    changed = what_differs(board_of(plain), board_of(marked))
    assert changed == {
        *((Seat.DMO, cell) for cell in TROMINO.cells),
        *((Seat.EC, cell) for cell in LARGE_ROCK.cells),
    }


@pytest.mark.parametrize("seat", SEATS)
def test_passed_halves_mark_nothing(seat):
    plain = view_of(EC_GARDEN, DMO_GARDEN)
    passed = tuple(Done(seat, half, None) for half in Half)
    assert png_of(replace(plain, marked=passed)) == png_of(plain)


def test_the_same_cells_in_the_other_garden_are_not_marked():
    plain = view_of((U, SMALL_ROCK), (U, SMALL_ROCK))
    done = (Done(Seat.EC, Half.FLOWER, U), Done(Seat.EC, Half.ROCK, SMALL_ROCK))
    changed = what_differs(board_of(plain), board_of(replace(plain, marked=done)))
    assert changed == {
        *((Seat.EC, cell) for cell in U.cells),
        *((Seat.DMO, cell) for cell in SMALL_ROCK.cells),
    }


# Row 1


def mirrored(laid):
    cells = tuple(sorted(Cell(cell.column, 15 - 1 - cell.row) for cell in laid.cells))
    return replace(laid, cells=cells)


def test_row_one_at_the_top_turns_the_gardens_upside_down():
    gardens = (EC_GARDEN, DMO_GARDEN)
    above = board_of(view_of(*gardens, row_one=RowOne.TOP))
    below = board_of(view_of(*(map(mirrored, garden) for garden in gardens)))
    for owner in SEATS:
        assert bed_of(above, owner).tobytes() == bed_of(below, owner).tobytes()
    assert above.tobytes() != below.tobytes()  # for the numbers beside the rows are turned


# Close-ups


def test_a_close_up_shows_the_garden_of_its_seat_alone():
    view = view_of(EC_GARDEN, DMO_GARDEN)
    elsewhere = view_of(EC_GARDEN)
    before, after = (every_board(DemetersAnguish, each) for each in (view, elsewhere))
    assert [each.name for each in before] == ["ec-garden", "dmo-garden"]
    assert before[0].png == after[0].png
    assert before[1].png != after[1].png


@pytest.mark.parametrize(
    ("facts", "board"),
    [
        ({"viewer": Seat.DMO, "to_move": Seat.EC}, Seat.DMO),
        ({"to_move": Seat.DMO}, Seat.DMO),
        ({"to_move": None}, Seat.EC),
    ],
)
def test_the_foremost_garden_is_the_viewer_s_or_that_of_whose_turn_it_is(facts, board):
    assert painter.foremost(replace(START, **facts)) == board


def test_on_a_desktop_a_close_up_shows_its_garden_nearly_twice_as_large():
    (pair,) = painter.pictures(START)
    both, alone = pair.image, painter.close_up(START, Seat.EC).image
    large = painter.LARGE(15, colors=DARK)
    assert large.cell / alone.height > 1.9 * PAIR.cell / both.height


# A secret opening


@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.CHOICE])
@pytest.mark.parametrize("seat", SEATS)
def test_a_secret_opening_shows_in_the_planter_s_own_garden(seat, phase):
    public = replace(OPENING, phase=phase)
    own = replace(public, own=U, viewer=seat)
    assert what_differs(board_of(public), board_of(own)) == {(seat, cell) for cell in U.cells}


def test_a_secret_opening_looks_different_from_a_planted_flower():
    secret = board_of(replace(OPENING, own=U, viewer=Seat.EC))
    planted = board_of(view_of((U,)))
    for cell in U.cells:
        box = box_of(Seat.EC, cell)
        assert unlikeness(secret.crop(box), planted.crop(box)) > 0.08


@pytest.mark.parametrize("own", [None, Passed.PASSED])
@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_without_a_secret_flower_sees_nothing_secret(seat, own):
    assert png_of(replace(OPENING, own=own, viewer=seat)) == png_of(OPENING)


def test_a_public_picture_does_not_reveal_who_has_submitted_an_opening():
    assert png_of(OPENING) == png_of(replace(OPENING, submitted=()))


# Trays


@pytest.mark.parametrize("piece", POLYOMINOES, ids=lambda piece: f"{piece.size}{piece.letter}")
@pytest.mark.parametrize("owner", SEATS)
def test_a_planted_piece_is_gone_from_its_owners_tray(owner, piece):
    left = tuple(each for each in POLYOMINOES if each != piece)
    garden = replace(START.garden(owner), left=left)
    before, after = board_of(START), board_of(replace(START, **{owner.value: garden}))
    difference = ImageChops.difference(before, after)
    box = tray_box(owner, piece)
    assert difference.crop(box).getbbox() is not None
    assert unlikeness(before.crop(box), after.crop(box)) > 0.02
    difference.paste((0, 0, 0), box)
    assert difference.getbbox() is None


@pytest.mark.parametrize("style", [PAIR, painter.LARGE(15, colors=DARK)])
def test_the_pieces_of_a_tray_keep_apart_and_inside_the_picture(style):
    height = painter._background(style, POLYOMINOES, RowOne.BOTTOM, SEATS).height
    tops = style.header + style.grid(RowOne.BOTTOM).size[1]
    boxes = []
    for piece, (left, top) in painter._tray_places(style, POLYOMINOES).items():
        sprite = painter._tray_sprite(piece, painter.Look.LEFT, style)
        boxes.append((left, top, left + sprite.width, top + sprite.height))
    assert len(boxes) == len(POLYOMINOES)
    assert all(left >= 0 and top >= tops for left, top, _, _ in boxes)
    assert all(right <= style.width and bottom <= height for _, _, right, bottom in boxes)
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]
