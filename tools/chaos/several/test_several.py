"""Tests of chaos over several processes: each way to end."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tools.chaos.plan import Plan
from tools.chaos.processes.bot_processes import Lifetime
from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.endings import Ending, endings_of_several
from tools.chaos.several.tenures import tenures
from tools.chaos.test_chaos import AWAKE, PATIENCE_SECONDS, SEED, check, has_all_games, scripts

FROZEN_SECONDS = 12.0
WANTED = frozenset({"killed as owner", "frozen as owner"})
"""Events to be met at least once."""


def each_way(generator: Random) -> Iterator[Ending]:
    """Yield a kill after sending, a freeze before a commit, and then random ends."""
    yield Ending(6.0, Boundary.AFTER_SEND, 2)
    yield Ending(6.0, Boundary.BEFORE_COMMIT, 2, frozen_seconds=FROZEN_SECONDS)
    yield from endings_of_several(generator)


@pytest.mark.exhaustive
async def test_matches_of_two_shards_go_on_as_if_no_process_had_ever_ended(tmp_path: Path) -> None:
    played = scripts(1, *AWAKE)
    plan = Plan(
        SEED,
        kills=5,
        at_once=len(played),
        scripts=played,
        processes=3,
        is_endless=True,
        wanted=WANTED,
        endings=each_way,
        server_ends=1,
        patience_seconds=PATIENCE_SECONDS,
    )
    result = await check(plan, tmp_path)
    assert has_all_games(result)
    assert result.down
    assert result.counts["changes compared with their owner"]


ONE = Lifetime(0.0, 30.0, -9, at_boundary=False, owned=(1.0,), frozen=((10.0, 16.0),))
OTHER = replace(ONE, born=2.0, owned=(), frozen=())


@pytest.mark.parametrize(
    ("taken_at", "until"),
    [(None, 30.0), (14.0, 10.0), (20.0, 20.0), (7.0, 7.0)],
    ids=["by nobody", "while it is frozen", "after it woke", "before"],
)
def test_a_frozen_process_owns_the_database_until_another_one_takes_it(
    taken_at: float | None, until: float
) -> None:
    other = replace(OTHER, owned=(taken_at,) if taken_at else ())
    assert tenures([ONE, other])[0].ended == until
