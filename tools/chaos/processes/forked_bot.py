"""Runs the unmodified bot again and again: each process is a fork that has all modules loaded.

A pickled `Start` on standard input asks for one. What becomes of it is told on standard output, in
lines of JSON, with the time in seconds of the wall clock: `born` (with its id),
`ready`, `owned`, `served`, `unwritable` and `writable`, `lost_server` (with its id),
`frozen`, and `ended` (with the signal or the status).
`changed` is a message that was edited or deleted, with the bot's own time of hearing of it.
"""

import asyncio
import json
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from contextlib import suppress
from typing import Any, Final

import bot.storage.databases.sqlite
from bot.app.run import StartError, run, set_up_logging
from bot.app.settings import load_settings
from bot.cogs.bot import DealerClient
from bot.storage.databases import postgres
from bot.storage.writer import WriteRetries
from tests.helpers.databases.synced_files import Recorder
from tests.helpers.processes.forked_bot import be_no_forker, load_cogs
from tools.chaos.processes.boundaries import Trap, killed, tell_what_is_heard
from tools.chaos.processes.disk import Disk
from tools.chaos.processes.endings import Start

GUILDS_ARE_KNOWN_AFTER: Final = 0.05
"""Wait of the library for more guilds, of which there are none. By itself it waits two seconds."""


def main() -> None:
    """Fork one bot after another, until there is no more input."""
    load_cogs()
    with suppress(EOFError):
        while True:
            start: Start = pickle.load(sys.stdin.buffer)
            process = os.fork()
            if not process:
                _be_the_bot(start)
            _, status = os.waitpid(process, 0)
            tell("ended", (os.waitstatus_to_exitcode(status), time.time()))


def tell(event: str, about: Any) -> None:
    """Report an event to the watcher."""
    os.write(sys.stdout.fileno(), json.dumps({event: about}).encode() + b"\n")


def _be_the_bot(start: Start) -> None:
    status = 1
    try:
        tell("born", (os.getpid(), time.time()))
        _log_to(start.log)
        threading.Thread(target=_end_with_the_watcher, daemon=True).start()
        _prepare(start)
        set_up_logging("INFO")
        asyncio.run(run(load_settings(), lambda: tell("ready", time.time())))
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
    """End with the watcher: the input, silent until then, ends too."""
    if not os.read(sys.stdin.fileno(), 1):
        os.kill(os.getpid(), signal.SIGKILL)


def _prepare(start: Start) -> None:
    os.environ.update(start.environment)
    be_no_forker()
    warnings.simplefilter("ignore", DeprecationWarning)
    _know_the_guilds_soon()
    tell_what_is_heard(tell)
    if start.synchronous:
        _sync_otherwise(start.synchronous)
    ending, database = start.ending, start.database
    end = killed if ending.frozen_seconds is None else frozen
    trap = Trap(ending.boundary, ending.passing, end)
    trap.install()
    disk = Disk(ending.spell, database.path, tell) if ending.spell and database else None
    if disk:
        disk.install(trap)
    if not start.is_fenced:
        _write_without_the_lock()
    if database:
        Recorder(database.synced, trap.before_sync, disk.refuses if disk else None).install()
    else:
        postgres.OWNER = str(os.getpid())  # type: ignore[misc]
        _tell_of_ownership()
        _tell_what_cannot_be_kept()


def _tell_of_ownership() -> None:
    own = postgres._owning_connection

    async def owning(*value: Any, **settings: Any) -> Any:
        connection = await own(*value, **settings)
        tell("owned", time.time())
        return connection

    postgres._owning_connection = owning


def _write_without_the_lock() -> None:
    """Let a process that has lost the database write over other connections, unaware of it."""

    async def connect(database: postgres.PostgresDatabase) -> Any:
        is_first, database._is_connected = not database._is_connected, True
        url = database.writing.url
        return database._owning if is_first else await postgres._connected(url, postgres.OWNER)

    postgres.PostgresDatabase._connect = connect  # type: ignore[method-assign, assignment]
    postgres.PostgresDatabase._lose = lambda _: None  # type: ignore[method-assign, assignment]


def _tell_what_cannot_be_kept() -> None:
    fails, ends = WriteRetries._fails, WriteRetries._succeeds

    def fail(self: WriteRetries, *value: Any) -> None:
        is_first = self.failing_seconds is None
        fails(self, *value)
        if is_first:
            tell("unwritable", time.time() - (self.failing_seconds or 0.0))

    def end(self: WriteRetries, *value: Any) -> None:
        was_failing = self.failing_seconds is not None
        ends(self, *value)
        if was_failing and self.failing_seconds is None:
            tell("writable", time.time())

    WriteRetries._fails = fail  # type: ignore[method-assign, assignment]
    WriteRetries._succeeds = end  # type: ignore[method-assign, assignment]


def frozen() -> None:
    """Freeze this process until the watcher lets it go on."""
    tell("frozen", time.time())
    os.kill(os.getpid(), signal.SIGSTOP)


def _know_the_guilds_soon() -> None:
    begin = DealerClient.__init__

    def begin_soon(self: DealerClient, *value: Any) -> None:
        begin(self, *value)
        self._connection.guild_ready_timeout = GUILDS_ARE_KNOWN_AFTER

    DealerClient.__init__ = begin_soon  # type: ignore[method-assign, assignment]


def _sync_otherwise(synchronous: str) -> None:
    make_durable = bot.storage.databases.sqlite._make_durable

    def make_less_durable(connection: Any, record: Any) -> None:
        make_durable(connection, record)
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.close()

    bot.storage.databases.sqlite._make_durable = make_less_durable  # type: ignore[assignment]


if __name__ == "__main__":
    main()
