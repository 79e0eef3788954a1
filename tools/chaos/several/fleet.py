"""Several processes, and the database that one of them owns at a time."""

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, Final

from tests.helpers.databases.kept_databases import OnServer
from tools.chaos.processes.bot_processes import BotProcesses, Lifetime
from tools.chaos.processes.endings import Ending

COUNT: Final = 2
"""Number of shards, each with a server."""
NAMES: Final = ("A", "B", "C")
"""The places of processes, of which one deals and the others wait in reserve."""
AWAKE_SECONDS: Final = 4.0
"""Life of a process after a freeze, before it is killed."""


@dataclass
class Owners:
    """The successive owners of the database, as players see them.

    Attributes:
        is_ready: Set while a process is there that has taken up the matches.
        ends: Number of such processes that are gone.
        owner: The last one that had taken them up.
    """

    database: OnServer
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    ends: int = 0
    owner: "Member | None" = None

    def taken_up(self, member: "Member") -> None:
        """Note that a process has taken up the matches."""
        self.owner = member
        self.is_ready.set()

    def lost(self, member: "Member") -> None:
        """Note that a process is gone, which may have been in reserve."""
        if self.owner is member:
            self.owner = None
            self.ends += 1
            self.is_ready.clear()


class Member(BotProcesses):
    """One place among the processes, in which one runs after another.

    Attributes:
        was_owner: True if the last process dealt when it was killed, stopped or frozen.
        froze_itself: True if the last process was frozen at its boundary.
    """

    def __init__(self, owners: Owners, *value: Any, **settings: Any) -> None:
        super().__init__(*value, **settings)
        self.owners = owners
        self.was_owner = False
        self.froze_itself = asyncio.Event()
        self._frozen_from_outside: tuple[tuple[float, float], ...] = ()

    async def run_until(self, ending: Ending) -> Lifetime:
        """Run one process from its start to its end."""
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
            self.owners.taken_up(self)
        elif event == "frozen":
            self._gone()
            self.froze_itself.set()

    def _gone(self) -> None:
        self.was_owner = self.was_owner or self.owners.owner is self
        self.owners.lost(self)

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


def tenures(lifetimes: Sequence[Lifetime]) -> list[Lifetime]:
    """Return the times in which processes owned the database, in order.

    A tenure ends as its process is over, or as another one takes the database; if it was frozen
    then, it ends as it froze. Messages to a process that wakes as the owner count at its time.
    """
    takings = sorted(
        ((instant, lifetime) for lifetime in lifetimes for instant in lifetime.owned),
        key=itemgetter(0),
    )
    nexts = [*(instant for instant, _ in takings[1:]), None]
    return [
        _tenure(instant, lifetime, until)
        for (instant, lifetime), until in zip(takings, nexts, strict=False)
    ]


def _tenure(taken_at: float, lifetime: Lifetime, until: float | None) -> Lifetime:
    ended = lifetime.ended if until is None else min(lifetime.ended, until)
    frozen = (begun for begun, over in lifetime.frozen if taken_at <= begun < ended <= over)
    ended = next(frozen, ended)
    ready = next((instant for instant in lifetime.served if taken_at <= instant < ended), None)
    unwritable = (
        (max(begun, taken_at), min(over, ended))
        for begun, over in lifetime.unwritable
        # A process that is frozen does not learn that anything waits.
        if not any(begun < thawed and froze < over for froze, thawed in lifetime.frozen)
    )
    return replace(
        lifetime,
        born=taken_at,
        ready=ready,
        ended=ended,
        unwritable=tuple((begun, over) for begun, over in unwritable if begun < over),
    )
