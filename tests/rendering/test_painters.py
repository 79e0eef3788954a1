"""How a game's picture is found, and what each painter must provide."""

import re
from io import BytesIO

import pytest
from PIL import Image

from engine.games import GAMES
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import PUBLIC
from rendering import every_board, fire_and_ice, painter_of
from tests.rendering.boards import with_board


def test_the_painter_is_the_module_named_after_the_folder_of_the_rules():
    assert painter_of(FireAndIce()) is fire_and_ice


@pytest.mark.parametrize("game", [*map(with_board, GAMES.values())], ids=lambda game: game.name)
def test_every_game_has_pictures_with_names(game):
    view = game.view(game.begin(), PUBLIC)
    alone = every_board(game, view)
    assert len({picture.name for picture in alone}) == len(alone) > 0
    for picture in (*painter_of(game).pictures(view), *alone):
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", picture.name)
        assert Image.open(BytesIO(picture.png)).format == "PNG"
