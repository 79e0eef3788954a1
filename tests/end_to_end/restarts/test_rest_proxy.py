"""A proxy for REST between the bot and Discord, while the gateway is spoken to directly."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture, started
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World, count_requests
from tests.helpers.clocks.waiting import eventually
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


@dataclass
class Proxy:
    """A proxy that passes requests and answers on unchanged, but for the gateway's address.

    Attributes:
        passed: Requests passed on, by method and last part of the path.
    """

    target: str
    gateway: str
    session: aiohttp.ClientSession
    passed: Counter[str] = field(default_factory=Counter)
    api: str = ""

    async def answer(self, request: web.Request) -> web.Response:
        self.passed[f"{request.method} {request.path.rpartition('/')[2]}"] += 1
        url = f"{self.target}{request.path_qs}"
        values: dict[str, Any] = {"headers": _end_to_end(request.headers)}
        if body := await request.read():
            values["data"] = body
        async with self.session.request(request.method, url, **values) as answer:
            return web.Response(
                status=answer.status, body=await answer.read(), headers=_end_to_end(answer.headers)
            )


def _end_to_end(headers: Any) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() not in HOP_BY_HOP}


@fixture(scope="module")
async def proxy(sandbox: Sandbox) -> AsyncIterator[Proxy]:
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        proxy = Proxy(sandbox.address.rstrip("/"), sandbox.gateway, session)
        app = web.Application(client_max_size=0)
        app.router.add_route("*", "/{path:.*}", proxy.answer)
        async with TestServer(app) as server:
            proxy.api = str(server.make_url("/api/v10"))
            yield proxy


@fixture(scope="module")
async def bot(
    proxy: Proxy, forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    folder: Path = tmp_path_factory.mktemp("bot")
    async with started(BotProcess(proxy, folder / "dealer.sqlite", forker.begin)) as bot:
        yield bot


@pytest.mark.usefixtures("bot")
async def test_a_match_is_judged_through_a_proxy(
    sandbox: Sandbox, proxy: Proxy, world: World, room: str
):
    begun, arrived = proxy.passed.copy(), count_requests(sandbox)
    await world.start(room)
    move = await world.ec.say(room, "E6 E7")
    await world.turn_after(room, move, world.dmo)
    record = await world.concede(room)
    assert [record.count(item) for item in ("E6 E7", "concede")] == [1, 1]
    # Nothing goes past it. A post may still be on its way from the proxy.
    route = "POST /channels/{channel_id}/messages"
    await eventually(lambda: (proxy.passed - begun)["POST messages"] == arrived[route] >= 3)
    await eventually(lambda: (proxy.passed - begun)["POST callback"] == 1)
