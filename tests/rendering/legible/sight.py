"""Colours in people's eyes: with all cones, with two of them, on grey paper; and contrasts.

Everything takes colours as numbers from 0 to 255 in sRGB (IEC 61966-2-1), and white as D65.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Self

from PIL import Image

from rendering.canvas import Color

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE_POINT: Vector = (0.95047, 1.0, 1.08883)
LUMINANCE: Vector = (0.2126, 0.7152, 0.0722)


class Sight(Enum):
    """A kind of sight, as a change of linear light.

    The matrices are those for complete dichromacy (severity 1.0) of G. M. Machado, M. M. Oliveira
    and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
    Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009. Grey has the
    luminance of the colour.
    """

    NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    GREYSCALE = (LUMINANCE, LUMINANCE, LUMINANCE)
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


@dataclass(frozen=True)
class Pixels:
    """The pixels of a cell, by number, so that they are counted where pictures are kept.

    Attributes:
        colors: All colours in it, at most 256.
        numbers: For each pixel the number of its colour.
    """

    colors: tuple[Color, ...]
    numbers: Image.Image

    @classmethod
    def of(cls, image: Image.Image) -> Self:
        pixels = image.get_flattened_data()
        numbers = {color: number for number, color in enumerate(dict.fromkeys(pixels))}
        one_byte_each = bytes(map(numbers.__getitem__, pixels))
        return cls((*numbers,), Image.frombytes("L", image.size, one_byte_each))

    def meeting(self, other: Self) -> Counter[tuple[Color, Color]]:
        """Count the pixels of each colour above those of another cell of the same size."""
        pairs = Image.merge("LA", (self.numbers, other.numbers))
        counted = pairs.getcolors(len(self.colors) * len(other.colors))
        return Counter({(self.colors[a], other.colors[b]): count for count, (a, b) in counted})


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted(_dot(LUMINANCE, _linear(row)) for row in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


@cache
def difference(one: Color, other: Color, sight: Sight) -> float:
    """Return the difference of two colours for somebody: 1 is hardly noticed, 10 at a glance."""
    return ciede2000(_lab(one, sight), _lab(other, sight))


def apart(meeting: Counter[tuple[Color, Color]], sight: Sight) -> float:
    """Return the root of the mean square of how far the pixels of two cells are apart."""
    squares = sum(
        count * difference(*colors, sight) ** 2
        for colors, count in meeting.items()
        if colors[0] != colors[1]
    )
    return sqrt(squares / meeting.total())


def ciede2000(one: Vector, other: Vector) -> float:
    """Return the colour difference of CIE 142-2001, between two colours in CIELAB.

    Its steps are numbered as in G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 Color-Difference
    Formula", Color Research and Application 30(1), 2005.
    """
    lightness, chroma, hue, wide = _differences(one, other)
    l_mean, c_mean, h_mean = wide
    weight = (  # 15
        1
        - 0.17 * cos(radians(h_mean - 30))
        + 0.24 * cos(radians(2 * h_mean))
        + 0.32 * cos(radians(3 * h_mean + 6))
        - 0.20 * cos(radians(4 * h_mean - 63))
    )
    turn = 30 * exp(-(((h_mean - 275) / 25) ** 2))  # 16
    chroma_pull = 2 * sqrt(c_mean**7 / (c_mean**7 + 25**7))  # 17
    far = (l_mean - 50) ** 2
    lightness /= 1 + 0.015 * far / sqrt(20 + far)  # 18
    chroma /= 1 + 0.045 * c_mean  # 19
    hue /= 1 + 0.015 * c_mean * weight  # 20
    rotation = -sin(radians(2 * turn)) * chroma_pull  # 21
    return sqrt(lightness**2 + chroma**2 + hue**2 + rotation * chroma * hue)  # 22


def _differences(one: Vector, other: Vector) -> tuple[float, float, float, Vector]:
    """Return the differences in lightness, chroma and hue; and the means of the three."""
    c_mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2  # 2, 3
    stretch = 1.5 - 0.5 * sqrt(c_mean**7 / (c_mean**7 + 25**7))  # 4
    stretched = [(row[1] * stretch, row[2]) for row in (one, other)]  # 5
    c_one, c_other = (hypot(*pair) for pair in stretched)  # 6
    h_one, h_other = (degrees(atan2(b, a)) % 360 for a, b in stretched)  # 7
    apart = (h_other - h_one + 180) % 360 - 180 if c_one * c_other else 0.0  # 10
    hue = 2 * sqrt(c_one * c_other) * sin(radians(apart / 2))  # 11
    h_mean = (h_one + apart / 2) % 360 if c_one * c_other else h_one + h_other  # 14
    means = ((one[0] + other[0]) / 2, (c_one + c_other) / 2, h_mean)  # 12, 13
    return other[0] - one[0], c_other - c_one, hue, means  # 8, 9


@cache
def _lab(color: Color, sight: Sight) -> Vector:
    seen = [min(1.0, max(0.0, time)) for time in _times(sight.value, _linear(color))]
    x, y, z = (
        _curve(part / white) for part, white in zip(_times(TO_XYZ, seen), WHITE_POINT, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _curve(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29


def _linear(color: Color) -> Vector:
    red, green, blue = (
        number / 255 / 12.92 if number / 255 <= 0.04045 else ((number / 255 + 0.055) / 1.055) ** 2.4
        for number in color
    )
    return red, green, blue


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> Vector:
    x, y, z = (_dot(row, vector) for row in matrix)
    return x, y, z


def _dot(row: Sequence[float], vector: Sequence[float]) -> float:
    return sum(cell * other for cell, other in zip(row, vector, strict=True))
