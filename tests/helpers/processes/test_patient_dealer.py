"""The loop of a patient Dealer: no time passes while it stands still, and every wait ends."""

import asyncio
import time

import pytest

from tests.helpers.processes.patient_dealer import (
    LONGEST_SLEEP_SECONDS,
    LONGEST_STEP_SECONDS,
    PatientLoop,
)


def seconds_of(seconds: float, *, stands_still: bool) -> float:
    """Return the length of a sleep by the clock of the loop."""

    async def work() -> float:
        began = asyncio.get_running_loop().time()
        if stands_still:
            time.sleep(seconds)  # noqa: ASYNC251 - that is what it does
            await asyncio.sleep(0)
        else:
            await asyncio.sleep(seconds)
        return asyncio.get_running_loop().time() - began

    with asyncio.Runner(loop_factory=PatientLoop) as runner:
        return runner.run(work())


def test_a_loop_that_stands_still_counts_one_step_at_most():
    # The next step may be held up, too.
    assert seconds_of(4 * LONGEST_STEP_SECONDS, stands_still=True) <= 2 * LONGEST_STEP_SECONDS


@pytest.mark.parametrize("seconds", [0.01, 3 * LONGEST_SLEEP_SECONDS])
def test_a_wait_takes_as_long_as_it_is_to(seconds: float):
    assert seconds_of(seconds, stands_still=False) >= seconds
