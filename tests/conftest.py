"""What holds for all tests: how properties are tried, and which files come first."""

import gc
import os
import signal
from collections.abc import Sequence
from functools import partial
from itertools import chain, filterfalse, zip_longest
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).parents[1]
WAITING = ("tools/chaos", "tests/end_to_end", "tools/soak", "tests/sandbox/page")
"""What mostly waits, for clocks and other processes, the longest first."""
COMPUTING = (
    "tests/plain",
    "tools/fuzz",
    "tests/engine/matches",
    "tests/test_changed_rules",
    "tests/bot/storage",
    "tests/engine/games",
)
"""What computes most of what only computes, likewise."""

# Properties are tried on the same cases in every run, and no test is judged by its speed.
settings.register_profile(
    "repeatable",
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough",
    settings.get_profile("repeatable"),
    max_examples=2_000,
    derandomize=False,
    print_blob=True,
)
settings.register_profile(
    "unshrunk",
    settings.get_profile("repeatable"),
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("DEALER_PROPERTIES", "repeatable"))


# A shell that starts the tests in the background lets them ignore Ctrl-C, and all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of tests stay in memory for the whole run: nothing of them is garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """Keep what was collected out of all later searches for garbage."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def views(request: pytest.FixtureRequest) -> Any:
    """The positions of a random game, which is played when the first test asks for it."""
    return request.param()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let files that wait alternate with files that compute, so that no core is idle meanwhile."""
    of_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        of_file.setdefault(item.path.relative_to(ROOT).as_posix(), []).append(item)
    waiting = sorted(filter(_waits, of_file), key=partial(_rank, WAITING))
    computing = sorted(filterfalse(_waits, of_file), key=partial(_rank, COMPUTING))
    both = chain.from_iterable(zip_longest(waiting, computing, fillvalue=""))
    items[:] = chain.from_iterable(of_file[path] for path in both if path)


def _waits(path: str) -> bool:
    return path.startswith(WAITING)


def _rank(prefixes: Sequence[str], path: str) -> int:
    return next(
        (rank for rank, each in enumerate(prefixes) if path.startswith(each)), len(prefixes)
    )
