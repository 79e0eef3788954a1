"""Files that get their name only once they are complete and on disk."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path


class BackupError(Exception):
    """Error for a copy that was not made; the message is a clause."""


def free_name(first: Path) -> Path:
    """Return an unused name: the first, or that one with a number from 2."""
    other_paths = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(path for path in chain([first], other_paths) if not path.exists())


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file next to the target; it gets its name once it is complete and on disk.

    Raises:
        BackupError: The target already exists, or exists by then.
        OSError: No file can be made there, or it cannot be written to disk, or not renamed.
    """
    _refuse_to_replace(target)
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(number)
    copy = Path(name)
    try:
        yield copy
        _sync(copy)
        _refuse_to_replace(target)
        copy.rename(target)
        _sync(target.parent)
    finally:
        copy.unlink(missing_ok=True)


def _refuse_to_replace(target: Path) -> None:
    if target.exists():
        raise BackupError("the file already exists: name another")


def _sync(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
