"""The sheet of sprites: every picture can be put together again, and nothing is on it twice."""

from io import BytesIO
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.records.history import begun, history
from rendering.canvas import Palette
from rendering.layers import Layered
from rendering.sprite_sheet import Sheet, SpriteSheet, packed
from tests.engine.samples import EVERY_GAME
from tests.rendering.boards import match_of
from tests.rendering.scenes import pictures_of, views_of

COLORS = ((0, 0, 0), (250, 0, 0), (0, 250, 0), (0, 0, 250))
PALETTE = Palette(COLORS)


def put_together(layers: tuple[int, ...], sheet: Sheet, size: tuple[int, int]) -> Image.Image:
    """The picture, as the page's script would draw it."""
    image = Image.new("RGB", size, sheet.colors[0])
    sprites = Image.open(BytesIO(sheet.png)).convert("RGBA")
    for number in layers:
        which, left, top, *more = sheet.layers[number]
        if more:
            values = iter((left, top, *more))
            for x, y, width, height in zip(values, values, values, values, strict=True):
                image.paste(sheet.colors[which], (x, y, x + width, y + height))
        else:
            x, y, width, height = sheet.sprites[which]
            sprite = sprites.crop((x, y, x + width, y + height))
            image.paste(sprite, (left, top), sprite)
    return image


def random_picture(dice: Random, sprites: list[Image.Image]) -> Layered:
    picture = Layered(dice.choice(sprites), (dice.randint(1, 90), dice.randint(1, 90)))
    for _ in range(dice.randrange(9)):
        left, top = dice.randint(-5, 80), dice.randint(-5, 80)
        sprite, mask = dice.choice(sprites), None
        if dice.random() < 0.5:
            mask = Image.new("1", sprite.size)
            mask.paste(1, (0, 0, dice.randint(0, 30), dice.randint(0, 30)))
        picture.paste(sprite, (left, top), mask)
        picture.paste(dice.randrange(4), (left, top, left + 5, top + dice.randint(1, 9)))
    return picture


def assert_can_be_put_together(sheet: SpriteSheet, pictures: list[Image.Image]) -> None:
    added = [sheet.add(each) for each in pictures]
    finished = sheet.finished()
    for picture, layers in zip(pictures, added, strict=True):
        again = put_together(layers, finished, picture.size)
        assert again.tobytes() == picture.convert("RGB").tobytes()


@given(st.integers(0, 10_000), st.integers(1, 4))
def test_every_picture_can_be_put_together_again(seed: int, count: int):
    dice = Random(seed)
    sprites = [PALETTE.plain((dice.randint(1, 30), dice.randint(1, 30)), color) for color in COLORS]
    sheet = SpriteSheet()
    pictures = [random_picture(dice, sprites) for _ in range(count)]
    assert_can_be_put_together(sheet, pictures)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_painters_pictures_can_be_put_together_again(game: str):
    match = match_of(game)
    steps = history(begun(match), match.entries)[::7]
    views = [*[*views_of(game).values()][::6], *(view for step in steps for view in step.views)]
    pictures = [each.image for view in views for each in pictures_of(game, view)]
    assert_can_be_put_together(SpriteSheet(), pictures)


def test_what_looks_alike_is_there_once():
    sheet = SpriteSheet()
    one = sheet.add(PALETTE.plain((9, 9), (250, 0, 0)))
    other = sheet.add(PALETTE.plain((9, 9), (250, 0, 0)))
    assert one == other == (0,)
    assert sheet.add(PALETTE.plain((9, 9), (0, 250, 0))) == (1,)
    assert len(sheet.finished().sprites) == 2


def test_a_sheet_of_nothing_is_a_picture():
    assert Image.open(BytesIO(SpriteSheet().finished().png)).size[1] == 1


@given(st.lists(st.tuples(st.integers(1, 700), st.integers(1, 90)), max_size=30))
def test_no_sprites_overlap(sizes: list[tuple[int, int]]):
    boxes = packed(sizes)
    assert [(width, height) for _, _, width, height in boxes] == sizes
    for (x, y, width, height), (left, top, across, down) in combinations(boxes, 2):
        beside = x + width <= left or left + across <= x
        assert beside or y + height <= top or top + down <= y
