"""The themes: in each, every kind of cell is told from the others and every word can be read."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games import GAMES
from engine.games.compass_collisions.layouts import slot_cells
from engine.games.compass_collisions.position import Phase
from engine.grids.grid import Cell
from engine.options import RowOne
from rendering import Picture, canvas, chances, compass_collisions, every_board, standings
from rendering.canvas import BLACK, WHITE, Brush, Color, Grid, Palette, Pen, Stamp, cut_out
from rendering.compass_collisions import board as compass_board
from rendering.themes import Theme
from tests.rendering.golden.scenes import views_of
from tests.rendering.legible import kinds
from tests.rendering.legible.sight import Pixels, Sight, apart, ciede2000, contrast, difference
from tests.rendering.positions import compass_collisions as compass
from tests.rendering.positions.boards import seen_in
from tests.rendering.positions.lines import analysis, line
from tests.rendering.positions.samples import in_themes

MIN_DIFFERENCE = 4.0
"""Least difference of two kinds of cell: that of two plain areas that differ so much.

A difference of 1 is hardly noticed side by side, 2.3 is what most people notice.
"""
MIN_CONTRAST = 4.5
MAX_COLORS = 16
"""With no more of them a pixel takes four bits."""
SMALL = 18
"""The side of a cell on a phone, in pixels, where a board has many."""
MIN_UNLIKENESS = 5.0
"""Least difference of two kinds there in grey, of 255."""


# ----------------------------------------------------------------------------- kinds of cell


@pytest.mark.parametrize(("board", "theme"), in_themes(kinds.OF))
def test_any_two_kinds_of_cell_are_far_apart_for_everybody(board: str, theme: Theme):
    cells = {kind: Pixels.of(image) for kind, image in kinds.OF[board](theme).items()}
    for cell, other in combinations(cells, 2):
        meeting = cells[cell].meeting(cells[other])
        for sight in Sight:
            assert apart(meeting, sight) >= MIN_DIFFERENCE, (cell, other, sight)


@pytest.mark.parametrize(("board", "theme"), in_themes(kinds.OF))
def test_any_two_kinds_of_cell_are_told_apart_in_grey_where_they_are_smallest(
    board: str, theme: Theme
):
    small = {
        kind: image.convert("L").resize((SMALL, SMALL), Image.Resampling.BOX)
        for kind, image in kinds.OF[board](theme).items()
    }
    for text, other in combinations(small, 2):
        (unlikeness,) = ImageStat.Stat(ImageChops.difference(small[text], small[other])).rms
        assert unlikeness > MIN_UNLIKENESS, (text, other)


def _pixels(image: Image.Image) -> list[Color]:
    return list(image.get_flattened_data())


# The first, the seventh and the 25th pair of colours in the paper of Sharma, Wu and Dalal.
@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_differences_are_those_of_the_published_examples(one, other, apart):
    assert ciede2000(one, other) == pytest.approx(apart, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(apart, abs=1e-4)


def test_who_lacks_a_cone_takes_some_colours_for_each_other():
    lookalikes = {
        Sight.GREYSCALE: ((255, 0, 0), (127, 127, 127)),
        Sight.PROTANOPIA: ((255, 0, 0), (109, 95, 0)),
        Sight.DEUTERANOPIA: ((255, 0, 0), (163, 144, 0)),
        Sight.TRITANOPIA: ((60, 170, 60), (60, 150, 180)),
    }
    for sight, pair in lookalikes.items():
        assert difference(*pair, sight) < 8
        assert difference(*pair, Sight.NORMAL) > 20


# ----------------------------------------------------------------------------------- writing


@pytest.fixture
def writings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Color, Color]]:
    """Record everything written while a test runs: the text, its colour and its ground's."""
    result = list[tuple[str, Color, Color]]()
    write = Pen.write

    def noted(pen: Pen, image: Image.Image, text: str, point: tuple[float, float], *anchor: str):
        blank = Image.new("RGB", image.size, BLACK)
        write(Pen(pen.size, WHITE), blank, text, point, *anchor)
        if box := blank.getbbox():
            pixels = zip(_pixels(image.crop(box)), _pixels(blank.crop(box)), strict=True)
            under = Counter(color for color, covered in pixels if covered != BLACK)
            result.append((text, pen.ink, under.most_common(1)[0][0]))
        write(pen, image, text, point, *anchor)

    def cut(
        size: tuple[int, int], ground: Color, palette: Palette, paint: Callable[[Brush], None]
    ) -> Stamp:
        earlier = len(result)
        stamp = cut_out(size, ground, palette, paint)
        # It is painted on black and on white: where both are seen, it lets its ground through.
        noted = result[earlier:]
        on_black, on_white = noted[: len(noted) // 2], noted[len(noted) // 2 :]
        result[earlier:] = [
            row if row == other else (*row[:2], ground)
            for row, other in zip(on_black, on_white, strict=True)
        ]
        return stamp

    monkeypatch.setattr(Pen, "write", noted)
    monkeypatch.setattr(canvas, "cut_out", cut)
    return result


@pytest.mark.parametrize(
    "theme",
    [
        *(Theme.DARK, Theme.PRINT),
        *(
            pytest.param(theme, marks=pytest.mark.exhaustive)
            for theme in (Theme.LIGHT, Theme.HIGH_CONTRAST)
        ),
    ],
)
def test_whatever_is_written_stands_out_from_its_ground(
    theme: Theme, writings: list[tuple[str, Color, Color]], forget_sprites: Callable[[], None]
):
    for of in kinds.OF.values():
        of(theme)
    assert all(picture.png for name in GAMES for picture in _painted(name, theme))
    standings.picture("Spring", [line(rank, rank % 6) for rank in range(1, 20)], theme)
    chances.picture(analysis([0.5, 0.1, 0.9, 0.2]), theme)
    assert len({text for text, _, _ in writings}) > 40
    for text, ink, ground in writings:
        assert contrast(ink, ground) >= MIN_CONTRAST, (text, ink, ground)


@pytest.mark.parametrize("theme", Theme)
def test_numbers_stand_out_from_squares_on_which_sets_may_be_placed(theme: Theme):
    colors, (slot, *_) = compass_collisions.COLORS[theme], slot_cells()
    view = compass.view_of(phase=Phase.LAYOUTS, numbers=((slot, 9), (Cell(4, 4), 30)))
    (picture,) = compass_collisions.pictures(view, theme)
    grid = Grid(9, 9, compass_board.CELL, compass_board.MARGIN, RowOne.BOTTOM)
    left, top = grid.corner(slot)
    square = (left, top, left + compass_board.CELL, top + compass_board.CELL)
    result = {*_pixels(picture.image.convert("RGB").crop(square))}
    assert {colors.ink, colors.zone} <= result
    assert contrast(colors.ink, colors.zone) >= MIN_CONTRAST


# ---------------------------------------------------------------------------------- pictures


def _painted(name: str, theme: Theme) -> list[Picture]:
    """Return some positions of a match, its end among them."""
    seen = (*seen_in(name)[::25], seen_in(name)[-1])
    return [picture for view in seen for picture in every_board(GAMES[name], view, theme)]


@pytest.mark.parametrize("name", GAMES)
def test_print_has_white_ground_and_is_sparing_with_ink(name: str):
    for picture in every_board(GAMES[name], next(iter(views_of(name).values())), Theme.PRINT):
        paper = picture.image.convert("RGB")
        assert paper.getpixel((0, paper.height - 1)) == WHITE
        (brightness,) = ImageStat.Stat(paper.convert("L")).mean
        assert brightness > 0.85 * 255
