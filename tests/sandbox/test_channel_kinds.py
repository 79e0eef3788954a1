"""Slow channels, voice channels with their text, and announcement channels."""

import discord
import pytest

from sandbox.state.permissions import Permission
from tests.sandbox.support import Clock


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("sandbox.guilds.slow_mode.monotonic", clock)
    return clock


async def slow_down(town, seconds=30):
    body = {"rate_limit_per_user": seconds}
    await town.hana.expect(200, "PATCH", f"/channels/{town.room}", body)


def post(town, person):
    return person.call("POST", f"/channels/{town.room}/messages", {"content": "x"})


async def new_channel(town, kind, **fields):
    body = {"name": "new", "type": kind, **fields}
    return (await town.hana.expect(200, "POST", f"/guilds/{town.guild}/channels", body)).body


async def test_slow_mode_is_told(town):
    dealer = await town.watch_as_bot()
    await slow_down(town)
    assert (await dealer.wait("CHANNEL_UPDATE"))["rate_limit_per_user"] == 30
    assert (await town.bot.get(f"/channels/{town.room}"))["rate_limit_per_user"] == 30
    other = await new_channel(town, 0, rate_limit_per_user=5)
    assert other["rate_limit_per_user"] == 5


@pytest.mark.parametrize("seconds", [-1, 21_601, "30"])
async def test_slow_mode_lasts_six_hours_at_most(town, seconds):
    path, body = f"/channels/{town.room}", {"rate_limit_per_user": seconds}
    assert (await town.hana.call("PATCH", path, body)).code == 50035


async def test_who_writes_too_soon_in_a_slow_channel_is_told_how_long_to_wait(town, clock):
    await slow_down(town)
    assert (await post(town, town.ada)).status == 200
    clock.now += 10
    answer = await post(town, town.ada)
    assert (answer.status, answer.code, answer.body["retry_after"]) == (429, 20016, 20)
    assert answer.body["global"] is False
    assert (await post(town, town.bob)).status == 200
    elsewhere = f"/channels/{town.other_room}/messages"
    await town.ada.expect(200, "POST", elsewhere, {"content": "x"})
    clock.now += 20
    assert (await post(town, town.ada)).status == 200


async def test_a_message_refused_for_slow_mode_is_told_to_nobody(town, clock):
    await slow_down(town)
    dealer = await town.watch_as_bot()
    await town.ada.say(town.room, "first")
    await post(town, town.ada)
    await town.bob.say(town.room, "second")
    said = [(await dealer.wait("MESSAGE_CREATE"))["content"] for _ in range(2)]
    assert said == ["first", "second"]


async def test_a_message_that_was_refused_costs_no_wait(town, clock):
    await slow_down(town)
    path = f"/channels/{town.room}/messages"
    assert (await town.ada.call("POST", path, {"content": ""})).code == 50006
    assert (await post(town, town.ada)).status == 200


async def test_a_message_is_edited_without_a_wait(town, clock):
    await slow_down(town)
    posted = await town.ada.say(town.room, "x")
    path = f"/channels/{town.room}/messages/{posted['id']}"
    await town.ada.expect(200, "PATCH", path, {"content": "y"})


async def test_bots_do_not_wait(town, clock):
    await slow_down(town)
    for _ in range(2):
        await town.bot.say(town.room, "board")


async def test_only_bypass_slowmode_exempts(town, clock):
    await slow_down(town)
    await town.hana.say(town.room, "first")  # Manage Channels and Manage Messages do not help
    assert (await post(town, town.hana)).code == 20016
    await town.permit_more("Host", Permission.BYPASS_SLOWMODE)
    assert (await post(town, town.hana)).status == 200


async def test_a_voice_channel_has_text(town, bot):
    channel = await new_channel(town, 2)
    room = await bot.next("guild_channel_create")
    assert (room.id, room.type) == (int(channel["id"]), discord.ChannelType.voice)
    await town.ada.say(channel["id"], "hello")
    assert (await bot.next("message")).channel == room
    await room.send("board")
    assert [message.content async for message in room.history()] == ["board", "hello"]


async def test_who_cannot_connect_to_a_voice_channel_reads_nothing_there(town):
    channel = await new_channel(town, 2)
    path = f"/channels/{channel['id']}"
    body = {"type": 0, "deny": str(int(Permission.CONNECT))}
    await town.hana.expect(204, "PUT", f"{path}/permissions/{town.guild}", body)
    for caller in (town.bot, town.ada):
        assert (await caller.call("GET", f"{path}/messages")).code == 50001
        assert (await caller.call("POST", f"{path}/messages", {"content": "x"})).code == 50001


async def test_an_announcement_channel_is_one_and_knows_no_slow_mode(town, bot):
    channel = await new_channel(town, 5)
    room = await bot.next("guild_channel_create")
    assert room.is_news()
    await room.send("The winner is Ada.")
    path, body = f"/channels/{channel['id']}", {"rate_limit_per_user": 5}
    assert (await town.hana.call("PATCH", path, body)).code == 50024


@pytest.mark.parametrize("kind", [1, 3, 4, 11])
async def test_other_kinds_of_channel_are_not_there(town, kind):
    path, body = f"/guilds/{town.guild}/channels", {"name": "x", "type": kind}
    assert (await town.hana.call("POST", path, body)).code == 50035
