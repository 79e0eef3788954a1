"""All live matches: opened, found, and handed their events."""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import discord

from bot.live.decide.decide import begin_live_match
from bot.live.feature import Claim, Features
from bot.live.finished_matches import FinishedMatchPosts
from bot.live.runner import MatchRunner, Services
from bot.live.runners import Runners
from bot.live.services.processes import for_reader
from bot.posts.compose import Composer
from bot.posts.sending.delivery import Delivery
from bot.storage.store import Write
from bot.storage.tables.records import StoredMatch, UnreadableMatch
from bot.storage.tables.replay import Fault, replayed
from bot.texts.language import speaking
from bot.values.card import Address, MatchCard
from bot.values.obstacles import (
    ChannelLost,
    Hindrance,
    Obstacle,
    OptionalPermission,
    Remark,
)
from bot.values.post import NOWHERE, Post
from bot.values.tasks import Tasks
from engine.matches.match import Match

log = logging.getLogger(__name__)


@dataclass(eq=False)
class MatchRegistry:
    """The live matches, from their opening to their end.

    Attributes:
        tasks: The tasks that go on beside those of the matches.
        is_open: True once all matches have been resumed.
    """

    services: Services
    runners: Runners
    features: Features
    finished: FinishedMatchPosts
    tasks: Tasks
    is_open: bool = False

    async def stop(self) -> None:
        """Stop everything; events not stored yet have not happened."""
        # A form that came from now on would be promised an answer that nobody gives.
        self.is_open = False
        await self.tasks.stop()
        await self.services.choices.stop()
        for feature in self.features:
            await feature.before_stop()
        await asyncio.gather(*(runner.stop() for runner in self.runners))
        await self.services.outbox.close()
        self.services.thinkers.close()
        self.services.animations.close()

    async def _run(self, runner: MatchRunner) -> None:
        await runner.run()
        self.runners.remove(runner)
        self.features.note_change(runner)
        self.services.timers.set(runner.card.id, None)
        self.free_room()
        if runner.live.inbox:
            # If the room was closed, what an earlier process kept has never been read.
            self.tasks.spawn(self.finished.return_submissions())

    def free_room(self) -> None:
        """Tell the features that another match may begin in a room."""
        for feature in self.features:
            self.tasks.spawn(feature.room_freed())

    # Readers

    def hear_locale(self, user_id: int, locale: str) -> None:
        """Speak a person's language to them from now on."""
        if self.services.choices.hear(user_id, locale):
            self.note_player(user_id)

    def note_player(self, user_id: int) -> None:
        """Let a player's matches heed their present choices."""
        for runner in self.runners:
            if runner.card.seat_of(user_id):
                runner.note_readers()

    # Matches

    async def open_match(self, card: MatchCard, read_through: int, *also: Write) -> MatchRunner:
        """Begin a match in a room, in which nothing up to `read_through` matters.

        `also` is written in the same transaction, before the features' additions.

        Raises:
            StorageUnavailableError: Nothing can be stored just now.
            RoomTakenError: There is a live match in the room, or one that waits to begin.
        """
        card, more = card.with_unheld_seats(), list[Post]()
        for feature in self.features:
            card, posts_of_feature = await feature.before_match(card)
            more += posts_of_feature
        beginning = Match.begin(card.game, starts_clock_by_post=True)
        composer = Composer(card, self.services.choices.readers_of(card))
        with speaking(card.language):
            first_posts = (*composer.posts(beginning, NOWHERE), *more)
        of_features = (partial(feature.in_begin, card=card) for feature in self.features)
        match_id = await self.services.store.begin(
            card, read_through, first_posts, (*also, *of_features)
        )
        live, posts = begin_live_match(
            replace(card, id=match_id), beginning.match, first_posts, read_through
        )
        runner = MatchRunner(self.services, live)
        runner.send(posts)
        self.add(runner)
        return runner

    def add(self, runner: MatchRunner) -> None:
        """Let a match go on."""
        self.runners.add(runner)
        runner.note_readers()
        self.features.note_change(runner)
        self.tasks.spawn(self._run(runner))
        if runner.card.dealers_seats:
            self.tasks.spawn(self.services.thinkers.prepare(runner.card.game))

    def answer_first(self, card: MatchCard) -> None:
        """Let reports wait for the answer to a match's room, unless it is for practice.

        The boards of practice come after reports: they would wait for themselves.
        """
        if not card.is_practice:
            self.services.limiter.hold_reports(card.room_id)

    def obstruct(self, room_id: int, obstacle: Obstacle) -> None:
        """Let the match of a room wait, since it cannot be played there."""
        runner = self.runners.in_room(room_id)
        if runner:
            runner.obstruct(obstacle)

    def remark(self, room_id: int, remark: Remark) -> None:
        """Let the match of a room, if there is one, make a remark."""
        runner = self.runners.in_room(room_id)
        if runner:
            runner.enqueue(remark)

    async def latest_in(self, room_id: int) -> tuple[MatchCard, Match] | None:
        """Return the live match of a room, or else the last one that ended there."""
        latest = await self.latest_log_in(room_id)
        return latest and latest[:2]

    async def latest_log_in(
        self, room_id: int
    ) -> tuple[MatchCard, Match, tuple[str | None, ...]] | None:
        """Return the same with the source of each entry of its log."""
        runner = self.runners.in_room(room_id)
        if runner:
            return runner.card, runner.match, runner.live.sources
        stored = await self.services.store.latest_match(room_id, with_posts=False)
        if stored is None or isinstance(stored, UnreadableMatch):
            return None
        match = await for_reader(replayed, stored)
        if isinstance(match, Fault):
            return None
        return stored.card, match, tuple(entry.source for entry in stored.entries)

    async def latest_board_in(self, room_id: int) -> str:
        """Return the link to the latest board of a match in a room; empty if there is none."""
        runner = self.runners.in_room(room_id)
        if runner:
            return runner.live.board_link
        stored = await self.services.store.latest_match(room_id)
        return stored.board_link if isinstance(stored, StoredMatch) else ""

    async def claims(self, channel: discord.TextChannel) -> set[Claim]:
        """Return the purposes for which a channel is taken."""
        claims = {Claim.MATCH} if self.runners.in_room(channel.id) else set[Claim]()
        for feature in self.features:
            claim = await feature.claims(channel)
            claims |= {claim} if claim else set()
        return claims

    def waiting(self, guild_id: int) -> list[tuple[MatchCard, str]]:
        """Return the matches that wait to begin on a server, each with its line in a list."""
        result = (feature.waiting(guild_id) for feature in self.features)
        return [*chain.from_iterable(result)]

    def undelivered(self) -> Iterator[Delivery]:
        """Yield all undelivered posts, also those of features."""
        own = (feature.undelivered() for feature in self.features)
        return chain(self.services.outbox.undelivered(), *own)

    def note_hindrance(self, address: Address, by: Hindrance) -> None:
        """Note what keeps a post from its room, or from elsewhere."""
        if isinstance(by, OptionalPermission):
            self.remark(address.room_id, by)
            return
        if self.services.gateway.is_silent(address.guild_id):
            # During a server's outage no answer tells anything; posts are tried again at its end.
            return
        if isinstance(by, ChannelLost):
            for feature in self.features:
                feature.channel_lost(by.channel_id)
        else:
            self.obstruct(address.room_id, by)
