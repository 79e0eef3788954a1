"""A match's boards for its page: the pictures of each step, and their files."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

from bot.texts.language import say
from engine.game import AnyGame
from engine.records.history import HistoryStep
from engine.texts import texts_of
from engine.words.alts import Names
from rendering import Picture, every_board


class Shown(NamedTuple):
    """A picture at a step.

    Attributes:
        file: Number of its file.
        height: Pixels, like the width.
    """

    file: int
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a match.

    Attributes:
        frames: Changes at each step, ready for JSON; `static/match.js` explains the shape.
        files: PNG files by their numbers, without duplicates.
        last: Final pictures, by name.
        hide: True if anything was hidden at any step.
    """

    frames: list[list[dict[str, Shown]]]
    files: Sequence[bytes]
    last: dict[str, Shown]
    hide: bool


def boards_of(beginning: Any, steps: Sequence[HistoryStep], game: AnyGame, names: Names) -> Boards:
    """Draw the public view after each step, and the hidden one if it differs.

    `beginning` is the public view before the first step.
    """
    drawer = _Drawer(game, names)
    views = (step.views for step in steps)
    frames = list(drawer.frames(chain([(beginning, beginning)], views)))
    hide = any(len(frame) > 1 for frame in frames)
    return Boards(frames, drawer.files, drawer.last, hide)


class _Drawer:
    """Draws the steps of one match, each distinct picture once."""

    def __init__(self, game: AnyGame, names: Names) -> None:
        self.files: list[bytes] = []
        self.last: dict[str, Shown] = {}
        self._numbers: dict[tuple[tuple[int, int], bytes], int] = {}
        self._game, self._texts = game, texts_of(game)
        self._names = names

    def frames(self, views: Iterable[tuple[Any, Any]]) -> Iterator[list[dict[str, Shown]]]:
        """Yield each step's public changes, and the hidden ones if anything was hidden."""
        public_before, open_before = None, None
        public, opened = dict[str, Shown](), dict[str, Shown]()
        for public_view, open_view in views:
            before = public, opened
            public = public if public_view == public_before else self._drawn(public_view)
            changes = [_changes(before[0], public)]
            if open_view == public_view:
                opened = public
            else:
                opened = opened if open_view == open_before else self._drawn(open_view)
                changes.append(_changes(before[1], opened))
            public_before, open_before = public_view, open_view
            yield changes

    def _drawn(self, view: Any) -> dict[str, Shown]:
        pictures = {
            picture.name: Shown(
                self._file_of(picture),
                *picture.image.size,
                say(self._texts.alt(picture.name, view, self._names)),
            )
            for picture in every_board(self._game, view)
        }
        self.last |= pictures
        return pictures

    def _file_of(self, picture: Picture) -> int:
        """Return the number of a picture's file; equal pictures share one."""
        key = picture.image.size, sha256(picture.image.tobytes()).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self.files)
            self.files.append(picture.png)
        return self._numbers[key]


def _changes(before: dict[str, Shown], now: dict[str, Shown]) -> dict[str, Shown]:
    return {name: board for name, board in now.items() if board != before.get(name)}
