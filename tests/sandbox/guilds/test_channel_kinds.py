"""Slow mode, voice channels with their chat, and announcement channels."""

import discord
import pytest

from sandbox.state.permissions import Permission
from tests.sandbox.clients import Clock


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("sandbox.guilds.slow_mode.monotonic", clock)
    return clock


async def slow_down(clients, seconds=30):
    body = {"rate_limit_per_user": seconds}
    await clients.hana.expect(200, "PATCH", f"/channels/{clients.room}", body)


async def new_channel(clients, kind, **fields):
    body = {"name": "new", "type": kind, **fields}
    return (await clients.hana.expect(200, "POST", f"/guilds/{clients.guild}/channels", body)).body


async def test_slow_mode_is_told(clients, dealer):
    await slow_down(clients)
    assert (await dealer.wait("CHANNEL_UPDATE"))["rate_limit_per_user"] == 30
    assert (await clients.bot.get(f"/channels/{clients.room}"))["rate_limit_per_user"] == 30
    other = await new_channel(clients, 0, rate_limit_per_user=5)
    assert other["rate_limit_per_user"] == 5


async def test_slow_mode_says_how_long_to_wait(clients, clock):
    await slow_down(clients)
    assert (await clients.ada.post(clients.room)).status == 200
    clock.now += 10
    answer = await clients.ada.post(clients.room)
    assert (answer.status, answer.code, answer.body["retry_after"]) == (429, 20016, 20)
    assert answer.body["global"] is False
    assert (await clients.bob.post(clients.room)).status == 200
    await clients.ada.say(clients.other_room, "x")
    clock.now += 20
    assert (await clients.ada.post(clients.room)).status == 200


async def test_a_message_refused_for_slow_mode_is_told_to_nobody(clients, clock):
    await slow_down(clients)
    dealer = await clients.watch_as_bot()
    await clients.ada.say(clients.room, "first")
    await clients.ada.post(clients.room)
    await clients.bob.say(clients.room, "second")
    messages = [(await dealer.wait("MESSAGE_CREATE"))["content"] for _ in range(2)]
    assert messages == ["first", "second"]


async def test_neither_bots_nor_edits_nor_refused_messages_cost_a_wait(clients, clock):
    await slow_down(clients)
    for _ in range(2):
        await clients.bot.say(clients.room, "board")
    assert (await clients.ada.post(clients.room, "")).code == 50006
    posted = await clients.ada.say(clients.room, "x")
    await clients.ada.expect(200, "PATCH", f"{clients.messages}/{posted['id']}", {"content": "y"})


async def test_only_bypass_slowmode_exempts(clients, clock):
    await slow_down(clients)
    await clients.hana.say(clients.room, "first")  # Manage Channels and Manage Messages do not help
    assert (await clients.hana.post(clients.room)).code == 20016
    await clients.permit_more("Host", Permission.BYPASS_SLOWMODE)
    assert (await clients.hana.post(clients.room)).status == 200


async def test_a_voice_channel_has_text(clients, bot):
    channel = await new_channel(clients, 2)
    room = await bot.next("guild_channel_create")
    assert (room.id, room.type) == (int(channel["id"]), discord.ChannelType.voice)
    await clients.ada.say(channel["id"], "hello")
    assert (await bot.next("message")).channel == room
    await room.send("board")
    assert [message.content async for message in room.history()] == ["board", "hello"]


async def test_a_voice_channel_is_read_only_by_those_who_may_connect(clients):
    channel = await new_channel(clients, 2)
    path = f"/channels/{channel['id']}"
    body = {"type": 0, "deny": str(int(Permission.CONNECT))}
    await clients.hana.expect(204, "PUT", f"{path}/permissions/{clients.guild}", body)
    for caller in (clients.bot, clients.ada):
        assert (await caller.call("GET", f"{path}/messages")).code == 50001
        assert (await caller.call("POST", f"{path}/messages", {"content": "x"})).code == 50001


async def test_an_announcement_channel_is_one_and_knows_no_slow_mode(clients, bot):
    channel = await new_channel(clients, 5)
    room = await bot.next("guild_channel_create")
    assert room.is_news()
    await room.send("The winner is Ada.")
    path, body = f"/channels/{channel['id']}", {"rate_limit_per_user": 5}
    assert (await clients.hana.call("PATCH", path, body)).code == 50024
