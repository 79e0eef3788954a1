"""Delivers posts to Discord: in order for each reader, below the rate limits, once each.

discord.py sends simultaneous requests in any order. So each room and each reader has a lane here:
one task that delivers one post after the other, and tries each until it has arrived, is no longer
worth sending, or can never arrive.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, TypeVar

import discord

from bot.posts.attachments import NO_ATTACHMENTS, Attachments
from bot.posts.sending.delivery import Delivery, LaneKey, WordsMustWaitError
from bot.posts.sending.failures import FINAL, OBSTACLES, PAUSES, Failure
from bot.posts.sending.requests import GivenUpError, RateLimiter
from bot.posts.sending.room_rate_limit import RoomRateLimiter
from bot.values.card import Address
from bot.values.discord_time import DiscordClock
from bot.values.obstacles import ChannelLost, Hindrance, Obstacle
from bot.values.post import AcknowledgementKind, Post
from engine.seats import SEATS

T = TypeVar("T")

FIRST_RETRY_SECONDS: Final = 0.5
LONGEST_RETRY_SECONDS: Final = 10.0
"""Longest time from one try to the next: a turn may wait for the post."""
KINDS: Final = (None, *product(SEATS, AcknowledgementKind))
"""The kinds of a channel's lanes in which an earlier match's posts come before a later one's."""


def precedes(delivery: Delivery, other_delivery: Delivery) -> bool:
    """Return whether a post is of an earlier match in the same room than another post."""
    is_of_room = delivery.address.room_id == other_delivery.address.room_id
    match_id, other_id = delivery.post.place.match_id, other_delivery.post.place.match_id
    return is_of_room and abs(match_id) < abs(other_id)


