"""The marks on cells that a refused entry was about."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import ceil
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.game import AnyGame
from engine.games import GAMES
from engine.games.compass_collisions.position import Phase as CompassPhase
from engine.grids.grid import Cell
from engine.options import RowOne
from engine.seats import PUBLIC, Seat
from rendering import Marks, Picture, fire_and_ice, flower_fields, free_table, marks, painter_of
from rendering.canvas import Box, Grid
from rendering.compass_collisions import tools as compass_tools
from rendering.deep_sea_voyage.tools import corner_of, grid_of
from rendering.demeters_anguish import LARGE
from rendering.themes import Theme
from tests.random_play import random_states
from tests.rendering import compass_collisions_positions as compass
from tests.rendering import deep_sea_voyage_positions as sea
from tests.rendering import kinds
from tests.rendering.boards import with_board
from tests.rendering.samples import in_themes
from tests.rendering.sight import Pixels, Sight, apart
from tests.rendering.test_themes import LEAST_DIFFERENCE, MOST_COLORS

OFF_BOARD = (Cell(25, 0), Cell(0, 98), Cell(0, -1))


def _on_dominoes(_: Any, cell: Cell, row_one: RowOne) -> Box:
    return _box(Grid(9, 9, fire_and_ice.CELL, fire_and_ice.MARGIN, row_one), cell)


def _on_squares(_: Any, cell: Cell, __: RowOne) -> Box:
    return _box(Grid(9, 9, compass_tools.CELL, compass_tools.MARGIN, RowOne.BOTTOM), cell)


def _in_a_garden(_: Any, cell: Cell, row_one: RowOne) -> Box:
    style = LARGE(15, colors=None)
    return _box(style.grid(row_one), cell, (style.left, style.header))


def _at_sea(board: Any, cell: Cell, row_one: RowOne) -> Box:
    grid = grid_of(board.side, row_one)
    left, top = corner_of(grid, cell)
    return left, top, left + grid.cell, top + grid.cell


def _in_a_bed(_: Any, cell: Cell, row_one: RowOne) -> Box:
    grid = Grid(7, 7, flower_fields.CELL, flower_fields.MARGIN, row_one)
    return _box(grid, cell, (0, flower_fields.TITLES))


def _on_a_table(_: Any, cell: Cell, row_one: RowOne) -> Box:
    return _box(free_table.grid_of(Cell(7, 7), row_one), cell)


def _box(grid: Grid, cell: Cell, at: tuple[int, int] = (0, 0)) -> Box:
    left, top = (each + start for each, start in zip(grid.corner(cell), at, strict=True))
    return left, top, left + grid.cell, top + grid.cell


BOXES: dict[str, Callable[[Any, Cell, RowOne], Box]] = {
    "fire-and-ice": _on_dominoes,
    "compass-collisions": _on_squares,
    "demeters-anguish": _in_a_garden,
    "deep-sea-voyage": _at_sea,
    "flower-field": _in_a_bed,
    "doubting-flower-field": _in_a_bed,
    "free-table": _on_a_table,
}
"""Where a cell lies in a game's picture of one board, given that board if sizes differ."""


@dataclass(frozen=True)
class Case:
    """A position of a random game, by its number, and one of its boards."""

    game: AnyGame
    at: int
    board: str

    @property
    def view(self) -> Any:
        return _views(self.game)[self.at]

    def picture(self, *cells: Cell, theme: Theme = Theme.DARK) -> Picture:
        marked = Marks(cells, self.board)
        return painter_of(self.game).marked(self.view, marked, theme)

    def box(self, cell: Cell) -> Box:
        drawn = getattr(self.game, f"board{self.board}", None)
        return BOXES[self.game.name](drawn, cell, getattr(self.game, "row1", RowOne.BOTTOM))


def _games() -> list[AnyGame]:
    upside_down = [
        with_board(kind, first=Seat.EC, row1=RowOne.TOP)
        for kind in GAMES.values()
        if hasattr(kind, "row1")
    ]
    return [*(with_board(kind, first=Seat.EC) for kind in GAMES.values()), *upside_down]


