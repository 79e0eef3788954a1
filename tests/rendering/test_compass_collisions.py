"""The board of Compass Collisions, the sets, and the descriptions of both."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product
from random import Random
from threading import Barrier

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games.compass_collisions.board import Arrow, Compass, Element, Event, EventKind, Piece
from engine.games.compass_collisions.layouts import Layout, SetName
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.options import RowOne
from engine.seats import PUBLIC, SEATS, Seat
from rendering import compass_collisions as painter
from rendering import painter_of
from rendering.canvas import Grid
from rendering.compass_collisions import squares, tools
from rendering.compass_collisions.sets import GAP
from rendering.themes import Theme
from tests.rendering.compass_collisions_positions import (
    CELLS,
    DMO_AIR,
    EC_FIRE,
    EMPTY,
    EXTREMES,
    FALL,
    GAMES,
    NORTH,
    NUMBERED,
    PIECES,
    TURNS,
    UNEVEN,
    VACANT,
    E,
    F,
    after,
    cell,
    crowded,
    moved,
    waiting,
    with_facts,
    with_pieces,
)
from tests.rendering.positions import how

DARK = painter.COLORS[Theme.DARK]
GRID = Grid(9, 9, tools.CELL, tools.MARGIN, RowOne.BOTTOM)
WIDTH = GRID.size[0]


LAYOUT = "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E."
OTHER_LAYOUT = "layout EWFAEWF / AEWFA / ... / EWFA... / ..... / ..."

# Every row as read by someone who stands outside on that side and looks in, the edge first.
STANDING = {
    Compass.SOUTH: ("B1 C1 D1 E1 F1 G1 H1", "C2 D2 E2 F2 G2", "D3 E3 F3"),
    Compass.WEST: ("A8 A7 A6 A5 A4 A3 A2", "B7 B6 B5 B4 B3", "C6 C5 C4"),
    Compass.NORTH: ("H9 G9 F9 E9 D9 C9 B9", "G8 F8 E8 D8 C8", "F7 E7 D7"),
    Compass.EAST: ("I2 I3 I4 I5 I6 I7 I8", "H3 H4 H5 H6 H7", "G4 G5 G6"),
}


@pytest.mark.parametrize("views", [*GAMES, *NUMBERED], ids=how, indirect=True)
def test_views_hold_what_the_rules_say_of_their_squares(views):
    assert [with_facts(view) for view in views] == [*views]


def picture_of(view):
    (picture,) = painter.pictures(with_facts(view))
    return picture


def image_of(view):
    return Image.open(BytesIO(picture_of(view).png)).convert("RGB")


def box_of(square):
    left, top = GRID.corner(square)
    return left, top, left + tools.CELL, top + tools.CELL


def shown(view, square):
    return image_of(view).crop(box_of(square))


def squares_that_differ(one, other):
    difference = ImageChops.difference(image_of(one), image_of(other))
    return {str(square) for square in CELLS if difference.crop(box_of(square)).getbbox()}


def clear_caches():
    for function in (tools.sprite_of, tools.stamp_of, squares.empty_board):
        function.cache_clear()


def unlikeness(one, other):
    """How far apart two images are on average when they are grey, from 0 to 255."""
    difference = ImageChops.difference(one.convert("L"), other.convert("L"))
    (mean,) = ImageStat.Stat(difference).mean
    return mean


# ---------------------------------------------------------------------------- every picture


def test_the_painter_is_found_by_the_game():
    assert painter_of(CompassCollisions()) is painter


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_every_picture_of_a_game_is_small_enough(views):
    assert max(len(picture_of(view).png) for view in views) <= 15_000


@pytest.mark.parametrize("views", [*NUMBERED, EXTREMES], ids=how, indirect=True)
def test_a_picture_in_which_all_81_squares_are_numbered_is_hardly_larger(views):
    assert max(len(picture_of(view).png) for view in views) <= 15_500


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_is_small_enough_whatever_the_host_numbers(seed):
    generator = Random(seed)
    (view,) = (view for view in GAMES[0]() if view.phase is Phase.NAMING)
    numbers = tuple((square, generator.choice((31, 32, 99, 10**6 - 1))) for square in CELLS)
    assert len(picture_of(replace(view, numbers=numbers)).png) <= 15_000


def test_a_picture_is_stored_with_four_bits_for_a_pixel():
    png = picture_of(crowded(0)).png
    bit_depth, color_type = png[24], png[25]
    assert (bit_depth, color_type) == (4, 3)


def test_the_same_view_gives_the_same_bytes():
    views = [*GAMES[0]()[::5], *EXTREMES()]
    before = [picture_of(view).png for view in views]
    clear_caches()
    assert [picture_of(view).png for view in reversed(views)] == before[::-1]


def test_pictures_painted_by_several_threads_at_once_are_the_same():
    views = [*GAMES[0]()[::12], *EXTREMES()[:2]]
    expected = [picture_of(view).png for view in views]
    threads = 6
    together = Barrier(threads)

    def paint(_):
        together.wait(timeout=60)
        return [picture_of(view).png for view in views]

    clear_caches()
    with ThreadPoolExecutor(threads) as pool:
        for painted in pool.map(paint, range(threads)):
            assert painted == expected


# ---------------------------------------------------------------------------------- squares


@pytest.mark.parametrize("width", [WIDTH, 300])
def test_pieces_are_told_apart_without_colour_at_any_size(width):
    edge = round(tools.CELL * width / WIDTH)
    looks = [
        shown(with_pieces(E5=piece), cell("E5")).resize((edge, edge), Image.Resampling.BOX)
        for piece in PIECES
    ]
    assert min(unlikeness(one, other) for one, other in combinations(looks, 2)) > 12


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_a_piece_changes_only_its_own_square_and_the_counts(piece):
    before, after = with_pieces(A1=EC_FIRE), with_pieces(A1=EC_FIRE, E5=piece)
    assert squares_that_differ(before, after) == {"E5"}
    below = (0, GRID.size[1], *image_of(after).size)
    one, other = (image_of(view).crop(below) for view in (before, after))
    assert ImageChops.difference(one, other).getbbox() is not None


def test_a_piece_on_a_numbered_square_shows_both():
    square = cell("B1")
    piece, number = with_pieces(B1=EC_FIRE, E5=DMO_AIR), replace(EMPTY, numbers=((square, 9),))
    both = replace(piece, numbers=((square, 9), (cell("A1"), 31)))
    other_number = replace(both, numbers=((square, 8), (cell("A1"), 31)))
    other_piece = replace(both, pieces=((square, DMO_AIR), (cell("E5"), DMO_AIR)))
    looks = [shown(view, square) for view in (piece, number, both, other_number, other_piece)]
    assert all(ImageChops.difference(*pair).getbbox() for pair in combinations(looks, 2))


def test_every_number_up_to_the_count_of_pieces_looks_different():
    numbered = [
        replace(EMPTY, numbers=((cell("E5"), number), (cell("A1"), 99))) for number in range(1, 34)
    ]
    looks = {shown(view, cell("E5")).tobytes() for view in numbered}
    assert len(looks) == len(numbered)


@pytest.mark.parametrize(
    ("pieces", "numbers", "next_ones"),
    [
        (5, {"A1": 4, "B1": 3}, {"A1"}),
        (5, {"A1": 4, "B1": 4, "C1": 3}, {"A1", "B1"}),
        (5, {"A1": 3, "B1": 2}, {"A1"}),
        (2, {"A1": 3, "B1": 2, "C1": 1}, {"A1", "B1"}),
        (2, {}, set()),
    ],
)
def test_all_numbers_that_fall_next_stand_out(pieces, numbers, next_ones):
    standing = tuple((square, EC_FIRE) for square in CELLS[-pieces:])
    view = replace(
        EMPTY, pieces=standing, numbers=tuple((cell(name), n) for name, n in numbers.items())
    )
    gold = {
        name
        for name in numbers
        if DARK.mark in {color for _, color in shown(view, cell(name)).getcolors()}
    }
    assert gold == next_ones


def test_the_numbers_that_one_loss_sets_off_stand_out_together():
    standing = tuple((square, EC_FIRE) for square in (cell("A1"), *CELLS[-4:]))
    numbers = ((cell("A1"), 4), (cell("B1"), 3), (cell("C1"), 2))
    view = replace(EMPTY, pieces=standing, numbers=numbers)
    assert DARK.mark in {color for _, color in shown(view, cell("B1")).getcolors()}
    elsewhere = replace(view, pieces=(*standing[1:], (cell("E5"), EC_FIRE)))
    assert DARK.mark not in {color for _, color in shown(elsewhere, cell("B1")).getcolors()}


def test_the_numbers_that_a_collapse_would_take_are_framed():
    three = ((cell("A1"), 4), (cell("B1"), 3), (cell("C1"), 2))
    view = replace(EMPTY, pieces=with_pieces(I9=EC_FIRE).pieces * 5, numbers=three)
    later = replace(view, numbers=(*three, (cell("I1"), 3)))
    assert squares_that_differ(view, later) == {"I1"}
    first = replace(view, numbers=(*three, (cell("I1"), 5)))
    assert {"A1", "B1"} <= squares_that_differ(view, first)
    assert "C1" not in squares_that_differ(view, first)


@pytest.mark.parametrize("view", [EMPTY, GAMES[0]()[0], GAMES[0]()[-1]])
def test_the_ground_below_the_board_is_as_dark_as_beside_it(view):
    image = image_of(view)
    assert {image.getpixel(place) for place in [(0, 0), (0, image.height - 1)]} == {DARK.ground}


def test_a_removed_square_is_gone():
    look = shown(replace(EMPTY, removed=(cell("C3"),)), cell("C3"))
    assert {color for _, color in look.getcolors()} == {DARK.ground}


# ------------------------------------------------------------------------------- the last turn


@pytest.mark.parametrize(("views", "marked"), TURNS.values(), ids=TURNS)
def test_what_the_last_turn_did_is_marked_there_and_nowhere_else(views, marked):
    assert squares_that_differ(*views) == set(marked.split())


@pytest.mark.parametrize(("views", "marked"), TURNS.values(), ids=TURNS)
def test_the_marks_show_without_colour(views, marked):
    for name in marked.split():
        assert unlikeness(*(shown(view, cell(name)) for view in views)) > 2


@pytest.mark.parametrize(
    "more",
    [
        Event(EventKind.CHANGED, cell("D5"), Piece(Seat.EC, E), element=F),
        Event(EventKind.DEFEATED, cell("D5"), DMO_AIR),
    ],
    ids=lambda event: event.kind.value,
)
def test_what_happened_beside_the_mover_is_marked_beside_it(more):
    plain, _ = after(moved("D4", "D5"), arrow=NORTH, D5=EC_FIRE)
    told = replace(plain, events=(*plain.events, more))
    assert squares_that_differ(plain, told) == {"D5"}


@pytest.mark.parametrize("direction", Compass)
@pytest.mark.parametrize("steps", [1, 2])
def test_arrows_of_all_directions_look_different(direction, steps):
    names = {Compass.NORTH: "E6 E7", Compass.EAST: "F5 G5", Compass.SOUTH: "E4 E3"}
    squares = names.get(direction, "D5 C5").split()[:steps]
    event = moved("E5", squares[-1])
    view, plain = after(event, arrow=Arrow(cell("E5"), direction, steps))
    assert squares_that_differ(view, plain) == {"E5", *squares}


def test_a_square_that_just_fell_looks_different_from_one_long_gone():
    view, _ = after(FALL, removed=("F6", "F7"))
    assert unlikeness(shown(view, cell("F6")), shown(view, cell("F7"))) > 5


def test_a_piece_that_fell_is_told_from_one_that_stands_and_from_bare_rubble():
    fallen, _ = after(replace(FALL, piece=EC_FIRE), removed=("F6",))
    bare, _ = after(FALL, removed=("F6",))
    standing = with_pieces(F6=EC_FIRE)
    looks = [shown(view, cell("F6")) for view in (fallen, bare, standing)]
    assert min(unlikeness(one, other) for one, other in combinations(looks, 2)) > 12


@pytest.mark.parametrize("element", Element)
@pytest.mark.parametrize("width", [WIDTH, 300])
def test_a_piece_that_left_its_square_is_far_fainter_there_than_any_that_stands(element, width):
    left = Event(EventKind.MOVED, cell("E5"), Piece(Seat.EC, element), cell("E6"))
    gone, empty = after(left)
    pieces = [with_pieces(E5=Piece(seat, element)) for seat in SEATS]
    edge = round(tools.CELL * width / WIDTH)
    ghost, bare, *standing = (
        shown(view, cell("E5")).resize((edge, edge), Image.Resampling.BOX)
        for view in (gone, empty, *pieces)
    )
    assert 0 < 3 * unlikeness(ghost, bare) < min(unlikeness(each, bare) for each in standing)


# ------------------------------------------------------------------------------------- sets


def handed_in(layouts):
    game = CompassCollisions()
    state = game.begin()
    for seat, text in layouts.items():
        state = game.act(state, seat, game.read(state, seat, text))
    return game, state


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_sees_its_own_layout_and_nobody_else_does(seat):
    for layout, another in ((LAYOUT, OTHER_LAYOUT), (OTHER_LAYOUT, LAYOUT)):
        one, other = (handed_in({seat: text}) for text in (layout, another))
        own = [picture_of(game.view(state, seat)) for game, state in (one, other)]
        assert own[0].png != own[1].png
        assert {picture.name for picture in own} == {"layout"}
        for viewer in (seat.opponent, PUBLIC):
            seen, seen_too = (picture_of(game.view(state, viewer)) for game, state in (one, other))
            assert seen == seen_too
            assert seen.name == "board"


@pytest.mark.parametrize("seat", SEATS)
def test_everybody_sees_who_has_handed_in(seat):
    nobody, one, both = (
        picture_of(replace(EMPTY, phase=Phase.LAYOUTS, submitted=submitted)).png
        for submitted in ((), (seat,), SEATS)
    )
    assert len({nobody, one, both}) == 3


@pytest.mark.parametrize("viewer", SEATS)
def test_once_all_sets_are_shown_everybody_sees_the_same_picture(viewer):
    game, state = handed_in(dict.fromkeys(SEATS, LAYOUT))
    state = game.act(state, Seat.DMO, game.read(state, Seat.DMO, "take first"))
    assert state.phase is Phase.FIRST_PLACEMENT
    assert picture_of(game.view(state, viewer)) == picture_of(game.view(state, PUBLIC))


@pytest.mark.parametrize(("at", "row", "slot"), [(0, 0, 0), (0, 1, 4), (1, 0, 6), (1, 2, 1)])
def test_an_own_layout_has_the_row_of_seven_at_the_bottom_and_reads_as_typed(at, row, slot):
    rows = [list(each) for each in VACANT]
    rows[row][slot] = F
    filled = tuple(map(tuple, rows))
    sets = (filled, VACANT) if at == 0 else (VACANT, filled)
    one, other = (
        image_of(replace(EMPTY, phase=Phase.LAYOUTS, own=Layout(each), viewer=Seat.EC))
        for each in (sets, (VACANT, VACANT))
    )
    left, top, right, bottom = ImageChops.difference(one, other).getbbox()
    height = one.height / 2
    assert height * at < top < bottom < height * (at + 1)
    assert (top + bottom) / 2 - height * at == pytest.approx(tools.CELL * (2.5 - row) + GAP, abs=4)
    assert (left + right) / 2 == pytest.approx(
        one.width / 2 + tools.CELL * (slot - (6 - 2 * row) / 2), abs=4
    )


@pytest.mark.parametrize(("name", "side"), list(product(SetName, Compass)))
def test_a_placed_set_stands_on_its_side_turned_and_not_mirrored(name, side):
    view = replace(EMPTY, phase=Phase.SECOND_PLACEMENT, sides=((name, side),))
    placed = replace(
        view, sets=tuple((each, UNEVEN if each is name else VACANT) for each in SetName)
    )
    owner = Seat.EC if name.startswith("ec") else Seat.DMO
    expected = tuple(
        (cell(square), Piece(owner, element))
        for squares, row in zip(STANDING[side], UNEVEN, strict=True)
        for square, element in zip(squares.split(), row, strict=True)
        if element
    )
    one, other = (image_of(each) for each in (placed, replace(view, pieces=expected)))
    board = (0, 0, *GRID.size)
    assert one.crop(board).tobytes() == other.crop(board).tobytes()


def test_every_set_is_shown_below_the_board_or_on_it():
    none, one, two = waiting(), waiting(ec1="north"), waiting(ec1="north", dmo1="east")
    assert image_of(none).height == image_of(one).height == image_of(two).height
    without_ec = waiting(ec1="north", ec2="south")
    assert image_of(without_ec).height < image_of(two).height
    assert len({picture_of(view).png for view in (none, one, two)}) == 3


@pytest.mark.parametrize("name", SetName)
def test_the_sides_tell_the_sets_that_stand_there(name):
    other = SetName.EC1 if name is SetName.EC2 else SetName.EC2
    sets = tuple((each, VACANT) for each in SetName)
    one, another = (
        replace(EMPTY, phase=Phase.SECOND_PLACEMENT, sides=((each, Compass.WEST),), sets=sets)
        for each in (name, other)
    )
    assert squares_that_differ(one, another) == {"D5"}
