"""A forked bot of chaos beside its work: it ends itself, and tells what becomes of it.

It tells these in lines of JSON in its log, each after a mark, with Discord's time in seconds:
`owned`, `served`, `unwritable` and `writable`, `lost_server` (with its id) and `frozen`. `changed`
is a message that was edited or deleted, with the bot's own time of hearing it.
"""

import json
import os
import signal
import sys
import time
import warnings
from typing import Any, Final

from bot.cogs.bot import DealerClient
from bot.storage.databases import postgres
from bot.storage.writer import WriteRetries
from tests.helpers.databases.kept_databases import OnFile
from tests.helpers.databases.synced_files import Recorder
from tools.chaos.processes.boundaries import (
    Trap,
    discord_seconds,
    killed,
    tell_what_is_heard,
    wrap,
)
from tools.chaos.processes.disk import Disk
from tools.chaos.processes.endings import Ending

MARK: Final = b"\x1e"
GUILDS_ARE_KNOWN_AFTER: Final = 0.05
"""Wait of the library for more guilds, of which there are none. By itself it waits two seconds."""


def tell(event: str, about: Any) -> None:
    """Report an event to the watcher."""
    os.write(sys.stderr.fileno(), MARK + json.dumps({event: about}).encode() + b"\n")


def prepare(ending: Ending, database: OnFile | None) -> None:
    """Prepare the process for its end, before it becomes the bot; its database may be a file."""
    warnings.simplefilter("ignore", DeprecationWarning)
    _know_the_guilds_soon()
    _set_clock_fast(ending.fast_seconds)
    tell_what_is_heard(tell)
    end = killed if ending.frozen_seconds is None else frozen
    trap = Trap(ending.boundary, ending.passing, end)
    trap.install()
    disk = Disk(ending.spell, database.path, tell) if ending.spell and database else None
    if disk:
        disk.install(trap)
    if database:
        Recorder(database.synced, trap.before_sync, disk.refuses if disk else None).install()
    else:
        postgres.OWNER = str(os.getpid())  # type: ignore[misc]
        wrap(postgres, "_owning_connection", handle=lambda *_: tell("owned", discord_seconds()))
        _tell_what_cannot_be_kept()


def _tell_what_cannot_be_kept() -> None:
    fails, ends = WriteRetries._fails, WriteRetries._succeeds

    def fail(self: WriteRetries, *value: Any) -> None:
        is_first = self.failing_seconds is None
        fails(self, *value)
        if is_first:
            tell("unwritable", discord_seconds() - (self.failing_seconds or 0.0))

    def end(self: WriteRetries, *value: Any) -> None:
        ends(self, *value)
        if self.failing_seconds is None:
            tell("writable", discord_seconds())

    WriteRetries._fails = fail  # type: ignore[method-assign, assignment]
    WriteRetries._succeeds = end  # type: ignore[method-assign, assignment]


def frozen() -> None:
    """Freeze this process until the watcher lets it go on."""
    tell("frozen", discord_seconds())
    os.kill(os.getpid(), signal.SIGSTOP)


def _set_clock_fast(seconds: float) -> None:
    """Let the host's clock be fast, or slow, for the bot and its libraries."""
    time.time = lambda: discord_seconds() + seconds


def _know_the_guilds_soon() -> None:
    begin = DealerClient.__init__

    def begin_soon(self: DealerClient, *value: Any) -> None:
        begin(self, *value)
        self._connection.guild_ready_timeout = GUILDS_ARE_KNOWN_AFTER

    DealerClient.__init__ = begin_soon  # type: ignore[method-assign, assignment]
