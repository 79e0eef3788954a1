"""A short soak of a few matches: everything is measured, and nothing goes wrong."""

from collections.abc import AsyncIterator
from math import inf

import pytest
import pytest_asyncio

from tests.soak.run import Outcome, Plan, soak

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAN = Plan(matches=12, seconds=20, seed=1, turn=8, room_seconds=2, wide_seconds=2)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcome() -> AsyncIterator[Outcome]:
    yield await soak(PLAN)


async def test_nothing_is_lost_and_the_log_tells_of_no_error(outcome: Outcome):
    assert not list(outcome.problems())


async def test_every_room_plays_and_faults_meet_them(outcome: Outcome):
    assert outcome.counts["matches begun"] >= PLAN.matches
    assert outcome.counts["turns"] > 2 * PLAN.matches
    assert outcome.faults > len({each.room for each in outcome.ledger.disturbances}) > 1


async def test_the_lateness_of_reminders_is_measured(outcome: Outcome):
    assert any(each.late_ms < inf for each in outcome.ledger.reminders)
    assert len(outcome.ledger.untroubled()) < len(outcome.ledger.reminders)


async def test_what_the_bot_uses_is_measured(outcome: Outcome):
    assert len(outcome.samples) > 2
    assert all(each.memory_kb and each.files for each in outcome.samples)
    assert outcome.samples[-1].cpu > outcome.samples[0].cpu
    assert outcome.samples[-1].requests > outcome.counts["turns"]
    assert all(part in outcome.report() for part in ("p99", "memory", "requests"))
