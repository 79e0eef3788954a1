"""Quarantines live matches whose stored data does not add up, and tells their hosts."""

import logging
from collections.abc import Iterable
from functools import partial

from bot.discord_clock import snowflake_ms
from bot.posts.post import Post
from bot.posts.sending.outbox import Outbox
from bot.storage.store import NotQuarantined, Store
from bot.storage.tables.records import LoadedMatch
from bot.texts import matches
from bot.texts.hosts import hosting
from bot.texts.language import speaking

log = logging.getLogger(__name__)


class Quarantine:
    """The quarantined matches; the outbox delivers what is posted about them."""

    def __init__(self, store: Store, outbox: Outbox) -> None:
        self._store = store
        self._outbox = outbox
        self._matches: dict[int, LoadedMatch] = {}

    async def add(self, stored: LoadedMatch, reason: str, now_ms: int) -> None:
        """Quarantine a match, unless it is already, and tell its room and its host."""
        address, match_id = stored.address, stored.address.match_id
        log.error("match %s is quarantined: %s", match_id, reason)
        self._matches[match_id] = stored
        posts = stored.waiting
        if stored.quarantined is None:
            with speaking(address.language):
                said = hosting.quarantined(match_id, address.room_id)
                why = hosting.why_quarantined(reason)
            told = (Post(said), Post(f"{said} {why}", for_host=True))
            keep = partial(self._store.quarantine_match, match_id, reason, now_ms, told)
            posts += await self._store.write_retries.until_stored(keep)
        self.tell(stored, posts)

    def wanted(self, guild_id: int, room_id: int, number: int | None) -> LoadedMatch | None:
        """The quarantined match with a number on a server or, without a number, in a room."""
        if number is None:
            return self.in_room(room_id)
        found = self._matches.get(number)
        return found if found and found.address.guild_id == guild_id else None

    def in_room(self, room_id: int) -> LoadedMatch | None:
        """The quarantined match in a room, if there is one."""
        here = (each for each in self._matches.values() if each.address.room_id == room_id)
        return next(here, None)

    def of_guild(self, guild_id: int) -> list[LoadedMatch]:
        """The quarantined matches of a server."""
        return [each for each in self._matches.values() if each.address.guild_id == guild_id]

    async def abort(self, match_id: int, interaction_id: int) -> bool:
        """End a quarantined match without a winner; whether there was one to end."""
        stored = self._matches.get(match_id)
        if stored is None:
            return False
        source, at_ms = f"interaction:{interaction_id}", snowflake_ms(interaction_id)
        with speaking(stored.address.language):
            told = (Post(matches.ABORTED_IN_ROOM()),)
        try:
            posts = await self._store.abort_quarantined(match_id, at_ms, source, told)
        except NotQuarantined:
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
            is_lost = not stored.address.room_id or post.reader_id(stored.address) == 0
            if not (post.opens or is_lost):
                self._outbox.put(post, stored.address, is_moot=lambda: True)
