"""Lets the Dealer run on a machine that stands still now and then, as a busy one does.

What the Dealer waits for, it waits for in seconds: for a disk, for Discord. A process that gets no
processor meanwhile would give up what nobody has kept it from, and a test of something else would
fail by chance. How long the Dealer does wait is tested where time leaps
(`tests/helpers/clocks/leaping_loop.py`).

As a module it is the command `dealer`, on such a machine.
"""

import asyncio
import logging
import os
import re
import selectors
import sys
from time import monotonic
from typing import Any, Final

from bot import cli
from bot.cogs import interactions
from bot.posts import compose
from bot.posts.sending import requests
from bot.storage import writer
from bot.storage.databases import postgres
from bot.values import effects
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.people import people_wait

LONGEST_SLEEP_SECONDS: Final = 0.2
LONGEST_STEP_SECONDS: Final = 0.25
"""Largest step of the loop's clock each time that the loop looks at it."""
KEEPS_MS: Final = round(1000 * PATIENCE_SECONDS)
"""Time in which an answer or a reminder is worth sending."""
SILENT_SECONDS: Final = 20.0
"""Longest silence of an owner in tests: one that stands still for less stays owner."""
OF_THE_MACHINE: Final = re.compile(r"Can't keep up|heartbeat blocked")
"""The library's log about a process that stands still: it differs from run to run."""


class _Selector(selectors.DefaultSelector):
    """One that lets the loop look at its clock now and then."""

    def select(self, timeout: float | None = None) -> list[Any]:
        return super().select(
            LONGEST_SLEEP_SECONDS if timeout is None else min(timeout, LONGEST_SLEEP_SECONDS)
        )


class PatientLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock leaves out how long the process, or one of its steps, stood still.

    So whatever is waited for has had its turn before the wait is over. Discord's clock, by which
    matches are judged, goes on.
    """

    def __init__(self) -> None:
        self._now = self._seen = monotonic()
        super().__init__(_Selector())

    def time(self) -> float:
        return self._now + min(monotonic() - self._seen, LONGEST_STEP_SECONDS)

    def _run_once(self) -> None:
        self._now, self._seen = self.time(), monotonic()
        super()._run_once()


def be_patient(*, shares_database: bool = False) -> None:
    """Let the Dealer of this process wait for longer than it does.

    Where several processes share a database, each knows by its loop's time how long it may go on:
    that is no other than the machine's. But it may go on for longer without the database.
    """
    logging.getLogger("discord.gateway").addFilter(
        lambda record: not OF_THE_MACHINE.search(str(record.msg))
    )
    interactions.MIN_SECONDS = PATIENCE_SECONDS
    writer.NO_ANSWER_SECONDS = PATIENCE_SECONDS
    # What is told late is told all the same: a test waits for it.
    effects.ANSWER_KEEPS_MS = KEEPS_MS
    compose.REMINDER_KEEPS_MS.update(dict.fromkeys(compose.REMINDER_KEEPS_MS, KEEPS_MS))
    # Where it matters that they wait, a board must not be so slow that they give up.
    waits = os.environ.pop("REPORTS_WAIT_SECONDS", requests.REPORTS_WAIT_SECONDS)
    requests.REPORTS_WAIT_SECONDS = float(waits)
    if shares_database:
        postgres.SILENT_SECONDS = SILENT_SECONDS
    else:
        asyncio.events.new_event_loop = PatientLoop


if __name__ == "__main__":
    be_patient()
    with people_wait(PATIENCE_SECONDS):
        cli.main(sys.argv[1:])
