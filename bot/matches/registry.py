"""All that lives as long as the bot: the tables of live matches, their clock, store and outbox."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from math import isfinite
from typing import Final

import aiohttp
import discord
from sqlalchemy.exc import DatabaseError

from bot.card import MatchCard
from bot.discord_clock import DiscordClock, snowflake_ms
from bot.incoming.direct_messages import DirectMessages
from bot.live.decide import RESUME
from bot.live.events import Away, Delivered, Obstructed, Ruled, Unheard, Woken
from bot.matches.catching_up import Reader
from bot.matches.quarantine import Quarantine
from bot.matches.runner import MatchRunner
from bot.matches.standstill import Standstill
from bot.matches.surroundings import Surroundings
from bot.matches.timers import Timekeeper
from bot.obstacles import Lack, Lacking, Left, Obstacle, Remark
from bot.posts.attachments import attachments_of
from bot.posts.compose import Composer, too_late
from bot.posts.delivery import MatchAddress
from bot.posts.outbox import Outbox
from bot.posts.post import Post
from bot.posts.rate_limit import RateLimiter
from bot.storage.database import CANNOT_BE_READ
from bot.storage.records import Kept, Unreadable
from bot.storage.rows import Damaged
from bot.storage.store import COMMAND_SECONDS, NotKept, Store
from bot.storage.verify import Fault, replayed
from bot.texts import texts_of
from engine.matches.match import Match
from engine.refusals import Refused
from engine.seats import Seat

log = logging.getLogger(__name__)

ALIVE_EVERY_SECONDS: Final = 2.0
UNKNOWN_MEMBER: Final = 10007
LONGEST_BLIP_MS: Final = 3_000
"""A session that is resumed sooner than this has missed nothing, and nobody waited for anything."""


class MatchRegistry:
    """Opens tables, takes them up again after a restart, and wakes them."""

    def __init__(
        self, client: discord.Client, store: Store, limiter: RateLimiter | None = None
    ) -> None:
        self.store = store
        self.clock = DiscordClock()
        self.is_open = False
        self._client = client
        self._runners: dict[int, MatchRunner] = {}
        self._rooms: dict[int, MatchRunner] = {}
        self._timekeeper = Timekeeper(self.clock, self._wake)
        self._limiter = limiter or RateLimiter()
        self._outbox = Outbox(client, self.clock, self._limiter, self._report, self._obstructed)
        self.direct_messages = DirectMessages(client, self._runners.values)
        self.quarantine = Quarantine(store, self._outbox)
        self._around = Surroundings(
            store=store,
            clock=self.clock,
            send=self._send,
            wake_at=self._timekeeper.set,
            read_room=Reader(client, self.direct_messages, self._limiter).read,
            is_connected=self._hears,
            look_for=self._look_for,
            close=self._close,
        )
        self._standstill = Standstill(
            client, self.clock, self._limiter, store.keeping, self._runners.values, self._hears
        )
        self._alive_ms = 0
        self._lost_ms: int | None = None
        self._guilds: set[int] | None = None
        self._silent: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # Life

    async def start(self) -> None:
        """Take up every live match where it stood, and begin to keep time."""
        alive_ms = await self.store.alive_ms()
        for stored in await self.store.live_matches():
            await self._take_up_or_set_aside(stored, alive_ms or self.clock.now_ms())
        for stored, post in await self.store.waiting_posts_of_ended():
            self._send_late(stored, post)
        await self.return_submissions()
        # From here on, what the gateway tells is heard; what it told before has to be read.
        self.is_open = True
        self._alive_ms = self.clock.now_ms()
        for runner in self._runners.values():
            if not self._is_member(runner.card.guild_id):
                self.obstruct(runner.card.room_id, Obstacle.REMOVED)
            elif runner.card.guild_id not in self._silent:
                runner.catch_up(is_new_session=True)
        for work in (self._timekeeper.run(), self._keep_alive(), self._standstill.run()):
            self._spawn(work)

    async def stop(self) -> None:
        """Stop everything; what is not kept yet has not happened."""
        # A form that came from now on would be promised an answer that nobody gives.
        was_open, self.is_open = self.is_open, False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(runner.stop() for runner in self._runners.values()))
        await self._outbox.close()
        if was_open:
            with suppress(DatabaseError):
                await self.store.put_alive(self._alive_ms)

    def lose_sight(self) -> None:
        """Note that the gateway tells nothing any more."""
        if self._lost_ms is None:
            self._lost_ms = self.clock.now_ms()

    def prove_alive(self) -> None:
        """Note that the gateway has just told something; before the house is open nobody hears it.

        What it did not tell meanwhile is read, but of the guilds that it does not tell of yet.
        """
        if not self.is_open:
            # Whatever was lost before is read when the house opens.
            self._lost_ms = None
            return
        now_ms = self.clock.now_ms()
        if self._lost_ms is not None:
            is_blip = now_ms - self._lost_ms <= LONGEST_BLIP_MS
            for runner in self._runners.values():
                if runner.card.guild_id not in self._silent:
                    runner.put(Away(None if is_blip else self._alive_ms))
        self._lost_ms, self._alive_ms = None, now_ms

    def begin_session(self, guild_ids: Collection[int]) -> None:
        """Note that the gateway begins anew, with these guilds: each is to come as a whole.

        It will never tell what happened since the session before. Of a guild that is struck by an
        outage it tells nothing until that is over.
        """
        since_ms, self._lost_ms = self._alive_ms, None
        self._guilds, self._silent = set(guild_ids), set(guild_ids)
        for runner in self._runners.values():
            if self._is_member(runner.card.guild_id):
                runner.put(Unheard(since_ms))
            else:
                self.obstruct(runner.card.room_id, Obstacle.REMOVED)
        self.prove_alive()

    # Guilds

    def lose_guild(self, guild_id: int) -> None:
        """Note that of a guild nothing is told any more."""
        self._silent.add(guild_id)
        for runner in self.runners_of(guild_id):
            runner.put(Unheard(self.clock.now_ms()))

    def regain_guild(self, guild_id: int) -> None:
        """Note that a guild has come as a whole, and is told of from now on."""
        if self._guilds is not None:
            self._guilds.add(guild_id)
        is_told_again = guild_id in self._silent
        self._silent.discard(guild_id)
        for runner in self.runners_of(guild_id):
            if is_told_again:
                runner.put(Away(None, is_new_session=True))
            for lane in (runner.card.room_id, runner.card.host_id):
                self._outbox.retry(lane)

    def leave_guild(self, guild_id: int) -> None:
        """Note that the Dealer is no member of a guild any more."""
        self._silent.discard(guild_id)
        for runner in self.runners_of(guild_id):
            self.obstruct(runner.card.room_id, Obstacle.REMOVED)

    def _is_member(self, guild_id: int) -> bool:
        """Whether the Dealer was of a guild as the session began, as far as that is known."""
        return self._guilds is None or guild_id in self._guilds

    def _hears(self, guild_id: int) -> bool:
        return self._lost_ms is None and guild_id not in self._silent

    # Matches

    async def open_match(self, card: MatchCard, interaction_id: int) -> MatchRunner:
        """Begin a match in a room.

        Raises:
            NotKept: Nothing can be kept just now.
            RoomTaken: There is a live match in the room.
        """
        beginning = Match.begin(card.game, by_posts=True)
        runner = MatchRunner(self._around, card, _composer(card), beginning.match)
        await runner.open(beginning, read_to=interaction_id)
        self._seat(runner)
        return runner

    async def return_submissions(self) -> None:
        """Give back what was kept for a match that has ended before it heard it."""
        for stored, post in await self.store.keeping.insistently(
            partial(self.store.return_submissions, too_late)
        ):
            self._send_late(stored, post)

    def runner_in(self, room_id: int) -> MatchRunner | None:
        """The table of a room's live match."""
        return self._rooms.get(room_id)

    def runners_of(self, guild_id: int) -> list[MatchRunner]:
        """The tables of a guild's live matches."""
        return [runner for runner in self._runners.values() if runner.card.guild_id == guild_id]

    def runner_of(self, match_id: int) -> MatchRunner | None:
        """The table of a live match."""
        return self._runners.get(match_id)

    def obstruct(self, room_id: int, obstacle: Obstacle) -> None:
        """Let the match of a room wait, since nothing can be said there."""
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

    async def rule(self, runner: MatchRunner, text: str, interaction_id: int) -> Refused | None:
        """Put a host's ruling to a table; why it was refused, if it was.

        Raises:
            NotKept: Nothing can be kept just now; it is not carried out, and never will be.
        """
        answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        ruled = Ruled(text, interaction_id, snowflake_ms(interaction_id), answer)
        runner.put(ruled)
        while not answer.done():
            await asyncio.wait({answer}, timeout=COMMAND_SECONDS)
            is_vain = self.store.keeping.failing_seconds is not None
            if not answer.done() and is_vain and not runner.is_judging(ruled):
                answer.cancel()
                raise NotKept
        refusal = await answer
        if text == RESUME and refusal is None:
            # The host says that the room is open again.
            self._outbox.retry(runner.card.room_id)
        return refusal

    # What tables and the outbox ask of the house

    def _seat(self, runner: MatchRunner) -> None:
        self._runners[runner.card.id] = self._rooms[runner.card.room_id] = runner

    async def _take_up_or_set_aside(self, stored: Kept, alive_ms: int) -> None:
        """Let one match go on, or wait: whatever is wrong with it, the others do go on."""
        try:
            await self._take_up(stored, alive_ms)
        except (*CANNOT_BE_READ, Damaged):
            # That is no fault of this match alone.
            raise
        except Exception as error:
            log.exception("match %s cannot be resumed", stored.match_id)
            runner = self._runners.get(stored.match_id)
            if runner:
                await runner.stop()
                self._close(runner)
            reason = f"it cannot be resumed ({type(error).__name__})"
            await self.quarantine.add(stored, reason, alive_ms)

    async def _take_up(self, stored: Kept, alive_ms: int) -> None:
        if isinstance(stored, Unreadable):
            await self.quarantine.add(stored, stored.reason, alive_ms)
            return
        match = replayed(stored)
        if isinstance(match, Fault):
            await self.quarantine.add(stored, match.reason, alive_ms)
            return
        if stored.aside:
            await self.store.keeping.insistently(partial(self.store.bring_back, stored.card.id))
            alive_ms = min(alive_ms, stored.aside.since_ms)
        log.info("match %s in room %s goes on", stored.card.id, stored.card.room_id)
        runner = MatchRunner(self._around, stored.card, _composer(stored.card), match)
        self._seat(runner)
        await runner.take_up(stored, alive_ms)

    def _send_late(self, stored: Kept, post: Post) -> None:
        """Tell what is still to be told of a match that is over."""
        match = replayed(stored)
        if isinstance(match, Fault) or isinstance(stored, Unreadable):
            self.quarantine.tell(stored, [post])
        else:
            self._outbox.put(post, stored.card, attachments_of(stored.card, match, post))

    def _close(self, runner: MatchRunner) -> None:
        del self._runners[runner.card.id]
        if self._rooms[runner.card.room_id] is runner:
            del self._rooms[runner.card.room_id]
        self._timekeeper.set(runner.card.id, None)
        if runner.inbox:
            # What an earlier process kept has not been read where the room was shut since then.
            self._spawn(self.return_submissions())

    def _wake(self, match_id: int) -> None:
        runner = self._runners.get(match_id)
        if runner:
            runner.put(Woken())

    def _send(self, runner: MatchRunner, posts: Iterable[Post]) -> None:
        for post in posts:
            self._outbox.put(
                post,
                runner.card,
                attachments_of(runner.card, runner.match, post),
                is_new=runner.wrote(post),
                is_moot=partial(_has_moved_on, runner, post),
            )

    def _report(self, post: Post, message_id: int | None) -> None:
        runner = self._runners.get(post.match_id)
        if runner:
            at_ms = self.clock.now_ms() if message_id is None else snowflake_ms(message_id)
            unreached = post.to if message_id is None else None
            is_in_room = post.is_post
            runner.put(Delivered(post.sequence, message_id, at_ms, unreached, is_in_room))
        else:
            done = partial(self.store.post_done, post.match_id, post.sequence, message_id)
            self._spawn(self.store.keeping.insistently(done))

    def _obstructed(self, address: MatchAddress, by: Obstacle | Lack) -> None:
        if isinstance(by, Lack):
            self.remark(address.room_id, Lacking(by))
        elif address.guild_id not in self._silent:
            # Of a server in an outage no answer tells anything; it is tried again at its end.
            self.obstruct(address.room_id, by)

    def _look_for(self, runner: MatchRunner, seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            self._spawn(self._look_for_player(runner, seat))

    async def _look_for_player(self, runner: MatchRunner, seat: Seat) -> None:
        """See whether a player is still on the server; without another intent nobody tells."""
        card = runner.card
        try:
            await self._client.http.get_member(card.guild_id, card.players[seat].id)
        except discord.NotFound as error:
            if error.code == UNKNOWN_MEMBER:
                runner.put(Left(seat))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("match %s: cannot tell who has left: %s", card.id, error)

    # Tasks

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task of the house has ended", exc_info=task.exception())

    async def _keep_alive(self) -> None:
        """Keep the proof of life every few seconds; what is written last is where a gap begins.

        It is written where it is no newer, too: so it shows soon that nothing can be kept.
        """
        latency = self._client.latency
        while True:
            if self._client.latency != latency:
                # The library measures anew exactly when a heartbeat is acknowledged. What it says
                # of a connection that is closed, or has no session yet, proves nothing.
                latency = self._client.latency
                if self._lost_ms is None and isfinite(latency):
                    self._alive_ms = self.clock.now_ms()
            put_alive = partial(self.store.put_alive, self._alive_ms)
            await self.store.keeping.insistently(put_alive)
            await asyncio.sleep(ALIVE_EVERY_SECONDS)


def _composer(card: MatchCard) -> Composer:
    return Composer(card, texts_of(card.game))


def _has_moved_on(runner: MatchRunner, post: Post) -> bool:
    """Whether another turn has opened since a post was written."""
    return runner.opening > post.sequence
