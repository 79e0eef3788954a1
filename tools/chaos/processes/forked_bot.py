"""Runs the unmodified bot again and again: each process is a fork that has all modules loaded.

A line of JSON on standard input (`Start`) asks for one. What becomes of it is told on standard
output, in lines of JSON too, with the time in seconds of the wall clock: `born` (with its id),
`ready`, `owned`, `served`, `unwritable` and `writable`, `lost_server` (with its id),
`frozen`, and `ended` (with the signal or the status).
`changed` is a message that was edited or deleted, with the bot's own time of hearing of it.
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

import bot.storage.databases.sqlite
from bot.app.run import StartError, run, set_up_logging
from bot.app.settings import load_settings
from bot.cogs.bot import DealerClient
from bot.storage.databases import postgres
from bot.storage.databases.database_url import location_of
from bot.storage.writer import WriteRetries
from tests.helpers.databases.synced_files import Recorder
from tests.helpers.processes.forked_bot import be_no_forker, load_cogs
from tools.chaos.processes.boundaries import Boundary, Trap, killed, tell_what_is_heard
from tools.chaos.processes.disk import Disk, Spell

GUILDS_ARE_KNOWN_AFTER: Final = 0.05
"""Wait of the library for more guilds, of which there are none. By itself it waits two seconds."""


@dataclass(frozen=True)
class Start:
    """One process of the bot.

    Attributes:
        environment: Variables as for `dealer run`.
        synced: Folder for copies of synced files; empty if the database is no file.
        log: File for its log.
        boundary: Boundary at which it kills itself, if it lives to see it.
        passing: Number of the passing of that boundary.
        freezes: True if it freezes itself there instead.
        synchronous: SQLite's sync mode, if another than the bot's own is tried.
        is_fenced: True if it is kept out of a database that another process has taken.
    """

    environment: dict[str, str]
    synced: str
    log: str
    boundary: str = ""
    passing: int = 1
    freezes: bool = False
    synchronous: str = ""
    spell: Spell | None = None
    is_fenced: bool = True

    @classmethod
    def read(cls, line: bytes) -> "Start":
        """Read the order for a process."""
        about = json.loads(line)
        spell = Spell(**about["spell"]) if about["spell"] else None
        return cls(**{**about, "spell": spell})

    def line(self) -> bytes:
        """Write it as a line."""
        return json.dumps(asdict(self)).encode() + b"\n"


def main() -> None:
    """Fork one bot after another, until there is no more input."""
    load_cogs()
    for line in iter(sys.stdin.buffer.readline, b""):
        start = Start.read(line)
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
    end = frozen if start.freezes else killed
    trap = Trap(Boundary(start.boundary), start.passing, end) if start.boundary else None
    if trap:
        trap.install()
    disk = Disk(start.spell, _database_of(start), tell) if start.spell else None
    if disk:
        disk.install(trap)
    if not start.is_fenced:
        _write_without_the_lock()
    if not start.synced:
        postgres.OWNER = str(os.getpid())  # type: ignore[misc]
        _tell_of_ownership()
        _tell_what_cannot_be_kept()
    else:
        Recorder(
            Path(start.synced),
            trap.before_sync if trap else lambda _: None,
            disk.refuses if disk else None,
        ).install()


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


def _database_of(start: Start) -> Path:
    place = location_of(start.environment["DATABASE_URL"])
    assert isinstance(place, Path)
    return place


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
