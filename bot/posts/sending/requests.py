"""Every HTTP request to Discord, including those discord.py repeats itself: its pace and its guard.

`RateLimiter` bounds all requests together, so that a 429 is the exception. discord.py paces
nothing: it waits only once Discord has answered 429, and then makes everybody wait, however urgent.
If a 429 comes anyway, discord.py waits it out and repeats the request. Only that of Cloudflare, the
shield before Discord, it raises at once: then all requests wait for as long as it asks, as each one
counts towards a ban.

discord.py answers 429, 500, 502, 504 and 524 by repeating the request, up to five times, and tells
nobody. So `RequestTrace` catches each request where aiohttp sends it: there it waits for the rate
limit, and a `RequestGuard` stops it if it is no longer worth making, could post a message twice
(Discord forgets a nonce after some minutes), or gets no answer. discord.py has no deadline of its
own but aiohttp's five minutes, and must not be cancelled while it waits out a global limit.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, Final, TypeAlias

import aiohttp
import yarl

from bot.posts.sending.discord_internals import api_path
from bot.values.discord_time import DiscordClock, local_ms
from bot.values.observer import Observer
from bot.values.post import Urgency

log = logging.getLogger(__name__)

# All requests: Discord allows 50 a second.

MAX_REQUESTS: Final = 46
"""Largest number of requests in a window: 45 a second, and some that travel unevenly."""
WINDOW_SECONDS: Final = 1.02
"""The second that Discord counts in, plus how much longer one request may travel than another."""
AT_ONCE: Final = 4
"""Number of non-urgent requests that may go at once after a rest; later ones are spaced."""
READERS_AT_ONCE: Final = 30
"""Number of readers who would fill the time in which all of them are to be acknowledged."""
REPORTS_WAIT_SECONDS: Final = 2.0
"""Longest wait of a report for rooms' answers, and for that of one room."""

# One request

ANSWER_SECONDS: Final = 15.0
"""Longest time for Discord's answer to one request before the bot gives up on it."""
NONCE_KEEPS_SECONDS: Final = 60.0
"""Time after a try of unknown effect in which a nonce alone prevents a second message."""
UNLIMITED_ROUTES: Final = ("/interactions/", "/webhooks/")
"""Answers to interactions, which Discord does not count."""
TOO_MANY_REQUESTS: Final = 429
TIMED_OUT: Final = 408
"""The answer of a proxy that has waited too long for Discord, which may have done it all."""

MaySend: TypeAlias = Callable[[], Awaitable[bool]]
"""Waits until the database surely is this process's; returns whether it has always been."""

_GUARD: Final[ContextVar["RequestGuard | None"]] = ContextVar("request guard", default=None)


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

    Attributes:
        latency: Seconds from a request to its answer, when last seen.
        paused_until: Event loop's time until which no request may go out, not even one that Discord
            does not count.
    """

    latency = 0.0

    def __init__(self, limit: int = MAX_REQUESTS) -> None:
        self._most = limit
        self._seconds_each = WINDOW_SECONDS / limit
        self._arrivals = count()
        self._waiting: list[tuple[Urgency, int, Permit]] = []
        self._next_grant: asyncio.TimerHandle | None = None
        self._window: list[Permit] = []
        self._next_usual_at = -inf
        self._next_reader_at = -inf
        self.paused_until = -inf
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

    def pause(self, seconds: float) -> None:
        """Let no request out for so long, as Cloudflare asks."""
        log.warning("no request is sent for %g s, as Cloudflare asks", seconds)
        self.paused_until = max(self.paused_until, asyncio.get_running_loop().time() + seconds)

    def seconds_for_reader(self, longest: float) -> float:
        """Return for how long another reader waits, so that many are not answered at once.

        Each takes a share of the time that those before have left, so the next ones come sooner.
        """
        now = asyncio.get_running_loop().time()
        seconds = max(0.0, min(self._next_reader_at - now, longest))
        self._next_reader_at = now + seconds + max(0.0, longest - seconds) / READERS_AT_ONCE
        return seconds

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
        if now < self.paused_until:
            return self.paused_until
        self._window = [let_out for let_out in self._window if let_out.counts(now)]
        left_at = sorted(let_out.left_at for let_out in self._window)
        is_full = len(left_at) >= self._most
        free_at = left_at[-self._most] + WINDOW_SECONDS if is_full else -inf
        if urgency < Urgency.USUAL:
            return free_at
        if urgency >= Urgency.REPORT and self._reports_wait_for:
            # It waits for rooms that are to have their answers.
            free_at = max(free_at, permit.asked_at + REPORTS_WAIT_SECONDS)
        return max(free_at, self._next_usual_at)


class GivenUpError(Exception):
    """Error for a request that is no longer worth making."""


class NonceTooOldError(Exception):
    """Error for a try that may have worked so long ago that another could post twice."""


@dataclass(frozen=True)
class Request:
    """A request about to be sent.

    Attributes:
        posts: True if it posts a message, and so must not take effect twice.
        is_counted: True if Discord counts it towards the limit on all requests.
        says: True if anybody can see its effect.
    """

    posts: bool
    is_counted: bool
    says: bool = True

    @classmethod
    def read(cls, method: str, url: yarl.URL, api: str) -> "Request":
        """Classify a request by its method and address; `api` is the path of Discord's."""
        is_ours = url.path.startswith(f"{api}/")
        path = url.path.removeprefix(api)
        is_counted = is_ours and not path.startswith(UNLIMITED_ROUTES)
        posts = is_counted and method == "POST" and path.endswith("/messages")
        return cls(posts, is_counted, says=method != "GET")