@dataclass
class Lane:
    """The posts that wait for one room or reader, or that answer one player's messages there.

    Attributes:
        current: The delivery in progress.
        nudge: Set to try again at once.
    """

    waiting: deque[Delivery] = field(default_factory=deque)
    current: Delivery | None = None
    nudge: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, delivery: Delivery) -> None:
        """Add a post behind all others, which from now on are at least as urgent.

        Only of its room's later matches, which may have begun meanwhile, does it go ahead.
        """
        later = (
            index
            for index, waiting in enumerate(self.waiting)
            if waiting is not self.current and precedes(delivery, waiting)
        )
        self.waiting.insert(next(later, len(self.waiting)), delivery)
        if self.current:
            self.current.guard.hasten(delivery.urgency)
        else:
            # If the lane is holding a post back, this one may go first.
            self.nudge.set()

    def take(self, delivery: Delivery) -> None:
        """Begin to deliver one of the waiting posts."""
        self.waiting.remove(delivery)
        self.current = delivery
        if self.waiting:
            delivery.guard.hasten(min(waiting.urgency for waiting in self.waiting))
        self.nudge.clear()

    @property
    def undelivered(self) -> tuple[Delivery, ...]:
        """The delivery in progress, and the waiting ones."""
        return (*([self.current] if self.current else []), *self.waiting)

    def holds_back(self, delivery: Delivery) -> bool:
        """Return whether an earlier post of a delivery's match is still here."""
        place = delivery.post.place
        return any(
            other_delivery.post.place.match_id == place.match_id
            and other_delivery.post.place.sequence < place.sequence
            for other_delivery in self.undelivered
        )

    async def wait(self, seconds: float | None) -> None:
        """Wait for a time (None: for ever), or until nudged."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.nudge.wait()
        self.nudge.clear()


@dataclass(eq=False)
class Outbox:
    """One lane, with a task of its own, for each room or reader with waiting posts.

    Replies to a player's messages have a lane of their own in the room, where they delay nothing
    else.

    Attributes:
        report: Called with each post and the message it became, None if it was dropped. If it
            returns something to wait for, the next post of the lane goes only then.
        obstructed: Called once for each spell in which a room takes no posts, for each post that
            had to go without something forbidden there, and if followers can be told nothing in a
            channel.
    """

    client: discord.Client
    clock: DiscordClock
    limiter: RateLimiter
    report: Callable[[Post, int | None], Awaitable[None] | None]
    obstructed: Callable[[Address, Hindrance], None]
    _lanes: dict[LaneKey, Lane] = field(default_factory=dict)
    _following: list[Delivery] = field(default_factory=list)
    _room_limiters: dict[int, RoomRateLimiter] = field(
        default_factory=lambda: defaultdict(RoomRateLimiter)
    )
    _obstacles: dict[int, Obstacle] = field(default_factory=dict)
    _newest: dict[Hashable, int] = field(default_factory=lambda: defaultdict(int))
    _held: dict[str, asyncio.Event] = field(default_factory=dict)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def put(
        self,
        post: Post,
        address: Address,
        attachments: Attachments = NO_ATTACHMENTS,
        *,
        is_new: bool = False,
        is_obsolete: Callable[[], bool] = lambda: False,
    ) -> None:
        """Deliver a post, after those of its order that were put before it.

        `is_new` is True if this process wrote the post, so it cannot have been sent before;
        `is_obsolete` returns whether the match has moved on from the post's turn.
        """
        delivery = Delivery(
            self.client, self.clock, self.limiter, post, address, attachments, is_new, is_obsolete
        )
        if post.order.waits_for_room:
            self._following.append(delivery)
            self._release()
        else:
            self._put(delivery)

    def _release(self) -> None:
        """Put in the posts that wait for no earlier one of their match in its room any more."""
        waiting, self._following = self._following, []
        for delivery in waiting:
            room = self._lanes.get((delivery.address.room_id, None))
            if room and room.holds_back(delivery):
                self._following.append(delivery)
            else:
                self._put(delivery)

    def _in_order_with(self, key: LaneKey) -> list[Lane]:
        """Return the lanes whose posts go one match after another: this one and those beside it."""
        channel, kind = key
        kinds = KINDS if kind in KINDS else (kind,)
        return [lane for kind in kinds if (lane := self._lanes.get((channel, kind)))]

    def _earlier(self, delivery: Delivery) -> Iterator[Delivery]:
        """Yield the posts of earlier matches in a post's room, for which it has to wait."""
        for lane in self._in_order_with(delivery.aim.lane):
            yield from (other for other in lane.undelivered if precedes(other, delivery))

    def _put(self, delivery: Delivery) -> None:
        key = delivery.aim.lane
        for earlier in self._earlier(delivery):
            earlier.guard.hasten(delivery.urgency)
        if delivery.post.starts_clock:
            # No turn waits out a long pause between two tries.
            for lane in self._in_order_with(key):
                lane.nudge.set()
        if key not in self._lanes:
            self._lanes[key] = Lane()
            self._spawn(self._empty(key))
        self._lanes[key].put(delivery)

    def _spawn(self, operation: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(operation)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @contextmanager
    def holding(self, token: str) -> Iterator[None]:
        """Deliver no answer to the interaction with this token inside the block.

        The interaction must be acknowledged first: only then can an answer take its place.
        """
        acknowledged = self._held[token] = asyncio.Event()
        try:
            yield
        finally:
            del self._held[token]
            acknowledged.set()

    def undelivered(self) -> Iterator[Delivery]:
        """Yield everything that has yet to be delivered, in no particular order."""
        for lane in self._lanes.values():
            yield from lane.undelivered
        yield from self._following

    def retry(self, channel: int) -> None:
        """Retry the posts for a room or reader at once; report the obstacle again if it fails."""
        self._obstacles.pop(channel, None)
        for (place, _), lane in self._lanes.items():
            if place == channel:
                lane.nudge.set()

    async def close(self) -> None:
        """Stop; undelivered posts stay waiting in the store."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _empty(self, key: LaneKey) -> None:
        lane = self._lanes[key]
        while lane.waiting:
            delivery = await self._next(lane)
            lane.take(delivery)
            if acknowledged := self._held.get(delivery.post.reply.token or ""):
                await acknowledged.wait()
            deliver = self._deliver_paced if delivery.is_paced else self._deliver
            message_id = await deliver(lane, delivery)
            if noting := self.report(delivery.post, message_id):
                await noting
            lane.current = None
            for other_lane in self._in_order_with(key):
                if not other_lane.current:
                    other_lane.nudge.set()
            if message_id and delivery.correction:
                self._spawn(delivery.correct(message_id, delivery.correction))
            if self._following:
                self._release()
        del self._lanes[key]

    async def _next(self, lane: Lane) -> Delivery:
        """Wait for the first post or, while that is held back, the first urgent one of its match.

        The first also waits for the posts of its room's earlier matches.
        """
        while True:
            first = lane.waiting[0]
            if first.is_stale():
                return first
            if lane.current is None and any(self._earlier(first)):
                await lane.wait(first.until_stale())
                continue
            if not first.is_paced:
                return first
            limiter = self._room_limiters[first.aim.channel]
            seconds = limiter.seconds_to_wait(first.post, asyncio.get_running_loop().time())
            if seconds <= 0:
                return first
            urgent = next(
                (
                    delivery
                    for delivery in lane.waiting
                    if delivery.post.order.is_urgent and not precedes(first, delivery)
                ),
                None,
            )
            if urgent:
                return urgent
            await lane.wait(first.until_stale(seconds))

    async def _deliver_paced(self, lane: Lane, delivery: Delivery) -> int | None:
        limiter = self._room_limiters[delivery.aim.channel]
        loop = asyncio.get_running_loop()
        sent = limiter.begin(delivery.post, loop.time())
        message_id = await self._deliver(lane, delivery)
        limiter.end(sent, loop.time(), stands=message_id is not None)
        return message_id

    async def _deliver_words(self, lane: Lane, delivery: Delivery) -> int | None:
        """Deliver a reaction in words: a message, which waits for room like any other."""
        delivery.is_paced = True
        lane.waiting.appendleft(delivery)
        lane.take(await self._next(lane))
        return await self._deliver_paced(lane, delivery)

    async def _deliver(self, lane: Lane, delivery: Delivery) -> int | None:
        """Try until it arrives; return None if it is no longer worth sending, or never can."""
        loop = asyncio.get_running_loop()
        retry_seconds = FIRST_RETRY_SECONDS
        while not delivery.is_stale():
            tried_at = loop.time()
            try:
                if delivery.post.worth.expires_ms is None:
                    message_id = await delivery.attempt(self._newest[delivery.aim.order])
                else:
                    message_id = await self._attempt_in_time(delivery)
            except GivenUpError:
                break
            except WordsMustWaitError:
                return await self._deliver_words(lane, delivery)
            except Exception as error:  # noqa: BLE001 - whatever it is, the lane has to go on
                failure = self._fails(delivery, error)
                guild = self.client.get_guild(delivery.address.guild_id)
                # During a server's outage, no answer tells anything.
                is_known = guild is not None and not guild.unavailable
                if failure in FINAL or (failure is Failure.GONE and is_known):
                    break
                # discord.py has waited between its own tries.
                rest_seconds = tried_at + LONGEST_RETRY_SECONDS - loop.time()
                seconds = PAUSES.get(failure, min(retry_seconds, rest_seconds))
                await lane.wait(delivery.until_stale(seconds))
                retry_seconds *= 2
            else:
                self._stands(delivery, message_id)
                return message_id
        return None

    async def _attempt_in_time(self, delivery: Delivery) -> int:
        """Try once; give up when the post grows stale, unless its request is under way just then.

        The try is not cancelled: discord.py would forget its waiting state, which all requests
        share.

        Raises:
            GivenUpError: The post is not worth sending any more.
        """
        task = self._spawn(delivery.attempt(self._newest[delivery.aim.order]))
        await asyncio.wait({task}, timeout=delivery.until_stale())
        if not task.done():
            delivery.guard.give_up()
            await delivery.guard.is_idle.wait()
        if not task.done():
            # Nobody else asks how an abandoned try went.
            asyncio.gather(task, return_exceptions=True)
            raise GivenUpError
        return task.result()

    def _stands(self, delivery: Delivery, message_id: int) -> None:
        order = delivery.aim.order
        self._newest[order] = max(message_id, delivery.post.place.comes_after, self._newest[order])
        if not delivery.post.reply.reaction:
            self._obstacles.pop(delivery.aim.channel, None)
        if delivery.lack and delivery.post.audience is None:
            self.obstructed(delivery.address, delivery.lack)

    def _fails(self, delivery: Delivery, error: Exception) -> Failure:
        failure = delivery.fail(error)
        if failure is Failure.NO_AUDIENCE:
            self.obstructed(delivery.address, ChannelLost(delivery.aim.channel))
        obstacle = OBSTACLES.get(failure)
        if obstacle and self._obstacles.get(delivery.aim.channel) is not obstacle:
            self._obstacles[delivery.aim.channel] = obstacle
            self.obstructed(delivery.address, obstacle)
        return failure
