"""The picture of the standings: who is on it, and that nothing leaves its place."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from rendering.standings import (
    COLORS,
    MARGIN,
    NAME,
    NAME_SIZE,
    SCORES,
    WIDTH,
    StandingsLine,
    _flow,
    _width,
    called,
    picture,
)
from rendering.themes import Theme
from tests.rendering.positions.boards import most_bytes
from tests.rendering.positions.lines import TITLES, line

DARK = COLORS[Theme.DARK]


def painted(*lines: StandingsLine) -> Image.Image:
    return Image.open(BytesIO(picture("Spring", lines).png)).convert("RGB")


@pytest.mark.parametrize("score", ["2 : 1", "100 : 100"])
def test_games_are_in_their_order_and_none_leaves_its_block(score: str):
    games = line(1, len(TITLES), score=score).by_game
    rows = _flow(games)
    assert tuple(cell for row in rows for cell in row) == games
    assert all(SCORES + sum(map(_width, row)) <= WIDTH - MARGIN for row in rows)


ELSEWHERE = {
    "Korean": "김민준",
    "Cyrillic": "Наташа",
    "Greek": "Αλέξης",
    "Arabic": "مرحبا",
    "Hebrew": "שלום",
    "Thai": "สมชาย",
    "Hindi": "प्रिया",
    "Chinese": "花園",
    "mixed": "Kim 민준",
    "emoji": "🌷🌻",
    "marks": "\u0301\u0302",
    "invisible": "\u202e\u200d",
    "half a character": "\ud83c",
    "nothing": "",
}


@pytest.mark.parametrize("name", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_name_that_cannot_be_written_whole_is_left_out(name: str):
    assert called(["Ada", name]) == [("Ada", True), ("Line 2", False)]


@pytest.mark.parametrize(
    ("name", "plain"),
    [("Zoë 🌷", "Zoe"), ("𝓑𝓵𝓸𝓸𝓶", "Bloom"), ("Łukasz Ørsted", "Lukasz Orsted"), ("é\u0301", "e")],
)
def test_accents_and_emoji_make_no_name_unwritable(name: str, plain: str):
    assert called([name]) == [(plain, True)]


@pytest.mark.parametrize(
    "names",
    [
        [*ELSEWHERE.values()],
        ["Zoë", "Zoe", "Zoe 🌷"],
        ["Ada", "Ada", "Bob"],
        ["W" * 50 + "a", "W" * 50 + "b"],
        ["Line 2", "김민준"],
    ],
)
def test_no_two_players_look_alike(names: list[str]):
    texts = [name for name, _ in called(names)]
    assert len({*texts}) == len(names)


@pytest.mark.parametrize("name", [*ELSEWHERE.values(), "W" * 100, "W\u0301" * 400, "a\nb"])
def test_any_name_stays_in_its_place(name: str):
    plain, other = painted(line(1, name="")), painted(line(1, name=name))
    outside = (NAME + NAME_SIZE[0], 0, WIDTH, plain.height)
    assert other.crop(outside).tobytes() == plain.crop(outside).tobytes()


@pytest.mark.parametrize(
    ("games", "count", "number"),
    [(1, 0, 0), (1, 1, 1), (1, 13, 13), (1, 14, 13), (6, 7, 7), (6, 8, 7), (6, 1000, 7)],
)
def test_as_many_players_are_shown_as_the_picture_has_room_for(games: int, count: int, number: int):
    drawn = picture("Spring", [line(rank, games) for rank in range(1, count + 1)])
    assert len(drawn.png) <= most_bytes(drawn)
    image = Image.open(BytesIO(drawn.png)).convert("RGB")
    assert image.width == WIDTH
    column = [image.getpixel((MARGIN + 4, y)) for y in range(image.height)]
    assert sum(row == (DARK.ground, DARK.band) for row in pairwise(column)) == number
