"""No request of discord.py goes out uncounted or unguarded, including its own repetitions."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
import yarl

from bot.posts.sending.requests import (
    MAX_REQUESTS,
    WINDOW_SECONDS,
    RateLimiter,
    Request,
    RequestTrace,
)
from bot.values.post import Extras, Post, Reply, Urgency, Worth
from sandbox.server import BOT_TOKEN
from tests.bot.posts.sending.test_rate_limit import most_in
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.outboxes import POSTS, OutboxHarness, note_permits, open_outbox

SECONDS_TO_CONNECT = 0.4


@pytest.fixture
async def limited(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OutboxHarness]:
    """Yield an outbox under the real rate limit."""
    async with open_outbox(monkeypatch, RateLimiter()) as harness:
        yield harness


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opening a connection take a while; using it is fast."""
    connect = aiohttp.TCPConnector._create_connection

    async def slowly(*value: Any, **more: Any) -> Any:
        await asyncio.sleep(SECONDS_TO_CONNECT)
        return await connect(*value, **more)

    monkeypatch.setattr(aiohttp.TCPConnector, "_create_connection", slowly)


# Counts


@pytest.mark.usefixtures("far")
async def test_a_hundred_rooms_at_once_stay_below_the_limit_with_all_repetitions(
    limited: OutboxHarness,
):
    await limited.world.grow(channels=100, users=0)
    rooms = [channel["id"] for channel in limited.world.about["channels"][-100:]]
    await limited.world.fault(fault="429", match=POSTS, seconds=0.3, count=40)
    await limited.world.fault(fault="429", match=POSTS, seconds=0.4, count=1, **{"global": True})
    await limited.world.fault(fault="5xx-after", status=502, match=POSTS, count=20)
    await limited.world.fault(fault="drop", match=POSTS, after=True, count=20)
    came = limited.note_requests(lambda _: asyncio.get_running_loop().time())
    departures = limited.limiter.leaves = Mock(wraps=limited.limiter.leaves)
    for room in rooms:
        limited.put(Post("turn", extras=Extras(has_board=True)), room=room)
    await limited.all_reported()
    # Not the times of the calls: this process may have been held up meanwhile.
    left = [call.args[0].left_at for call in departures.call_args_list]
    assert len(left) == len(came) == len(rooms) + 40 + 1 + 20 + 20
    assert most_in(WINDOW_SECONDS, left) <= MAX_REQUESTS
    # A busy machine delays some requests on their way: the second shrinks by that much.
    longest = max(instant - since for since, instant in zip(sorted(left), came, strict=True))
    assert most_in(max(0.0, min(1.0, WINDOW_SECONDS - longest)), came) <= MAX_REQUESTS
    for room in rooms:
        history = await limited.world.host.history(room)
        assert [message["content"] for message in history] == ["turn"]


