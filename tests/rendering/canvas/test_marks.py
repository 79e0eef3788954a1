"""The marks on cells that a refused entry was about."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from engine.games.compass_collisions.position import Phase as CompassPhase
from engine.grids.grid import NO_CELL, Cell
from engine.seats import Seat
from rendering import Marks, Picture, marks, painter_of
from rendering.themes import USUAL, Theme
from tests.rendering.legible import kinds
from tests.rendering.legible.sight import Pixels, Sight, apart
from tests.rendering.legible.test_themes import MAX_COLORS, MIN_DIFFERENCE
from tests.rendering.positions import compass_collisions as compass
from tests.rendering.positions import deep_sea_voyage as sea
from tests.rendering.positions.boards import match_of, most_bytes, seen_in
from tests.rendering.positions.samples import in_themes

OFF_BOARD = (Cell(25, 0), Cell(0, 98), Cell(0, -1))


every_board = pytest.mark.parametrize(
    ("name", "board"), [(name, board) for name, game in GAMES.items() for board in game.boards]
)


def marked(name: str, board: str, *cells: Cell, theme: Theme = USUAL) -> list[Picture]:
    """Return a board at three times of a match, with cells marked."""
    seen, paint = seen_in(name), painter_of(GAMES[name]).marked
    picture = (seen[0], seen[len(seen) // 2], seen[-1])
    return [paint(view, Marks(cells, board), theme) for view in picture]


@every_board
def test_cells_off_the_board_are_not_drawn(name: str, board: str):
    last = match_of(name).game.top_right_on(board)
    beside = () if last == NO_CELL else (Cell(last.column + 1, 0), Cell(0, last.row + 1))
    outside = (*OFF_BOARD, *beside)
    pictures = zip(marked(name, board, *outside), marked(name, board), strict=True)
    assert all(picture.png == other.png for picture, other in pictures)


@every_board
def test_a_marked_board_has_the_name_of_what_it_shows(name: str, board: str):
    names = {"demeters-anguish": f"{board}-garden", "deep-sea-voyage": f"board-{board}"}
    texts = {picture.name for picture in marked(name, board, Cell(0, 0))}
    assert texts == {names.get(name, "board")}


@pytest.mark.parametrize(("name", "theme"), in_themes(GAMES))
def test_a_marked_picture_needs_no_more_than_four_bits_a_pixel_nor_more_bytes_than_any(
    name: str, theme: Theme
):
    for board in GAMES[name].boards:
        for picture in marked(
            name, board, *(Cell(index, index) for index in range(7)), theme=theme
        ):
            assert len(picture.image.getpalette() or ()) <= 3 * MAX_COLORS
            assert len(picture.png) <= most_bytes(picture)


def test_a_seat_whose_layout_is_still_secret_is_shown_the_board():
    game = GAMES["compass-collisions"]()
    state = game.begin()
    layout = game.read(state, Seat.EC, "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.")
    view = game.view(game.act(state, Seat.EC, layout), Seat.EC)
    assert view.own
    assert view.phase is CompassPhase.LAYOUTS
    (usual,) = painter_of(game).pictures(view)
    picture = painter_of(game).marked(view, Marks((Cell(0, 0),)))
    assert (usual.name, picture.name) == ("layout", "board")


def test_of_three_boards_the_one_that_is_named_is_shown_whatever_else_a_seat_has_handed_in():
    game = GAMES["deep-sea-voyage"]()
    view = replace(sea.PLACING, picks=((Seat.EC, 1), (Seat.DMO, 2)), viewer=Seat.EC)
    view = replace(view, submissions=(sea.SECRET,))
    assert "board-3" not in [picture.name for picture in painter_of(game).pictures(view)]
    assert painter_of(game).marked(view, Marks((Cell(0, 0),), "3")).name == "board-3"


# --------------------------------------------------------------------------------- told apart

BOARDS = [name for name in kinds.OF if name in GAMES]


@pytest.mark.parametrize(("board", "theme"), in_themes(BOARDS))
def test_a_marked_cell_is_told_from_every_cell_that_is_not_marked(board: str, theme: Theme):
    cells = kinds.OF[board](theme)
    plain = {kind: Pixels.of(image) for kind, image in cells.items()}
    for text, image in cells.items():
        marked = Pixels.of(_marked(image, board, theme))
        for other, bare in plain.items():
            meeting = marked.meeting(bare)
            for sight in Sight:
                assert apart(meeting, sight) >= MIN_DIFFERENCE, (text, other, sight)


def _marked(image: Image.Image, board: str, theme: Theme) -> Image.Image:
    painter: Any = painter_of(GAMES[board]())
    stamp = marks._stamp(image.width, painter.COLORS[theme].palette)
    marked = image.copy()
    marked.paste(stamp.image.convert("RGB"), (0, 0), stamp.mask)
    return marked


def test_marks_leave_the_picture_as_it_was_for_whoever_needs_it_next():
    view = compass.EMPTY
    game = GAMES["compass-collisions"]()
    painter = painter_of(game)
    before = [picture.png for picture in painter.pictures(view)]
    painter.marked(view, Marks((Cell(4, 4),)))
    assert [picture.png for picture in painter.pictures(view)] == before
