"""Delivers letters to Discord: in order for each reader, paced below its limits, once each."""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

import aiohttp
import discord

from bot.discord_clock import DiscordClock
from bot.obstacles import Lack, Obstacle
from bot.posts.attachments import Parcel
from bot.posts.delivery import Delivery
from bot.posts.failures import OBSTACLES, Verdict, lack_behind, verdict
from bot.posts.post import Post, Slot, Urgency
from bot.posts.rate_limit import RateLimiter, RoomRateLimiter
from bot.posts.request_guard import GivenUpError, NonceTooOldError, RequestGuard

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS: Final = 0.5
LONGEST_RETRY_SECONDS: Final = 60.0
RESTS: Final = {
    Verdict.TRY_PLAINER: 0.0,
    Verdict.TRY_IN_WORDS: 0.0,
    Verdict.TRY_RARELY: LONGEST_RETRY_SECONDS,
    Verdict.APART: None,
    Verdict.FORBIDDEN: 60.0,
    Verdict.GONE: None,
}
"""For how many seconds to rest after a failure that is not like others; None: until asked."""

EXPECTED: Final = (discord.HTTPException, aiohttp.ClientError, OSError, NonceTooOldError)
"""What goes wrong between here and Discord; anything else is a fault of ours."""


class Report(Protocol):
    """Is told what became of a letter: the message it stands as, or None if it was dropped."""

    def __call__(self, post: Post, message_id: int | None) -> None:
        """Take the report."""


