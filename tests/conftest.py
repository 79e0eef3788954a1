"""What holds for all tests: how properties are tried, and which files come first."""

import gc
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).parent
LONGEST_FIRST = (
    "chaos",
    "end_to_end",
    "soak",
    "sandbox/page",
    "plain",
    "fuzz",
    "engine/matches",
    "bot/storage",
    "engine/games",
)
"""What takes longest, so that no worker is left with it at the end while the others are idle."""

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
    """Begin with the files that take longest; all others keep their order."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    path = item.path.relative_to(ROOT).as_posix()
    return next(
        (rank for rank, prefix in enumerate(LONGEST_FIRST) if path.startswith(prefix)),
        len(LONGEST_FIRST),
    )
