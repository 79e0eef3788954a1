"""Packs what the pictures of a match are made of into one picture: a sheet of its sprites.

Whoever has the sheet can lay down each picture by its layers, and none has to be painted for that.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, TypeAlias, cast

from PIL import Image

from rendering.canvas import encode
from rendering.layers import Layer, layers_of

Placed: TypeAlias = tuple[int, int, int]
"""The number of a sprite, and where its upper left corner lies in a picture."""
Filled: TypeAlias = tuple[int, ...]
"""The number of a colour, and what it fills in a picture: left, top, width and height of each."""
Size: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""

LEAST_WIDTH: Final = 512
"""How wide the sheet is at least, in pixels."""
NO_LIMIT: Final = 1 << 30
"""The encoder need not try for fewer bytes."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A sprite and, if not all of it is seen, its mask; those that look the same are equal."""

    size: Size
    pixels: bytes
    mask_pixels: bytes | None
    image: Image.Image = field(compare=False)
    mask: Image.Image | None = field(compare=False)

    @classmethod
    def of(cls, layer: Layer) -> "Sprite":
        """What a layer lays down; a colour has the form of its mask."""
        match layer:
            case Image.Image() as image, _, mask:
                seen = mask.tobytes() if mask else None
                return cls(image.size, image.tobytes(), seen, image, mask)
            case int(color), _, Image.Image() as mask:
                return cls.of((Image.new("P", mask.size, color), (0, 0), mask))
        raise TypeError(layer)

    def onto(self, sheet: Image.Image, corner: Size) -> None:
        """Lay it on a sheet, with its upper left corner there."""
        sheet.paste(self.image, corner, self.mask)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What several pictures are made of.

    Attributes:
        png: All sprites, as a PNG file; around a sprite it can be seen through.
        sprites: Where each sprite is on it.
        layers: All that is laid down in any of the pictures, each once.
        colors: The palette, from its first colour: red, green and blue.
    """

    png: bytes
    sprites: tuple[Box, ...]
    layers: tuple[Placed | Filled, ...]
    colors: tuple[tuple[int, int, int], ...]


class SpriteSheet:
    """A sheet that grows with every picture; all of them have the same palette."""

    def __init__(self) -> None:
        self._palette: list[int] = [0, 0, 0]
        self._sprites: dict[Sprite, int] = {}
        self._layers: dict[Placed | Filled, int] = {}
        # Images are known by their identity, which is theirs for as long as they are kept.
        self._known_sprites: dict[Hashable, int] = {}
        self._known_layers: dict[Hashable, int] = {}
        self._kept: list[Layer] = []

    def add(self, image: Image.Image) -> tuple[int, ...]:
        """The layers of a picture from the bottom up, by their places among those of the sheet."""
        if not self._layers:
            self._palette = image.getpalette() or self._palette
        known, layers = self._known_layers, layers_of(image)
        numbers = [known.get((id(source), box, id(mask))) for source, box, mask in layers]
        for place, number in enumerate(numbers):
            if number is None:
                numbers[place] = self._new(layers[place])
        return cast("tuple[int, ...]", tuple(numbers))

    def finished(self) -> Sheet:
        """The sheet with what has been added so far."""
        boxes = packed([each.size for each in self._sprites])
        colors = list(zip(*[iter(self._palette)] * 3, strict=True))
        width = max([LEAST_WIDTH, *(left + width for left, _, width, _ in boxes)])
        height = max([1, *(top + height for _, top, _, height in boxes)])
        clear = len(colors)
        image = Image.new("P", (width, height), clear)
        image.putpalette([*self._palette, *colors[0]])
        for sprite, (left, top, _, _) in zip(self._sprites, boxes, strict=True):
            sprite.onto(image, (left, top))
        png = encode(image, NO_LIMIT, clear)
        return Sheet(png, boxes, tuple(self._layers), tuple(colors))

    def _new(self, layer: Layer) -> int:
        source, box, mask = layer
        number = self._layers.setdefault(self._value(layer), len(self._layers))
        self._known_layers[id(source), box, id(mask)] = number
        return number

    def _value(self, layer: Layer) -> Placed | Filled:
        """What is the same for layers that look the same."""
        match layer:
            case int(color), ((_, _, _, _), *_) as boxes, None:
                sized = ((left, top, right - left, low - top) for left, top, right, low in boxes)
                return color, *chain.from_iterable(sized)
            case _, (int(left), int(top)), _:
                return self._sprite(layer), left, top
        raise TypeError(layer)

    def _sprite(self, layer: Layer) -> int:
        key = (id(layer[0]), id(layer[2]))
        if key not in self._known_sprites:
            self._kept.append(layer)
            sprite = Sprite.of(layer)
            self._known_sprites[key] = self._sprites.setdefault(sprite, len(self._sprites))
        return self._known_sprites[key]


def packed(sizes: Sequence[Size]) -> tuple[Box, ...]:
    """Where rectangles may lie so that none overlap: the highest first, in rows.

    >>> packed([(300, 10), (400, 20), (100, 10)])
    ((0, 20, 300, 10), (0, 0, 400, 20), (300, 20, 100, 10))
    """
    across = max([LEAST_WIDTH, *(width for width, _ in sizes)])
    boxes: dict[int, Box] = {}
    left = top = bottom = 0
    for number in sorted(range(len(sizes)), key=lambda each: -sizes[each][1]):
        width, height = sizes[number]
        if left + width > across:
            left, top = 0, bottom
        boxes[number] = (left, top, width, height)
        left, bottom = left + width, max(bottom, top + height)
    return tuple(boxes[number] for number in range(len(sizes)))
