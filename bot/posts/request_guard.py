"""Watches over every real request to Discord, those too that the library repeats by itself."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from typing import Any, Final

import aiohttp
import yarl
from discord.http import Route

from bot.posts.post import Urgency
from bot.posts.rate_limit import Pace, Turn

ANSWER_SECONDS: Final = 15.0
"""How long Discord may take to answer one request before it is given up."""
NONCE_KEEPS_SECONDS: Final = 60.0
"""How long after a try of unknown effect a nonce alone still guards against a second post."""
TURN_KEEPS_SECONDS: Final = 0.02
"""Within which time a turn must be used; requests that were held up later would go in a flood."""
UNCOUNTED: Final = ("/interactions/", "/webhooks/")

_ERRAND: Final[ContextVar["Errand | None"]] = ContextVar("errand", default=None)


class GivenUpError(Exception):
    """A letter is not worth sending any more."""


class NonceTooOldError(Exception):
    """A try that may have had its effect is so long ago that another may not be made blindly."""


@dataclass(frozen=True)
class Request:
    """A request as it goes out.

    Attributes:
        posts: Whether it posts a message, and so must not be made twice.
        is_counted: Whether it is one of those that Discord limits.
    """

    posts: bool
    is_counted: bool

    @classmethod
    def read(cls, method: str, url: yarl.URL) -> "Request":
        """Tell what a request is by its address."""
        api = yarl.URL(Route.BASE).path
        is_ours = url.path.startswith(f"{api}/")
        path = url.path.removeprefix(api)
        is_counted = is_ours and not path.startswith(UNCOUNTED)
        return cls(is_counted and method == "POST" and path.endswith("/messages"), is_counted)


class Errand:
    """One letter on its way to Discord, however many requests that takes.

    Attributes:
        urgency: Before what it goes.
        unsure_since: Since when it may stand although nobody has said so, by the loop's time.
        is_idle: Set while none of its requests is on the wire.
    """

    def __init__(self, pace: Pace, urgency: Urgency, is_stale: Callable[[], bool]) -> None:
        self.urgency = urgency
        self.unsure_since: float | None = None
        self.is_idle = asyncio.Event()
        self._pace = pace
        self._is_stale = is_stale
        self._is_given_up = False
        self._turn: Turn | None = None
        self._turn_keeps_until = -inf
        self._patience: asyncio.Timeout | None = None

    @property
    def is_nonce_too_old(self) -> bool:
        """Whether it may stand since longer ago than Discord is sure to remember a nonce."""
        now = asyncio.get_running_loop().time()
        return self.unsure_since is not None and now - self.unsure_since > NONCE_KEEPS_SECONDS

    def hasten(self, urgency: Urgency) -> None:
        """Let it go before less urgent ones, also where it waits already."""
        if urgency < self.urgency:
            self.urgency = urgency
            if self._turn:
                self._pace.hasten(self._turn, urgency)

    def give_up(self) -> None:
        """Let no more requests out. One that is on the wire is left to its end."""
        self._is_given_up = True

    async def take_turn(self) -> None:
        """Wait for the turn of the next request.

        Raises:
            GivenUpError: It is not worth sending any more.
        """
        self._turn = self._pace.ask(self.urgency)
        await self._turn.come
        self._turn = None
        self._turn_keeps_until = asyncio.get_running_loop().time() + TURN_KEEPS_SECONDS
        self._check()

    @asynccontextmanager
    async def under_way(self) -> AsyncIterator[None]:
        """Watch over the requests made within; each must be answered within a time.

        Raises:
            TimeoutError: One was not.
        """
        self.is_idle.set()
        token = _ERRAND.set(self)
        try:
            # The library must be left alone while it waits: who is cancelled while it sits out a
            # global limit never lets the others go on. So the time runs on the wire only.
            async with asyncio.timeout(None) as self._patience:
                yield
        finally:
            _ERRAND.reset(token)

    # What the trace tells

    async def begins(self, request: Request) -> None:
        """A request is about to be made."""
        loop = asyncio.get_running_loop()
        if request.is_counted and loop.time() > self._turn_keeps_until:
            await self.take_turn()
        self._turn_keeps_until = -inf
        self._check()
        if request.posts and self.is_nonce_too_old:
            raise NonceTooOldError
        self.is_idle.clear()
        self._have_patience(ANSWER_SECONDS)

    def ends(self, *, is_refused: bool) -> None:
        """A request has its answer, or failed; one that was granted leaves nothing to wait for."""
        self._have_patience(None)
        if is_refused:
            self.is_idle.set()

    def _check(self) -> None:
        if self._is_given_up or self._is_stale():
            raise GivenUpError

    def _have_patience(self, seconds: float | None) -> None:
        if self._patience and not self._patience.expired():
            now = asyncio.get_running_loop().time()
            self._patience.reschedule(None if seconds is None else now + seconds)


class Watch:
    """Follows requests through the library's trace: counts each, and tells its errand of it."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace

    def trace(self) -> aiohttp.TraceConfig:
        """What a client is to be made with (`http_trace`), or its requests go out uncounted."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._begins)
        trace.on_connection_create_end.append(self._is_connected)
        trace.on_connection_reuseconn.append(self._is_connected)
        trace.on_request_end.append(self._is_answered)
        trace.on_response_chunk_received.append(self._is_read)
        trace.on_request_exception.append(self._fails)
        return trace

    async def _begins(
        self, _: object, context: Any, started: aiohttp.TraceRequestStartParams
    ) -> None:
        """Awaited before every request, in the task that makes it."""
        request, errand = Request.read(started.method, started.url), _ERRAND.get()
        context.errand, context.status, context.is_counted = errand, None, request.is_counted
        if errand is None:
            if request.is_counted:
                await self._pace.wait(Urgency.USUAL)
            return
        await errand.begins(request)
        context.unsure_before = errand.unsure_since
        if request.posts and errand.unsure_since is None:
            errand.unsure_since = asyncio.get_running_loop().time()

    async def _is_connected(self, _: object, context: Any, __: object) -> None:
        """Awaited when all is there that a request needs: it goes out next.

        That is so once more where the library finds its connection gone and takes another.
        """
        if context.is_counted:
            await self._pace.leave()

    async def _is_answered(
        self, _: object, context: Any, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        context.status = ended.response.status
        if context.errand and 300 <= context.status < 500:
            # A refusal without effect.
            context.errand.unsure_since = context.unsure_before

    async def _is_read(self, _: object, context: Any, __: object) -> None:
        """The answer is here as a whole; where it was granted, the library is done at once."""
        if context.errand:
            context.errand.ends(is_refused=context.status >= 300)

    async def _fails(self, _: object, context: Any, __: object) -> None:
        if context.errand:
            context.errand.ends(is_refused=True)
