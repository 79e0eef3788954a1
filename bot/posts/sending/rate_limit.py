"""Keeps the bot below Discord's rate limits, so that a 429 is the exception.

`RateLimiter` bounds all requests together, `RoomRateLimiter` the messages in one room. discord.py
paces neither: it waits only once Discord has answered 429, and then makes everybody wait, however
urgent. If a 429 comes anyway, discord.py waits it out and repeats the request.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from bot.values.post import Acknowledgement, Post, Urgency

# All requests: Discord allows 50 a second.

MAX_REQUESTS: Final = 46
"""Largest number of requests in a window: 45 a second, and some that travel unevenly."""
WINDOW_SECONDS: Final = 1.02
"""The second that Discord counts in, plus how much longer one request may travel than another."""
AT_ONCE: Final = 4
"""Number of non-urgent requests that may go at once after a rest; later ones are spaced."""
REPORTS_WAIT_SECONDS: Final = 2.0
"""Longest wait of a report for rooms' answers, and for that of one room."""

# One room: Discord allows five messages in five seconds.

ROOM_WINDOW_SECONDS: Final = 5.0
MAX_NOT_URGENT: Final = 4
"""Largest number of non-urgent messages in a window."""
MAX_BEFORE_A_REPLY: Final = 3
"""A reply to a player waits until the window holds fewer messages than this."""
MAX_OF_A_KIND: Final = 2
"""Number of replies to one player in a window, and of reactions, if these become words."""


@dataclass(eq=False)
class Permit:
    """A permission to make one request.

    Attributes:
        arrival: Place in the order of asking.
        is_wanted: Returns whether the request is still worth making.
        asked_at: Event loop's time of asking.
        granted: Result: True if the request may be made, False if it is worth it no more.
        left_at: Event loop's time at which the request left; before it begins, the time of the
            grant, and infinity while it waits for a connection.
    """

    arrival: int
    is_wanted: Callable[[], bool]
    asked_at: float
    granted: asyncio.Future[bool]
    left_at: float = inf

    def counts(self, now: float) -> bool:
        """Return whether it counts: once it does no more, another may have its place."""
        return self.left_at > now - WINDOW_SECONDS


