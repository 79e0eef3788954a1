"""A progress bar for long commands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

BAR_WIDTH: Final = 40


class Progress:
    """A progress bar; silent unless the stream is a terminal."""

    def __init__(self, stream: TextIO, total: int, label: str) -> None:
        self._stream = stream
        self._total = total
        self._what = label
        self._is_terminal = stream.isatty()

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the bar until the block ends."""
        self.show(0)
        try:
            yield
        finally:
            self.clear()

    def show(self, done: int) -> None:
        """Draw the bar."""
        filled = BAR_WIDTH * done // self._total
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        self._write(f"[{bar}] {done} of {self._total} {self._what}")

    def clear(self) -> None:
        """Wipe the bar, so that a line may be printed."""
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._is_terminal:
            self._stream.write(text)
            self._stream.flush()
