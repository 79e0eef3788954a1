"""The boards of a match for its page: what to show at each step, and the sheet of its sprites."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from PIL import Image

from bot.texts import texts_of
from bot.texts.alts import Names
from engine.game import AnyGame
from engine.records.history import HistoryStep
from rendering import Picture, every_board
from rendering.sprite_sheet import SpriteSheet


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture at a step: its size, its description, its layers, and the picture itself."""

    size: tuple[int, int]
    alt: str
    layers: tuple[int, ...]
    image: Image.Image = field(compare=False)


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a match.

    Attributes:
        script: What the page's script needs, ready for JSON; `static/match.js` says what is where.
        sheet: All sprites, as a PNG file.
        last: The pictures at the end, with their descriptions, by name.
        hide: Whether anything was hidden at any step.
    """

    script: dict[str, Any]
    sheet: bytes
    last: dict[str, tuple[Picture, str]]
    hide: bool


def boards_of(beginning: Any, steps: Sequence[HistoryStep], game: AnyGame, names: Names) -> Boards:
    """Lay out what everybody saw after each step, and what was hidden then where there was any.

    Args:
        beginning: What everybody saw at first.
        steps: The steps of the match.
        game: The rules.
        names: What the players are called.
    """
    drawer = _Drawer(game, names)
    views = (each.views for each in steps)
    frames = list(drawer.frames(chain([(beginning, beginning)], views)))
    sheet = drawer.sheet.finished()
    script = {
        "colors": ["#{:02x}{:02x}{:02x}".format(*color) for color in sheet.colors],
        "sprites": sheet.sprites,
        "layers": sheet.layers,
        "frames": frames,
    }
    hide = any(len(frame) > 1 for frame in frames)
    return Boards(script, sheet.png, drawer.last, hide)


@dataclass(slots=True)
class _Series:
    """What is shown step by step, to whoever sees everything or only what was public.

    Attributes:
        view: What is seen at the latest step.
        shown: The pictures of that.
    """

    view: Any = None
    shown: dict[str, Shown] = field(default_factory=dict)


class _Drawer:
    """Lays out the steps of one match, each of its views once."""

    def __init__(self, game: AnyGame, names: Names) -> None:
        self.sheet = SpriteSheet()
        self.last: dict[str, tuple[Picture, str]] = {}
        self._game, self._texts = game, texts_of(game)
        self._names = names

    def frames(self, views: Iterable[tuple[Any, Any]]) -> Iterator[list[Any]]:
        """What changes at each step: in public, and among what was hidden where anything was."""
        public, opened = _Series(), _Series()
        for public_view, open_view in views:
            before = public.shown, opened.shown
            self._show(public, public_view)
            changes = _changes(before[0], public.shown)
            if open_view == public_view:
                opened.view, opened.shown = public_view, public.shown
                yield [changes]
            else:
                self._show(opened, open_view)
                yield [changes, _changes(before[1], opened.shown)]

    def _show(self, series: "_Series", view: Any) -> None:
        if view != series.view:
            series.view, series.shown = view, self._laid_out(series, view)

    def _laid_out(self, series: "_Series", view: Any) -> dict[str, Shown]:
        shown = {}
        for picture in every_board(self._game, view):
            image, alt = picture.image, self._texts.alt(picture.name, view, self._names)
            self.last[picture.name] = (picture, alt)
            before = series.shown.get(picture.name)
            # A painter may give a picture that has not changed once more.
            known = before.layers if before and before.image is image else None
            shown[picture.name] = Shown(image.size, alt, known or self.sheet.add(image), image)
        return shown


def _changes(before: dict[str, Shown], now: dict[str, Shown]) -> dict[str, list[Any]]:
    """By picture: its size, its description, and what its layers are."""
    return {
        name: [*shown.size, shown.alt, *_spliced(old.layers if old else (), shown.layers)]
        for name, shown in now.items()
        if shown != (old := before.get(name))
    }


def _spliced(old: Sequence[int], new: Sequence[int]) -> tuple[int, int, Sequence[int]]:
    """How many layers stay from the first and from the last one, and what comes between them.

    >>> _spliced([1, 2, 3, 4], [1, 5, 6, 3, 4])
    (1, 2, [5, 6])
    """
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    return first, last, new[first : len(new) - last]


def _alike(old: Sequence[int], new: Sequence[int]) -> int:
    """How many numbers are the same until the first that are not."""
    most = min(len(old), len(new))
    return bisect_left(range(most), True, key=lambda at: old[: at + 1] != new[: at + 1])  # noqa: FBT003
