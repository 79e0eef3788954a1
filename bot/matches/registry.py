"""Holds all live matches: resumes them at the start, opens new ones, passes events on."""

import asyncio
import logging
from collections.abc import Collection, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord
from sqlalchemy.exc import DatabaseError

from bot.card import MatchCard
from bot.discord_clock import DiscordClock, snowflake_ms
from bot.live.decide import opened
from bot.live.events import Away, Delivered, Obstructed, Unheard, Woken
from bot.matches.gateway import Gateway
from bot.matches.members import Members
from bot.matches.quarantine import Quarantine
from bot.matches.resume_order import ResumeOrder
from bot.matches.runner import MatchRunner, RoomReader, Runners, Services
from bot.matches.standstill import Standstill
from bot.matches.timers import Timers
from bot.opponents.thinkers import Thinkers
from bot.posts.attachments import attachments_of
from bot.posts.compose import composer_of, too_late
from bot.posts.delivery import MatchAddress
from bot.posts.outbox import Outbox
from bot.posts.post import NOWHERE, Post
from bot.posts.rate_limit import RateLimiter
from bot.rooms.obstacles import Lack, Lacking, Obstacle, Remark
from bot.storage.database import CANNOT_BE_READ
from bot.storage.records import LoadedMatch, Unreadable
from bot.storage.store import Store
from bot.storage.verify import Fault, replayed
from engine.matches.match import Match

log = logging.getLogger(__name__)


