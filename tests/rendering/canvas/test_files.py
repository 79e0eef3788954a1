"""Pictures as files: their names, how small they are, and that the view alone decides them."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random
from threading import Barrier
from typing import Any

import pytest
from PIL import Image

from engine.games import GAMES
from engine.games.compass_collisions.position import Phase
from engine.seats import PUBLIC
from rendering import every_board, fire_and_ice, painter_of, scene
from rendering.scene import pieces
from rendering.themes import Theme
from tests.games.common.samples import EVERY_GAME
from tests.rendering.golden import sample_scenes as samples
from tests.rendering.golden.scenes import pictures_of, views_of
from tests.rendering.positions import compass_collisions as compass
from tests.rendering.positions.boards import most_bytes, seen_in, with_board
from tests.rendering.positions.samples import in_themes

BOUNDS = {"deep-sea-voyage": ("crowded", 24_000), "free-table": ("full", 70_000)}
"""The size of pictures that are more crowded than any game makes them, by a word of their name."""
every_game = pytest.mark.parametrize("game", GAMES)
a_game_of_each_kind = pytest.mark.parametrize("game", EVERY_GAME)


def test_the_painter_is_the_module_named_after_the_folder_of_the_rules():
    assert painter_of(GAMES["fire-and-ice"]()) is fire_and_ice
    assert painter_of(GAMES["flower-field"]()) is painter_of(GAMES["doubting-flower-field"]())


@every_game
def test_every_game_has_pictures_with_names(game: str):
    rules = with_board(GAMES[game])
    view = rules.view(rules.begin(), PUBLIC)
    alone = every_board(rules, view)
    assert len({picture.name for picture in alone}) == len(alone) > 0
    for picture in pictures_of(game, view):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", picture.name)


@a_game_of_each_kind
def test_every_picture_of_a_match_is_small_enough(game: str):
    for view in seen_in(game)[::3]:
        for picture in pictures_of(game, view):
            assert len(picture.png) <= most_bytes(picture)


@pytest.mark.parametrize(("game", "theme"), in_themes(GAMES))
def test_every_scene_is_small_enough_and_its_file_has_its_pixels(game: str, theme: Theme):
    crowd, bound = BOUNDS.get(game, ("", 0))
    for name, view in views_of(game).items():
        for picture in pictures_of(game, view, theme):
            png = picture.png
            bit_depth, color_type = png[24], png[25]
            assert (bit_depth, color_type) == (4, 3)
            assert len(png) <= (bound if crowd and crowd in name else most_bytes(picture)), name
            with Image.open(BytesIO(png)) as image:
                assert image.convert("RGB").tobytes() == picture.image.convert("RGB").tobytes()


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_is_small_enough_whatever_the_host_numbers(seed: int):
    dice = Random(seed)
    numbers = tuple((square, dice.choice((31, 32, 99, 10**6 - 1))) for square in compass.CELLS)
    naming = next(view for view in seen_in("compass-collisions") if view.phase is Phase.NAMING)
    (picture,) = painter_of(GAMES["compass-collisions"]).pictures(replace(naming, numbers=numbers))
    assert len(picture.png) <= most_bytes(picture)


@pytest.mark.parametrize(("name", "theme"), in_themes(samples.SCENES))
def test_scenes_with_counts_and_cards_are_small_enough(name: str, theme: Theme):
    (picture,) = scene.pictures(samples.SCENES[name], theme)
    assert picture.png[24] == 4
    assert len(picture.png) <= most_bytes(picture)


def painted(game: str, view: Any) -> list[bytes]:
    return [picture.png for picture in pictures_of(game, view)]


@a_game_of_each_kind
def test_the_same_view_gives_the_same_bytes_whatever_was_painted_before_and_by_other_threads(
    game: str, forget_sprites: Callable[[], None]
):
    seen = [*seen_in(game)[::36], *[*views_of(game).values()][::16]]
    numbers = range(len(seen))
    expected = [painted(game, view) for view in seen]
    orders = ([*numbers], [*reversed(numbers)], [*numbers[1::2], *numbers[::2]])
    together = Barrier(len(orders))

    def paint(order: list[int]) -> bool:
        together.wait(timeout=60)
        return all(painted(game, seen[number]) == expected[number] for number in order)

    forget_sprites()
    with ThreadPoolExecutor(len(orders)) as pool:
        assert all(pool.map(paint, orders))


def test_no_more_is_kept_than_some_boards_and_pieces_however_many_are_shown():
    """A host may choose any of hundreds of sizes, and players any of 1,332 labels."""
    assert scene._background.cache_info().maxsize <= 16
    assert pieces.sprite_of.cache_info().maxsize <= 1024
