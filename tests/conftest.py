"""The set-up of all tests: properties, and the order of files."""

import gc
import os
import secrets
import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.helpers import order

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
    "unshrunk", settings.get_profile("repeatable"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(os.environ.get("DEALER_PROPERTIES", "repeatable"))


# A shell that starts the tests in the background lets them ignore Ctrl-C, and all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of tests stay in memory for the whole run: nothing of them is garbage.
gc.disable()
COLLECTIONS = (100_000, 20, 20)
"""After how much new a process looks for garbage: the usual 700 took 12 % of the tests' time."""


def pytest_collection_finish() -> None:
    """Keep what was collected out of all later searches for garbage."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(*COLLECTIONS)


@pytest.fixture
def views(request: pytest.FixtureRequest) -> Any:
    """Return the positions of a random game, which is played when the first test asks for it."""
    return request.param()


def pytest_configure() -> None:
    """Choose an order of the tests, unless it is given: all processes keep to the same one."""
    os.environ.setdefault(order.SEED, str(secrets.randbelow(1_000_000)))


def pytest_report_header() -> str:
    """Say how to repeat this order."""
    return f"order of the tests that share a bot: {order.SEED}={os.environ[order.SEED]}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order.arrange(items)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> order.Scheduling:
    """Keep the tests together that share something."""
    return order.Scheduling(config, log)
