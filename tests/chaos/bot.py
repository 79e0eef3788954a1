"""Runs the unmodified bot again and again: each life is a fork that has all modules loaded.

A life is a line of JSON on standard input (`Life`); what becomes of it is told on standard output,
in lines of JSON too: `born` with its process, `ready`, `unwritable` and `writable` with the time,
and `ended` with the signal or the status.
"""

import asyncio
import json
import os
import signal
import sys
import threading
import time
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import bot.storage.database
from bot import discord_clock
from bot.app import StartError, run, set_up_logging
from bot.client import DealerClient
from bot.cogs import extensions
from bot.settings import load_settings
from bot.storage.database import path_of
from tests.chaos.boundaries import Boundary, Trap
from tests.chaos.disk import Disk, Spell
from tests.chaos.power import Recorder

GUILDS_ARE_KNOWN_AFTER: Final = 0.05
"""How long the library waits for more guilds; there is only one. It waits two seconds by itself."""


@dataclass(frozen=True)
class Life:
    """One process of the bot.

    Attributes:
        environment: As for `dealer run`.
        synced: Where the copies of what is synced are kept.
        log: The file that its log goes to.
        boundary: Where it kills itself, if it lives to see it.
        passing: At which passing of that boundary.
        synchronous: How hard the database syncs, where another way than the bot's own is tried.
        spell: A time in which nothing can be written, if there is one.
    """

    environment: dict[str, str]
    synced: str
    log: str
    boundary: str = ""
    passing: int = 1
    synchronous: str = ""
    spell: Spell | None = None

    @classmethod
    def read(cls, line: bytes) -> "Life":
        """A life that is asked for."""
        about = json.loads(line)
        spell = Spell(**about["spell"]) if about["spell"] else None
        return cls(**{**about, "spell": spell})

    def line(self) -> bytes:
        """The life as it is asked for."""
        return json.dumps(asdict(self)).encode() + b"\n"


def main() -> None:
    """Give life to the bot, one process after the other, until there is no more input."""
    # The library loads its extensions anew, but what they import is there.
    for extension in extensions():
        __import__(extension)
    for line in iter(sys.stdin.buffer.readline, b""):
        life = Life.read(line)
        process = os.fork()
        if not process:
            _live(life)
        _, status = os.waitpid(process, 0)
        tell("ended", os.waitstatus_to_exitcode(status))


def tell(event: str, about: Any) -> None:
    """Tell whoever watches."""
    os.write(sys.stdout.fileno(), json.dumps({event: about}).encode() + b"\n")


def _live(life: Life) -> None:
    """Be the bot; never returns."""
    status = 1
    try:
        tell("born", os.getpid())
        _log_to(life.log)
        threading.Thread(target=_end_with_the_watcher, daemon=True).start()
        _prepare(life)
        set_up_logging("INFO")
        asyncio.run(run(load_settings(), lambda: tell("ready", os.getpid())))
        status = 0
    except StartError as error:
        sys.stderr.write(f"{error}\n")
    except BaseException:
        sys.excepthook(*sys.exc_info())
        raise
    finally:
        sys.stderr.flush()
        os._exit(status)


def _log_to(path: str) -> None:
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, sys.stderr.fileno())
    os.close(log)


def _end_with_the_watcher() -> None:
    """No life goes on when nobody watches: then the input, which is silent meanwhile, ends."""
    if not os.read(sys.stdin.fileno(), 1):
        os.kill(os.getpid(), signal.SIGKILL)


def _prepare(life: Life) -> None:
    os.environ.update(life.environment)
    # Not of the bot's life, but of the process that it was forked from.
    discord_clock._STARTED_MS = (time.time() - time.monotonic()) * 1000
    warnings.simplefilter("ignore", DeprecationWarning)
    _know_the_guilds_soon()
    if life.synchronous:
        _sync_otherwise(life.synchronous)
    trap = Trap(Boundary(life.boundary), life.passing) if life.boundary else None
    if trap:
        trap.install()
    disk = Disk(life.spell, _database_of(life), tell) if life.spell else None
    if disk:
        disk.install(trap)
    Recorder(
        Path(life.synced),
        trap.before_sync if trap else lambda _: None,
        disk.refuses if disk else None,
    ).install()


def _database_of(life: Life) -> Path:
    return path_of(life.environment["DATABASE_URL"])


def _know_the_guilds_soon() -> None:
    begin = DealerClient.__init__

    def begin_soon(self: DealerClient, *given: Any) -> None:
        begin(self, *given)
        self._connection.guild_ready_timeout = GUILDS_ARE_KNOWN_AFTER

    DealerClient.__init__ = begin_soon  # type: ignore[method-assign]


def _sync_otherwise(synchronous: str) -> None:
    make_durable = bot.storage.database._make_durable

    def make_less_durable(connection: Any, record: Any) -> None:
        make_durable(connection, record)
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.close()

    bot.storage.database._make_durable = make_less_durable


if __name__ == "__main__":
    main()
