"""Boards and words as Textual shows them: plain text, with a style for every stretch of it."""

from collections.abc import Iterator, Sequence
from functools import cache

from textual.color import Color
from textual.content import Content
from textual.style import Style

from bot.watch import words
from bot.watch.arrangement import GAP, Arrangement, window
from bot.watch.film import Frame
from bot.watch.paints import Paint, Paints
from rendering.text.grid import Span, TextBoard, legend, lines

BOLD = Style(bold=True)
DIM = Style(dim=True)


def drawn_boards(
    boards: Sequence[TextBoard], focus: int, where: Arrangement, paints: Paints
) -> Content:
    """The boards that have room, with their titles; that of the one in focus stands out."""
    places = window(focus, where.shown, len(boards))
    is_alone = where.shown < len(boards)
    drawn = []
    for place in places:
        board = boards[place]
        title = words.title(board.title, place + 1, len(boards), is_alone=is_alone)
        style = BOLD if place == focus else DIM
        drawn.append([Content.styled(title, style), *_lines(board, paints)])
    if where.stacked:
        return Content("\n").join(line for each in drawn for line in (*each, Content()))
    return Content("\n").join(_side_by_side(drawn))


def _side_by_side(drawn: Sequence[Sequence[Content]]) -> Iterator[Content]:
    """Boards of any heights as lines of them all."""
    widths = [max(line.cell_length for line in each) for each in drawn]
    for at in range(max(map(len, drawn))):
        parts = (
            (each[at] if at < len(each) else Content()).pad_right(
                width - (each[at].cell_length if at < len(each) else 0)
            )
            for each, width in zip(drawn, widths, strict=True)
        )
        yield Content(" " * GAP).join(parts)


def _lines(board: TextBoard, paints: Paints) -> Iterator[Content]:
    for line in lines(board):
        yield Content.assemble(*(_span(each, paints) for each in line))


def _span(span: Span, paints: Paints) -> tuple[str, Style]:
    return span.text, _style(paints[span.sign]) if span.sign else DIM


@cache
def _style(paint: Paint) -> Style:
    return Style(background=Color(*paint.ground), foreground=Color(*paint.ink))


def drawn_words(frame: Frame, focus: int, where: Arrangement, paints: Paints) -> Content:
    """What was done, how things stand, what the signs mean, and the board in focus in words."""
    told = frame.told
    players = "\n".join(told.players) if where.beside else words.joined(told.players)
    shown = [frame.boards[place] for place in window(focus, where.shown, len(frame.boards))]
    paragraphs = [
        Content.styled(told.done, BOLD),
        Content(told.happened),
        Content(f"{players}\n{told.result}"),
        Content(", ").join(
            Content.assemble((sign.symbol, _style(paints[sign])), words.meaning(sign))
            for sign in legend(shown)
        ),
        Content.assemble((f"{words.IN_WORDS}: ", BOLD), frame.in_words[focus]),
    ]
    blank = "\n\n" if where.beside else "\n"
    return Content(blank).join(each for each in paragraphs if each)
