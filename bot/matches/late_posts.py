"""Sends what is still to be posted about matches that are over, and so have no runner any more."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bot.matches.resuming.quarantine import Quarantine
from bot.posts.attachments import attachments_of
from bot.posts.audience import for_audience
from bot.posts.post import Post
from bot.posts.sending.outbox import Outbox
from bot.replays.replays import Replays
from bot.storage.preferences import Preferences
from bot.storage.store import Store
from bot.storage.tables.records import LoadedMatch, StoredMatch, Unreadable
from bot.storage.verify import Fault, replayed
from bot.texts.language import speaking
from engine.matches.match import Match


@dataclass(frozen=True)
class LatePosts:
    """What is posted once a match is over.

    Attributes:
        reports: Tells the runner of a match that goes on that a post stands; whether it has one.
        adding: Held while posts are added to the outbox of a match without a runner, and while such
            a match gets one.
    """

    store: Store
    outbox: Outbox
    quarantine: Quarantine
    preferences: Preferences
    replays: Replays
    reports: Callable[[Post, int | None], bool]
    adding: asyncio.Lock = field(default_factory=asyncio.Lock)

    def send(self, stored: LoadedMatch, post: Post) -> None:
        """Send a post that an earlier process left, or that was written after the end."""
        self._send(stored, replayed(stored), post)

    async def note(self, post: Post, message_id: int | None) -> None:
        """Note that a post was delivered, or dropped without a message.

        If it is the result, those who follow along are told it now that the room has it.
        """
        is_result = post.board and post.is_post and message_id is not None
        if is_result and not self.store.audiences.is_empty:
            await self._show_result(post, message_id or 0)
            return
        done = partial(self.store.post_done, post.match_id, post.sequence, message_id)
        await self.store.write_retries.until_stored(done)

    async def _show_result(self, post: Post, message_id: int) -> None:
        async with self.adding:
            if self.reports(post, message_id):
                # A host has taken the end back in the meantime.
                return
            stored = await self.store.finished_match(post.match_id)
            told = self._for_audience(stored, post, message_id)
            stands = partial(self.store.post_stands, post.match_id, post.sequence, message_id, told)
            posts = await self.store.write_retries.until_stored(stands)
        if stored and posts:
            match = await asyncio.to_thread(replayed, stored)
            for each in posts:
                self._send(stored, match, each, is_new=True)

    def _for_audience(
        self, stored: LoadedMatch | None, result: Post, message_id: int
    ) -> tuple[Post, ...]:
        if not isinstance(stored, StoredMatch):
            return ()
        card = stored.card
        with speaking(card.language):
            return for_audience(card, self.store.audiences.of(card), result, message_id)

    def _send(
        self, stored: LoadedMatch, match: Match | Fault, post: Post, *, is_new: bool = False
    ) -> None:
        if isinstance(match, Fault) or isinstance(stored, Unreadable):
            self.quarantine.tell(stored, [post])
            return
        card, look = stored.card, self.preferences.look
        attachments = attachments_of(card, match, post, look, self.replays.animation)
        # Boards are repeated all the same, but nobody is pinged about a turn that is over.
        is_late = post.audience is not None and post.for_turn and not post.board
        self.outbox.put(post, card.address, attachments, is_new=is_new, is_moot=lambda: is_late)
