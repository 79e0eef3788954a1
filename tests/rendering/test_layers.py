"""Layered pictures: they look as if all had been pasted at once, and know what they are made of."""

import pytest
from PIL import Image

from rendering.canvas import Palette
from rendering.layers import Layered, layers_of

BLACK, RED, GREEN = (0, 0, 0), (250, 0, 0), (0, 250, 0)
PALETTE = Palette((BLACK, RED, GREEN))
BACKGROUND = PALETTE.plain((20, 10), RED)
SPRITE = PALETTE.plain((6, 6), GREEN)


def disc() -> Image.Image:
    mask = Image.new("1", SPRITE.size)
    mask.paste(1, (2, 2, 4, 4))
    return mask


def test_a_layered_picture_looks_like_one_that_was_painted_at_once():
    painted, layered = BACKGROUND.copy(), Layered(BACKGROUND)
    for image in (painted, layered):
        image.paste(SPRITE, (-2, 3))
        image.paste(SPRITE, (17, 7), disc())
        image.paste(PALETTE.index(BLACK), (1, 1, 5, 3))
        image.paste(PALETTE.index(GREEN), (8, 2), disc())
    assert layered.tobytes() == painted.tobytes()
    assert layered.getpalette() == painted.getpalette()
    assert layered.size == painted.size


def test_one_colour_fills_several_boxes():
    layered = Layered(BACKGROUND)
    layered.fill(PALETTE.index(GREEN), ((0, 0, 2, 2), (10, 0, 12, 2)))
    assert [layered.getpixel((x, 1)) for x in (0, 5, 11)] == [2, 1, 2]


def test_what_is_beyond_the_background_has_the_first_colour():
    larger = Layered(BACKGROUND, (30, 10))
    assert larger.size == (30, 10)
    assert [larger.getpixel((x, 5)) for x in (19, 20, 29)] == [1, 0, 0]


def test_a_copy_goes_its_own_way():
    one = Layered(BACKGROUND)
    one.paste(SPRITE, (0, 0))
    other = one.copy()
    other.paste(SPRITE, (10, 0))
    assert layers_of(other)[:-1] == layers_of(one)
    assert [image.getpixel((12, 2)) for image in (one, other)] == [1, 2]


def test_nothing_is_laid_on_a_picture_that_somebody_has_looked_at():
    layered = Layered(BACKGROUND)
    layered.load()
    with pytest.raises(ValueError, match="pixels"):
        layered.paste(SPRITE, (0, 0))


def test_a_plain_picture_is_all_background():
    assert layers_of(BACKGROUND) == [(BACKGROUND, (0, 0), None)]