@cache
def _views(game: AnyGame) -> list[Any]:
    states = list(random_states(game, Random(3), most=120))
    return [game.view(states[at], PUBLIC) for at in (0, len(states) // 2, -1)]


def _cases() -> list[Case]:
    """The beginning, the middle and the end of every game; which are played by the tests."""
    return [
        Case(game, at, board) for game in _games() for at, board in product(range(3), game.boards)
    ]


def _ids(case: Case) -> str:
    return f"{case.game.name} {case.board}".strip()


# ------------------------------------------------------------------------------ exactly these


@pytest.mark.parametrize("case", _cases(), ids=_ids)
def test_only_the_marked_cells_differ_from_the_plain_board(case: Case):
    last = case.game.last_on(case.board)
    cells = [Cell(0, 0), last, Cell(last.column // 2, last.row // 2), Cell(last.column, 1)]
    plain, picture = case.picture(), case.picture(*cells)
    assert picture.name == plain.name
    assert {*_colors(picture)} <= {*_colors(plain)}
    changed = ImageChops.difference(_rgb(plain), _rgb(picture))
    for cell in cells:
        assert changed.crop(case.box(cell)).getbbox(), cell
        changed.paste(0, case.box(cell))
    assert changed.getbbox() is None


@pytest.mark.parametrize("case", _cases(), ids=_ids)
def test_cells_off_the_board_are_not_drawn(case: Case):
    last = case.game.last_on(case.board)
    outside = (*OFF_BOARD, Cell(last.column + 1, 0), Cell(0, last.row + 1))
    assert case.picture(*outside).png == case.picture().png


@pytest.mark.parametrize("case", _cases(), ids=_ids)
def test_a_marked_board_has_the_name_of_what_it_shows(case: Case):
    wanted = {
        "demeters-anguish": f"{case.board}-garden",
        "deep-sea-voyage": f"board-{case.board}",
    }
    assert case.picture(Cell(0, 0)).name == wanted.get(case.game.name, "board")


def test_a_seat_whose_layout_is_still_secret_is_shown_the_board():
    game = GAMES["compass-collisions"]()
    state = game.begin()
    layout = game.read(state, Seat.EC, "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.")
    view = game.view(game.act(state, Seat.EC, layout), Seat.EC)
    assert view.own
    assert view.phase is CompassPhase.LAYOUTS
    (usual,) = painter_of(game).pictures(view)
    shown = painter_of(game).marked(view, Marks((Cell(0, 0),)))
    assert (usual.name, shown.name) == ("layout", "board")


def test_of_three_boards_the_one_that_is_named_is_shown_whatever_else_a_seat_has_handed_in():
    game = GAMES["deep-sea-voyage"]()
    view = replace(sea.PLACING, picks=((Seat.EC, 1), (Seat.DMO, 2)), viewer=Seat.EC)
    view = replace(view, submissions=(sea.SECRET,))
    assert "board-3" not in [each.name for each in painter_of(game).pictures(view)]
    assert painter_of(game).marked(view, Marks((Cell(0, 0),), "3")).name == "board-3"


# --------------------------------------------------------------------------------- told apart

BOARDS = [name for name in kinds.OF if name in GAMES]


@pytest.mark.parametrize(("board", "theme"), in_themes(BOARDS))
def test_a_marked_cell_is_told_from_every_cell_that_is_not_marked(board: str, theme: Theme):
    cells = kinds.OF[board](theme)
    plain = {kind: Pixels.of(image) for kind, image in cells.items()}
    for one, image in cells.items():
        marked = Pixels.of(_marked(image, board, theme))
        for other, bare in plain.items():
            meeting = marked.meeting(bare)
            for sight in Sight:
                assert apart(meeting, sight) >= LEAST_DIFFERENCE, (one, other, sight)


@pytest.mark.parametrize("side", [28, 32, 40, 48, 60, 64])
def test_a_mark_leaves_the_middle_of_its_cell_as_it_is(side: int):
    stamp = marks._stamp(side, fire_and_ice.COLORS[Theme.DARK].palette)
    third = ceil(side / 3)
    assert stamp.mask.crop((third, third, side - third, side - third)).getbbox() is None


def _marked(image: Image.Image, board: str, theme: Theme) -> Image.Image:
    painter: Any = painter_of(GAMES[board]())
    stamp = marks._stamp(image.width, painter.COLORS[theme].palette)
    marked = image.copy()
    marked.paste(stamp.image.convert("RGB"), (0, 0), stamp.mask)
    return marked


# ------------------------------------------------------------------------------------ as files


@pytest.mark.parametrize(("game", "theme"), in_themes(_games()))
def test_a_marked_picture_needs_no_more_than_four_bits_a_pixel_nor_more_bytes_than_any(
    game: AnyGame, theme: Theme
):
    for case in (each for each in _cases() if each.game == game):
        picture = case.picture(*(Cell(at, at) for at in range(7)), theme=theme)
        assert len(_colors(picture)) <= MOST_COLORS
        assert len(picture.png) <= picture.most


def test_marks_leave_the_picture_as_it_was_for_whoever_needs_it_next():
    view = compass.EMPTY
    game = GAMES["compass-collisions"]()
    painter = painter_of(game)
    before = [each.png for each in painter.pictures(view)]
    painter.marked(view, Marks((Cell(4, 4),)))
    assert [each.png for each in painter.pictures(view)] == before


def _rgb(picture: Picture) -> Image.Image:
    return picture.image.convert("RGB")


def _colors(picture: Picture) -> list[tuple[int, ...]]:
    values = picture.image.getpalette() or []
    return [tuple(values[at : at + 3]) for at in range(0, len(values), 3)]