class RateLimiter:
    """Lets requests out by urgency, then by arrival, never more than `most` in a window.

    The window slides over the times at which requests really left. One that has a permit but must
    still open a connection counts until it has left, so neither that nor a held-up event loop ends
    in a flood. Requests that are not urgent go at a steady rate, so it has room again every 22
    milliseconds: an urgent one goes that soon, even while a thousand others wait.
    """

    def __init__(self, limit: int = MAX_REQUESTS) -> None:
        self._most = limit
        self._seconds_each = WINDOW_SECONDS / limit
        self._arrivals = count()
        self._waiting: list[tuple[Urgency, int, Permit]] = []
        self._next_grant: asyncio.TimerHandle | None = None
        self._window: list[Permit] = []
        self._next_usual_at = -inf
        self._reports_wait_for: dict[int, asyncio.TimerHandle] = {}

    def ask(self, urgency: Urgency, is_wanted: Callable[[], bool] = lambda: True) -> Permit:
        """Queue up for a permit; one that is no longer wanted takes nobody's place."""
        loop = asyncio.get_running_loop()
        permit = Permit(next(self._arrivals), is_wanted, loop.time(), loop.create_future())
        heappush(self._waiting, (urgency, permit.arrival, permit))
        self._grant()
        return permit

    def hasten(self, permit: Permit, urgency: Urgency) -> None:
        """Raise the urgency of a permit that is still waiting."""
        heappush(self._waiting, (urgency, permit.arrival, permit))
        self._grant()

    def leaves(self, permit: Permit) -> None:
        """Note that it is being sent."""
        permit.left_at = asyncio.get_running_loop().time()
        self._grant()

    def fails(self, permit: Permit) -> None:
        """Note that it failed; one that never left does not count."""
        if permit.left_at == inf:
            self._window.remove(permit)
            self._grant()

    def hold_reports(self, room_id: int) -> None:
        """Let no report out before a room has its answer, even while that is being made."""
        self.release_reports(room_id)
        give_up = asyncio.get_running_loop().call_later(
            REPORTS_WAIT_SECONDS, self.release_reports, room_id
        )
        self._reports_wait_for[room_id] = give_up

    def release_reports(self, room_id: int) -> None:
        """Note that a room has its answer, or gets none."""
        waits = self._reports_wait_for.pop(room_id, None)
        if waits:
            waits.cancel()
            self._grant()

    def _grant(self) -> None:
        """Grant as many permits as may go now, and come back for the next."""
        if self._next_grant:
            self._next_grant.cancel()
            self._next_grant = None
        while self._waiting:
            urgency, _, permit = self._waiting[0]
            # A hastened permit may be queued twice, or nobody may be waiting for it any more.
            if not permit.granted.done():
                loop = asyncio.get_running_loop()
                now = loop.time()
                free_at = self._free_at(urgency, permit, now)
                if now < free_at:
                    if free_at < inf:
                        self._next_grant = loop.call_at(free_at, self._grant)
                    return
                is_wanted = permit.is_wanted()
                permit.granted.set_result(is_wanted)
                if is_wanted:
                    permit.left_at = now
                    self._window.append(permit)
                    rested_until = now - (AT_ONCE - 1) * self._seconds_each
                    next_at = max(self._next_usual_at, rested_until) + self._seconds_each
                    self._next_usual_at = next_at
            heappop(self._waiting)

    def _free_at(self, urgency: Urgency, permit: Permit, now: float) -> float:
        """Return the time for the next request; infinity while that depends on a connection."""
        self._window = [let_out for let_out in self._window if let_out.counts(now)]
        left_at = sorted(let_out.left_at for let_out in self._window)
        is_full = len(left_at) >= self._most
        free_at = left_at[-self._most] + WINDOW_SECONDS if is_full else -inf
        if urgency < Urgency.USUAL:
            return free_at
        return max(free_at, self._held_until(urgency, permit), self._next_usual_at)

    def _held_until(self, urgency: Urgency, permit: Permit) -> float:
        """Return the time until which a report waits for rooms that are to have their answers."""
        is_held = urgency >= Urgency.REPORT and self._reports_wait_for
        return permit.asked_at + REPORTS_WAIT_SECONDS if is_held else -inf


@dataclass
class Sent:
    """A post to a room, which counts until an instant of the event loop's time."""

    until: float
    acknowledgement: Acknowledgement | None
    is_message: bool


class RoomRateLimiter:
    """The wait of posts to a room, so that boards and warnings never have any.

    It sees no urgent posts: the rest of the window is theirs. Reactions are not held back either,
    which Discord counts separately, unless they had to be put into words.
    """

    def __init__(self) -> None:
        self._sent: list[Sent] = []

    def seconds_to_wait(self, post: Post, now: float) -> float:
        """Return how many seconds from now a post has to wait."""
        sent = [
            sent_request
            for sent_request in self._sent
            if sent_request.until > now and sent_request.is_message
        ]
        kind = post.order.acknowledgement
        free_at = [now]
        if kind:
            of_a_kind = [
                sent_request for sent_request in sent if sent_request.acknowledgement == kind
            ]
            free_at.append(_when_fewer_than(MAX_OF_A_KIND, of_a_kind))
        if not post.reply.reaction:
            limit = MAX_BEFORE_A_REPLY if kind else MAX_NOT_URGENT
            free_at.append(_when_fewer_than(limit, sent))
        return max(free_at) - now

    def begin(self, post: Post, now: float) -> Sent:
        """Count a post that is about to be sent."""
        self._sent = [sent_request for sent_request in self._sent if sent_request.until > now]
        is_message = not post.reply.reaction
        sent = Sent(now + ROOM_WINDOW_SECONDS, post.order.acknowledgement, is_message)
        self._sent.append(sent)
        return sent

    def end(self, sent: Sent, now: float, *, stands: bool, is_message: bool) -> None:
        """Note that it arrived or was dropped; Discord's window may have begun as late as now."""
        sent.until = now + ROOM_WINDOW_SECONDS if stands else now
        sent.is_message = is_message


def _when_fewer_than(limit: int, sent: Iterable[Sent]) -> float:
    ends = sorted(post.until for post in sent)
    return ends[-limit] if len(ends) >= limit else 0.0
