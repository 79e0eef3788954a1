"""Keeps the bot below Discord's rate limits, so that a 429 is the exception.

`RateLimiter` bounds all requests together, `RoomRateLimiter` the messages in one room. discord.py
paces neither: it waits only once Discord has answered 429, and then makes everybody wait, however
urgent. If a 429 comes anyway, discord.py waits it out and repeats the request.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from bot.posts.post import Acknowledgement, Post, Urgency

# All requests: Discord allows 50 a second.

REQUESTS_A_SECOND: Final = 45
BURST: Final = 3
"""How many requests may go at once after a rest; with the rate, this bounds every window."""
KEPT_BACK: Final = 2
"""How much of a burst is reserved for urgent requests, however many others wait."""
WINDOW_SECONDS: Final = 1.04
"""The second that Discord counts in, plus how much longer one request may travel than another."""

# One room: Discord allows five messages in five seconds.

ROOM_WINDOW_SECONDS: Final = 5.0
MOST_NOT_URGENT: Final = 4
"""How many non-urgent messages a window may hold."""
MOST_BEFORE_A_REPLY: Final = 3
"""A reply to a player waits until the window holds fewer messages than this."""
MOST_OF_A_KIND: Final = 2
"""How many replies one player gets in a window; as many reactions, where these become words."""


class Permit:
    """Permission to make one request; `granted` is done once the request may go."""

    def __init__(self, arrival: int) -> None:
        self.arrival = arrival
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class RateLimiter:
    """Lets requests out at a steady rate after a short burst: by urgency, then by arrival.

    Part of the burst is reserved, so that an urgent request goes at once even while many others
    wait. The rate is measured from when requests really left: an event loop that was held up does
    not catch up with a flood.

    A request passes twice. `acquire` (or `ask`) lets it begin; `depart` counts it in the sliding
    window just before it is sent, because some requests must open a connection first and would
    otherwise leave together with those that came after them.
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
        """Raise the urgency of a permit that is still waiting."""
        heappush(self._waiting, (urgency, permit.arrival, permit))
        if self._next_grant:
            # It may now go before the one the timer was set for.
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
            # A hastened permit may be queued twice, or nobody may be waiting for it any more.
            if not permit.granted.done():
                now, free_at = loop.time(), self._free_at
                if urgency >= Urgency.USUAL:
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
    acknowledgement: Acknowledgement | None
    is_message: bool


class RoomRateLimiter:
    """How long the next post to a room has to wait, so that boards and warnings never do.

    Urgent posts are never held back: the rest of the window is theirs. Nor are reactions, which
    Discord counts separately, unless they had to be put into words.
    """

    def __init__(self) -> None:
        self._sent: list[Sent] = []

    def seconds_to_wait(self, post: Post, now: float) -> float:
        """How many seconds from now a post has to wait."""
        if post.is_urgent:
            return 0.0
        sent = [each for each in self._sent if each.until > now and each.is_message]
        kind = post.acknowledgement_on_message
        free_at = [now]
        if kind:
            of_a_kind = [each for each in sent if each.acknowledgement == kind]
            free_at.append(_when_fewer_than(MOST_OF_A_KIND, of_a_kind))
        if not post.reaction:
            most = MOST_BEFORE_A_REPLY if kind else MOST_NOT_URGENT
            free_at.append(_when_fewer_than(most, sent))
        return max(free_at) - now

    def begin(self, post: Post, now: float) -> Sent:
        """Count a post that is about to be sent."""
        self._sent = [each for each in self._sent if each.until > now]
        sent = Sent(now + ROOM_WINDOW_SECONDS, post.acknowledgement_on_message, not post.reaction)
        if not post.is_urgent:
            self._sent.append(sent)
        return sent

    def end(self, sent: Sent, now: float, *, stands: bool, is_message: bool) -> None:
        """Note that it arrived or was dropped; Discord's window may have begun as late as now."""
        sent.until = now + ROOM_WINDOW_SECONDS if stands else now
        sent.is_message = is_message


def _when_fewer_than(most: int, sent: Iterable[Sent]) -> float:
    """When fewer than this many will count."""
    ends = sorted(each.until for each in sent)
    return ends[-most] if len(ends) >= most else 0.0
