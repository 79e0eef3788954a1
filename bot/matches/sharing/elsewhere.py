"""Live matches of other shards, as far as direct messages and what is pressed there need them.

Direct messages come in the first shard's session. What they hold for another shard's match is kept
in the inbox of that match, and whoever serves it is told.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from sqlalchemy.exc import DatabaseError

from bot.card import MatchCard
from bot.live.values.events import Choice, NotChosen, Typed
from bot.live.values.live_match import LiveMatch
from bot.matches.runner import MatchRunner
from bot.matches.tasks import Tasks
from bot.storage.access import COMMAND_SECONDS, NotStored
from bot.storage.store import Store
from bot.storage.tables.records import LoadedMatch, Unreadable
from bot.storage.tables.schema import MATCHES, fits
from bot.storage.verify import Fault, replayed
from engine.matches.match import Match

INBOX: Final = "dealer_inbox"
"""The topic under which is told that something waits in the inbox of a match."""
RETRY_SECONDS: Final = 1.0


class MatchElsewhere:
    """A live match of another shard, as it was kept a moment ago; it takes what a runner takes.

    Attributes:
        live: The match.
    """

    def __init__(self, live: LiveMatch, store: Store, tasks: Tasks) -> None:
        self.live = live
        self._store = store
        self._tasks = tasks

    @property
    def card(self) -> MatchCard:
        """What is fixed for the match."""
        return self.live.card

    @property
    def match(self) -> Match:
        """The match."""
        return self.live.match

    async def hear(self, said: Typed) -> None:
        """Keep what a player said in direct messages, however long that takes, and tell of it.

        Raises:
            NotLive: The match is over.
        """
        kept = Typed.elsewhere(said.seat, said.text, said.said_id, said.at_ms)
        while True:
            try:
                await self._store.keep(self.card.id, kept, COMMAND_SECONDS)
            except NotStored:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                break
        self._tell()

    async def take_form(self, form: Typed, patience: float) -> None:
        """Keep a form.

        Raises:
            NotStored: That is not possible within so many seconds.
            NotLive: The match is over.
        """
        await self._store.keep(self.card.id, form, patience)

    async def keep_choice(self, choice: Choice, patience: float) -> None:
        """Keep which match a direct message is for.

        Raises:
            NotStored: That is not possible within so many seconds.
            NotLive: The match is over.
        """
        await self._store.keep(self.card.id, choice, patience)

    def put(self, _: Typed | NotChosen) -> None:
        """Let something be judged that is kept: whoever serves the match reads it there."""
        self._tell()

    @contextmanager
    def acknowledging(self, _: Typed) -> Iterator[None]:
        """Tell of a form once it has been acknowledged: only then can it be answered."""
        try:
            yield
        finally:
            self._tell()

    def _tell(self) -> None:
        self._tasks.spawn(self._store.access.database.tell(INBOX, self.card.id))


LiveOne: TypeAlias = MatchRunner | MatchElsewhere
"""A live match, wherever it is served."""


class Elsewhere:
    """Finds the live matches of other shards."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks = Tasks("matches elsewhere")

    async def of_player(self, player_id: int) -> list[MatchElsewhere]:
        """Those in which somebody plays, however long the database takes to tell."""
        while self._store.shard.count > 1:
            try:
                return await self._loaded(await self._store.live_matches_elsewhere(player_id))
            except DatabaseError:
                await asyncio.sleep(RETRY_SECONDS)
        return []

    async def match(self, match_id: int) -> MatchElsewhere | None:
        """The one with an id; None if there is none that can be played."""
        if self._store.shard.count == 1 or not fits(MATCHES.c.id, match_id):
            return None
        kept = await self._store.live_matches(match_id)
        others = (each for each in kept if not self._store.shard.carries(each.guild_id))
        return next(iter(await self._loaded(others)), None)

    async def _loaded(self, kept: Iterable[LoadedMatch]) -> list[MatchElsewhere]:
        loaded = list[MatchElsewhere]()
        for each in kept:
            if isinstance(each, Unreadable) or each.quarantined:
                continue
            match = await asyncio.to_thread(replayed, each)
            if not isinstance(match, Fault):
                live = each.resumed(match, each.card.began_ms)
                loaded.append(MatchElsewhere(live, self._store, self._tasks))
        return loaded

    async def stop(self) -> None:
        """Stop telling."""
        await self._tasks.stop()
