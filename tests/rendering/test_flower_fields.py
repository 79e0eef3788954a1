"""The bed of both Flower Fields, the lives above it and their description."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from threading import Barrier

import pytest
from PIL import Image, ImageChops

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
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import PUBLIC, SEATS
from rendering import flower_fields as painter
from rendering import painter_of
from rendering.canvas import Grid
from rendering.themes import Theme
from tests.engine.games.flower_fields.positions import cells, doubting, flowers
from tests.rendering.flower_fields_positions import (
    CELLS,
    EMPTY,
    EXTREMES,
    FIELDS,
    FORMS,
    GAMES,
    PLANTED,
    STANDING,
    crowded,
    hidden,
    view_of,
)
from tests.rendering.positions import how

EC, DMO = SEATS
DARK = painter.COLORS[Theme.DARK]


def grid_of(row_one):
    return Grid(7, 7, painter.CELL, painter.MARGIN, row_one)


def picture_of(view):
    (picture,) = painter.pictures(view)
    return picture


def board_of(view):
    return Image.open(BytesIO(picture_of(view).png)).convert("RGB")


def box_of(cell, row_one=RowOne.BOTTOM):
    left, top = painter._corner(cell, grid_of(row_one))
    return left, top, left + painter.CELL, top + painter.CELL


def cells_that_differ(one, other):
    """The cells in which the pictures of two views differ; nothing but cells must."""
    difference = ImageChops.difference(board_of(one), board_of(other))
    differing = {cell for cell in CELLS if difference.crop(box_of(cell)).getbbox()}
    for cell in differing:
        difference.paste((0, 0, 0), box_of(cell))
    assert difference.getbbox() is None
    return differing


def shown(view, name, width=None):
    """A cell, in a picture scaled to a width."""
    board = board_of(view)
    edge = round(painter.CELL * (width or board.width) / board.width)
    (cell,) = cells(name)
    return board.crop(box_of(cell)).resize((edge, edge), Image.Resampling.LANCZOS)


def unlikeness(one, other):
    """The share of pixels that clearly differ once no colour is left."""
    histogram = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
    return sum(histogram[40:]) / sum(histogram)


def grey(color):
    red, green, blue = color
    return 0.299 * red + 0.587 * green + 0.114 * blue


def forget_sprites():
    for each in vars(painter).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


@pytest.mark.parametrize("game", [DoubtingFlowerField, FlowerField])
def test_the_painter_is_found_by_both_games(game):
    assert painter_of(game()) is painter


# Size and sameness


@pytest.mark.parametrize("views", GAMES, ids=how, indirect=True)
def test_every_picture_of_a_game_is_small_enough(views):
    assert max(len(picture_of(view).png) for view in views) <= 15_000


@pytest.mark.parametrize(("is_over", "is_undone"), EXTREMES)
def test_pictures_of_full_beds_with_all_marks_at_once_are_small_enough(is_over, is_undone):
    views = [crowded(seed, is_over=is_over, is_undone=is_undone) for seed in range(6)]
    assert max(len(picture_of(view).png) for view in views) <= 15_000


def test_a_picture_is_stored_with_four_bits_for_a_pixel():
    png = picture_of(crowded(0, is_over=True, is_undone=True)).png
    bit_depth, color_type = png[24], png[25]
    assert (bit_depth, color_type) == (4, 3)


@pytest.mark.parametrize("views", GAMES[::2], ids=how, indirect=True)
def test_the_same_view_gives_the_same_picture(views):
    before = [picture_of(view) for view in views]
    forget_sprites()
    assert [picture_of(view) for view in reversed(views)] == before[::-1]


def test_pictures_painted_by_several_threads_at_once_are_the_same():
    views = GAMES[0]()[::2]
    expected = [picture_of(view) for view in views]
    threads = 4
    together = Barrier(threads)

    def paint(_):
        together.wait(timeout=60)
        return [picture_of(view) for view in views]

    forget_sprites()
    with ThreadPoolExecutor(threads) as pool:
        for painted in pool.map(paint, range(threads)):
            assert painted == expected


# Visible flowers


@pytest.mark.parametrize("doubts", [True, False])
@pytest.mark.parametrize("flower", ["A1R", "G7B", "D6Y", "A7Y", "G1R"])
def test_a_flower_shows_in_its_cell_and_nowhere_else(flower, doubts):
    bare = view_of(PLANTED, doubting=doubts)
    after = view_of(f"{PLANTED} {flower}", doubting=doubts)
    assert cells_that_differ(bare, after) == set(cells(flower[:2]))


@pytest.mark.parametrize("width", [None, 300])
@pytest.mark.parametrize("doubts", [True, False])
@pytest.mark.parametrize("marks", ["", "A1 B1 C1 D1"])
def test_flowers_differ_without_colour_from_each_other_and_from_bare_ground(marks, doubts, width):
    view = view_of("A1R B1B C1Y", doubting=doubts, marked=cells(marks))
    grounds = [shown(view, name, width) for name in ("A1", "B1", "C1", "D1")]
    assert all(unlikeness(one, other) > 0.1 for one, other in combinations(grounds, 2))


@pytest.mark.parametrize("width", [None, 300])
@pytest.mark.parametrize("doubts", [True, False])
def test_flowers_differ_by_shape_and_not_only_by_colour(doubts, width):
    view = view_of("A1R B1B C1Y", doubting=doubts)
    bare = shown(view, "D1", width)
    outlines = [
        ImageChops.difference(shown(view, name, width), bare)
        .convert("L")
        .point(lambda value: 255 * (value > 24))
        for name in ("A1", "B1", "C1")
    ]
    assert all(unlikeness(one, other) > 0.05 for one, other in combinations(outlines, 2))


@pytest.mark.parametrize("doubts", [True, False])
@pytest.mark.parametrize("colour", "RBY")
def test_a_flower_on_light_ground_has_a_dark_rim(colour, doubts):
    cell = shown(view_of(f"A1{colour}", doubting=doubts, marked=cells("A1")), "A1")
    steps = [(x, y) for y in range(cell.height) for x in range(1, cell.width)]
    meetings = {frozenset((cell.getpixel((x - 1, y)), cell.getpixel((x, y)))) for x, y in steps}
    assert frozenset((DARK.lawn, DARK.dark)) in meetings
    for petals in DARK.petals.values():
        assert frozenset((DARK.lawn, petals)) not in meetings


@pytest.mark.parametrize("doubts", [True, False])
def test_the_colours_of_a_game_are_apart_in_grey(doubts):
    dyes = [painter._dye(colour, view_of(doubting=doubts)) for colour in Colour]
    greys = [grey(DARK.petals[dye]) for dye in dyes]
    assert all(abs(one - other) > 24 for one, other in combinations(greys, 2))


def test_the_third_colour_is_purple_where_nothing_is_doubted():
    for doubts, dye in ((True, painter.Dye.YELLOW), (False, painter.Dye.PURPLE)):
        board = board_of(view_of("D4Y", doubting=doubts))
        (cell,) = cells("D4")
        assert DARK.petals[dye] in {
            color for _, color in board.crop(box_of(cell)).getcolors(1 << 16)
        }


@pytest.mark.parametrize("views", [GAMES[0], GAMES[2]], ids=how, indirect=True)
def test_row_one_at_the_top_turns_the_bed_and_nothing_else(views):
    view = replace(views[-1], latest=None)  # for the line around a field leaves its cells
    below, above = (board_of(replace(view, row_one=row_one)) for row_one in RowOne)
    for cell in CELLS:
        one, other = below.crop(box_of(cell)), above.crop(box_of(cell, RowOne.TOP))
        assert one.tobytes() == other.tobytes()
    assert below.tobytes() != above.tobytes()


# Marks


@pytest.mark.parametrize("names", ["D5", "C4 E4", "D3 D4"])
def test_the_latest_planting_is_marked_in_its_cells_and_nowhere_else(names):
    marked = replace(STANDING, marked=cells(names))
    assert cells_that_differ(STANDING, marked) == set(cells(names))
    for name in names.split():
        assert unlikeness(shown(STANDING, name), shown(marked, name)) > 0.4
        assert unlikeness(shown(STANDING, name, 300), shown(marked, name, 300)) > 0.4


def test_a_planting_that_ends_the_match_is_marked_and_not_the_one_before():
    last = Planted(EC, flowers("D3B"), cells("D3"))
    ended = replace(STANDING, latest=last, marked=cells("C4 E4"), exploded=cells("D3"))
    assert picture_of(ended).png == picture_of(replace(ended, marked=cells("D3"))).png
    assert picture_of(ended).png != picture_of(replace(ended, latest=None)).png


@pytest.mark.parametrize("width", [None, 300])
@pytest.mark.parametrize("names", ["A1", "C4", "D4", "D3", "A1 D5"])
@pytest.mark.parametrize("marked", ["", "C4 D3"])
def test_explosions_are_marked_with_and_without_a_flower(names, marked, width):
    before = replace(STANDING, marked=cells(marked))
    after = replace(before, exploded=cells(names))
    assert cells_that_differ(before, after) == set(cells(names))
    for name in names.split():
        assert unlikeness(shown(before, name, width), shown(after, name, width)) > 0.03


def test_a_flower_on_an_explosion_is_told_from_others_there():
    views = [view_of(f"A1{colour}", exploded=cells("A1 B1")) for colour in "RBY"]
    blasts = [*(shown(view, "A1") for view in views), shown(views[0], "B1")]
    assert all(unlikeness(one, other) > 0.03 for one, other in combinations(blasts, 2))


@pytest.mark.parametrize("exploded", ["", "D5"])
def test_flowers_that_were_undone_are_crossed_out(exploded):
    rest = view_of("D4Y C4R E4R D3B", exploded=cells(exploded))
    claim = Challenged(EC, FIELDS, has_unseen=False, succeeded=True)
    empty = replace(rest, latest=claim)
    undone = replace(rest, latest=replace(claim, undone=flowers("D5R")))
    standing = replace(empty, flowers=(*rest.flowers, *flowers("D5R")))
    assert cells_that_differ(empty, undone) == set(cells("D5"))
    middle = (painter.CELL // 2, painter.CELL // 2)
    assert shown(undone, "D5").getpixel(middle) == DARK.light
    for other in (empty, standing):
        assert unlikeness(shown(undone, "D5"), shown(other, "D5")) > 0.06
        assert unlikeness(shown(undone, "D5", 300), shown(other, "D5", 300)) > 0.06


# Outlined fields


def side_points(cell, inset, row_one):
    """Where a line would be on each open side of a cell, from end to end: `(columns, up)`."""
    left, top, right, bottom = box_of(cell, row_one)
    deep = inset + painter.THICKNESS // 2
    up = 1 if row_one is RowOne.BOTTOM else -1
    across, down = (range(start + 12, stop - 12) for start, stop in ((left, right), (top, bottom)))
    return {
        (-1, 0): [(left + deep, y) for y in down],
        (1, 0): [(right - 1 - deep, y) for y in down],
        (0, up): [(x, top + deep) for x in across],
        (0, -up): [(x, bottom - 1 - deep) for x in across],
    }


def share_drawn(board, cell, line, row_one):
    """How much of each side of a cell has the colour of a line."""
    color = DARK.orange if line.is_dashed else DARK.light
    return {
        side: sum(board.getpixel(point) == color for point in points) / len(points)
        for side, points in side_points(cell, line.inset, row_one).items()
    }


def other_than(names):
    """A field that has nothing to do with the one that is looked at."""
    far = ("F1 G1 F2 G2", "A6 A7 B6 B7")
    return next(cells(each) for each in far if not {*cells(each)} & {*cells(names)})


@pytest.mark.parametrize("names", FORMS)
@pytest.mark.parametrize("row_one", RowOne)
@pytest.mark.parametrize("is_doubt", [False, True])
def test_a_claim_s_first_field_has_a_solid_line_and_the_second_a_dashed_one(
    names, row_one, is_doubt
):
    field, other = cells(names), other_than(names)
    for line, claim in ((painter.SOLID, (field, other)), (painter.DASHED, (other, field))):
        event = Doubted(DMO, claim, True) if is_doubt else Challenged(EC, claim, True, True)
        board = board_of(replace(EMPTY, latest=event, row_one=row_one))
        for cell in field:
            for (x, y), share in share_drawn(board, cell, line, row_one).items():
                if Cell(cell.column + x, cell.row + y) in field:
                    assert share < 0.1
                elif line is painter.SOLID:
                    assert share == 1
                else:
                    assert 0.4 < share < 0.7


def test_cells_of_both_fields_show_both_lines():
    board = board_of(replace(STANDING, latest=Challenged(EC, FIELDS, False, False)))
    solid, dashed = (
        share_drawn(board, cells("C4")[0], line, RowOne.BOTTOM)
        for line in (painter.SOLID, painter.DASHED)
    )
    for side in ((-1, 0), (0, 1), (0, -1)):
        assert solid[side] == 1
        assert 0.4 < dashed[side] < 0.7


def test_a_field_s_corners_are_drawn_in_both_styles():
    board = board_of(
        replace(EMPTY, latest=Challenged(EC, (cells(FORMS[1]), cells(FORMS[0])), True, True))
    )
    for line, name in ((painter.SOLID, "C7"), (painter.DASHED, "A4")):
        left, top, _, _ = box_of(cells(name)[0])
        assert board.getpixel((left + line.inset, top + line.inset)) == (
            DARK.orange if line.is_dashed else DARK.light
        )


def test_the_lines_differ_in_tone_and_from_all_grounds():
    tones = [grey(color) for color in (DARK.light, DARK.orange)]
    assert abs(tones[0] - tones[1]) > 60
    for ground in (DARK.dark, DARK.meadow):
        assert min(tones) - grey(ground) > 60


def test_the_lines_are_drawn_over_light_ground_with_a_dark_rim():
    view = replace(STANDING, marked=cells("C4"), latest=Challenged(EC, FIELDS, False, False))
    board = board_of(view)
    left, top, _, _ = box_of(cells("C4")[0])
    solid = painter.SOLID.inset
    middle = top + painter.CELL // 2
    assert board.getpixel((left + solid + painter.THICKNESS, middle)) == DARK.dark
    assert board.getpixel((left + solid - 1, middle)) == DARK.dark


EVENTS_WITHOUT_FIELDS = [
    Planted(EC, flowers("D5R")),
    Committed(EC),
    GaveUp(EC),
    Accepted(DMO),
    Passed(EC),
]


@pytest.mark.parametrize("event", EVENTS_WITHOUT_FIELDS, ids=lambda event: type(event).__name__)
def test_nothing_is_outlined_after_anything_but_a_claim_or_a_doubt(event):
    marked = replace(STANDING, marked=cells("D5"))
    assert picture_of(replace(marked, latest=event)).png == picture_of(marked).png


# Hidden flowers


def seen_after(*texts):
    """What each sees once EC, and then DMO, has hidden flowers."""
    game = doubting(first="ec")
    state = game.begin()
    for seat, text in zip(SEATS, texts, strict=False):
        state = game.act(state, seat, game.read(state, seat, text))
    return {viewer: game.view(state, viewer) for viewer in (*SEATS, PUBLIC)}


@pytest.mark.parametrize("theirs", [(), ("hide B1R C7B",), ("hide A1B G7Y",)])
def test_hidden_flowers_show_to_their_owner_and_to_nobody_else(theirs):
    seen = seen_after("hide A1R G7B", *theirs)
    assert cells_that_differ(seen[PUBLIC], seen[EC]) == set(cells("A1 G7"))
    others = seen_after("hide F2Y E7Y", *theirs)
    for viewer in (DMO, PUBLIC):
        assert picture_of(seen[viewer]) == picture_of(others[viewer])


def test_what_the_other_seat_hid_changes_nothing_a_seat_sees():
    one, other = (seen_after("hide A1R G7B", theirs) for theirs in ("hide B1R C7B", "hide A1B G7Y"))
    assert picture_of(one[EC]) == picture_of(other[EC])
    assert picture_of(one[DMO]) != picture_of(other[DMO])


def test_a_public_picture_does_not_reveal_who_has_hidden_flowers():
    hiding = replace(EMPTY, phase=Phase.HIDING, to_move=None)
    assert picture_of(hiding).png == picture_of(replace(hiding, submitted=(EC,))).png


@pytest.mark.parametrize("width", [None, 300])
@pytest.mark.parametrize("colour", "RBY")
def test_a_hidden_flower_looks_different_from_a_visible_one(colour, width):
    visible = view_of(f"A1{colour}")
    bud = view_of(own=flowers(f"A1{colour}"), viewer=EC)
    assert unlikeness(shown(visible, "A1", width), shown(bud, "A1", width)) > 0.1


def test_hidden_flowers_tell_their_colour_and_their_owner():
    buds = [
        view_of(planted, hidden=(hidden(seat, f"A1{colour}"),))
        for planted in ("", "A1Y")
        for seat in SEATS
        for colour in "RBY"
    ]
    assert all(unlikeness(shown(one, "A1"), shown(other, "A1")) > 0.01
               for one, other in combinations(buds, 2))  # fmt: skip


def test_a_players_own_bud_bears_their_seat():
    one, other = (view_of(own=flowers("A1R"), viewer=seat) for seat in SEATS)
    assert cells_that_differ(one, other) == set(cells("A1"))


@pytest.mark.parametrize("views", GAMES[:2], ids=how, indirect=True)
def test_at_the_end_all_hidden_flowers_are_shown(views):
    revealed = views[-1]
    assert len(revealed.hidden) == 4
    bare = replace(revealed, hidden=())
    places = {each.flower.cell for each in revealed.hidden}
    below, above = board_of(bare), board_of(revealed)
    for cell in CELLS:
        box = box_of(cell, revealed.row_one)
        assert (below.crop(box).tobytes() != above.crop(box).tobytes()) is (cell in places)


def test_a_flower_planted_over_a_hidden_one_shows_with_it():
    views = [
        view_of(f"A1{colour}", exploded=cells("A1"), hidden=(hidden(EC, "A1R", Fate.EXPLODED),))
        for colour in "RBY"
    ]
    assert all(unlikeness(shown(one, "A1"), shown(other, "A1")) > 0.03
               for one, other in combinations(views, 2))  # fmt: skip


def fullness(image, color):
    """The share of a colour in the smallest square around all that has it."""
    differing = ImageChops.difference(image, Image.new("RGB", image.size, color))
    same = differing.convert("L").point(lambda unlike: 0 if unlike else 255)
    left, top, right, bottom = same.getbbox()
    return same.histogram()[255] / max(right - left, bottom - top) ** 2


@pytest.mark.parametrize("colour", "RBY")
@pytest.mark.parametrize("seats", [(EC,), (DMO,), (EC, DMO)])
def test_no_tag_of_a_hidden_flower_covers_the_flower_planted_there(seats, colour):
    # Of another colour, so that all of the planted one's colour is the planted one.
    tagged = "B" if colour != "B" else "R"
    tags = tuple(hidden(seat, f"A1{tagged}", Fate.EXPLODED) for seat in seats)
    dye = {"R": painter.Dye.RED, "B": painter.Dye.BLUE, "Y": painter.Dye.YELLOW}[colour]
    untouched = fullness(shown(view_of(f"A1{colour}"), "A1"), DARK.petals[dye])
    for exploded in ((), cells("A1")):
        cell = shown(view_of(f"A1{colour}", exploded=exploded, hidden=tags), "A1")
        assert fullness(cell, DARK.petals[dye]) == pytest.approx(untouched, rel=0.2)


@pytest.mark.parametrize("planted", ["", "A1B"])
def test_a_cell_where_both_hid_flowers_shows_both_and_that_neither_counted(planted):
    pair = (hidden(EC, "A1R", Fate.CANCELLED), hidden(DMO, "A1Y", Fate.CANCELLED))
    both = view_of(planted, hidden=pair)
    others = [pair[:1], pair[1:], (hidden(EC, "A1R"), hidden(DMO, "A1Y"))]
    for other in (view_of(planted, hidden=each) for each in others):
        assert unlikeness(shown(both, "A1"), shown(other, "A1")) > 0.02
    recoloured = view_of(planted, hidden=(hidden(EC, "A1B", Fate.CANCELLED), pair[1]))
    assert cells_that_differ(both, recoloured) == set(cells("A1"))


def test_the_writing_on_a_hidden_flower_lies_within_the_line_around_a_field():
    inner = painter.SOLID.inset + painter.THICKNESS
    claim = Challenged(EC, (cells("A1 A2 A3 A4"), cells("G1 G2 G3 G4")), True, True)
    for seat in SEATS:
        plain = view_of(own=flowers("A1R"), viewer=seat)
        outlined = replace(plain, latest=claim)
        edge = (inner + 2, inner + 2, painter.CELL - inner - 2, painter.CELL - inner - 2)
        one, other = (shown(view, "A1").crop(edge) for view in (plain, outlined))
        assert one.tobytes() == other.tobytes()


# Lives


def title_box(line):
    top = painter._top_of(line)
    return 0, top, grid_of(RowOne.BOTTOM).size[0], top + painter.LINE


def hearts_in(board, line):
    """How often the line's middle comes upon a heart."""
    left, top, right, bottom = title_box(line)
    row = [board.getpixel((x, (top + bottom) // 2)) for x in range(left, right)]
    red = [pixel == DARK.petals[painter.Dye.RED] for pixel in row]
    return sum(now and not before for before, now in pairwise(red))


@pytest.mark.parametrize("lives", range(1, 11))
def test_up_to_ten_lives_are_hearts_beside_the_seat(lives):
    board = board_of(replace(EMPTY, ec_lives=lives, dmo_lives=11 - lives))
    assert [hearts_in(board, line) for line in (0, 1)] == [lives, 11 - lives]


@pytest.mark.parametrize("lives", [0, -1, -2, 11, 12, 999_999])
def test_other_lives_are_a_number_and_a_heart(lives):
    one, other = (
        board_of(replace(EMPTY, ec_lives=number, dmo_lives=number)) for number in (lives, 1)
    )
    for line in (0, 1):
        assert hearts_in(one, line) == 1
        assert one.crop(title_box(line)).tobytes() != other.crop(title_box(line)).tobytes()


def test_numbers_of_lives_are_told_apart():
    titles = {
        number: board_of(replace(EMPTY, ec_lives=number)).crop(title_box(0)).tobytes()
        for number in (-12, -2, -1, 0, 1, 2, 10, 11, 12, 21, 111, 999_999)
    }
    assert len({*titles.values()}) == len(titles)


@pytest.mark.parametrize("seat", SEATS)
def test_lives_change_only_the_line_of_their_seat(seat):
    fewer = replace(STANDING, **{f"{seat}_lives": 2})
    difference = ImageChops.difference(board_of(STANDING), board_of(fewer))
    difference.paste((0, 0, 0), title_box(SEATS.index(seat)))
    assert difference.getbbox() is None
