"""Counts the calls of a piece of work: a measure of it that no other process disturbs."""

import gc
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls_of(work: Callable[[], Any]) -> Counter[str]:
    """How often everything is called by a piece of work."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            calls[f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}"] += 1
        elif event == "c_call":
            calls[getattr(called, "__qualname__", repr(called))] += 1

    # What the collector calls belongs to whatever was thrown away before.
    gc.collect()
    gc.disable()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls
