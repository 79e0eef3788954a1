"""A pytest plugin that runs the tests that take least time first, so that a fault shows soon.

The first run writes down how long each test took, and later runs go by that.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

TIMES = Path(os.environ["DEALER_TEST_TIMES"])
"""Where the times are kept."""
SHARPEST = "tests/plain/"
"""Whole games, in which most faults show at once."""

_taken: Counter[str] = Counter()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The sharpest first, then by the time taken."""
    times = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    items.sort(key=lambda item: (SHARPEST not in item.nodeid, times.get(item.nodeid, 0)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long each part of a test took."""
    _taken[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Write the times down, unless an earlier run has."""
    if not TIMES.exists():
        TIMES.write_text(json.dumps(_taken))
