"""The board of a free table: all that a host may want to see on it can be told apart."""

from dataclasses import replace

import pytest
from PIL import Image

from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import SEATS
from rendering import Marks, scene
from tests.rendering.positions.free_table import LETTERS, MAZE, view_of


def test_a_table_without_a_board_has_no_picture():
    assert scene.pictures(view_of(None)) == ()
    with pytest.raises(ValueError, match="None"):
        scene.marked(view_of(None), Marks((Cell(0, 0),)))


@pytest.mark.parametrize("viewer", SEATS)
def test_every_viewer_sees_the_same_board(viewer):
    assert scene.pictures(replace(MAZE, viewer=viewer)) == scene.pictures(MAZE)


@pytest.mark.parametrize("owner", ["ec", "dmo", "table"])
def test_no_two_labels_look_alike_where_cells_are_smallest(owner: str):
    labels = [*LETTERS, *("MI", "MA", "IM", "WM", "MW", "WW", "MM", "10", "1O", "01", "II", "11")]
    grid = scene.grid_of(Cell.parse("T20"), RowOne.BOTTOM)
    left, top = grid.corner(Cell(0, 0))
    page = set[bytes]()
    for label in labels:
        (picture,) = scene.pictures(view_of("T20", **{owner: f"A1={label}"}))
        image: Image.Image = picture.image.crop((left, top, left + grid.cell, top + grid.cell))
        page.add(image.tobytes())
    assert len(page) == len(labels)
