"""The frame and the palette that all boards share."""

import pytest
from PIL import Image

from rendering.canvas import Palette, cut_out, writable, written

DARK, LIGHT = (20, 30, 40), (240, 230, 220)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Élodie", "Elodie"),
        ("𝓑𝓵𝓸𝓸𝓶 ②", "Bloom 2"),
        ("Łukasz Großmann", "Lukasz Grossmann"),
        ("O\N{RIGHT SINGLE QUOTATION MARK}Brien", "O'Brien"),
        ("  a\n b\t", "a b"),
        ("🌷 rose 🌷", "rose"),
        ("שלום", ""),
        ("🌷", ""),
        ("-- ??", ""),
        ("x" * 5000, "x" * 100),
    ],
)
def test_only_what_the_font_has_is_written_of_a_text(text, line):
    assert writable(text) == line


@pytest.mark.parametrize("text", ["Persephone of the long winter", "W" * 40, "i" * 5000])
def test_a_line_that_is_too_long_ends_in_dots_within_its_strip(text):
    strip = written(text, (200, 40), LIGHT, DARK)
    wider = written(text, (240, 40), LIGHT, DARK)
    ended = [written(f"{text[:end]}…", (240, 40), LIGHT, DARK) for end in range(100)]
    assert strip.tobytes() in {item.crop((0, 0, 200, 40)).tobytes() for item in ended}
    assert strip.tobytes() != wider.crop((0, 0, 200, 40)).tobytes()


def test_a_cut_out_shape_leaves_the_picture_around_it_unchanged():
    red = (200, 0, 0)
    stamp = cut_out(
        (20, 20), LIGHT, Palette((DARK, LIGHT, red)), lambda brush: brush.disc((10, 10), 8, red)
    )
    picture = Palette((DARK, LIGHT, red)).fit(Image.new("RGB", (40, 40), DARK))
    stamp.onto(picture, (30, 5))
    colors = picture.convert("RGB")
    assert colors.getpixel((39, 15)) == red
    assert colors.getpixel((30, 5)) == DARK
    assert colors.crop((0, 0, 30, 40)).getcolors() == [(30 * 40, DARK)]
