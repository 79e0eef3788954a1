"""Forks `dealer run` from a process that has loaded its modules, which is most of a start."""

import asyncio
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from tests.helpers.clocks.waiting import PATIENCE_SECONDS

ROOT: Final = Path(__file__).parents[3]
ANIMATES: Final = "DEALER_ANIMATES"
"""The variable of the environment with which a patient bot makes animations."""


class ForkedDealer:
    """One `dealer run`, with what the tests use of `asyncio.subprocess.Process`.

    Attributes:
        pid: Its process id.
        stderr: Its log.
        returncode: Its exit status, or the negative signal; None until it has ended.
        born: When it was forked, in seconds of the wall clock.
        ended: When it ended, likewise.
    """

    def __init__(
        self,
        pid: int,
        born: float,
        stderr: asyncio.StreamReader,
        answers: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.pid = pid
        self.stderr = stderr
        self.returncode: int | None = None
        self.born = born
        self.ended = born
        self._ending = asyncio.create_task(self._end(answers, writer))

    async def wait(self) -> int:
        return await asyncio.shield(self._ending)

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def _end(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        self.returncode, self.ended = await _answer(answers)
        # As long as it was open, the bot was wanted.
        writer.close()
        await writer.wait_closed()
        return self.returncode


async def _answer(answers: asyncio.StreamReader) -> tuple[int, float]:
    """Return a process id or an exit status, and when it was told."""
    line = await answers.readline()
    if not line:
        raise AssertionError("the forking process has ended")
    number, at = line.split()
    return int(number), float(at)


class Forker:
    """The process that forks, from entering to leaving.

    Attributes:
        module: The module that forks.
    """

    def __init__(self, module: str = "tests.helpers.processes.forked_bot") -> None:
        self.module = module

    def __enter__(self) -> Self:
        self._asking, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, str(theirs.fileno())],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        self._asking.close()
        self._process.wait(PATIENCE_SECONDS)

    async def begin(
        self,
        folder: Path,
        environment: Mapping[str, str],
        prepare: Callable[[], None] | None = None,
    ) -> ForkedDealer:
        """Start the bot in a folder, as a shell would; its process is made patient or prepared."""
        ours, theirs = socket.socketpair()
        log, its_log = os.pipe()
        request = pickle.dumps((str(folder), dict(environment), prepare))
        socket.send_fds(self._asking, [request], [theirs.fileno(), its_log])
        theirs.close()
        os.close(its_log)
        answers, writer = await asyncio.open_connection(sock=ours)
        stderr = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stderr), os.fdopen(log, "rb")
        )
        return ForkedDealer(*await _answer(answers), stderr, answers, writer)
