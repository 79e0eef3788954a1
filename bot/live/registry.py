"""All live matches: resumed at the start, opened, and handed their events."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

import discord

from bot.live.decide.decide import turn_opening
from bot.live.feature import Claim, Feature
from bot.live.finished_matches import FinishedMatchPosts, Quarantine
from bot.live.outages import StorageOutage
from bot.live.resume import resumed
from bot.live.resume_order import ResumeOrder
from bot.live.runner import MatchRunner, RoomReader, Services
from bot.live.runners import Runners
from bot.live.services.animations import Animations
from bot.live.services.gateway import Gateway, Hosts, Members
from bot.live.services.thinking import Thinkers
from bot.live.services.timers import Timers
from bot.posts.answers import too_late
from bot.posts.compose import composer_of
from bot.posts.sending.delivery import Delivery
from bot.posts.sending.outbox import Outbox
from bot.posts.sending.rate_limit import RateLimiter
from bot.storage.choices import Choices
from bot.storage.databases.database import CANNOT_BE_READ
from bot.storage.maintenance import Fault, replayed
from bot.storage.store import Store, Write
from bot.storage.tables.records import LoadedMatch, StoredMatch, UnreadableMatch
from bot.texts.language import speaking
from bot.values.card import NO_SERVER, Address, MatchCard
from bot.values.discord_time import DiscordClock, snowflake_before, snowflake_ms
from bot.values.events import (
    GapEnded,
    GapStarted,
    PostDelivered,
    RoomObstructed,
    TimerFired,
)
from bot.values.observer import UNOBSERVED, Observer
from bot.values.obstacles import (
    ChannelLost,
    Hindrance,
    Obstacle,
    OptionalPermission,
    PermissionMissing,
    Remark,
)
from bot.values.post import NOWHERE, Origin, Post
from bot.values.tasks import Tasks
from engine.matches.match import Match

log = logging.getLogger(__name__)


class MatchRegistry:
    """The live matches and their common parts: clock, store, outbox, timers, gateway.

    Attributes:
        quarantine: Matches whose stored data does not replay.
        animations: Animations of finished matches.
        is_open: True once all matches have been resumed.
        features: The features that take part in the matches.
        watchers: Called when a match has begun, changed or ended.
        board_tellers: Called with a board that a match's room has been shown, and its message;
            return posts for elsewhere, stored in the transaction that notes the message.
    """

    def __init__(  # noqa: PLR0913 - what the client has of its own, and the parts it shares
        self,
        client: discord.AutoShardedClient,
        store: Store,
        limiter: RateLimiter,
        runners: Runners,
        *,
        reader: RoomReader,
        hosts: Hosts,
        preferences: Choices,
        observer: Observer = UNOBSERVED,
    ) -> None:
        self.store = store
        self.clock = DiscordClock()
        self.runners = runners
        self.hosts = hosts
        self.is_open = False
        self.features = list[Feature]()
        self.watchers = list[Callable[[MatchRunner], None]]()
        self.board_tellers = list[Callable[[MatchCard, Post, int], tuple[Post, ...]]]()
        self._client = client
        self._gateway = Gateway(self.clock)
        self._outbox = Outbox(client, self.clock, limiter, self._report, self._obstructed)
        self.thinkers = Thinkers()
        self.animations = Animations()
        self.preferences = preferences
        self._timers = Timers(self.clock, self._wake, observer)
        self._services = Services(
            store=store,
            clock=self.clock,
            gateway=self._gateway,
            outbox=self._outbox,
            limiter=limiter,
            timers=self._timers,
            reader=reader,
            members=Members(client),
            thinkers=self.thinkers,
            animations=self.animations,
            preferences=self.preferences,
            on_change=self._note_change,
            observer=observer,
        )
        self.quarantine = Quarantine(store, self._outbox)
        self._late_posts = FinishedMatchPosts(
            store,
            self._outbox,
            self.quarantine,
            self.preferences,
            self.animations,
            self._reports,
            self._posts_elsewhere,
        )
        self._tasks = Tasks("match registry")
        self._standstill = StorageOutage(
            client, self.clock, limiter, store.write_retries, runners, self._gateway.is_connected_to
        )
        self._order = ResumeOrder((), self._newest_in)
        self._is_gap_kept = False

    # Starting and stopping

    async def start(self) -> None:
        """Resume every live match where it stood, and keep time.

        Each goes on as soon as it is resumed; rooms with news come first.
        """
        # Events missed by a gateway that is lost from now on are read again.
        self._gateway.begin(self._client.shard_count or 1)
        await self.preferences.start()
        for feature in self.features:
            await feature.before_resume()
        alive_ms = await self.store.alive_ms() or self.clock.now_ms()
        rooms = await self.store.live_rooms()
        self.runners.expect(rooms)
        self._order = ResumeOrder(rooms, self._newest_in)
        self._tasks.spawn(self._timers.run())
        self._tasks.spawn(self._keep_alive(alive_ms))
        faulty = list[tuple[LoadedMatch, str]]()
        while room := self._order.pop():
            for stored in await self.store.live_matches(room.match_id):
                reason = await self._resume(stored, alive_ms)
                faulty += [(stored, reason)] if reason else []
            self.runners.settle(room)
        # All runners are there now: if nothing can be kept, all rooms and hosts are told.
        self._tasks.spawn(self._standstill.run())
        for stored, reason in faulty:
            await self.quarantine.add(stored, reason, alive_ms)
        # A match that was live a moment ago may be over: its own runner sends its posts.
        own = {room.match_id for room in rooms}
        for stored, post in await self.store.waiting_posts_of_ended():
            if stored.address.match_id not in own:
                self._late_posts.send(stored, post)
        await self.return_submissions()
        for feature in self.features:
            await feature.after_resume()
        self.is_open = True

    async def _keep_alive(self, alive_ms: int) -> None:
        """Store the gap of all matches before any new proof of life, so that it is never lost."""
        await self.store.write_retries.until_stored(partial(self.store.put_gap, alive_ms))
        self._is_gap_kept = True
        for runner in self.runners:
            self._catch_up(runner)
        await self._gateway.keep_alive(self._client, self.store)

    async def stop(self) -> None:
        """Stop everything; events not stored yet have not happened."""
        # A form that came from now on would be promised an answer that nobody gives.
        self.is_open = False
        await self._tasks.stop()
        await self.preferences.stop()
        for feature in self.features:
            await feature.before_stop()
        await asyncio.gather(*(runner.stop() for runner in self.runners))
        await self._outbox.close()
        self.thinkers.close()
        self.animations.close()
        if self._is_gap_kept:
            # Neither a database that fails nor another owner of it keeps it from stopping.
            proof = self.store.put_alive(self._gateway.all_alive_ms)
            await asyncio.gather(proof, return_exceptions=True)

    async def _resume(self, stored: LoadedMatch, alive_ms: int) -> str | None:
        """Resume one match, or return why it cannot go on: the others do all the same."""
        if isinstance(stored, UnreadableMatch):
            return stored.reason
        match = replayed(stored)
        if isinstance(match, Fault):
            return match.reason
        try:
            if stored.quarantined:
                await self.store.write_retries.until_stored(
                    partial(self.store.release, stored.card.id)
                )
            live = resumed(stored, match, alive_ms)
            runner = MatchRunner(self._services, live, inherited=live.last_sequence)
            runner.send(stored.waiting)
        except CANNOT_BE_READ:
            # That is no fault of this match alone.
            raise
        except Exception as error:
            log.exception("match %s cannot be resumed", stored.card.id)
            return f"it cannot be resumed ({type(error).__name__})"
        log.info("match %s in room %s goes on", stored.card.id, stored.card.room_id)
        self._add(runner)
        self._catch_up(runner)
        return None

    def _catch_up(self, runner: MatchRunner) -> None:
        """Let a match read the messages it has missed, unless something has to come first."""
        if not self._gateway.is_member(runner.card.guild_id):
            self.obstruct(runner.card.room_id, Obstacle.REMOVED)
        elif self._is_gap_kept and not self._gateway.is_silent(runner.card.guild_id):
            known = max(runner.live.read_through, runner.live.newest_message_id)
            if (self._newest_in(runner.card.room_id) or 0) > known:
                self.answer_first(runner.card)
            for feature in self.features:
                feature.before_catch_up(runner)
            runner.enqueue(GapEnded(None, is_new_session=True))

    def _newest_in(self, room_id: int) -> int | None:
        return getattr(self._client.get_channel(room_id), "last_message_id", None)

    async def _run(self, runner: MatchRunner) -> None:
        await runner.run()
        self._close(runner)

    def _close(self, runner: MatchRunner) -> None:
        self.runners.remove(runner)
        self._note_change(runner)
        self._timers.set(runner.card.id, None)
        self.free_room()
        if runner.live.inbox:
            # If the room was closed, what an earlier process kept has never been read.
            self._tasks.spawn(self.return_submissions())

    def _note_change(self, runner: MatchRunner) -> None:
        for watch in self.watchers:
            watch(runner)

    def free_room(self) -> None:
        """Tell the features that another match may begin in a room."""
        self._tasks.spawn(self._free_room())

    async def _free_room(self) -> None:
        for feature in self.features:
            await feature.room_freed()

    # Gateway

    def mark_disconnected(self, shard: int) -> None:
        """Note that the session of a shard reports nothing any more.

        The library says so at each vain try to resume it.
        """
        if self._gateway.lose(shard):
            self._services.observer.session_lost()

    @property
    def is_connected(self) -> bool:
        """True if the sessions of all shards have begun and are alive."""
        return self._gateway.is_connected

    def prove_alive(self, guild_id: int) -> None:
        """Note that the session of a server's shard has just reported something."""
        self.prove_session(self._gateway.shard_of(guild_id))

    def prove_session(self, shard: int) -> None:
        """Note that the session of a shard reports everything from now on.

        Events since the break are read, except on servers it reports nothing of yet.
        """
        gap = self._gateway.prove_alive(shard)
        if gap:
            for runner in self._in_session(shard):
                if not self._gateway.is_silent(runner.card.guild_id):
                    runner.enqueue(gap)
            self._read_missed_secrets(shard)

    def _in_session(self, shard: int) -> list[MatchRunner]:
        on = self._gateway.shard_of
        return [runner for runner in self.runners if on(runner.card.guild_id) == shard]

    def _read_missed_secrets(self, shard: int) -> None:
        """Let other shards' matches read the direct messages that a session has not reported."""
        if shard == self._gateway.shard_of(NO_SERVER):
            own = self._in_session(shard)
            for runner in self.runners:
                if runner not in own and runner.live.awaits_secrets:
                    runner.enqueue(GapEnded(None))

    def begin_session(self, shard: int, guild_ids: Collection[int]) -> None:
        """Note that a new session of a shard begins, on these servers; each is to come as a whole.

        Events since the session before are never reported, nor a server with an outage until that
        is over.
        """
        since_ms = self._gateway.alive_ms(shard)
        self._gateway.begin_session(shard, guild_ids)
        self._read_missed_secrets(shard)
        for runner in self._in_session(shard):
            if self._gateway.is_member(runner.card.guild_id):
                runner.enqueue(GapStarted(since_ms))
            else:
                self.obstruct(runner.card.room_id, Obstacle.REMOVED)
            if runner.card.is_direct:
                # Direct messages belong to no server that would have to come first.
                self._catch_up(runner)
        self.prove_session(shard)

    def lose_guild(self, guild_id: int) -> None:
        """Note that nothing is reported of a server any more."""
        self._gateway.lose_guild(guild_id)
        for runner in self.runners.on_server(guild_id):
            runner.enqueue(GapStarted(self.clock.now_ms()))

    def regain_guild(self, guild_id: int) -> None:
        """Note that a server has come as a whole, and is reported from now on."""
        is_told_again = self._gateway.regain_guild(guild_id)
        self._order.hasten_guild(guild_id)
        for runner in self.runners.on_server(guild_id):
            if is_told_again:
                self._catch_up(runner)
            for channel_id in (runner.card.room_id, runner.card.host_id):
                self._outbox.retry(channel_id)

    def hear(self, message: discord.Message) -> None:
        """Note that a message comes; if its match is not resumed yet, it is read then."""
        self.prove_session(self._gateway.shard_of(message.guild.id if message.guild else NO_SERVER))
        self._gateway.note_event(snowflake_ms(message.id))
        runner = self.runners.in_room(message.channel.id)
        if message.author == self._client.user:
            if runner:
                runner.hear_echo(message.id)
        elif not self.is_open and message.author.id in self._order.hasten_room(message.channel.id):
            self._services.limiter.hold_reports(message.channel.id)

    def answer_first(self, card: MatchCard) -> None:
        """Let reports wait for the answer to a match's room, unless it is for practice.

        The boards of practice come after reports: they would wait for themselves.
        """
        if not card.is_practice:
            self._services.limiter.hold_reports(card.room_id)

    def leave_guild(self, guild_id: int) -> None:
        """Note that the Dealer is not on a server any more."""
        self._gateway.leave_guild(guild_id)
        for runner in self.runners.on_server(guild_id):
            self.obstruct(runner.card.room_id, Obstacle.REMOVED)

    # Readers

    def hear_locale(self, user_id: int, locale: str) -> None:
        """Speak a person's language to them from now on."""
        if self.preferences.hear(user_id, locale):
            self.note_player(user_id)

    def note_player(self, user_id: int) -> None:
        """Let a player's matches heed their present choices."""
        for runner in self.runners:
            if runner.card.seat_of(user_id):
                runner.note_readers()

    # Matches

    async def open_match(self, card: MatchCard, heard_to: int, *also: Write) -> MatchRunner:
        """Begin a match in a room, in which nothing up to `heard_to` matters.

        `also` is written in the same transaction, before the features' additions.

        Raises:
            StorageUnavailableError: Nothing can be stored just now.
            RoomTakenError: There is a live match in the room, or one that waits to begin.
        """
        more = list[Post]()
        for feature in self.features:
            card, posts_of_feature = await feature.before_match(card)
            more += posts_of_feature
        beginning = Match.begin(card.game, starts_clock_by_post=True)
        composer = composer_of(card, self.preferences.readers_of(card))
        with speaking(card.language):
            typed_posts = (*composer.posts(beginning, NOWHERE), *more)
        of_features = (partial(feature.in_begin, card=card) for feature in self.features)
        match_id = await self.store.begin(card, heard_to, typed_posts, (*also, *of_features))
        live, posts = turn_opening(
            replace(card, id=match_id), beginning.match, typed_posts, heard_to
        )
        runner = MatchRunner(self._services, live)
        runner.send(posts)
        self._add(runner)
        return runner

    async def reopen(self, room_id: int, match_id: int) -> MatchRunner | None:
        """Return the runner of a finished match, for a ruling that takes its end back.

        It runs until that ruling is refused, or the match ends again: the ruling has to be put
        before anything is awaited. None if another match has begun in the room, or this one cannot
        be replayed.
        """
        async with self._late_posts.adding:
            return await self._reopen(room_id, match_id)

    async def _reopen(self, room_id: int, match_id: int) -> MatchRunner | None:
        stored = await self.store.latest_match(room_id)
        if stored is None or isinstance(stored, UnreadableMatch) or stored.card.id != match_id:
            return None
        match = replayed(stored)
        if isinstance(match, Fault) or match.result is None or self.runners.in_room(room_id):
            return None
        live = resumed(stored, match, self.clock.now_ms())
        # Messages since the end were conversation.
        said_to = snowflake_before(self.clock.now_ms())
        live = replace(live, read_through=said_to, is_catching_up=False, away_since_ms=None)
        runner = MatchRunner(self._services, live, inherited=live.last_sequence)
        self._add(runner)
        return runner

    def _add(self, runner: MatchRunner) -> None:
        self.runners.add(runner)
        runner.note_readers()
        self._note_change(runner)
        self._tasks.spawn(self._run(runner))
        if runner.card.dealers_seats:
            self._tasks.spawn(self.thinkers.prepare(runner.card.game))

    async def return_submissions(self) -> None:
        """Give back submissions whose match ended before they were judged."""
        for stored, post in await self.store.write_retries.until_stored(
            partial(self.store.return_submissions, self._too_late)
        ):
            self._late_posts.send(stored, post)

    def _too_late(self, card: MatchCard, origin: Origin) -> Post:
        with speaking(self.preferences.look(card, origin.recipient).language):
            return too_late(origin)

    def obstruct(self, room_id: int, obstacle: Obstacle) -> None:
        """Let the match of a room wait, since it cannot be played there."""
        runner = self.runners.in_room(room_id)
        if runner:
            log.error("match %s: its room %s is %s", runner.card.id, room_id, obstacle.value)
            runner.enqueue(RoomObstructed(obstacle))

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
        stored = await self.store.latest_match(room_id)
        if stored is None or isinstance(stored, UnreadableMatch):
            return None
        match = replayed(stored)
        if isinstance(match, Fault):
            return None
        return stored.card, match, tuple(entry.source for entry in stored.entries)

    async def latest_board_in(self, room_id: int) -> str:
        """Return the link to the latest board of a match in a room; empty if there is none."""
        runner = self.runners.in_room(room_id)
        if runner:
            return runner.live.board_link
        stored = await self.store.latest_match(room_id)
        return stored.board_link if isinstance(stored, StoredMatch) else ""

    # Timers and outbox

    def _wake(self, match_id: int) -> None:
        runner = self.runners.of_match(match_id)
        if runner:
            runner.enqueue(TimerFired())

    def _report(self, post: Post, message_id: int | None) -> None:
        if not self._reports(post, message_id):
            self._tasks.spawn(self._late_posts.note(post, message_id))

    def _reports(self, post: Post, message_id: int | None) -> bool:
        """Report a post's fate to its match's runner; return whether it has one."""
        runner = self.runners.of_match(post.place.match_id)
        if runner:
            at_ms = self.clock.now_ms() if message_id is None else snowflake_ms(message_id)
            unreached = post.missed_by if message_id is None else None
            shown_post = post if post.extras.has_board and post.is_room_message else None
            delivered = PostDelivered(
                post.place.sequence, message_id, at_ms, unreached, post.is_room_message
            )
            runner.report(
                replace(
                    delivered,
                    board_post=shown_post,
                    is_repeated=post.audience is not None,
                    posts_elsewhere=self._posts_elsewhere(runner.card, shown_post, message_id),
                )
            )
        return runner is not None

    def _posts_elsewhere(
        self, card: MatchCard, post: Post | None, message_id: int | None
    ) -> tuple[Post, ...]:
        """Return the posts for elsewhere about a board that the room has been shown."""
        if post is None or message_id is None:
            return ()
        with speaking(card.language):
            posts = (tell(card, post, message_id) for tell in self.board_tellers)
            return tuple(chain.from_iterable(posts))

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
        return chain(self._outbox.undelivered(), *own)

    def _obstructed(self, address: Address, by: Hindrance) -> None:
        if isinstance(by, OptionalPermission):
            self.remark(address.room_id, PermissionMissing(by))
            return
        if self._gateway.is_silent(address.guild_id):
            # During a server's outage no answer tells anything; posts are tried again at its end.
            return
        if isinstance(by, ChannelLost):
            for feature in self.features:
                feature.channel_lost(by.channel_id)
        else:
            self.obstruct(address.room_id, by)
