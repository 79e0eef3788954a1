"""A bot on a host whose clocks a test sets, in a file."""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Final

from bot.values import discord_time
from tests.helpers.processes.forked_bot import animate_nothing
from tests.helpers.processes.patient_dealer import be_patient

CLOCKS: Final = "clocks.json"
"""The file in the bot's folder."""


@dataclass
class HostClocks:
    """The clocks of a host, in seconds.

    Attributes:
        wall: Time since 1970, which may be set.
        uptime: Time since the host was started, less what it slept.
        boottime: Time since the host was started.
    """

    wall: float
    uptime: float = 1_000.0
    boottime: float = 2_000.0

    def write(self, folder: Path) -> None:
        """Let them be those of a bot in a folder; it never sees half of a file."""
        new = folder / f"{CLOCKS}.new"
        new.write_text(json.dumps(asdict(self)))
        new.rename(folder / CLOCKS)


def go_by_scripted_clocks() -> None:
    """Let this process's bot know no other time of its host."""
    be_patient()
    animate_nothing()
    by_clock = {time.CLOCK_MONOTONIC: "uptime", time.CLOCK_BOOTTIME: "boottime"}

    def read(name: str) -> float:
        return json.loads(Path(CLOCKS).read_text())[name]

    scripted = {
        "time": lambda: read("wall"),
        "monotonic": lambda: read("uptime"),
        "clock_gettime": lambda clock: read(by_clock[clock]),
    }
    discord_time.time = SimpleNamespace(**scripted)  # type: ignore[attr-defined]
