"""Tests of soaks: a short one measures everything; in one of many matches nothing goes wrong."""

import asyncio
from math import inf

import pytest

from tools.soak.run import MIN_SAMPLES, Outcome, Plan, soak

LONGEST_SECONDS = 3_600.0
"""Only a soak that hangs lasts so long: it ends when all has been met that the tests look at."""
MATCHES = 12


def has_measured(outcome: Outcome) -> bool:
    """Return whether somebody has played, and there was a fault."""
    return outcome.counts["turns"] > 1 and outcome.injector.count > 0 and len(outcome.samples) > 2


def has_met_all(outcome: Outcome) -> bool:
    """Return whether each room has played, and some faults met reminders and others none."""
    ledger = outcome.ledger
    disturbed = {disturbance.room for disturbance in ledger.disturbances}
    return bool(
        outcome.counts["matches begun"] > MATCHES
        and outcome.counts["matches ended"]
        and outcome.injector.count > len(disturbed) > 1
        and any(reminder.late_ms < inf for reminder in ledger.reminders)
        and 0 < len(ledger.untroubled()) < len(ledger.reminders)
        and len(outcome.samples) > MIN_SAMPLES
    )


SHORT = Plan(*(2, 1.0, 1), turn=2, lives=1, room_seconds=1, wide_seconds=60, is_enough=has_measured)
WHOLE = Plan(
    *(MATCHES, 15.0, 1), turn=8, lives=1, room_seconds=2, wide_seconds=2, is_enough=has_met_all
)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(SHORT, id="short"),
        pytest.param(WHOLE, id="whole", marks=pytest.mark.exhaustive),
    ],
)
async def test_nothing_is_lost_and_everything_is_measured(plan: Plan) -> None:
    async with asyncio.timeout(LONGEST_SECONDS):
        outcome = await soak(plan)
    assert not list(outcome.problems())
    assert all(sample.memory_kb and sample.files for sample in outcome.samples)
    assert outcome.samples[-1].cpu > outcome.samples[0].cpu
    assert outcome.samples[-1].requests > outcome.counts["turns"]
    report = outcome.report()
    assert "memory" in report
    assert "requests" in report
    assert ("p99" in report) == bool(outcome.ledger.reminders)
