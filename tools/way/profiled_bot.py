"""`dealer run` that notes which of the project's functions are called between two signals.

Run as `python -m tools.way.profiled_bot FILE`: SIGUSR1 begins the notes, SIGUSR2 writes them.
"""

import json
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bot.cli import main

ROOT = f"{Path(__file__).parents[2]}/"
PACKAGES = tuple(f"{ROOT}{package}/" for package in ("bot", "engine", "rendering"))
COMPREHENSIONS = {"<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"}
"""They are code of the function in which they stand."""


CALLS = Counter[CodeType]()
"""Calls of the project's functions."""


def profile(frame: FrameType, event: str, _: Any) -> None:
    """Note a call; a coroutine that goes on is none."""
    code = frame.f_code
    is_own = code.co_filename.startswith(PACKAGES) and code.co_name not in COMPREHENSIONS
    # The operand of RESUME is 0 where a function begins, and more where it goes on.
    if event == "call" and is_own and code.co_code[frame.f_lasti + 1] == 0:
        CALLS[code] += 1


def write(*_: object) -> None:
    """Write the notes: file, first line, name and number of calls of each function."""
    rows = [
        (code.co_filename.removeprefix(ROOT), code.co_firstlineno, code.co_qualname, count)
        for code, count in CALLS.copy().items()
    ]
    Path(sys.argv[1]).write_text(json.dumps(sorted(rows)))


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, lambda *_: CALLS.clear())
    signal.signal(signal.SIGUSR2, write)
    threading.setprofile(profile)
    sys.setprofile(profile)
    main(["run"])
