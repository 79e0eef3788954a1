"""Pictures of views: of scenes, and by hand in a module or folder named as a game's rules."""

from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pkgutil import iter_modules
from typing import Any, Final, Protocol, cast

from PIL import Image

from engine.game import AnyGame, Game
from engine.grids.grid import Cell
from rendering.themes import USUAL, Theme

ONE_BOARD: Final = 20_000
"""The most bytes of the file of one board."""
SEVERAL_BOARDS: Final = 30_000
"""The most bytes of a file with several boards, or with as much on it."""
# Takes half as long as Pillow's own level, 6, which makes files a fifth smaller.
QUICK_LEVEL: Final = 3


BY_HAND: Final = frozenset(module.name for module in iter_modules(__path__))
"""The modules here; those named as a game's folder paint its views by hand."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a view.

    Attributes:
        name: Its subject, in lower case, usable in a file name: `board`.
        image: The picture, in the colours of a palette that all pictures of this name have in
            a theme.
        most_bytes: The size of its file; only a picture more crowded than any in a game is larger.
    """

    name: str
    image: Image.Image
    most_bytes: int = ONE_BOARD

    @property
    def png(self) -> bytes:
        """The picture as a PNG file; made anew each time."""
        file = BytesIO()
        self.image.save(file, "PNG", compress_level=QUICK_LEVEL)
        if file.tell() > self.most_bytes:
            file = BytesIO()
            self.image.save(file, "PNG")
        return file.getvalue()


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells to mark on a board.

    Attributes:
        cells: The cells; one that the board does not have is passed over.
        board: The one of several boards they are on, as a refusal has it; empty in games with one.
    """

    cells: tuple[Cell, ...]
    board: str = ""


class Painter(Protocol):
    """The interface of each game's module here.

    Several pictures of a post are shown as a mosaic: three as a large one and two small ones, cut
    to about squares, and each whole at a press. Players are EC and DMO in a picture: the built-in
    font has hardly more letters than those of English, and names stand in the post's text.
    """

    def pictures(self, view: Any, theme: Theme = USUAL) -> tuple[Picture, ...]:
        """Return the pictures of a view, as a post has them; none where there is no board.

        It is a pure function, which several threads may call at once.
        """

    def marked(self, view: Any, marks: Marks, theme: Theme = USUAL) -> Picture:
        """Return a picture of one board, if any, with some cells marked; it is just as pure.

        It is named after its subject, so that the same words describe it.
        """


class CloseUpPainter(Painter, Protocol):
    """The further interface of the module of a game with several boards."""

    def foremost(self, view: Any) -> str:
        """Return the one of the game's `boards` that the viewer most likely wants to see."""

    def close_up(self, view: Any, board: str, theme: Theme = USUAL) -> Picture:
        """Paint one board alone, as large as there is room for."""


def painter_of(game: Game[Any, Any, Any] | type[AnyGame]) -> Painter:
    """Return the module that paints a game: named as the folder of its rules, or that of scenes."""
    name = game.folder if game.folder in BY_HAND else "scene"
    return cast("Painter", import_module(f"{__name__}.{name}"))


def close_ups_of(game: AnyGame | type[AnyGame]) -> CloseUpPainter | None:
    """Return the module that paints a game, if the game has several boards."""
    return cast("CloseUpPainter", painter_of(game)) if len(game.boards) > 1 else None


def every_board(
    game: AnyGame | type[AnyGame], view: Any, theme: Theme = USUAL
) -> tuple[Picture, ...]:
    """Return every board of a view in a picture of its own; none where there is no board."""
    if painter := close_ups_of(game):
        return tuple(painter.close_up(view, board, theme) for board in game.boards)
    return painter_of(game).pictures(view, theme)
