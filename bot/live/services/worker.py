"""The start of a worker process, which loads only what its work needs."""

import os
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.synchronize import Event
from typing import Final

NICENESS: Final = 10
"""The niceness of this process against the one that serves all matches."""

_is_over: Event


def begin(ends: Event) -> None:
    """Begin a process; it ends with its parent."""
    global _is_over  # noqa: PLW0603 - the pool hands nothing else to its processes
    _is_over = ends
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def is_over() -> bool:
    """Return whether the bot stops, so that no work is wanted any more."""
    return _is_over.is_set()


def _end_with_parent() -> None:
    """End at once if the bot is killed; the pool would wait for more work for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)
