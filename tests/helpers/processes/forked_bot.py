"""The process that forks bots for `bot_forker`: it has loaded all modules that a bot needs.

Standing between the two, a process watches each bot: it tells on a socket, a line each, the bot's
id and how it ended, each with the time, and it kills the bot when nobody listens there any more.
"""

import gc
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import bot.app.run  # noqa: F401 - `dealer run` loads it when it is told to
from bot import cli
from bot.features import EXTENSIONS
from bot.live.services.animations import Animations
from bot.texts import language
from tests.helpers.processes.bot_forker import ANIMATES
from tests.helpers.processes.patient_dealer import be_patient

MAX_BYTES: Final = 1 << 17
"""Of a request: most of it is the environment."""


def main(asking: socket.socket) -> None:
    """Fork one bot after another, until nobody is left to ask for them."""
    load_cogs()
    load_catalogues()
    gc.freeze()
    watching = set[int]()
    while True:
        request, numbers, *_ = socket.recv_fds(asking, MAX_BYTES, 2)
        if not request:
            break
        message_id, log = numbers
        # What it names is loaded once, before the fork.
        about = pickle.loads(request)
        watcher = os.fork()
        if not watcher:
            asking.close()
            _watch_one(socket.socket(fileno=message_id), log, *about)
            return
        os.close(message_id)
        os.close(log)
        watching.add(watcher)
        watching = {watcher for watcher in watching if not os.waitpid(watcher, os.WNOHANG)[0]}
    for watcher in watching:
        os.waitpid(watcher, 0)


def _watch_one(
    socket_told: socket.socket,
    log: int,
    folder: str,
    environment: dict[str, str],
    prepare: Callable[[], None] | None,
) -> None:
    """Tell the id of a bot, and how it ends. Only this process and the bot have its log open."""
    process = os.fork()
    if not process:
        socket_told.close()
        os.dup2(log, sys.stderr.fileno())
        os.close(log)
        _be_the_bot(folder, environment, prepare)
    os.close(log)
    threading.Thread(target=_end_with_the_test, args=(socket_told, process), daemon=True).start()
    _tell(socket_told, process)
    _, status = os.waitpid(process, 0)
    _tell(socket_told, os.waitstatus_to_exitcode(status))
    os._exit(0)


def _tell(socket_told: socket.socket, number: int) -> None:
    with suppress(ConnectionError):
        socket_told.sendall(f"{number} {time.time()}\n".encode())


def _end_with_the_test(socket_told: socket.socket, process: int) -> None:
    """End the bot with the test that wanted it."""
    socket_told.recv(1)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def _be_the_bot(
    folder: str, environment: dict[str, str], prepare: Callable[[], None] | None
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    be_no_forker()
    if prepare:
        prepare()
    else:
        be_patient(shares_database=not environment["DATABASE_URL"].startswith("sqlite"))
        if not os.environ.pop(ANIMATES, ""):
            animate_nothing()
    cli.main(["run"])


def load_cogs() -> None:
    """Load the library's extensions: it loads them anew, but what they import is there."""
    for extension in EXTENSIONS:
        __import__(extension)


def load_catalogues() -> None:
    """Read the catalogues, which each bot would read for its commands."""
    for code in language.Language:
        language._catalogue(code)


def animate_nothing() -> None:
    """Drop animations: each bot would start a process for those of matches that nobody looks at."""

    async def nothing(*_: object) -> bytes:
        return b""

    Animations.animation = nothing  # type: ignore[method-assign]


def be_no_forker() -> None:
    """Set what was computed in the process that this one was forked from.

    A process that thinks would load this module, as the one that was started; it loads `dealer`.
    """
    started = sys.modules["__main__"]
    started.__spec__ = None
    started.__file__ = cli.__file__


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