class Lane:
    """What waits for one room or reader, or hangs on one player's messages there."""

    def __init__(self) -> None:
        self.parcels: deque[Parcel] = deque()
        self.delivery: Delivery | None = None
        self._nudge = asyncio.Event()

    def urgency(self, parcel: Parcel) -> Urgency:
        """The best of one that goes now and all that wait, for they go after it."""
        return min(each.post.urgency for each in (parcel, *self.parcels))

    def put(self, parcel: Parcel) -> None:
        """Put a parcel behind all others, and let those go as fast as it is to go."""
        self.parcels.append(parcel)
        if self.delivery:
            self.delivery.guard.hasten(parcel.post.urgency)
        else:
            # What is held back may have to let this one pass.
            self.nudge()

    def nudge(self) -> None:
        """Try again at once."""
        self._nudge.set()

    def take(self, parcel: Parcel, delivery: Delivery) -> None:
        """Let a parcel go now."""
        self.parcels.remove(parcel)
        self.delivery = delivery
        self._nudge.clear()

    async def rest(self, seconds: float | None) -> None:
        """Do nothing for a time, for ever where there is none, or until it is nudged."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._nudge.wait()
        self._nudge.clear()


class Outbox:
    """One lane and one task for each room or reader that has letters waiting.

    In a room, what answers a player's message has a lane of its own, which delays no other, and
    what is not urgent is held back where it would use up what Discord takes.
    """

    def __init__(
        self,
        client: discord.Client,
        clock: DiscordClock,
        limiter: RateLimiter,
        report: Report,
        obstructed: Callable[[Parcel, Obstacle | Lack], None],
    ) -> None:
        """Make an outbox of a client whose requests the limiter counts.

        `obstructed` is told once a spell that nothing can be posted in a room, and what waits; and
        of every post that had to do without something that is not allowed there.
        """
        self._client = client
        self._clock = clock
        self._limiter = limiter
        self._report = report
        self._obstructed = obstructed
        self._lanes: dict[tuple[int, Slot | None], Lane] = {}
        self._room_limiters: dict[int, RoomRateLimiter] = defaultdict(RoomRateLimiter)
        self._obstacles: dict[int, Obstacle] = {}
        self._newest: dict[Hashable, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._tries: set[asyncio.Task[int]] = set()

    def put(self, parcel: Parcel) -> None:
        """Send a letter after all of its order that were put before."""
        lane = self._lanes.get(parcel.lane)
        if lane:
            lane.put(parcel)
            return
        lane = self._lanes[parcel.lane] = Lane()
        lane.put(parcel)
        task = asyncio.create_task(self._empty(parcel.lane, lane), name=f"outbox {parcel.lane}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def retry(self, channel: int) -> None:
        """Try at once what waits for a room or reader: something may have changed. Tell if not."""
        self._obstacles.pop(channel, None)
        for (place, _), lane in self._lanes.items():
            if place == channel:
                lane.nudge()

    async def close(self) -> None:
        """Stop; what is not delivered stays waiting in the store."""
        tasks = [*self._tasks, *self._tries]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _empty(self, key: tuple[int, Slot | None], lane: Lane) -> None:
        while lane.parcels:
            parcel = await self._next(lane)
            guard = RequestGuard(
                self._limiter, lane.urgency(parcel), partial(self._is_stale, parcel)
            )
            delivery = Delivery(
                self._client, self._clock, parcel, guard, self._newest_before(parcel)
            )
            lane.take(parcel, delivery)
            message_id = await self._paced(lane, delivery, parcel)
            lane.delivery = None
            self._report(parcel.post, message_id)
        del self._lanes[key]

    async def _next(self, lane: Lane) -> Parcel:
        """The first that waits or, while that is held back, the first that is urgent."""
        while True:
            first = lane.parcels[0]
            seconds = 0.0 if self._is_stale(first) else self._held_back(first)
            if seconds <= 0:
                return first
            urgent = next((each for each in lane.parcels if each.post.is_urgent), None)
            if urgent:
                return urgent
            await lane.rest(self._before_stale(first, seconds))

    def _held_back(self, parcel: Parcel) -> float:
        """For how many seconds a letter has to leave room for others; none in private."""
        if parcel.reader_id is not None:
            return 0.0
        now = asyncio.get_running_loop().time()
        return self._room_limiters[parcel.room_id].seconds_to_wait(parcel.post, now)

    async def _paced(self, lane: Lane, delivery: Delivery, parcel: Parcel) -> int | None:
        """Deliver it, counted among what the room is sent."""
        if parcel.reader_id is not None:
            return await self._deliver(lane, delivery, parcel)
        room, loop, post = (
            self._room_limiters[parcel.room_id],
            asyncio.get_running_loop(),
            parcel.post,
        )
        sent = room.begin(post, loop.time())
        message_id = await self._deliver(lane, delivery, parcel)
        is_message = delivery.is_in_words or not post.reaction
        room.end(sent, loop.time(), stands=message_id is not None, is_message=is_message)
        return message_id

    async def _deliver(self, lane: Lane, delivery: Delivery, parcel: Parcel) -> int | None:
        """Try until it stands; None where it is not worth it, or can never stand."""
        retry_seconds = FIRST_RETRY_SECONDS
        while not self._is_stale(parcel):
            try:
                message_id = await self._attempt(delivery, parcel)
            except GivenUpError:
                break
            except Exception as error:  # noqa: BLE001 - whatever it is, the lane has to go on
                judged = self._judge(delivery, parcel, error)
                if judged is Verdict.DROP:
                    break
                await lane.rest(self._before_stale(parcel, RESTS.get(judged, retry_seconds)))
                retry_seconds = min(LONGEST_RETRY_SECONDS, retry_seconds * 2)
            else:
                self._stands(parcel, message_id)
                if delivery.lack:
                    self._obstructed(parcel, delivery.lack)
                return message_id
        return None

    def _newest_before(self, parcel: Parcel) -> int:
        """A message before which a letter cannot stand."""
        return max(parcel.comes_after, self._newest.get(_order(parcel), 0))

    def _stands(self, parcel: Parcel, message_id: int) -> None:
        newest = max(message_id, self._newest_before(parcel))
        self._newest[_order(parcel)] = newest
        if not parcel.post.reaction:
            self._obstacles.pop(parcel.channel, None)

    async def _attempt(self, delivery: Delivery, parcel: Parcel) -> int:
        """One try, given up when the letter grows stale, unless it is on the wire just then.

        It is not cancelled: the library would forget what it waits for on behalf of all others.

        Raises:
            GivenUpError: The letter is not worth sending any more.
        """
        guard, trying = delivery.guard, asyncio.create_task(delivery.attempt())
        self._tries.add(trying)
        trying.add_done_callback(partial(self._tried, guard))
        await asyncio.wait({trying}, timeout=self._before_stale(parcel, None))
        if not trying.done():
            guard.give_up()
            await guard.is_idle.wait()
        if not trying.done():
            raise GivenUpError
        return trying.result()

    def _tried(self, guard: RequestGuard, trying: asyncio.Task[int]) -> None:
        self._tries.discard(trying)
        guard.is_idle.set()
        if not trying.cancelled():
            # Of one that was given up nobody else asks how it went.
            trying.exception()

    def _judge(self, delivery: Delivery, parcel: Parcel, error: Exception) -> Verdict:
        """What is to be done after a failed try; whoever has to know is told."""
        judged = verdict(parcel, error, is_in_words=delivery.is_in_words)
        if judged is Verdict.TRY_PLAINER and delivery.is_plain:
            log.error("letter %s is dropped, for it is not taken: %s", parcel.nonce, error)
            return Verdict.DROP
        delivery.is_plain |= judged is Verdict.TRY_PLAINER
        if judged is Verdict.TRY_IN_WORDS:
            delivery.is_in_words, delivery.lack = True, lack_behind(parcel, error)
        is_known = isinstance(error, EXPECTED)
        level = logging.ERROR if judged is Verdict.TRY_RARELY or not is_known else logging.WARNING
        trace = None if is_known else error
        log.log(level, "letter %s: %s: %s", parcel.nonce, judged.value, error, exc_info=trace)
        obstacle = OBSTACLES.get(judged)
        if obstacle:
            # Nothing at all is taken there, so it is not what went with it.
            delivery.is_in_words, delivery.lack = False, None
        if obstacle and self._obstacles.get(parcel.channel) is not obstacle:
            self._obstacles[parcel.channel] = obstacle
            self._obstructed(parcel, obstacle)
        return judged

    def _is_stale(self, parcel: Parcel) -> bool:
        post = parcel.post
        if post.for_turn and parcel.is_moot():
            return True
        return post.expires_ms is not None and self._clock.now_ms() > post.expires_ms

    def _before_stale(self, parcel: Parcel, seconds: float | None) -> float | None:
        """So many seconds, for ever where there is none, but no longer than the letter keeps."""
        expires_ms = parcel.post.expires_ms
        if expires_ms is None:
            return seconds
        left = max(0.0, (expires_ms + 1 - self._clock.now_ms()) / 1000)
        return left if seconds is None else min(left, seconds)


def _order(parcel: Parcel) -> Hashable:
    """What letters have in common of which each stands after those before it."""
    return parcel.channel, parcel.post.match_id, parcel.post.order
