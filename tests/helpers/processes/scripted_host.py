"""A bot on a host whose clocks a test sets, in a file."""

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Final

from bot.values import discord_time
from tests.helpers.processes.forked_bot import animate_nothing
from tests.helpers.processes.patient_dealer import be_patient

CLOCKS: Final = "clocks.json"
"""The file in the bot's folder, with the clocks of its host by name, in seconds.

They are `wall`, which may be set, `boottime`, and `uptime`, which leaves out what the host slept.
"""


def go_by_scripted_clocks() -> None:
    """Let this process's bot know no other time of its host."""
    be_patient()
    animate_nothing()
    by_clock = {time.CLOCK_MONOTONIC: "uptime", time.CLOCK_BOOTTIME: "boottime"}

    def read(name: str) -> float:
        return json.loads(Path(CLOCKS).read_text())[name]

    scripted = {
        "time": lambda: read("wall"),
        "clock_gettime": lambda clock: read(by_clock[clock]),
    }
    discord_time.time = SimpleNamespace(**scripted)  # type: ignore[attr-defined]
