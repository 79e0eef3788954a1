"""A whole match as an animation: its public views, move by move, as a GIF file.

A frame shows every board of a view, two in a row, so that each always has the same place: of three
boards, two above one keep larger cells than three in a row, on a phone and on a desktop. Everything
in it was shown in the room then.
"""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from itertools import groupby
from typing import Any, Final, TypeAlias, TypeVar

from PIL import Image

from engine.matches.match import Match
from engine.records.history import fresh_match, history
from engine.seats import PUBLIC
from rendering import Picture, every_board
from rendering.canvas import Size
from rendering.themes import USUAL, Theme

T = TypeVar("T")
Paint: TypeAlias = Callable[[Any], tuple[Picture, ...]]

MAX_BYTES: Final = 2_000_000
MAX_MS: Final = 30_000
MAX_FRAMES: Final = 100
"""The limit of frames: more would be too quick to follow."""
STEP_MS: Final = 1_200
"""The time for which a frame is shown, if there are few."""
FIRST_MS: Final = 1_000
LAST_MS: Final = 4_000
IN_A_ROW: Final = 2
"""The number of boards side by side in a frame."""


def animation(match: Match, theme: Theme = USUAL) -> bytes:
    """Return the GIF file of a match; a long one is cut to some of its moves, evenly spread.

    It is empty where there is no board.

    Raises:
        Refused: An entry is refused, which never happens in a genuine log.
    """
    # Painting takes long, so moves are left out before it.
    paint = partial(every_board, match.game, theme=theme)
    frames = _frames(paint, spread(views(match), MAX_FRAMES))
    if not frames:
        return b""
    while len(gif := _encoded(frames, durations(len(frames)))) > MAX_BYTES:
        frames = spread(frames, len(frames) * 3 // 4)
    return gif


def is_moving(gif: bytes) -> bool:
    """Return whether an animation has more than one frame."""
    if not gif:
        return False
    with Image.open(BytesIO(gif)) as image:
        return bool(getattr(image, "is_animated", False))


def views(match: Match) -> list[Any]:
    """Return the public views in turn, without undone and taken-back moves."""
    beginning = fresh_match(match)
    seen = [beginning.view(PUBLIC)]
    for step in history(beginning, match.entries):
        if step.counts and step.public_view != seen[-1]:
            seen.append(step.public_view)
    return seen


def spread(items: Sequence[T], limit: int) -> list[T]:
    """Return at most so many of some items, evenly spread, first and last included.

    >>> spread("abcdefg", 3)
    ['a', 'd', 'g']
    """
    if len(items) <= limit:
        return list(items)
    gaps = max(1, limit - 1)
    return [items[(len(items) - 1) * (index or limit == 1) // gaps] for index in range(limit)]


def durations(frames: int) -> list[int]:
    """Return the time for which each of so many frames is shown, in milliseconds.

    >>> durations(3)
    [1000, 1200, 4000]
    """
    between = max(1, frames - 2)
    # GIF counts in hundredths of a second.
    step = min(STEP_MS, (MAX_MS - FIRST_MS - LAST_MS) // between // 10 * 10)
    return [FIRST_MS, *[step] * (frames - 2), LAST_MS][-frames:]


def _frames(paint: Paint, seen: Sequence[Any]) -> list[Image.Image]:
    """Return the pictures to show, all of one size, without repeats of unchanged ones."""
    images = [image for image, _ in groupby(map(_together, filter(None, map(paint, seen))))]
    if not images:
        return []
    width, height = _largest(images)
    # Beyond a picture is its palette's first colour, which is that of its margins.
    return [image.crop((0, 0, width, height)) for image in images]


def _together(pictures: Sequence[Picture]) -> Image.Image:
    images = [picture.image for picture in pictures]
    if len(images) == 1:
        return images[0]
    width, height = _largest(images)
    size = (IN_A_ROW * width, -(-len(images) // IN_A_ROW) * height)
    together = images[0].crop((0, 0, *size))
    for order, image in enumerate(images):
        together.paste(image, (order % IN_A_ROW * width, order // IN_A_ROW * height))
    return together


def _largest(images: Sequence[Image.Image]) -> Size:
    width, height = (max(sides) for sides in zip(*(image.size for image in images), strict=True))
    return width, height


def _encoded(frames: Sequence[Image.Image], shown_ms: Sequence[int]) -> bytes:
    """Return the file: of each frame only the rectangle that has changed."""
    file = BytesIO()
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=list(shown_ms),
        loop=0,
        disposal=1,
    )
    return file.getvalue()
