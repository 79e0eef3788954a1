"""A proxy for REST between the bot and Discord, while the gateway is spoken to directly."""

from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from sandbox.server import Sandbox
from tests.end_to_end.conftest import fixture, started
from tests.end_to_end.helpers.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import (
    count_requests,
    record_of,
    result_after,
    start,
    turn_after,
)
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import World
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.bot_process import BotProcess

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}
POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
TOO_MANY = {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}


@dataclass
class Proxy:
    """A proxy that passes requests and answers on unchanged, but for the gateway's address.

    Attributes:
        passed: Requests passed on, by method and last part of the path.
        own_answers: Statuses of its own answers to the next messages.
    """

    target: str
    gateway: str
    session: aiohttp.ClientSession
    passed: Counter[str] = field(default_factory=Counter)
    own_answers: deque[int] = field(default_factory=deque)
    api: str = ""

    async def answer(self, request: web.Request) -> web.Response:
        is_message = request.method == "POST" and request.path.endswith("/messages")
        own = self.own_answers.popleft() if self.own_answers and is_message else None
        if own == 429:
            # As such proxies do for themselves: without the header by which Discord's are known.
            return web.json_response(TOO_MANY, status=429, headers={"X-RateLimit-Scope": "user"})
        answer = await self._passed_on(request)
        return web.Response(status=own, text="context deadline exceeded") if own else answer

    async def _passed_on(self, request: web.Request) -> web.Response:
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
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        proxy.api = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
        yield proxy
        await runner.cleanup()


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
    await start(world, room)
    move = await world.ec.say(room, "E6 E7")
    await turn_after(world, room, move, world.dmo)
    conceded = await world.dmo.say(room, "concede")
    record = await record_of(world.session, await result_after(world, room, conceded))
    assert [record.count(item) for item in ("E6 E7", "concede")] == [1, 1]
    # Nothing goes past it. A post may still be on its way from the proxy.
    await eventually(
        lambda: (
            (proxy.passed - begun)["POST messages"]
            == arrived["POST /channels/{channel_id}/messages"]
            >= 3
        )
    )
    await eventually(lambda: (proxy.passed - begun)["POST callback"] == 1)


@pytest.mark.parametrize("status", [408, 429])
@pytest.mark.usefixtures("bot")
async def test_a_board_stands_once_though_a_proxy_gives_it_an_answer_of_its_own(
    proxy: Proxy, world: World, room: str, status: int
):
    await start(world, room)
    proxy.own_answers.extend([status] * 2)
    move = await world.ec.say(room, "E6 E7")
    turn = await turn_after(world, room, move, world.dmo)
    await eventually(lambda: not proxy.own_answers)
    again = await world.dmo.say(room, "E3 F3")
    await turn_after(world, room, again, world.ec)
    boards = [message["id"] for message in await world.host.history(room) if message["attachments"]]
    assert len(boards) == 3
    assert boards[1] == turn["id"]


async def test_discords_own_limits_are_waited_out_as_without_a_proxy(
    bot: BotProcess, world: World, room: str
):
    await start(world, room)
    await world.fault(fault="429", match=POSTS, seconds=0.05)
    move = await world.ec.say(room, "E6 E7")
    await turn_after(world, room, move, world.dmo)
    # So discord.py says, if it knows the answer to be Discord's.
    await eventually(lambda: b"responded with 429. Retrying in 0.05 seconds" in bot.log)
