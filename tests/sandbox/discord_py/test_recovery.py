"""An unmodified discord.py survives dropped connections, lost sessions and failing requests."""

import aiohttp
import pytest

from tests.sandbox.clients import Bot, Clock, running

MESSAGES = "/channels/{channel_id}/messages"
POSTS = {"method": "POST", "route": MESSAGES}


async def contents(clients):
    history = await clients.ada.get(clients.messages)
    return [message["content"] for message in history]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_429_is_waited_out(clients, bot, everywhere):
    await clients.fault("429", match=POSTS, seconds=0.05, count=2, **{"global": everywhere})
    await bot.room(clients).send("dealt")
    assert await contents(clients) == ["dealt"]


@pytest.mark.parametrize(("result", "effect"), [(False, []), (True, ["cut"])])
async def test_a_dropped_request_is_raised_at_once(clients, bot, result, effect):
    await clients.fault("drop", match=POSTS, after=result)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bot.room(clients).send("cut")
    assert await contents(clients) == effect


async def test_a_bot_within_its_limits_is_paced_by_the_headers(rate_limited_clients, monkeypatch):
    # However long it takes, all of it is in one window.
    monkeypatch.setattr("sandbox.rate_limits.monotonic", Clock())
    async with running(Bot(), rate_limited_clients.sandbox) as bot:
        room = bot.room(rate_limited_clients)
        for number in range(4):
            await room.send(str(number))
        buckets = bot.http._buckets
        [bucket] = {buckets[key] for key in buckets if key.endswith(f":{room.id}")}
        assert (bucket.limit, bucket.remaining) == (5, 1)
