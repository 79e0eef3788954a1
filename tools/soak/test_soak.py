"""A short soak of a few matches: everything is measured, and nothing goes wrong."""

import asyncio
from collections.abc import AsyncIterator
from math import inf

import pytest
import pytest_asyncio

from tools.soak.run import LEAST_SAMPLES, Outcome, Plan, soak

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONGEST_SECONDS = 3_600.0
"""Only a soak that hangs lasts so long: it ends when all has been met that the tests look at."""
MATCHES = 12


def has_met_all(outcome: Outcome) -> bool:
    """Whether each room has played, and there were faults and reminders to be measured."""
    ledger = outcome.ledger
    return bool(
        outcome.counts["matches begun"] > MATCHES
        and outcome.counts["matches ended"]
        and outcome.faults > len(disturbed(outcome)) > 1
        and 0 < len(ledger.untroubled()) < len(ledger.reminders)
        and len(outcome.samples) > LEAST_SAMPLES
    )


def disturbed(outcome: Outcome) -> set[str | None]:
    """The rooms that faults were meant for; None stands for all."""
    return {each.room for each in outcome.ledger.disturbances}


PLAN = Plan(
    MATCHES,
    seconds=15,
    seed=1,
    turn=8,
    lives=1,
    room_seconds=2,
    wide_seconds=2,
    is_enough=has_met_all,
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcome() -> AsyncIterator[Outcome]:
    async with asyncio.timeout(LONGEST_SECONDS):
        outcome = await soak(PLAN)
    yield outcome


async def test_nothing_is_lost_and_the_log_tells_of_no_error(outcome: Outcome):
    assert not list(outcome.problems())


async def test_every_room_plays_and_faults_meet_them(outcome: Outcome):
    assert outcome.counts["matches begun"] > MATCHES
    assert outcome.counts["matches ended"]
    assert outcome.faults > len(disturbed(outcome)) > 1


async def test_the_lateness_of_reminders_is_measured(outcome: Outcome):
    assert any(each.late_ms < inf for each in outcome.ledger.reminders)
    assert len(outcome.ledger.untroubled()) < len(outcome.ledger.reminders)


async def test_what_the_bot_uses_is_measured(outcome: Outcome):
    assert len(outcome.samples) > 2
    assert all(each.memory_kb and each.files for each in outcome.samples)
    assert outcome.samples[-1].cpu > outcome.samples[0].cpu
    assert outcome.samples[-1].requests > outcome.counts["turns"]
    assert all(part in outcome.report() for part in ("p99", "memory", "requests"))
