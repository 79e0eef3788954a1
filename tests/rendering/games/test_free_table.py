"""The board of a free table: all that a host may want to see on it can be told apart."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.games.free_table.table import Owner, Piece
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS
from rendering import Marks, free_table
from rendering.canvas import BLACK, WHITE, Pen
from rendering.free_table import pieces
from rendering.free_table.colors import Colors
from rendering.themes import Theme
from tests.rendering.positions.free_table import LETTERS, MAZE, SIZES, view_of
from tests.rendering.positions.samples import in_themes

ALIKE = {
    **dict.fromkeys(("light", "dark", "grey", "rim"), BLACK),
    **dict.fromkeys(("letter", "dark_rim", "well"), WHITE),
}
"""The colours of all pieces, if only their forms were left."""


def test_a_table_without_a_board_has_no_picture():
    assert free_table.pictures(view_of(None)) == ()
    with pytest.raises(ValueError, match="None"):
        free_table.marked(view_of(None), Marks((Cell(0, 0),)))


@pytest.mark.parametrize("viewer", SEATS)
def test_every_viewer_sees_the_same_board(viewer):
    assert free_table.pictures(replace(MAZE, viewer=viewer)) == free_table.pictures(MAZE)


@pytest.mark.parametrize(("label", "theme"), in_themes(["", "8", "#"]))
def test_owners_differ_by_shape_and_not_only_by_colour(label: str, theme: Theme):
    colors = Colors(theme)
    vars(colors).update(ALIKE)
    for sides in ((36, 20), (80, 20)):
        shown = [
            pieces.sprite_of(pieces.Standing(Piece(owner, label), False, *sides), colors)
            .convert("L")
            .point(lambda value: 255 * (value > 140))
            for owner in Owner
        ]
        for pair in combinations(shown, 2):
            differing = ImageChops.difference(*pair).histogram()
            assert differing[255] / sum(differing) > 0.012


@pytest.mark.parametrize("owner", ["ec", "dmo", "table"])
def test_no_two_labels_look_alike_where_cells_are_smallest(owner: str):
    labels = [*LETTERS, *("MI", "MA", "IM", "WM", "MW", "WW", "MM", "10", "1O", "01", "II", "11")]
    grid = free_table.grid_of(Cell.parse("T20"), RowOne.BOTTOM)
    left, top = grid.corner(Cell(0, 0))
    shown = set[bytes]()
    for label in labels:
        (picture,) = free_table.pictures(view_of("T20", **{owner: f"A1={label}"}))
        image: Image.Image = picture.image.crop((left, top, left + grid.cell, top + grid.cell))
        shown.add(image.tobytes())
    assert len(shown) == len(labels)


def test_letters_of_labels_are_never_lower_than_those_of_coordinates():
    _, top, _, low = Pen(1000, BLACK).font.getbbox("H", anchor="ls")
    share = (low - top) / 1000
    for last in SIZES:
        grid = free_table.grid_of(Cell.parse(last), RowOne.BOTTOM)
        width, _ = grid.size
        assert share * 0.66 * grid.margin * 350 / max(350, width) >= 9.0
        of_cell, of_frame = free_table.LETTERS
        assert max(of_cell * grid.cell, of_frame * grid.margin) >= 0.66 * grid.margin
