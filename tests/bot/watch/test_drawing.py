"""What a terminal has room for, and that every sign can be read in its colours."""

from functools import cache

import pytest
from textual.style import Style

from bot.watch.arrangement import arranged
from bot.watch.drawing import drawn_boards, drawn_words
from bot.watch.film import Frame
from bot.watch.paints import paints_of
from engine.games import GAMES
from rendering.text.grid import legend, written
from tests.bot.watch.records import RECORDS, film_of
from tests.rendering.sight import contrast
from tests.rendering.text.test_boards import signs_of

LEAST_CONTRAST = 4.5
"""Between a symbol and its cell; the least that is held to be easy to read."""
SIZES = [(80, 24), (100, 30), (120, 40), (200, 60)]
ROOM_FOR_ALL = (400, 60)
every_record = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", GAMES)
def test_every_sign_can_be_read_in_its_colours(name: str):
    paints = paints_of(GAMES[name])
    for sign in signs_of(name):
        assert contrast(paints[sign].ink, paints[sign].ground) >= LEAST_CONTRAST, sign


@cache
def frames(record: str) -> tuple[Frame, ...]:
    film = film_of(record)
    return tuple(film.frame(number, open_=True) for number in range(film.last + 1))


@pytest.mark.exhaustive
@every_record
@pytest.mark.parametrize("size", SIZES)
def test_every_board_that_is_shown_is_shown_whole(record: str, size: tuple[int, int]):
    width, height = size
    paints = paints_of(type(film_of(record).game))
    for frame in frames(record):
        where = arranged(frame.boards, width, height)
        for focus, board in enumerate(frame.boards):
            drawn = drawn_boards(frame.boards, focus, where, paints)
            lines = drawn.plain.split("\n")
            assert all(any(row in line for line in lines) for row in written(board).split("\n"))
            assert len(lines) <= height
            assert max(map(len, lines)) <= width
            assert frame.told.done in drawn_words(frame, focus, where, paints).plain


TABLE = "game: free-table\nboard: {}\nfirst: ec\n\nec @1 {}\nhost @2 award ec\n"


@pytest.mark.exhaustive
def test_a_table_that_is_no_square_is_shown_whole():
    (*_, last) = frames(TABLE.format("12x3", "L3=MI"))
    where = arranged(last.boards, 100, 30)
    drawn = drawn_boards(last.boards, 0, where, paints_of(GAMES["free-table"])).plain
    assert drawn.split("\n")[2].endswith("oMI*")


def test_a_table_without_a_board_is_shown_in_words():
    (*_, last) = frames(TABLE.format("none", "!bid 5"))
    paints = paints_of(GAMES["free-table"])
    where = arranged(last.boards, 100, 30)
    assert drawn_boards(last.boards, 0, where, paints).plain.strip() == ""
    assert "In words: Free Table. The match is over." in drawn_words(last, 0, where, paints).plain


@pytest.mark.exhaustive
@every_record
def test_every_sign_on_a_board_is_shown_in_its_colours(record: str):
    paints = paints_of(type(film_of(record).game))
    for frame in frames(record):
        where = arranged(frame.boards, *ROOM_FOR_ALL)
        drawn = drawn_boards(frame.boards, 0, where, paints)
        styles = [each.style for each in drawn.spans if isinstance(each.style, Style)]
        shown = {
            (style.foreground.rgb, style.background.rgb)
            for style in styles
            if style.foreground and style.background
        }
        assert shown == {paints[sign] for sign in legend(frame.boards)}


@pytest.mark.parametrize(
    ("name", "size", "shown", "stacked", "beside"),
    [
        ("fire-and-ice", (80, 22), 1, False, True),
        ("fire-and-ice", (40, 22), 1, False, False),
        ("demeters-anguish", (118, 38), 2, False, True),
        ("demeters-anguish", (78, 22), 2, False, False),
        ("demeters-anguish", (78, 20), 1, False, True),
        ("demeters-anguish", (66, 34), 1, False, True),
        ("demeters-anguish", (66, 35), 2, True, True),
        ("deep-sea-voyage", (78, 22), 1, False, True),
        ("deep-sea-voyage", (110, 20), 2, False, True),
        ("deep-sea-voyage", (110, 38), 3, False, False),
        ("deep-sea-voyage", (200, 38), 3, False, True),
        ("deep-sea-voyage", (66, 60), 3, True, True),
        ("deep-sea-voyage", (5, 5), 1, False, False),
    ],
)
def test_as_many_boards_are_shown_as_have_room(
    name: str, size: tuple[int, int], shown: int, stacked: bool, beside: bool
):
    boards = film_of(RECORDS[name]).frame(0, open_=False).boards
    where = arranged(boards, *size)
    assert (where.shown, where.stacked, where.beside) == (shown, stacked, beside)
