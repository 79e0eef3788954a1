"""Boards on which cells are marked, and what their alt texts say of them."""

from random import Random

import pytest

from bot.posts.attachments import attachments_of
from bot.posts.boards import described_boards, described_pictures, marked_picture
from bot.texts.answers import shown
from bot.values.post import DisplaySettings, Extras, Place, Post
from engine.games import GAMES
from engine.games.free_table.rules import FreeTable
from engine.grids.grid import NO_CELL, Cell
from engine.matches.match import Match
from engine.seats import PUBLIC, SEATS, Seat
from engine.words.alts import LONGEST_ALT, length
from rendering import Marks
from tests.engine.playing import at_state, begun
from tests.helpers.games.random_play import random_states
from tests.helpers.rooms.cards import card_of
from tests.rendering.positions.boards import with_board
from tests.rendering.positions.fire_and_ice import NAMES

LONGEST = {Seat.EC: "\N{TULIP}" * 32, Seat.DMO: "_W" * 16}
MANY = tuple(Cell(index % 7, index // 7) for index in range(30))


def late(name: str) -> Match:
    game = with_board(GAMES[name], seed=2)
    *_, state = random_states(game, Random(2), 60)
    return at_state(begun(game), state)


@pytest.mark.parametrize("name", GAMES)
def test_the_alt_text_begins_with_the_marked_cells_and_goes_on_with_the_board(name: str):
    match = begun(with_board(GAMES[name], seed=2))
    if match.game.top_right == NO_CELL:
        return
    for board in match.game.boards:
        marks = Marks((Cell(3, 4), Cell(0, 0)), board)
        picture = marked_picture(match, PUBLIC, NAMES, marks)
        plain = marked_picture(match, PUBLIC, NAMES, Marks((), board))
        assert picture.alt.startswith("Marked: D5 and A1. ")
        assert plain.alt.startswith(match.game.title)
        rest = picture.alt.removeprefix("Marked: D5 and A1. ").removesuffix("…")
        assert plain.alt.startswith(rest)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.usefixtures("each_language")
def test_no_alt_text_is_longer_than_the_longest_however_much_is_marked(name: str):
    match = late(name)
    for board in match.game.boards:
        for viewer in (PUBLIC, *SEATS):
            picture = marked_picture(match, viewer, LONGEST, Marks(MANY, board))
            assert length(picture.alt) <= LONGEST_ALT


def test_a_table_without_a_board_has_no_picture():
    match = begun(FreeTable(first=Seat.EC))
    assert described_pictures(match, PUBLIC, NAMES) == ()
    assert described_boards(match, NAMES) == ()
    post = Post(
        "Your move.", extras=Extras(has_board=True), place=Place(log_length=len(match.entries))
    )
    assert (
        attachments_of(card_of(match.game), match, post, lambda *_: DisplaySettings()).pictures()
        == ()
    )


def test_a_board_with_nothing_marked_on_it_is_the_usual_one():
    match = begun(GAMES["fire-and-ice"]())
    (usual,) = described_pictures(match, PUBLIC, NAMES)
    assert marked_picture(match, PUBLIC, NAMES, Marks(())) == usual


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ("D5", "Marked: D5."),
        ("D5 A1 I9", "Marked: D5, A1 and I9."),
        ("D5 J9", "Marked: D5. J9 is not on this board."),
        ("J9 A10", "J9 and A10 are not on this board."),
    ],
)
def test_cells_that_the_board_lacks_are_named_and_not_marked(cells: str, text: str):
    match, named = begun(GAMES["fire-and-ice"]()), tuple(map(Cell.parse, cells.split()))
    assert shown(named, match.game.top_right) == text
    (usual,) = described_pictures(match, PUBLIC, NAMES)
    there = Marks(tuple(cell for cell in named if cell.lies_up_to(match.game.top_right)))
    picture = marked_picture(match, PUBLIC, NAMES, Marks(named))
    assert picture.alt == f"{text} {usual.alt}"
    assert picture.png == marked_picture(match, PUBLIC, NAMES, there).png
