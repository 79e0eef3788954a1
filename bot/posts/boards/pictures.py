"""Pictures of positions with their alt texts, as values: nothing here knows Discord."""

from dataclasses import dataclass
from typing import Any

from bot.texts import texts_of
from bot.texts.alts import Names
from bot.texts.players.board_buttons import with_shown
from engine.game import AnyGame
from engine.matches.match import Match
from engine.seats import PUBLIC, Viewer
from rendering import Marks, Picture, close_ups_of, every_board, painter_of
from rendering.themes import USUAL, Theme


@dataclass(frozen=True, slots=True)
class DescribedPicture:
    """A picture, and its description for those who cannot see it.

    Attributes:
        name: What it shows, in lower case, usable in a file name: `board`.
        png: The picture.
        alt: The description.
    """

    name: str
    png: bytes
    alt: str


def described_pictures(
    match: Match,
    viewer: Viewer,
    names: Names,
    board: str | None = None,
    *,
    theme: Theme = USUAL,
) -> tuple[DescribedPicture, ...]:
    """The pictures and alt texts of a position, as a viewer may see it; none without a board.

    Args:
        match: The match.
        viewer: Who will see it.
        names: What the players are called.
        board: Which board to show alone, in games with several; None for what a post shows.
        theme: What it is painted in.
    """
    return described_view(match.game, match.view(viewer), names, board, theme=theme)


def described_view(
    game: AnyGame, view: Any, names: Names, board: str | None = None, *, theme: Theme = USUAL
) -> tuple[DescribedPicture, ...]:
    """The same of a view."""
    painter = close_ups_of(game)
    if painter and board in game.boards:
        return (_described(painter.close_up(view, board, theme), game, view, names),)
    pictures = painter_of(game).pictures(view, theme)
    return tuple(_described(each, game, view, names) for each in pictures)


def described_boards(match: Match, names: Names) -> tuple[DescribedPicture, ...]:
    """Every board of a position in a picture of its own, as everybody may see it."""
    game, view = match.game, match.view(PUBLIC)
    return tuple(_described(each, game, view, names) for each in every_board(game, view))


def _described(picture: Picture, game: AnyGame, view: Any, names: Names) -> DescribedPicture:
    alt = texts_of(game).alt(picture.name, view, names)
    return DescribedPicture(picture.name, picture.png, alt)


def marked_picture(
    match: Match,
    viewer: Viewer,
    names: Names,
    marks: Marks,
    *,
    theme: Theme = USUAL,
) -> DescribedPicture:
    """The picture and alt text of a position's board, with some cells of it marked.

    Args:
        match: The match.
        viewer: Who will see it.
        names: What the players are called.
        marks: The board, and its cells.
        theme: What it is painted in.
    """
    view = match.view(viewer)
    picture = painter_of(match.game).marked(view, marks, theme)
    alt = texts_of(match.game).alt(picture.name, view, names)
    told = with_shown(alt, marks.cells, match.game.last_on(marks.board))
    return DescribedPicture(picture.name, picture.png, told)
