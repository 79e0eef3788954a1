"""A thousand rooms at once over slow connections, counted by a server with few routes."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.posts.sending.rate_limit import MAX_REQUESTS, WINDOW_SECONDS, RateLimiter
from bot.posts.sending.request_guard import RequestTrace
from bot.values.discord_time import DiscordClock
from bot.values.post import Post, Urgency, Worth
from tests.bot.posts.sending.test_rate_limit import most_in
from tests.bot.posts.sending.test_request_guard import note_departures
from tests.helpers.clocks.fake_clock import snowflake
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.outboxes import OutboxHarness, address_of

ROOMS = 1_000
COUNTED_REQUESTS = 130
SECONDS_TO_CONNECT, SECONDS_TO_ANSWER = 0.4, 0.3
ME = {"id": "1", "username": "Dealer", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "1",
    "name": "Dealer",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": ME,
    "flags": 0,
}


class FarConnector(aiohttp.TCPConnector):
    """Connections to a distant server: opening one takes a while, using it is fast."""

    async def _create_connection(self, *value: Any, **more: Any) -> Any:
        await asyncio.sleep(SECONDS_TO_CONNECT)
        return await super()._create_connection(*value, **more)


@dataclass
class PlainServer:
    """Answers the few routes needed, and notes when each request came."""

    came: list[float] = field(default_factory=list)
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    _numbers: Any = field(default_factory=lambda: count(1))

    async def answer(self, request: web.Request) -> web.Response:
        self.came.append(asyncio.get_running_loop().time())
        if len(self.came) >= COUNTED_REQUESTS:
            self.enough.set()
        await request.read()
        await asyncio.sleep(SECONDS_TO_ANSWER)
        return web.json_response(
            body=discord.utils._to_json(self._answer(request.method, request.path)).encode(),
            content_type="application/json",
        )

    def _answer(self, method: str, path: str) -> Any:
        about = {"/api/v10/users/@me": ME, "/api/v10/oauth2/applications/@me": APPLICATION}
        if path in about:
            return about[path]
        if path.endswith("/@me/channels"):
            return {"id": str(next(self._numbers)), "type": 1, "recipients": [ME]}
        if method == "GET":
            return []
        return {
            "id": str(snowflake(round(DiscordClock().now_ms()), next(self._numbers))),
            "channel_id": path.split("/")[-2],
            "type": 0,
            "content": "",
            "author": ME,
            **{name: [] for name in ("mentions", "components", "attachments", "embeds")},
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "timestamp": "2020-01-01T00:00:00+00:00",
            "edited_timestamp": None,
        }


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PlainServer]:
    server, app = PlainServer(), web.Application()
    app.router.add_route("*", "/{path:.*}", server.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    (host, port) = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{host}:{port}/api/v10")
    yield server
    await runner.cleanup()


async def test_a_thousand_rooms_at_once_never_exceed_the_promised_rate(server: PlainServer):
    limiter = RateLimiter()
    left = note_departures(limiter)
    client = discord.Client(
        intents=discord.Intents.none(),
        http_trace=RequestTrace(limiter),
        connector=FarConnector(limit=0),
    )
    async with client:
        await client.login("a token")
        world: Any = SimpleNamespace(rooms={"general": "1"})
        outbox = OutboxHarness(client, limiter, SimpleNamespace(), world)  # type: ignore[arg-type]
        for number in range(ROOMS):
            urgency = Urgency.TURN if number % 3 else Urgency.USUAL
            to = EC if number % 5 == 0 else None
            address = address_of(2, 100 + number, {EC: 1_000_000 + number}, host_id=3)
            outbox.put(Post("turn", recipient=to, worth=Worth(urgency=urgency)), address=address)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await server.enough.wait()
        await outbox.under_test.close()
    came = server.came
    # Everything that arrived was counted on its way out, the library's own requests too.
    assert len(came) <= len(left) <= len(came) + MAX_REQUESTS
    assert most_in(WINDOW_SECONDS, left) <= MAX_REQUESTS
    # A busy machine delays some requests on their way: the second shrinks by that much.
    longest = max(instant - since for since, instant in zip(left, came, strict=False))
    assert most_in(max(0.0, min(1.0, WINDOW_SECONDS - longest)), came) <= MAX_REQUESTS


async def test_nothing_is_said_before_it_is_this_process_that_may_say_it(server: PlainServer):
    is_ours, asked = asyncio.Event(), 0

    async def may_send() -> bool:
        nonlocal asked
        asked += 1
        was_at_once = is_ours.is_set()
        await is_ours.wait()
        return was_at_once

    trace = RequestTrace(RateLimiter(), may_send=may_send)
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    async with client:
        await client.login("a token")
        before = len(server.came)
        saying = asyncio.create_task(client.get_partial_messageable(1).send("hello"))
        await eventually(lambda: asked == 1)
        # Reading is everybody's.
        await client.http.get_user(1)
        assert len(server.came) == before + 1
        is_ours.set()
        await saying
        # It is asked again after a wait: that may have been for long.
        assert asked == 2
        assert len(server.came) == before + 2
