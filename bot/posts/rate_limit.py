"""Keeps the bot below Discord's rate limits, so that a 429 is the exception.

`RateLimiter` bounds all requests together, `RoomRateLimiter` the messages in one room. discord.py
paces neither: it waits only once Discord has answered 429, and then makes everybody wait, however
urgent. Should a 429 come all the same, discord.py sits it out and repeats the request.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from bot.posts.post import Post, Slot, Urgency

# All requests: Discord takes 50 a second.

REQUESTS_A_SECOND: Final = 45
BURST: Final = 3
"""How many requests may go at once after a rest; with the rate, the most in any window."""
KEPT_BACK: Final = 2
"""How many of a burst are for urgent requests alone, however many others wait."""
WINDOW_SECONDS: Final = 1.04
"""The second in which Discord counts, and how much longer one request may travel than another."""

# One room: Discord takes five messages in five seconds.

ROOM_WINDOW_SECONDS: Final = 5.0
MOST_NOT_URGENT: Final = 4
"""How many messages in a window may be other than urgent."""
MOST_BEFORE_A_REPLY: Final = 3
"""A reply to a player waits until fewer messages than this are in the window."""
MOST_OF_A_KIND: Final = 2
"""How many replies one player gets in a window; as many reactions, where they become words."""


class Permit:
    """Leave to make one request; `granted` is done once it may be made."""

    def __init__(self, arrival: int) -> None:
        self.arrival = arrival
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class RateLimiter:
    """Lets requests out at a steady rate after a short burst: by urgency, then by arrival.

    Part of the burst is kept back from usual requests, so that an urgent one goes at once even
    while many others wait. The rate is measured from when requests really went: an event loop that
    was held up does not catch up with a flood.

    A request passes twice. `acquire` (or `ask`) gives it leave to begin; `depart` counts it in the
    sliding window just before it is sent, because some requests must open a connection first and
    would otherwise leave together with those that came after them.
    """

    def __init__(
        self, rate: float = REQUESTS_A_SECOND, burst: int = BURST, kept_back: int = KEPT_BACK
    ) -> None:
        self._interval = 1 / rate
        self._burst = burst
        self._kept_back = kept_back
        self._arrivals = count()
        self._waiting: list[tuple[Urgency, int, Permit]] = []
        self._free_at = -inf
        self._next_grant: asyncio.TimerHandle | None = None
        self._departures: deque[float] = deque(maxlen=round(rate) + burst)

    def ask(self, urgency: Urgency) -> Permit:
        """Queue up for a permit."""
        permit = Permit(next(self._arrivals))
        self.hasten(permit, urgency)
        return permit

    def hasten(self, permit: Permit, urgency: Urgency) -> None:
        """Move a permit that is waited for further ahead."""
        heappush(self._waiting, (urgency, permit.arrival, permit))
        if self._next_grant:
            # It may go before the one for which the timer was set.
            self._next_grant.cancel()
        self._grant()

    async def acquire(self, urgency: Urgency) -> None:
        """Queue up for a permit and wait until it is granted."""
        await self.ask(urgency).granted

    async def depart(self) -> None:
        """Wait until the window has room for a request, which must then be sent at once."""
        loop, departures = asyncio.get_running_loop(), self._departures
        is_full = len(departures) == departures.maxlen
        while is_full and (seconds := departures[0] + WINDOW_SECONDS - loop.time()) > 0:  # noqa: ASYNC110 - others may be quicker
            await asyncio.sleep(seconds)
        departures.append(loop.time())

    def _grant(self) -> None:
        """Grant as many permits as the rate allows, and come back for the next."""
        loop = asyncio.get_running_loop()
        self._next_grant = None
        while self._waiting:
            urgency, _, permit = self._waiting[0]
            # A permit may stand here twice, if it was hastened; or nobody may wait for it any more.
            if not permit.granted.done():
                now, free_at = loop.time(), self._free_at
                if urgency is Urgency.USUAL:
                    free_at += self._kept_back * self._interval
                if now < free_at:
                    self._next_grant = loop.call_at(free_at, self._grant)
                    return
                permit.granted.set_result(None)
                rested_until = now - (self._burst - 1) * self._interval
                self._free_at = max(self._free_at, rested_until) + self._interval
            heappop(self._waiting)


@dataclass
class Sent:
    """Something sent to a room, which counts until an instant of the event loop's time."""

    until: float
    slot: Slot | None
    is_message: bool


class RoomRateLimiter:
    """How long the next post to one room has to wait, so that boards and warnings never do.

    Urgent posts are never held back: the rest of the window is theirs. Reactions are not either,
    since Discord counts them apart, unless they had to be put into words.
    """

    def __init__(self) -> None:
        self._sent: list[Sent] = []

    def seconds_to_wait(self, post: Post, now: float) -> float:
        """How many seconds from now a post has to wait."""
        if post.is_urgent:
            return 0.0
        sent = [each for each in self._sent if each.until > now and each.is_message]
        slot = _reply_slot(post)
        free_at = [now]
        if slot:
            of_a_kind = [each for each in sent if each.slot == slot]
            free_at.append(_when_fewer_than(MOST_OF_A_KIND, of_a_kind))
        if not post.reaction:
            most = MOST_BEFORE_A_REPLY if slot else MOST_NOT_URGENT
            free_at.append(_when_fewer_than(most, sent))
        return max(free_at) - now

    def begin(self, post: Post, now: float) -> Sent:
        """Count a post that is about to be sent."""
        self._sent = [each for each in self._sent if each.until > now]
        sent = Sent(now + ROOM_WINDOW_SECONDS, _reply_slot(post), not post.reaction)
        if not post.is_urgent:
            self._sent.append(sent)
        return sent

    def end(self, sent: Sent, now: float, *, stands: bool, is_message: bool) -> None:
        """Note that it stands, or was dropped; Discord's window may have begun as late as now."""
        sent.until = now + ROOM_WINDOW_SECONDS if stands else now
        sent.is_message = is_message


def _reply_slot(post: Post) -> Slot | None:
    return post.slot if post.hangs_on_message else None


def _when_fewer_than(most: int, sent: Iterable[Sent]) -> float:
    """When fewer than so many count."""
    ends = sorted(each.until for each in sent)
    return ends[-most] if len(ends) >= most else 0.0