class MatchRegistry:
    """The live matches and what they share: clock, store, outbox, timers, gateway.

    Attributes:
        store: What is kept.
        clock: Discord's time.
        runners: The runners of the live matches.
        quarantine: The matches that cannot go on as they were kept.
        is_open: Whether all matches have been resumed.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        limiter: RateLimiter,
        runners: Runners,
        reader: RoomReader,
    ) -> None:
        """Make a registry of a client whose requests the limiter counts.

        Args:
            client: The connection to Discord.
            store: What is kept.
            limiter: Counts the client's requests.
            runners: Where the runners of live matches are found; empty as yet.
            reader: Reads what was said while nobody listened.
        """
        self.store = store
        self.clock = DiscordClock()
        self.runners = runners
        self.is_open = False
        self._client = client
        self._gateway = Gateway(self.clock)
        self._outbox = Outbox(client, self.clock, limiter, self._report, self._obstructed)
        self.thinkers = Thinkers()
        self._timers = Timers(self.clock, self._wake)
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
        )
        self.quarantine = Quarantine(store, self._outbox)
        self._standstill = Standstill(
            client, self.clock, limiter, store.write_retries, runners, self._gateway.hears
        )
        self._order = ResumeOrder((), self._newest_in)
        self._is_gap_kept = False
        self._tasks: set[asyncio.Task[None]] = set()

    # Starting and stopping

    async def start(self) -> None:
        """Resume every live match where it stood, and keep time.

        Each goes on as soon as it is resumed; those come first in whose rooms something happens.
        """
        # What a gateway that is lost from now on does not tell is read again.
        self._gateway.alive_ms = self.clock.now_ms()
        alive_ms = await self.store.alive_ms() or self.clock.now_ms()
        rooms = await self.store.live_rooms()
        self.runners.expect(rooms)
        self._order = ResumeOrder(rooms, self._newest_in)
        self._spawn(self._timers.run())
        self._spawn(self._keep_alive(alive_ms))
        faulty = list[tuple[LoadedMatch, str]]()
        while room := self._order.pop():
            for kept in await self.store.live_matches(room.match_id):
                reason = await self._resume(kept, alive_ms)
                faulty += [(kept, reason)] if reason else []
            self.runners.settle(room)
        # All runners are there now: if nothing can be kept, all rooms and hosts are told.
        self._spawn(self._standstill.run())
        for kept, reason in faulty:
            await self.quarantine.add(kept, reason, alive_ms)
        for kept, post in await self.store.waiting_posts_of_ended():
            self._send_late(kept, post)
        await self.return_submissions()
        self.is_open = True

    async def _keep_alive(self, alive_ms: int) -> None:
        """Keep the gap of all matches before any new proof of life, so that it is never lost."""
        await self.store.write_retries.until_stored(partial(self.store.put_gap, alive_ms))
        self._is_gap_kept = True
        for runner in self.runners:
            self._catch_up(runner)
        await self._gateway.keep_alive(self._client, self.store)

    async def stop(self) -> None:
        """Stop everything; what is not kept yet has not happened."""
        # A form that came from now on would be promised an answer that nobody gives.
        self.is_open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(runner.stop() for runner in self.runners))
        self.thinkers.close()
        await self._outbox.close()
        if self._is_gap_kept:
            with suppress(DatabaseError):
                await self.store.put_alive(self._gateway.alive_ms)

    async def _resume(self, kept: LoadedMatch, alive_ms: int) -> str | None:
        """Let one match go on, if it can; else return why not: the others go on all the same."""
        if isinstance(kept, Unreadable):
            return kept.reason
        match = replayed(kept)
        if isinstance(match, Fault):
            return match.reason
        try:
            if kept.quarantined:
                await self.store.write_retries.until_stored(
                    partial(self.store.release, kept.card.id)
                )
            live = kept.resumed(match, alive_ms)
            runner = MatchRunner(self._services, live, inherited=live.sequence)
            runner.send(kept.waiting)
        except CANNOT_BE_READ:
            # That is no fault of this match alone.
            raise
        except Exception as error:
            log.exception("match %s cannot be resumed", kept.match_id)
            return f"it cannot be resumed ({type(error).__name__})"
        log.info("match %s in room %s goes on", kept.card.id, kept.card.room_id)
        self._add(runner)
        self._catch_up(runner)
        return None

    def _catch_up(self, runner: MatchRunner) -> None:
        """Let a match read what nobody has heard, unless something has to come first."""
        if not self._gateway.is_member(runner.card.guild_id):
            self.obstruct(runner.card.room_id, Obstacle.REMOVED)
        elif self._is_gap_kept and not self._gateway.is_silent(runner.card.guild_id):
            known = max(runner.live.read_to, runner.live.newest_post)
            if (self._newest_in(runner.card.room_id) or 0) > known:
                self._services.limiter.hold_reports(runner.card.room_id)
            runner.put(Away(None, is_new_session=True))

    def _newest_in(self, room_id: int) -> int | None:
        return getattr(self._client.get_channel(room_id), "last_message_id", None)

    async def _run(self, runner: MatchRunner) -> None:
        await runner.run()
        self._close(runner)

    def _close(self, runner: MatchRunner) -> None:
        self.runners.remove(runner)
        self._timers.set(runner.card.id, None)
        if runner.live.inbox:
            # If the room was closed, what an earlier process kept has never been read.
            self._spawn(self.return_submissions())

    # What the gateway tells

    def lose_sight(self) -> None:
        """Note that the gateway tells nothing any more."""
        self._gateway.lose()

    def prove_alive(self) -> None:
        """Note that the gateway has just told something.

        What it did not tell in the meantime is read, except on servers it tells nothing of yet.
        """
        if self._gateway.is_lost:
            since_ms = self._gateway.gap_since_ms
            for runner in self.runners:
                if not self._gateway.is_silent(runner.card.guild_id):
                    runner.put(Away(since_ms))
        self._gateway.prove_alive()

    def begin_session(self, guild_ids: Collection[int]) -> None:
        """Note that a new session begins, on these servers; each is to come as a whole.

        What happened since the session before is never told. Nothing is told of a server that has
        an outage until that is over.
        """
        since_ms = self._gateway.alive_ms
        self._gateway.begin_session(guild_ids)
        for runner in self.runners:
            if self._gateway.is_member(runner.card.guild_id):
                runner.put(Unheard(since_ms))
            else:
                self.obstruct(runner.card.room_id, Obstacle.REMOVED)
        self.prove_alive()

    def lose_guild(self, guild_id: int) -> None:
        """Note that nothing is told of a server any more."""
        self._gateway.lose_guild(guild_id)
        for runner in self.runners_of(guild_id):
            runner.put(Unheard(self.clock.now_ms()))

    def regain_guild(self, guild_id: int) -> None:
        """Note that a server has come as a whole, and is told of from now on."""
        is_told_again = self._gateway.regain_guild(guild_id)
        self._order.hasten_guild(guild_id)
        for runner in self.runners_of(guild_id):
            if is_told_again:
                self._catch_up(runner)
            for channel_id in (runner.card.room_id, runner.card.host_id):
                self._outbox.retry(channel_id)

    def hear(self, message: discord.Message) -> None:
        """Note that a message comes; if its match is not resumed yet, it is read then."""
        self._gateway.note_event(snowflake_ms(message.id))
        runner, author_id = self.runner_in(message.channel.id), message.author.id
        if message.author == self._client.user:
            if runner:
                runner.hear_echo(message.id)
            return
        waiting = self._order.hasten_room(message.channel.id)
        if author_id in waiting or (runner and runner.card.seat_of(author_id)):
            self._services.limiter.hold_reports(message.channel.id)

    def leave_guild(self, guild_id: int) -> None:
        """Note that the Dealer is not on a server any more."""
        self._gateway.leave_guild(guild_id)
        for runner in self.runners_of(guild_id):
            self.obstruct(runner.card.room_id, Obstacle.REMOVED)

    # Matches

    async def open_match(self, card: MatchCard, interaction_id: int) -> MatchRunner:
        """Begin a match in a room.

        Raises:
            NotStored: Nothing can be kept just now.
            RoomTaken: There is a live match in the room.
        """
        beginning = Match.begin(card.game, by_posts=True)
        said = composer_of(card).posts(beginning, NOWHERE)
        match_id = await self.store.begin(card, interaction_id, said)
        live, posts = opened(replace(card, id=match_id), beginning.match, said, interaction_id)
        runner = MatchRunner(self._services, live)
        runner.send(posts)
        self._add(runner)
        return runner

    def _add(self, runner: MatchRunner) -> None:
        self.runners.add(runner)
        self._spawn(self._run(runner))
        if runner.card.dealers_seats:
            self._spawn(self.thinkers.prepare(runner.card.game))

    async def return_submissions(self) -> None:
        """Give back what was kept for a match that ended before it was judged."""
        for stored, post in await self.store.write_retries.until_stored(
            partial(self.store.return_submissions, too_late)
        ):
            self._send_late(stored, post)

    def runner_in(self, room_id: int) -> MatchRunner | None:
        """The runner of a room's live match."""
        return self.runners.in_room(room_id)

    def runners_of(self, guild_id: int) -> list[MatchRunner]:
        """The runners of a server's live matches."""
        return self.runners.on_server(guild_id)

    def runner_of(self, match_id: int) -> MatchRunner | None:
        """The runner of a live match."""
        return self.runners.of_match(match_id)

    def obstruct(self, room_id: int, obstacle: Obstacle) -> None:
        """Let the match of a room wait, since it cannot be played there."""
        runner = self.runner_in(room_id)
        if runner:
            log.error("match %s: its room %s is %s", runner.card.id, room_id, obstacle.value)
            runner.put(Obstructed(obstacle))

    def remark(self, room_id: int, remark: Remark) -> None:
        """Let the match of a room, if there is one, say something once."""
        runner = self.runner_in(room_id)
        if runner:
            runner.put(remark)

    async def latest_in(self, room_id: int) -> tuple[MatchCard, Match] | None:
        """The live match of a room, or else the one that ended there last."""
        runner = self.runner_in(room_id)
        if runner:
            return runner.card, runner.match
        stored = await self.store.latest_match(room_id)
        if stored is None or isinstance(stored, Unreadable):
            return None
        match = replayed(stored)
        return None if isinstance(match, Fault) else (stored.card, match)

    # What timers and the outbox tell

    def _wake(self, match_id: int) -> None:
        runner = self.runner_of(match_id)
        if runner:
            runner.put(Woken())

    def _report(self, post: Post, message_id: int | None) -> None:
        runner = self.runner_of(post.match_id)
        if runner:
            at_ms = self.clock.now_ms() if message_id is None else snowflake_ms(message_id)
            unreached = post.to if message_id is None else None
            runner.report(Delivered(post.sequence, message_id, at_ms, unreached, post.is_post))
        else:
            done = partial(self.store.post_done, post.match_id, post.sequence, message_id)
            self._spawn(self.store.write_retries.until_stored(done))

    def _obstructed(self, address: MatchAddress, by: Obstacle | Lack) -> None:
        if isinstance(by, Lack):
            self.remark(address.room_id, Lacking(by))
        elif not self._gateway.is_silent(address.guild_id):
            # During a server's outage no answer tells anything; posts are tried again at its end.
            self.obstruct(address.room_id, by)

    def _send_late(self, stored: LoadedMatch, post: Post) -> None:
        """Send what is still to be posted about a match that is over."""
        match = replayed(stored)
        if isinstance(match, Fault) or isinstance(stored, Unreadable):
            self.quarantine.tell(stored, [post])
        else:
            self._outbox.put(post, stored.card, attachments_of(stored.card, match, post))

    # Tasks

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task of the match registry has ended", exc_info=task.exception())
