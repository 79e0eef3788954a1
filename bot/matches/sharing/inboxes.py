"""Lets matches judge what direct messages held for them, which come in the first shard's session.

Whoever hears something for another shard's match keeps it and tells of it. What is told may be
lost, so the inboxes are also looked into every now and then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from sqlalchemy.exc import DatabaseError

from bot.live.values.events import Away, NotChosen, Submission
from bot.matches.runner import RoomReader
from bot.matches.runners import Runners
from bot.matches.sharing.elsewhere import INBOX
from bot.matches.tasks import Tasks
from bot.storage.store import Store

LOOK_EVERY_SECONDS: Final = 2.0
"""How often matches look for what was kept for them and not told."""
MISSED: Final = 0
"""Told in place of a match: no session has told of direct messages for a while."""
PASSING: Final = (DatabaseError, discord.HTTPException, aiohttp.ClientError, OSError)


class Inboxes:
    """The inboxes of a shard's live matches."""

    def __init__(
        self,
        store: Store,
        runners: Runners,
        reader: RoomReader,
        return_submissions: Callable[[], Awaitable[None]],
    ) -> None:
        """Make them.

        Args:
            store: The database, as the shard uses it.
            runners: The runners of the shard's live matches.
            reader: Reads messages that players have chosen a match for.
            return_submissions: Gives back what was kept for matches that are over.
        """
        self._store = store
        self._runners = runners
        self._reader = reader
        self._return_submissions = return_submissions
        self._tasks = Tasks("inboxes")

    def start(self) -> None:
        """Begin to listen, and to look, if there are other shards."""
        if self._store.shard.count > 1:
            self._tasks.spawn(self._listen())
            self._tasks.spawn(self._look())

    async def stop(self) -> None:
        """Listen and look no more."""
        await self._tasks.stop()

    def tell_of_missed(self) -> None:
        """Let all shards' matches read what came while nobody told of direct messages."""
        if self._store.shard.is_first and self._store.shard.count > 1:
            self._tasks.spawn(self._store.access.database.tell(INBOX, MISSED))

    async def _listen(self) -> None:
        def hear(match_id: int | None) -> None:
            if match_id:
                self._tasks.spawn(self._judge([match_id]))
            else:
                self._tasks.spawn(self._judge())
                self._read_direct_messages()

        await self._store.access.database.listen(INBOX, hear)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            await self._judge()
            with suppress(*PASSING):
                if await self._store.inbox.is_any_left_over():
                    await self._return_submissions()

    async def _judge(self, match_ids: Iterable[int] | None = None) -> None:
        """Let what is kept be judged, by default in all matches; what fails is tried again."""
        with suppress(*PASSING):
            for match_id in match_ids or await self._store.inbox.matches():
                for each in await self._store.inbox.of_match(match_id):
                    await self._judge_one(match_id, each)

    async def _judge_one(self, match_id: int, kept: Submission) -> None:
        runner = self._runners.of_match(match_id)
        if runner and not runner.knows_of(kept):
            with suppress(*PASSING):
                typed = await self._reader.submitted(runner.card, kept)
                runner.put_kept(kept, typed or NotChosen(kept.inbox_id or 0))

    def _read_direct_messages(self) -> None:
        """Let matches that await secrets read what no session may have told of."""
        for runner in self._runners:
            if runner.live.awaits_secrets and not runner.card.is_direct:
                runner.put(Away(None))
