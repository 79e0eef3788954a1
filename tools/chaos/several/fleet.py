"""Several processes on one database, the shards that they serve, and the database's server."""

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from tests.helpers.kept_databases import OnServer
from tests.postgres_server import Server, connected
from tools.chaos.processes import BotProcesses, Ending, Lifetime
from tools.chaos.several.ledger import Taking

COUNT: Final = 2
"""How many shards there are."""
SERVED: Final = {"A": "0", "B": "1", "C": ""}
"""Which shards each process may serve; the last one any, and mostly none."""
AWAKE_SECONDS: Final = 4.0
"""How long a process goes on once it is frozen no longer, before it is killed."""


@dataclass
class ShardBots:
    """Those that serve a shard, as its players see them.

    Attributes:
        number: The shard's.
        database: Where all matches are kept.
        is_ready: Set while a process is there that has taken up the shard's matches.
        ends: How many such processes are gone.
        owner: The last one that had taken them up.
    """

    number: int
    database: OnServer
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    ends: int = 0
    owner: "Member | None" = None

    def taken_up(self, member: "Member") -> None:
        """A process has taken up the matches."""
        self.owner = member
        self.is_ready.set()

    def lost(self, member: "Member") -> None:
        """A process is gone, which may have been another one's."""
        if self.owner is member:
            self.owner = None
            self.ends += 1
            self.is_ready.clear()


class Member(BotProcesses):
    """One place among the processes, in which one runs after another.

    Attributes:
        shards: All that can be served.
        was_owner: Whether the last process served a shard when it was killed, stopped or frozen.
        froze_itself: Whether the last process was frozen at its boundary.
    """

    def __init__(self, shards: Sequence[ShardBots], *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.shards = shards
        self.was_owner = False
        self.froze_itself = asyncio.Event()
        self._frozen_from_outside: tuple[tuple[float, float], ...] = ()

    async def run_until(self, ending: Ending) -> Lifetime:
        """One process, from its start to its end."""
        self.was_owner, self._frozen_from_outside = False, ()
        self.froze_itself.clear()
        lifetime = await super().run_until(ending)
        self._gone()
        frozen = (*lifetime.frozen, *self._frozen_from_outside)
        self.lifetimes[-1] = lifetime = replace(lifetime, frozen=frozen)
        return lifetime

    def _hear(self, event: str, about: Any) -> None:
        super()._hear(event, about)
        if event == "served":
            number, _ = about
            self.shards[number].taken_up(self)
        elif event == "frozen":
            self._gone()
            self.froze_itself.set()

    def _gone(self) -> None:
        """The process is over, or frozen."""
        self.was_owner = self.was_owner or any(each.owner is self for each in self.shards)
        for each in self.shards:
            each.lost(self)

    async def _end(self, process: int, ending: Ending) -> None:
        if ending.frozen_seconds is None:
            await super()._end(process, ending)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self.froze_itself.wait(), ending.after_seconds)
        if not self.froze_itself.is_set():
            os.kill(process, signal.SIGSTOP)
            self._frozen_from_outside = (ending.while_frozen(time.time()),)
            self._gone()
        try:
            await asyncio.sleep(ending.frozen_seconds)
        finally:
            os.kill(process, signal.SIGCONT)
        await asyncio.sleep(AWAKE_SECONDS)
        os.kill(process, signal.SIGKILL)


@dataclass
class Fleet:
    """All of it.

    Attributes:
        server: The server of the database.
        members: The places of processes.
        shards: What they serve.
        down: When the server was down, from and to, in seconds of the wall clock.
    """

    server: Server
    members: Sequence[Member]
    shards: Sequence[ShardBots]
    down: list[tuple[float, float]] = field(default_factory=list)

    @property
    def lifetimes(self) -> list[Lifetime]:
        """The processes that are over."""
        return [lifetime for member in self.members for lifetime in member.lifetimes]

    async def crash_server(self, seconds: float) -> None:
        """Let the server end at once, and start it again after some time."""
        begun = time.time()
        await asyncio.to_thread(self.server.stop, signal.SIGQUIT)
        await asyncio.sleep(seconds)
        self.server.start()
        (await connected(self.server.port)).terminate()
        self.down.append((begun, time.time()))


def tenures(takings: Sequence[Taking], lifetimes: Sequence[Lifetime]) -> list[Lifetime]:
    """The times in which processes owned a shard, from its takings, in order.

    A tenure ends as its process is over, or as another one takes the shard; if it was frozen then,
    it ends as it froze. What is said to a process that wakes as the owner counts at its own time.
    """
    of_pid = {each.pid: each for each in lifetimes}
    nexts = [each.at for each in takings[1:]]
    return [
        _tenure(taking, of_pid[taking.pid], until)
        for taking, until in zip_longest(takings, nexts, fillvalue=None)
        if taking and taking.pid in of_pid
    ]


def _tenure(taking: Taking, lifetime: Lifetime, until: float | None) -> Lifetime:
    ended = lifetime.ended if until is None else min(lifetime.ended, until)
    frozen = (begun for begun, over in lifetime.frozen if taking.at <= begun < ended <= over)
    ended = next(frozen, ended)
    served = (at for number, at in lifetime.served if number == taking.number)
    ready = next((at for at in served if taking.at <= at < ended), None)
    unwritable = (
        (max(begun, taking.at), min(over, ended))
        for begun, over in lifetime.unwritable
        # A process that is frozen does not learn that anything waits.
        if not any(begun < thawed and froze < over for froze, thawed in lifetime.frozen)
    )
    return replace(
        lifetime,
        born=taking.at,
        ready=ready,
        ended=ended,
        unwritable=tuple((begun, over) for begun, over in unwritable if begun < over),
    )