@dataclass(eq=False)
class RequestGuard:
    """Guards all the requests of one piece of work.

    Attributes:
        limiter: Bounds them.
        is_stale: Once it is true, no more of them are let out.
        unsure_since: Event loop's time since which a message may have arrived without Discord
            confirming it.
        is_idle: Set while none of the requests is under way.
    """

    limiter: RateLimiter
    urgency: Urgency = Urgency.USUAL
    is_stale: Callable[[], bool] = lambda: False
    unsure_since: float | None = None
    is_idle: asyncio.Event = field(default_factory=asyncio.Event)
    _is_given_up: bool = False
    _asked: Permit | None = None
    _permit: Permit | None = None
    _deadline: asyncio.Timeout | None = None

    @property
    def is_nonce_too_old(self) -> bool:
        """True once Discord may have forgotten the message's nonce."""
        now = asyncio.get_running_loop().time()
        return self.unsure_since is not None and now - self.unsure_since > NONCE_KEEPS_SECONDS

    def hasten(self, urgency: Urgency) -> None:
        """Make the requests more urgent, including one that is already waiting."""
        if urgency < self.urgency:
            self.urgency = urgency
            if self._asked:
                self.limiter.hasten(self._asked, urgency)

    def give_up(self) -> None:
        """Let no more requests out. One that is under way runs to its end."""
        self._is_given_up = True

    async def take_permit(self) -> None:
        """Wait until the next request may be made, or raise GivenUpError."""
        self._asked = self.limiter.ask(self.urgency, self._is_wanted)
        is_granted = await self._asked.granted
        permit, self._asked = self._asked, None
        if not is_granted:
            raise GivenUpError
        self._permit = permit

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Guard the requests made inside; each must be answered within `ANSWER_SECONDS`.

        Raises:
            TimeoutError: One of them was not.
        """
        self.is_idle.set()
        token = _GUARD.set(self)
        try:
            # The deadline runs only while a request is under way: if a request is cancelled while
            # discord.py waits out a global limit, the others never go on.
            async with asyncio.timeout(None) as self._deadline:
                yield
        finally:
            self.is_idle.set()
            _GUARD.reset(token)

    # Called by the trace

    async def request_begins(self, request: Request) -> Permit | None:
        """Let a request out, with its permit if it needs one, or stop it.

        Raises:
            GivenUpError: It is no longer worth making.
            NonceTooOldError: It could post a message a second time.
        """
        while not self._may_leave(request):
            await self.take_permit()
        if not self._is_wanted():
            raise GivenUpError
        if request.posts and self.is_nonce_too_old:
            raise NonceTooOldError
        self.is_idle.clear()
        self._set_deadline(ANSWER_SECONDS)
        if not request.is_counted:
            return None
        permit, self._permit = self._permit, None
        return permit

    def request_ends(self, *, succeeded: bool) -> None:
        """Note an answer or a failure; after a success discord.py makes no further request."""
        self._set_deadline(None)
        if not succeeded:
            self.is_idle.set()

    def _may_leave(self, request: Request) -> bool:
        """Return whether a request needs no permit, or has one."""
        now = asyncio.get_running_loop().time()
        has_permit = self._permit is not None and self._permit.counts(now)
        is_free = now >= self.limiter.paused_until
        return is_free and (has_permit or not request.is_counted)

    def _is_wanted(self) -> bool:
        return not (self._is_given_up or self.is_stale())

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline and not self._deadline.expired():
            now = asyncio.get_running_loop().time()
            self._deadline.reschedule(None if seconds is None else now + seconds)


class RequestTrace(aiohttp.TraceConfig):
    """A client's `http_trace`: takes every request through the rate limit and past its guard."""

    def __init__(
        self,
        limiter: RateLimiter,
        clock: DiscordClock,
        observer: Observer | None = None,
        may_send: MaySend | None = None,
    ) -> None:
        """Connect the callbacks; `clock` learns from the answers.

        `may_send` is None for a database that is surely this process's.
        """
        super().__init__()
        self._api = api_path()
        self._may_send = may_send
        self._limiter = limiter
        self._clock = clock
        self._observer = observer
        self.on_request_start.append(self._begins)
        self.on_connection_create_end.append(self._is_connected)
        self.on_connection_reuseconn.append(self._is_connected)
        self.on_request_end.append(self._is_answered)
        self.on_response_chunk_received.append(self._is_read)
        self.on_request_exception.append(self._fails)

    async def _begins(
        self, _: object, context: Any, started: aiohttp.TraceRequestStartParams
    ) -> None:
        """Run before every request, in the task that makes it."""
        request = Request.read(started.method, started.url, self._api)
        context.guard = guard = _GUARD.get() or RequestGuard(self._limiter)
        context.status, context.permit = None, await guard.request_begins(request)
        while request.says and self._may_send and not await self._may_send():
            # The permit is from before the wait.
            context.permit = await guard.request_begins(request)
        if context.permit:
            # It may first have to open a connection, and counts until it has left.
            context.permit.left_at = inf
            if self._observer:
                self._observer.request_sent(guard.urgency.name)
        context.unsure_before = guard.unsure_since
        if request.posts and guard.unsure_since is None:
            guard.unsure_since = asyncio.get_running_loop().time()
        context.began_at = asyncio.get_running_loop().time()

    async def _is_connected(self, _: object, context: Any, __: object) -> None:
        """Run when there is a connection: the request goes out next.

        It runs again if aiohttp finds the connection closed and opens another.
        """
        context.sent_ms = local_ms()
        if context.permit:
            self._limiter.leaves(context.permit)

    async def _is_answered(
        self, _: object, context: Any, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        context.status = ended.response.status
        self._limiter.latency = asyncio.get_running_loop().time() - context.began_at
        is_ours = ended.url.path.startswith(self._api)
        if context.status < 300 and is_ours:
            # Other answers may be a proxy's own, by its clock.
            self._clock.observe_date(ended.response.headers.get("Date", ""), context.sent_ms)
        if context.status == TOO_MANY_REQUESTS:
            self._is_limited(ended.response, is_ours=is_ours)
        if 300 <= context.status < 500 and context.status != TIMED_OUT:
            # The request was refused, so it had no effect.
            context.guard.unsure_since = context.unsure_before

    def _is_limited(self, answer: aiohttp.ClientResponse, *, is_ours: bool) -> None:
        """Note a 429; one that is Cloudflare's own, as discord.py judges it, stops all requests."""
        if self._observer:
            self._observer.rate_limited(answer.headers.get("X-RateLimit-Scope", ""))
        is_from_discord = "Via" in answer.headers and answer.content_type == "application/json"
        if is_ours and not is_from_discord:
            self._limiter.pause(asked_seconds(answer.headers))

    async def _is_read(self, _: object, context: Any, __: object) -> None:
        context.guard.request_ends(succeeded=context.status < 300)

    async def _fails(self, _: object, context: Any, __: object) -> None:
        if context.permit:
            self._limiter.fails(context.permit)
        context.guard.request_ends(succeeded=False)


def asked_seconds(headers: Mapping[str, str]) -> float:
    """Return for how many seconds an answer asks to be left alone."""
    try:
        return float(headers.get("Retry-After", 0))
    except ValueError:
        return 0.0
