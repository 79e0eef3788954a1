"""Every letter of every picture can be read on a phone: it is at least nine pixels high there."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.seats import PUBLIC
from rendering import Picture, chances, every_board, painter_of, scene, standings
from rendering.canvas import BLACK, Pen
from rendering.themes import Theme
from tests.rendering.golden import sample_scenes as samples
from tests.rendering.golden.scenes import views_of
from tests.rendering.positions import free_table as tables
from tests.rendering.positions.boards import seen_in
from tests.rendering.positions.lines import analysis, line
from tests.rendering.positions.samples import in_themes

PHONE = 350
"""Width of a picture on a phone, in pixels."""
DESKTOP = (550, 350)
"""Largest size of one on a desktop."""
HIGH = 9.0


Least = Callable[[Iterable[Picture]], float]


@pytest.fixture
def least(monkeypatch: pytest.MonkeyPatch, forget_sprites: Callable[[], None]) -> Least:
    """Return a function for the least height of capitals on pictures as wide as a phone.

    What was written for the first may be in sprites of the next one, so all that is written in this
    test is taken together; no sprite is cached from before.
    """
    heights, write = list[float](), Pen.write
    _, top, _, bottom = Pen(1000, BLACK).font.getbbox("H", anchor="ls")

    def noted(pen: Pen, image: Image.Image, text: str, *where: Any, **how: Any) -> None:
        if text:
            heights.append((bottom - top) / 1000 * pen.size)
        write(pen, image, text, *where, **how)

    monkeypatch.setattr(Pen, "write", noted)
    return lambda pictures: min(heights) * PHONE / max(picture.image.width for picture in pictures)


@pytest.mark.parametrize(
    ("name", "theme"), in_themes(name for name in GAMES if name != "free-table")
)
def test_letters_of_every_scene_are_high_enough_on_a_phone(name: str, theme: Theme, least: Least):
    paint = painter_of(GAMES[name]).pictures
    seen = (*views_of(name).values(), *seen_in(name)[::12])
    assert least([picture for view in seen for picture in paint(view, theme)]) >= HIGH


@pytest.mark.parametrize("last", tables.SIZES)
def test_letters_of_free_tables_of_any_size_are_high_enough_on_a_phone(last: str, least: Least):
    assert least(scene.pictures(tables.full_board(1, last))) >= HIGH


@pytest.mark.parametrize("name", samples.SCENES)
def test_letters_of_counts_and_cards_are_high_enough_on_a_phone(name: str, least: Least):
    assert least(scene.pictures(samples.SCENES[name])) >= HIGH


@pytest.mark.parametrize("name", ["demeters-anguish", "deep-sea-voyage"])
def test_letters_of_each_board_alone_are_high_enough_on_a_phone(name: str, least: Least):
    game = GAMES[name]()
    assert least(every_board(game, game.view(game.begin(), PUBLIC))) >= HIGH


def test_coordinates_of_a_garden_alone_are_as_high_on_a_desktop():
    game = DemetersAnguish()
    alone, _ = every_board(game, game.view(game.begin(), PUBLIC))
    width, height = alone.image.size
    scale = min(DESKTOP[0] / width, DESKTOP[1] / height)
    _, top, _, bottom = Pen(0.66 * 42, BLACK).font.getbbox("H", anchor="ls")
    assert (bottom - top) * scale >= HIGH


@pytest.mark.parametrize("theme", Theme)
def test_letters_of_graphs_and_standings_are_high_enough_on_a_phone(theme: Theme, least: Least):
    paint = partial(chances.picture, analysis([0.5, 0.1, 0.9, 0.2]), theme)
    assert least([paint()]) >= HIGH
    players = [line(rank, 6, name) for rank, name in ((1, "Ada"), (2, "김민준"))]
    assert least([standings.picture("Spring", players * 10, theme)]) >= HIGH
