"""The bot's work and queues as Prometheus metrics.

No label names a match, a server or a person, and each takes one of a few values known beforehand.
"""

import asyncio
import os
import platform
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Final, get_args

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.exposition import choose_encoder

from bot.app.settings import StartError
from bot.cogs.bot import DealerClient
from bot.storage.databases.revisions import newest_revision
from bot.values.observer import Observer, SessionEvent
from bot.values.post import Urgency
from engine.games import GAMES

OTHER: Final = "other"
SCOPES: Final = ("user", "global", "shared", OTHER)
"""The scopes of a 429: the bot on one route, the bot as a whole, a shared resource, or unknown."""
BOARD_SECONDS: Final = (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
LATE_SECONDS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
COMMIT_SECONDS: Final = (0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2.5)


class Metrics(Observer):
    """The metrics of one process.

    Attributes:
        page: Text in Prometheus's format.
    """

    def __init__(self) -> None:
        self.page = page = CollectorRegistry()
        ProcessCollector(registry=page)
        build = Info("dealer_build", "Which Dealer this is", registry=page)
        build.info(
            {
                "version": version("dealer"),
                "python": platform.python_version(),
                "database": newest_revision(),
            }
        )
        gauge, counter = partial(Gauge, registry=page), partial(Counter, registry=page)
        histogram = partial(Histogram, registry=page)
        self._live_matches = gauge("dealer_live_matches", "Matches that are being played", ["game"])
        self._boards = histogram(
            "dealer_board_seconds",
            "From a move, or whatever brings a new board, coming in until the board stands",
            ["practice"],
            buckets=BOARD_SECONDS,
        )
        self._waiting = gauge("dealer_outbox_posts", "Posts that wait to be delivered", ["urgency"])
        self._oldest = gauge(
            "dealer_outbox_oldest_seconds",
            "How long the oldest of them has been waiting",
            ["urgency"],
        )
        self._requests = counter("dealer_requests", "Requests that Discord counts", ["urgency"])
        self._rate_limited = counter(
            "dealer_rate_limited", "Answers of 429, by whom they limit", ["scope"]
        )
        self._connected = gauge(
            "dealer_gateway_connected", "Whether the gateway tells what happens on all shards"
        )
        self._clock_ahead = gauge(
            "dealer_clock_ahead_seconds",
            "How far this machine's clock is ahead of Discord's; negative if it is behind",
        )
        self._owner = gauge("dealer_owner", "Whether this process deals, and is not in reserve")
        self._sessions = counter(
            "dealer_gateway_events",
            "How often a session with the gateway has begun, gone on or broken off",
            ["event"],
        )
        self._late = histogram(
            "dealer_timer_late_seconds", "How late a match was woken", buckets=LATE_SECONDS
        )
        self._commits = histogram(
            "dealer_commit_seconds", "How long a transaction took", buckets=COMMIT_SECONDS
        )
        self._failing = gauge(
            "dealer_database_failing_seconds",
            "How long the database has been taking nothing; 0 while it does",
        )
        self._begin_at_zero()

    def _begin_at_zero(self) -> None:
        """Create every label: a rate cannot be told from a counter's first value."""
        for urgency in Urgency:
            self._requests.labels(_name(urgency))
        for scope in SCOPES:
            self._rate_limited.labels(scope)
        for event in get_args(SessionEvent):
            self._sessions.labels(event)
        for practice in ("yes", "no"):
            self._boards.labels(practice)

    def look(self, client: DealerClient | None) -> None:
        """Note the present state; empty in reserve. Called in the event loop's thread."""
        live = [runner.card.game.name for runner in client.runners] if client else []
        for game in GAMES:
            self._live_matches.labels(game).set(live.count(game))
        now = time.monotonic()
        posts = client.registry.undelivered() if client else ()
        waiting = [(post.urgency, now - post.put_at) for post in posts]
        for urgency in Urgency:
            waited = [seconds for which, seconds in waiting if which is urgency]
            self._waiting.labels(_name(urgency)).set(len(waited))
            self._oldest.labels(_name(urgency)).set(max(waited, default=0.0))
        failing = client.store.write_retries.failing_seconds if client else None
        self._failing.set(failing or 0.0)
        self._clock_ahead.set(client.clock.host_error_ms() / 1000 if client else 0.0)
        self._owner.set(client is not None)
        self._connected.set(client is not None and client.services.gateway.is_connected)

    # Reports

    def request_sent(self, urgency: str) -> None:
        self._requests.labels(urgency.lower()).inc()

    def rate_limited(self, scope: str) -> None:
        self._rate_limited.labels(scope if scope in SCOPES else OTHER).inc()

    def session_changed(self, event: SessionEvent) -> None:
        self._sessions.labels(event).inc()

    def timer_woke(self, late_seconds: float) -> None:
        self._late.observe(late_seconds)

    def committed(self, seconds: float) -> None:
        self._commits.observe(seconds)

    def board_stands(self, seconds: float, *, is_practice: bool) -> None:
        self._boards.labels("yes" if is_practice else "no").observe(seconds)


def _name(urgency: Urgency) -> str:
    return urgency.name.lower()


PATH: Final = "/metrics"
SHUTDOWN_SECONDS: Final = 1.0
"""Longest delay of the bot's stop by a reader that has not finished."""
MAX_READERS: Final = 16
MAX_READING_SECONDS: Final = 10.0
"""The time in which a reader has to ask and to take the answer, that of Prometheus's own wait."""


class _BoundedServer(web.Server):
    """A server of few readers, none of whom stays: the process needs its descriptors elsewhere."""

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        """Take a reader, in whose favour the first of too many has to go."""
        super().connection_made(handler, transport)
        asyncio.get_running_loop().call_later(MAX_READING_SECONDS, transport.abort)
        for crowded_out in self.connections[:-MAX_READERS]:
            crowded_out.force_close()


@asynccontextmanager
async def serve(
    metrics: Metrics, host: str, port: int, client: Callable[[], DealerClient | None]
) -> AsyncIterator[web.ServerRunner]:
    """Serve the metrics for a while; pages are written in a thread.

    Raises:
        StartError: The address cannot be used.
    """

    async def page(request: web.BaseRequest) -> web.Response:
        if request.path != PATH:
            raise web.HTTPNotFound
        metrics.look(client())
        write, content_type = choose_encoder(request.headers.get("Accept", ""))
        body = await asyncio.to_thread(write, metrics.page)
        headers = {"Content-Type": content_type, "Connection": "close"}
        return web.Response(body=body, headers=headers)

    server = _BoundedServer(page, access_log=None, handler_cancellation=True)
    runner = web.ServerRunner(server, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port, backlog=MAX_READERS).start()
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise StartError(
                f"METRICS_PORT: port {port} of {host} cannot be used ({why}): name another, or "
                "another METRICS_HOST."
            ) from None
        yield runner
    finally:
        await runner.cleanup()
