"""Boards in words and symbols, for those who do not see pictures: nothing here knows Discord."""

from collections.abc import Iterator

from bot.texts import boards, texts_of
from bot.texts.alts import Names
from bot.texts.seating import plain_name
from engine.matches.match import Match
from engine.seats import PUBLIC, Viewer
from rendering.text import text_painter_of
from rendering.text.grid import TextBoard, legend, written


def text_boards(
    match: Match, viewer: Viewer, names: Names, board: str | None = None, *, head: str = ""
) -> tuple[str, ...]:
    """A position as a viewer may see it, in messages that are to be read in their order.

    The words of each board come first, then its symbols; what these mean comes last. At a table
    without a board there are only words.

    Args:
        match: The match.
        viewer: Who will read them.
        names: What the players are called.
        board: Which board to show alone, in games with several.
        head: What stands above all of it, if anything does.
    """
    view, texts = match.view(viewer), texts_of(match.game)
    shown = _shown(text_painter_of(match.game).boards(view), board)
    # The words are no code, so whatever is in a name must not be Markdown.
    harmless = {seat: plain_name(name) for seat, name in names.items()}

    def parts() -> Iterator[str]:
        if head:
            yield head
        for each in shown:
            words = texts.alt(each.name, view, harmless)
            yield from boards.together(words, written(each))
        if signs := legend(shown):
            yield boards.legend((sign.symbol, sign.meaning) for sign in signs)

    return boards.in_messages(parts())


def has_symbols(match: Match) -> bool:
    """Whether there is a board, or only words about a table without one."""
    return any(each.rows for each in text_painter_of(match.game).boards(match.view(PUBLIC)))


def _shown(all_boards: tuple[TextBoard, ...], board: str | None) -> tuple[TextBoard, ...]:
    """The board that has that word in its name, such as `2` or `dmo`; all of them if none has."""
    return tuple(each for each in all_boards if board in each.name.split("-")) or all_boards
