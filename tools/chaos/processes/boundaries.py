"""The named instants at which the bot kills itself, put around its methods from outside."""

import functools
import os
import signal
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

import discord

from bot.cogs.incoming.reader import Reader
from bot.cogs.listeners import Listeners
from bot.features.panels.store import PanelStore
from bot.features.rulings.store import ProposalStore
from bot.live.resume import Resume
from bot.live.runner import MatchRunner
from bot.posts.sending.delivery import Delivery
from bot.storage.store import Store
from bot.values.events import (
    DealerActed,
    MessageDeleted,
    MessageEdited,
    MessageFound,
    PlayerMessage,
    RoomRead,
)


class Boundary(StrEnum):
    """The instants at which a process kills itself.

    After an acknowledgement the sandbox kills it, for only it knows the instant.
    """

    AFTER_READ = "after read"
    AFTER_KEEPING = "after keeping"
    BEFORE_COMMIT = "before commit"
    IN_COMMIT = "in commit"
    AFTER_COMMIT = "after commit"
    BEFORE_SEND = "before send"
    AFTER_SEND = "after send"
    IN_CATCH_UP = "in catch-up"
    AFTER_ACKNOWLEDGEMENT = "after the acknowledgement of a form or a ruling"
    WRITABLE_AGAIN = "once the database is writable again"
    WITH_PANEL = "after keeping how a panel stands"
    IN_PRACTICE = "before the Dealer acts in practice"
    WITH_QUESTION = "after keeping a ruling that is to be confirmed"
    BEFORE_CONFIRMATION = "before a ruling is confirmed"


SAID: Final = PlayerMessage | MessageEdited | MessageDeleted | MessageFound
LOG_SUFFIX: Final = "-wal"
discord_seconds: Final = time.time
"""Discord's time, in seconds of the wall clock, whatever the bot's host takes it for."""


def killed() -> None:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)


class Trap:
    """Counts passings of a boundary, and ends the process at one of them."""

    def __init__(self, boundary: Boundary | None, passing: int, end: Callable[[], None]) -> None:
        self._boundary = boundary
        self._left = passing
        self._end = end

    def passes(self, boundary: Boundary) -> None:
        """Note that the process is at a boundary."""
        if boundary is not self._boundary:
            return
        self._left -= 1
        if self._left == 0:
            self._end()

    def before_sync(self, path: str) -> None:
        """Note that a file is about to be synced: a commit's writes are not safe then."""
        if path.endswith(LOG_SUFFIX):
            self.passes(Boundary.IN_COMMIT)

    def install(self) -> None:
        """Wrap the methods of the bot that lie beside its boundary."""
        wrap(MatchRunner, "_happen", before=self._taken_from_the_queue)
        wrap(Store, "commit", before=self._at(Boundary.BEFORE_COMMIT))
        for method in ("commit", "begin"):
            wrap(Store, method, handle=self._at(Boundary.AFTER_COMMIT))
        # A form, and a choice, is kept and then acknowledged.
        wrap(Store, "keep", handle=self._at(Boundary.AFTER_KEEPING))
        wrap(Delivery, "attempt", before=self._at(Boundary.BEFORE_SEND))
        wrap(Delivery, "attempt", handle=self._at(Boundary.AFTER_SEND))
        # A panel's post stands, or somebody is ready; a ruling is shown, or about to be confirmed.
        wrap(PanelStore, "put", handle=self._at(Boundary.WITH_PANEL))
        wrap(ProposalStore, "put", handle=self._at(Boundary.WITH_QUESTION))
        wrap(ProposalStore, "get", before=self._at(Boundary.BEFORE_CONFIRMATION))
        # The gap is kept, a match is resumed, its room is read, and what was missed is judged.
        catching_up = ((Store, "put_gap"), (Resume, "_resume"), (Reader, "read"))
        for owner, method in catching_up:
            wrap(owner, method, handle=self._at(Boundary.IN_CATCH_UP))
        wrap(MatchRunner, "_take", handle=self._missed_is_judged)

    def _at(self, boundary: Boundary) -> Callable[..., None]:
        return lambda *_: self.passes(boundary)

    def _taken_from_the_queue(self, _: MatchRunner, event: object) -> None:
        if isinstance(event, SAID):
            self.passes(Boundary.AFTER_READ)
        elif isinstance(event, DealerActed):
            self.passes(Boundary.IN_PRACTICE)

    def _missed_is_judged(self, _: MatchRunner, event: object) -> None:
        if isinstance(event, RoomRead) and event.until_ms is None:
            self.passes(Boundary.IN_CATCH_UP)


def tell_what_is_heard(tell: Callable[[str, Any], None]) -> None:
    """Report the edits and deletions that the bot hears of, and lost servers.

    Report, too, when the matches have been taken up.
    """

    def changed(_: MatchRunner, event: object) -> None:
        if isinstance(event, MessageEdited | MessageDeleted):
            tell("changed", (event.message_id, event.at_ms))

    def lost_server(_: Listeners, guild: discord.Guild) -> None:
        tell("lost_server", (guild.id, discord_seconds()))

    def served(_: Resume) -> None:
        tell("served", discord_seconds())

    wrap(MatchRunner, "_happen", before=changed)
    wrap(Listeners, "on_guild_unavailable", handle=lost_server)
    wrap(Resume, "start", handle=served)


def wrap(
    owner: object,
    name: str,
    before: Callable[..., None] = lambda *_: None,
    handle: Callable[..., None] = lambda *_: None,
) -> None:
    """Call functions around a coroutine of a class or a module, which otherwise stays as it is."""
    original = getattr(owner, name)

    @functools.wraps(original)
    async def wrapped(*value: Any, **named: Any) -> Any:
        before(*value)
        answer = await original(*value, **named)
        handle(*value)
        return answer

    setattr(owner, name, wrapped)