async def test_a_request_counts_however_long_it_takes_to_open_its_connection(
    limited: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    connect, counted = aiohttp.TCPConnector._create_connection, list[bool]()

    async def noting(*value: Any, **more: Any) -> Any:
        much_later = asyncio.get_running_loop().time() + 10 * WINDOW_SECONDS
        counted.extend(permit.counts(much_later) for permit in limited.limiter._window)
        return await connect(*value, **more)

    monkeypatch.setattr(aiohttp.TCPConnector, "_create_connection", noting)
    for room in (limited.room, await limited.world.new_room(), await limited.world.new_room()):
        limited.put(Post("turn", worth=Worth(urgency=Urgency.TURN)), room=room)
    await limited.all_reported()
    assert any(counted)


async def test_answers_to_interactions_wait_for_no_permit(limited: OutboxHarness):
    token = await limited.promise_an_answer(limited.world.ec)
    limited.hold()
    limited.put(Post("for you alone", recipient=EC, reply=Reply(token=token)))
    assert (await limited.all_reported())[-1][1]


@pytest.mark.parametrize(
    ("method", "path", "is_counted", "posts"),
    [
        ("POST", "/api/v10/channels/1/messages", True, True),
        ("GET", "/api/v10/channels/1/messages", True, False),
        ("POST", "/api/v10/users/@me/channels", True, False),
        ("POST", "/api/v10/interactions/1/token/callback", False, False),
        ("PATCH", "/api/v10/webhooks/1/token/messages/@original", False, False),
        ("GET", "/attachments/1/2/erosion.txt", False, False),
    ],
)
def test_a_requests_address_tells_whether_discord_counts_it(
    method: str, path: str, is_counted: bool, posts: bool
):
    request = Request.read(method, yarl.URL(f"http://127.0.0.1:1{path}"), "/api/v10")
    assert (request.is_counted, request.posts) == (is_counted, posts)


async def test_while_cloudflare_lets_nothing_through_no_lane_tries_its_luck(limited: OutboxHarness):
    token, room = await limited.promise_an_answer(limited.world.ec), await limited.world.new_room()
    requests = limited.note_requests()
    await limited.world.fault(fault="429", match=POSTS, via=False, seconds=600)
    limited.put(Post("turn"))
    await limited.holds(1)
    limited.put(Post("elsewhere"), room=room)
    # Discord does not count its answer, but Cloudflare does.
    limited.put(Post("for you alone", recipient=EC, reply=Reply(token=token)))
    await limited.holds(3)
    assert len(requests) == 1
    limited.limiter.paused_until = 0.0
    limited.limiter._grant()
    assert await limited.texts() == ["press", "turn"]
    assert await limited.texts(room) == ["elsewhere"]
    assert len(requests) == 1 + 3


async def test_the_latency_last_seen_is_that_of_the_last_answer(limited: OutboxHarness):
    for seconds in (0.2, 0.1):
        await limited.world.fault(fault="latency", match=POSTS, seconds=seconds)
        limited.put(Post("turn"))
        await limited.all_reported()
        assert limited.limiter.latency >= seconds


async def test_nothing_is_said_before_it_is_this_process_that_may_say_it(limited: OutboxHarness):
    is_ours, asked = asyncio.Event(), list[bool]()

    async def may_send() -> bool:
        asked.append(is_ours.is_set())
        await is_ours.wait()
        return asked[-1]

    trace = RequestTrace(RateLimiter(), FakeClock(), may_send=may_send)
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        await client.login(BOT_TOKEN)
        requests = limited.note_requests()
        room = client.get_partial_messageable(int(limited.room))
        saying = asyncio.create_task(room.send("hello"))
        await eventually(lambda: asked)
        # Reading is everybody's.
        await client.http.get_user(int(limited.world.ec.id))
        assert [request.method for request in requests] == ["GET"]
        is_ours.set()
        await saying
    # It is asked again after a wait: that may have been for long.
    assert asked == [False, True]
    assert [request.method for request in requests] == ["GET", "POST"]


# Urgency


async def test_each_post_asks_for_a_permit_with_its_own_urgency(limited: OutboxHarness):
    limited.hold()
    for urgency in sorted(Urgency, reverse=True):
        limited.put(Post("post", worth=Worth(urgency=urgency)), room=await limited.world.new_room())
    await limited.holds(len(Urgency))
    assert sorted(urgency for urgency, *_ in limited.limiter._waiting) == sorted(Urgency)


async def test_an_urgent_post_hastens_those_before_it_in_its_room(limited: OutboxHarness):
    limiter, asked = limited.limiter, note_permits(limited.limiter)
    limited.hold()
    limited.put(Post("reply"))
    await limited.holds(1)
    limited.put(Post("warning", worth=Worth(urgency=Urgency.WARNING, expires_ms=BEGAN_MS + 60_000)))
    limited.put(Post("turn", worth=Worth(urgency=Urgency.TURN)))
    assert min(limiter._waiting)[0] is Urgency.TURN
    limited.release()
    assert await limited.texts() == ["reply", "warning", "turn"]
    assert asked[0] is Urgency.USUAL
    assert set(asked[1:]) == {Urgency.TURN}
