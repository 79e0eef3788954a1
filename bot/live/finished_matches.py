"""Posts of matches without a runner: finished ones, and live ones whose data does not replay."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from bot.live.runner import Services
from bot.live.runners import Runners
from bot.posts.answers import too_late
from bot.posts.attachments import attachments_of
from bot.posts.sending.delivery import aim_of
from bot.posts.sending.outbox import Outbox
from bot.storage.store import NotQuarantinedError, Store
from bot.storage.tables.records import LoadedMatch, StoredMatch, UnreadableMatch
from bot.storage.tables.replay import Fault, replayed
from bot.texts import hosting, matches
from bot.texts.language import speaking
from bot.texts.seating import plain_name
from bot.values.card import MatchCard
from bot.values.discord_time import snowflake_ms
from bot.values.post import Origin, Post
from bot.values.tasks import Tasks
from engine.matches.match import Match

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Quarantine:
    """The quarantined matches; the outbox delivers the posts about them."""

    store: Store
    outbox: Outbox
    _matches: dict[int, LoadedMatch] = field(default_factory=dict)

    async def add(self, stored: LoadedMatch, reason: str, now_ms: int) -> None:
        """Quarantine a match, unless it is already, and tell its room and its host."""
        address, match_id = stored.address, stored.address.match_id
        log.error("match %s is quarantined: %s", match_id, reason)
        self._matches[match_id] = stored
        posts = stored.waiting
        if stored.quarantined_ms is None:
            with speaking(address.language):
                text = hosting.quarantined(match_id, address.room_id)
                why = hosting.WHY_QUARANTINED(reason=plain_name(reason))
            parts = (Post(text), Post(f"{text} {why}", for_host=True))
            keep = partial(self.store.quarantine_match, match_id, reason, now_ms, parts)
            posts += await self.store.write_retries.until_stored(keep)
        self.tell(stored, posts)

    def find(self, guild_id: int, room_id: int, number: int | None) -> LoadedMatch | None:
        """Return the quarantined match with a number on a server, or in a room without one."""
        if number is None:
            return self.in_room(room_id)
        match = self._matches.get(number)
        return match if match and match.address.guild_id == guild_id else None

    def in_room(self, room_id: int) -> LoadedMatch | None:
        """Return the quarantined match in a room, if there is one."""
        here = (match for match in self._matches.values() if match.address.room_id == room_id)
        return next(here, None)

    def of_guild(self, guild_id: int) -> list[LoadedMatch]:
        """Return the quarantined matches of a server."""
        return [match for match in self._matches.values() if match.address.guild_id == guild_id]

    async def abort(self, match_id: int, interaction_id: int) -> bool:
        """End a quarantined match without a winner; return whether there was one to end."""
        stored = self._matches.get(match_id)
        if stored is None:
            return False
        source, at_ms = f"interaction:{interaction_id}", snowflake_ms(interaction_id)
        with speaking(stored.address.language):
            new_posts = (Post(matches.ABORTED_IN_ROOM()),)
        try:
            posts = await self.store.abort_quarantined(match_id, at_ms, source, new_posts)
        except NotQuarantinedError:
            return False
        # Only now: if it could not be kept, the host may give the command again.
        del self._matches[match_id]
        self.tell(stored, posts)
        return True

    def tell(self, stored: LoadedMatch, posts: Iterable[Post]) -> None:
        """Send posts about a match, without pictures, which would need its log.

        A post that opens a turn waits, as no clock would start when it stands. So does one for a
        room or a reader that cannot be read from the database.
        """
        for post in posts:
            is_lost = not stored.address.room_id or aim_of(post, stored.address).reader_id == 0
            if not (post.starts_clock or is_lost):
                self.outbox.put(post, stored.address, is_obsolete=lambda: True)


@dataclass(frozen=True)
class FinishedMatchPosts:
    """The posts of finished matches; those of live ones are reported to their runners.

    Attributes:
        adding: Held while posts of a match without a runner are added to its outbox, and while such
            a match gets a runner.
    """

    services: Services
    quarantine: Quarantine
    runners: Runners
    tasks: Tasks
    adding: asyncio.Lock = field(default_factory=asyncio.Lock)

    def send(self, stored: LoadedMatch, post: Post) -> None:
        """Send a post that an earlier process left, or that was written after the end."""
        self._send(stored, replayed(stored), post)

    async def report(self, post: Post, message_id: int | None) -> None:
        """Note the message that a post has become; None if it was dropped."""
        await asyncio.wait({self.tasks.spawn(self._note(post, message_id))})

    async def return_submissions(self) -> None:
        """Give back submissions whose match ended before they were judged."""
        store = self.services.store
        give_back = partial(store.return_submissions, self._too_late)
        for stored, post in await store.write_retries.until_stored(give_back):
            self.send(stored, post)

    def _too_late(self, card: MatchCard, origin: Origin) -> Post:
        with speaking(self.services.choices.display_settings(card, origin.recipient).language):
            return too_late(origin)

    async def _note(self, post: Post, message_id: int | None) -> None:
        """Note that a post was delivered, or dropped without a message.

        If it is the result, it is told elsewhere now that the room has it.
        """
        if post.extras.has_board and post.is_room_message and message_id is not None:
            await self._show_result(post, message_id)
        else:
            await self._done(post, message_id)

    async def _done(
        self, post: Post, message_id: int | None, more: tuple[Post, ...] = ()
    ) -> tuple[Post, ...]:
        store, place = self.services.store, post.place
        return await store.write_retries.until_stored(
            partial(store.post_done, place.match_id, place.sequence, message_id, more)
        )

    async def _show_result(self, post: Post, message_id: int) -> None:
        async with self.adding:
            if runner := self.runners.of_match(post.place.match_id):
                # A host has taken the end back in the meantime.
                runner.report(post, message_id)
                return
            stored = await self.services.store.finished_match(id=post.place.match_id)
            new_posts = (
                self.services.posts_elsewhere(stored.card, post, message_id)
                if isinstance(stored, StoredMatch)
                else ()
            )
            posts = await self._done(post, message_id, new_posts)
        if stored and posts:
            match = await asyncio.to_thread(replayed, stored)
            for copy in posts:
                self._send(stored, match, copy, is_new=True)

    def _send(
        self, stored: LoadedMatch, match: Match | Fault, post: Post, *, is_new: bool = False
    ) -> None:
        if isinstance(match, Fault) or isinstance(stored, UnreadableMatch):
            self.quarantine.tell(stored, [post])
            return
        card, animate = stored.card, self.services.animations.animation
        settings_of = self.services.choices.display_settings
        attachments = attachments_of(card, match, post, settings_of, animate)
        # Boards are repeated all the same, but nobody is pinged about a turn that is over.
        is_late = (
            post.audience is not None and post.worth.expires_with_turn and not post.extras.has_board
        )
        self.services.outbox.put(
            post, card.address, attachments, is_new=is_new, is_obsolete=lambda: is_late
        )
