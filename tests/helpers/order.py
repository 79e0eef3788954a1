"""The order of all tests, and which of them one process runs one after the other.

The end-to-end tests that share a bot are shuffled, and dealt to a few bots: so none may depend on
what another one leaves behind. All other tests of a file stay together.
"""

import os
from collections.abc import Sequence
from functools import partial
from itertools import chain, filterfalse, zip_longest
from random import Random
from typing import Any, Final

import pytest
from xdist.scheduler import LoadFileScheduling

SEED: Final = "DEALER_ORDER"
"""The variable of the environment that repeats an order."""
BOTS: Final = 3
SHARED: Final = "tests/end_to_end"
APART: Final = {
    "restarts/test_takeovers": "there are several processes",
    "restarts/test_postgres": "the database is PostgreSQL",
    "restarts/test_shards": "there are several shards",
    "restarts/test_restart": "the bot is started by its command",
    "secrets/test_discretion": "all that leaves the process is watched",
    "secrets/test_nothing_leaks": "two processes are compared",
    "hosts/test_floods": "requests are limited as Discord limits them",
    "hosts/test_who_may": "one server is arranged for all questions",
    "hosts/test_metrics": "the metrics count what all matches do",
    "restarts/test_start": "the bot cannot start",
    "restarts/test_standstill": "the database stands still",
    "restarts/test_lost_database": "the database is lost",
    "restarts/test_history_requests": "all requests of a restart are counted",
    "restarts/test_rest_proxy": "a proxy stands between the bot and Discord",
}
"""Why the tests of a file do not share a bot with others; what takes longest comes first."""
PAGES: Final = ("tests/end_to_end/page/", "tests/sandbox/page/")
"""Folders that share a browser."""
WAITING: Final = ("tools/chaos", *PAGES, *(f"{SHARED}/{name}.py" for name in APART), "tools/soak")
"""Tests that mostly wait, for clocks and other processes, the longest first."""
COMPUTING: Final = (
    "tests/games/referees",
    "tools/fuzz",
    "tests/engine/matches",
    "tests/house/test_changed_rules",
    "tests/bot/storage",
    "tests/games",
)
"""Tests that compute most, likewise."""


def arrange(items: list[pytest.Item]) -> None:
    """Shuffle the tests that share a bot; in the rest, waiting and computing alternate."""
    shared = [item for item in items if _shares_bot(item.nodeid)]
    Random(os.environ[SEED]).shuffle(shared)
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not _shares_bot(item.nodeid):
            units.setdefault(_unit_of(item.nodeid), []).append(item)
    waiting = sorted(filter(_waits, units), key=partial(_rank, WAITING))
    computing = sorted(filterfalse(_waits, units), key=partial(_rank, COMPUTING))
    both = chain.from_iterable(zip_longest(waiting, computing, fillvalue=""))
    items[:] = [*shared, *chain.from_iterable(units[unit] for unit in both if unit)]


class Scheduling(LoadFileScheduling):
    """Files as they come; the tests that share a bot in turn to as many processes as bots."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self._dealt: dict[str, str] = {}

    def _split_scope(self, nodeid: str) -> str:
        if not _shares_bot(nodeid):
            return _unit_of(nodeid)
        return self._dealt.setdefault(nodeid, f"{SHARED} {len(self._dealt) % BOTS}")


def _unit_of(nodeid: str) -> str:
    path = nodeid.partition("::")[0]
    return next((pages for pages in PAGES if path.startswith(pages)), path)


def _shares_bot(nodeid: str) -> bool:
    path = nodeid.partition("::")[0]
    name = path.removeprefix(f"{SHARED}/").removesuffix(".py")
    return path.startswith(SHARED) and name not in APART and not path.startswith(PAGES)


def _waits(unit: str) -> bool:
    return unit.startswith(WAITING)


def _rank(prefixes: Sequence[str], unit: str) -> int:
    return next(
        (rank for rank, prefix in enumerate(prefixes) if unit.startswith(prefix)), len(prefixes)
    )
