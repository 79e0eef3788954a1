"""A progress bar for long commands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Self, TextIO

BAR_WIDTH: Final = 40
WIPED: Final = "\r\x1b[K"


class Progress:
    """A progress bar; silent unless the stream is a terminal."""

    def __init__(self, stream: TextIO, label: str) -> None:
        self._stream, self._label = stream, label

    @contextmanager
    def shown(self) -> Iterator[Self]:
        """Wipe the bar at the end of the block."""
        try:
            yield self
        finally:
            self.clear()

    def show(self, done: int, total: int) -> None:
        """Draw the bar anew."""
        filled = BAR_WIDTH * done // total
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        self._write(f"{WIPED}[{bar}] {done} of {total} {self._label}")

    def clear(self) -> None:
        """Wipe the bar, so that a line may be printed."""
        self._write(WIPED)

    def _write(self, text: str) -> None:
        if self._stream.isatty():
            self._stream.write(text)
            self._stream.flush()
