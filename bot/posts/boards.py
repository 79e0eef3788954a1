"""Pictures of positions with their alt texts, as values without Discord."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.texts import boards
from bot.texts.answers import with_shown
from bot.texts.language import say
from bot.texts.seating import plain_name
from engine.game import AnyGame
from engine.matches.match import Match
from engine.seats import PUBLIC, Viewer
from engine.text_boards import TextBoard, legend, written
from engine.texts import texts_of
from engine.words.alts import Names
from rendering import Marks, Picture, close_ups_of, every_board, painter_of
from rendering.themes import USUAL, Theme


@dataclass(frozen=True, slots=True)
class DescribedPicture:
    """A picture, and its alt text.

    Attributes:
        name: Subject in lower case, usable in a file name: `board`.
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
    """Return the pictures and alt texts of a position, as a viewer may see it.

    In games with several boards, `board` is the one to show alone; None for those of a post.
    """
    return described_view(match.game, match.view(viewer), names, board, theme=theme)


def described_view(
    game: AnyGame, view: Any, names: Names, board: str | None = None, *, theme: Theme = USUAL
) -> tuple[DescribedPicture, ...]:
    """Return the same for a view."""
    painter = close_ups_of(game)
    if painter and board in game.boards:
        return (_described(painter.close_up(view, board, theme), game, view, names),)
    pictures = painter_of(game).pictures(view, theme)
    return tuple(_described(picture, game, view, names) for picture in pictures)


def described_boards(match: Match, names: Names) -> tuple[DescribedPicture, ...]:
    """Draw each board of a position alone, as everybody may see it."""
    game, view = match.game, match.view(PUBLIC)
    return tuple(_described(picture, game, view, names) for picture in every_board(game, view))


def _described(picture: Picture, game: AnyGame, view: Any, names: Names) -> DescribedPicture:
    alt = say(texts_of(game).alt(picture.name, view, names))
    return DescribedPicture(picture.name, picture.png, alt)


def marked_picture(
    match: Match, viewer: Viewer, names: Names, marks: Marks, *, theme: Theme = USUAL
) -> DescribedPicture:
    """Return the picture and alt text of a position's board, with some cells of it marked."""
    game, view = match.game, match.view(viewer)
    described = _described(painter_of(game).marked(view, marks, theme), game, view, names)
    alt = with_shown(described.alt, marks.cells, game.top_right_on(marks.board))
    return replace(described, alt=alt)


def text_boards(
    match: Match, viewer: Viewer, names: Names, board: str | None = None, *, head: str = ""
) -> tuple[str, ...]:
    """Return a position as a viewer may see it, in messages to be read in their order.

    `head` stands above all of it. The words of each board come first, then its symbols; their
    meanings come last. At a table without a board there are only words. In games with several
    boards, `board` is the one to show alone.
    """
    view, texts = match.view(viewer), texts_of(match.game)
    shown_boards = _shown(texts.text_boards(view), board)
    # The words are no code, so whatever is in a name must not be Markdown.
    harmless = {seat: plain_name(name) for seat, name in names.items()}

    def parts() -> Iterator[str]:
        if head:
            yield head
        for text_board in shown_boards:
            words = say(texts.alt(text_board.name, view, harmless))
            yield from boards.together(words, written(text_board))
        if signs := legend(shown_boards):
            yield boards.legend((sign.name_in_legend, sign.meaning) for sign in signs)

    return boards.in_messages(parts())


def has_board(match: Match) -> bool:
    """Return whether a match has a board or hands, or only words about a table without them."""
    public_boards = texts_of(match.game).text_boards(match.view(PUBLIC))
    return any(board.rows or board.hands for board in public_boards)


def _shown(candidates: tuple[TextBoard, ...], board: str | None) -> tuple[TextBoard, ...]:
    """Return the board with that word in its name, such as `2` or `dmo`; all if none has."""
    return (
        tuple(candidate for candidate in candidates if board in candidate.name.split("-"))
        or candidates
    )
