"""Pictures that know what they are made of: sprites, laid one over the other on a background.

A post needs the pixels of a picture. The page of a match needs only the sprites and their places,
because the reader's browser lays them down; so pixels are made when they are first asked for.
"""

from typing import Any, TypeAlias

from PIL import Image

Source: TypeAlias = Image.Image | str | float | tuple[float, ...]
Box: TypeAlias = Image.Image | tuple[int, int, int, int] | tuple[int, int] | None
"""Where something is laid: the upper left corner, or left, top, right and bottom."""
Boxes: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""Rectangles by their left, top, right and bottom; right and bottom lie just outside."""
Layer: TypeAlias = tuple[Source, Box, Image.Image | None] | tuple[int, Boxes, None]
"""What has been laid down: a sprite, its place and its mask, as they were given to Pillow; or the
number of a colour and all that it fills. A match has thousands, so they are plain tuples."""


class Layered(Image.Image):
    """A picture with a palette that is painted only by pasting.

    To whoever looks at its pixels it is like any other image of Pillow's, which loads itself.

    Args:
        background: What is below everything; the new picture begins with its layers.
        size: Where the picture ends; what is beyond the background has the palette's first colour.
    """

    def __init__(self, background: Image.Image, size: tuple[int, int] | None = None) -> None:
        super().__init__()
        self._mode, self._size = background.mode, size or background.size
        self.palette = background.palette.copy() if background.palette else None
        self.layers = layers_of(background)
        self._background: Image.Image = (
            background._background if isinstance(background, Layered) else background
        )

    def paste(self, im: Source, box: Box = None, mask: Image.Image | None = None) -> None:
        """Lay a sprite or a colour over the picture."""
        if isinstance(im, int) and isinstance(box, tuple) and len(box) == 4:
            self.fill(im, (box,))
        else:
            self._lay((im, box, mask))

    def fill(self, color: int, boxes: Boxes) -> None:
        """Lay one colour over several parts of the picture."""
        self._lay((color, boxes, None))

    def copy(self) -> "Layered":
        """A picture of the same layers, to lay more over them."""
        return Layered(self, self.size)

    def getpalette(self, rawmode: str | None = "RGB") -> list[int] | None:
        """That of the background: no pixels are needed for it."""
        return self._background.getpalette(rawmode)

    def load(self) -> Any:
        """Make the pixels, unless they are there."""
        if self._im is None:
            # Threads may share the picture, so it gets its pixels when they are finished.
            painted = self._background.crop((0, 0, *self.size))
            for each in self.layers[1:]:
                _paint(painted, each)
            self.im, self.palette = painted.im, painted.palette
        return super().load()

    def _lay(self, layer: Layer) -> None:
        if self._im is not None:
            raise ValueError("the picture has its pixels already")
        self.layers.append(layer)


def _paint(image: Image.Image, layer: Layer) -> None:
    match layer:
        case int(color), ((_, _, _, _), *_) as boxes, None:
            for box in boxes:
                image.paste(color, box)
        case source, box, mask:
            image.paste(source, box, mask)


def layers_of(image: Image.Image) -> list[Layer]:
    """What a picture is made of, from the bottom up; a plain one is all background."""
    return [*image.layers] if isinstance(image, Layered) else [(image, (0, 0), None)]
