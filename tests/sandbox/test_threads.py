"""Threads of messages and of channels, as a plain client and discord.py meet them."""

import discord
import pytest

from sandbox.server import Sandbox
from sandbox.state.permissions import Permission
from tests.sandbox.support import open_town


async def begin(town, person=None, **fields):
    body = {"name": "Aside", "type": 11, **fields}
    path = f"/channels/{town.room}/threads"
    return (await (person or town.ada).expect(200, "POST", path, body)).body


async def begin_at(town, message, person=None):
    path = f"/channels/{town.room}/messages/{message['id']}/threads"
    return (await (person or town.ada).expect(200, "POST", path, {"name": "Aside"})).body


async def contents(town, channel):
    history = await town.ada.get(f"/channels/{channel['id']}/messages")
    return [(message["type"], message["content"]) for message in history]


async def test_a_message_s_thread_has_its_id_and_opens_with_it(town):
    dealer = await town.watch_as_bot()
    said = await town.bob.say(town.room, "what a move")
    thread = await begin_at(town, said)
    assert (thread["id"], thread["type"], thread["parent_id"]) == (said["id"], 11, town.room)
    told = await dealer.wait("THREAD_CREATE")
    assert (told["newly_created"], told["name"]) == (True, "Aside")
    assert (await dealer.wait("MESSAGE_UPDATE"))["thread"]["id"] == thread["id"]
    opening = await dealer.wait("MESSAGE_CREATE", type=21)
    assert opening["referenced_message"]["content"] == "what a move"
    assert opening["message_reference"]["channel_id"] == town.room
    path = f"/channels/{town.room}/messages/{said['id']}/threads"
    assert (await town.bob.call("POST", path, {"name": "Again"})).code == 160004


async def test_a_thread_by_itself_is_announced_in_its_channel(town):
    dealer = await town.watch_as_bot()
    thread = await begin(town)
    notice = await dealer.wait("MESSAGE_CREATE", type=18)
    assert (notice["channel_id"], notice["content"]) == (town.room, "Aside")
    assert notice["message_reference"]["channel_id"] == thread["id"]


async def test_what_is_said_in_a_thread_stays_in_it(town):
    thread = await begin(town)
    dealer = await town.watch_as_bot()
    await town.bob.say(thread["id"], "E6 E7")
    assert (await dealer.wait("MESSAGE_CREATE"))["channel_id"] == thread["id"]
    answer = await town.bot.say(thread["id"], "heard")
    assert await contents(town, thread) == [(0, "heard"), (0, "E6 E7")]
    assert "E6 E7" not in [content for _, content in await contents(town, {"id": town.room})]
    shown = await town.ada.get(f"/channels/{thread['id']}")
    assert (shown["message_count"], shown["last_message_id"]) == (2, answer["id"])


async def test_discord_py_knows_the_thread_that_a_message_stands_in(town, bot):
    thread = await begin(town)
    await bot.next("thread_create")
    await bot.next("message")
    await town.ada.say(thread["id"], "E6 E7")
    message = await bot.next("message")
    assert message.channel.type is discord.ChannelType.public_thread
    assert message.channel.parent_id == int(town.room)
    await message.reply("heard")


async def test_guild_create_shows_the_active_threads_that_one_sees(town):
    active, archived = await begin(town), await begin(town)
    path = f"/channels/{archived['id']}"
    await town.ada.expect(200, "PATCH", path, {"archived": True})
    for client in (await town.watch(town.bob), await town.watch_as_bot()):
        shown = client.events[-1]["d"]
        assert [thread["id"] for thread in shown["threads"]] == [active["id"]]
        assert active["id"] not in [room["id"] for room in shown["channels"]]
    listed = await town.bob.get(f"/guilds/{town.guild}/threads/active")
    assert [thread["id"] for thread in listed["threads"]] == [active["id"]]


async def test_a_thread_is_seen_by_those_who_see_its_channel(town):
    thread = await begin(town)
    body = {"type": 1, "deny": str(int(Permission.VIEW_CHANNEL))}
    await town.hana.expect(204, "PUT", f"/channels/{town.room}/permissions/{town.app}", body)
    answer = await town.bot.call("GET", f"/channels/{thread['id']}/messages")
    assert (answer.status, answer.code) == (403, 50001)


async def test_in_threads_another_permission_lets_one_speak(town):
    thread = await begin(town)
    path = f"/channels/{town.room}/permissions/{town.guild}"
    post = f"/channels/{thread['id']}/messages"
    await town.hana.expect(204, "PUT", path, {"deny": str(int(Permission.SEND_MESSAGES))})
    assert (await town.ada.call("POST", post, {"content": "x"})).status == 200
    assert (await town.ada.call("POST", post, {}, {"a.txt": b"x"})).status == 200
    deny = str(int(Permission.SEND_MESSAGES_IN_THREADS))
    await town.hana.expect(204, "PUT", path, {"deny": deny})
    assert (await town.ada.call("POST", post, {"content": "x"})).code == 50013


async def test_who_may_begin_no_threads_begins_none(town):
    path = f"/channels/{town.room}/permissions/{town.guild}"
    deny = str(int(Permission.CREATE_PUBLIC_THREADS))
    await town.hana.expect(204, "PUT", path, {"deny": deny})
    body = {"name": "x", "type": 11}
    assert (await town.ada.call("POST", f"/channels/{town.room}/threads", body)).code == 50013


@pytest.mark.parametrize(
    "fields",
    [{"type": 12}, {"type": None}, {"type": 0}, {"name": ""}, {"auto_archive_duration": 7}],
)
async def test_a_thread_that_cannot_be_is_refused(town, fields):
    body = {"name": "x", "type": 11, **fields}
    assert (await town.ada.call("POST", f"/channels/{town.room}/threads", body)).code == 50035


async def test_an_announcement_channel_s_threads_are_of_their_own_kind(town):
    body = {"name": "news", "type": 5}
    news = (await town.hana.expect(200, "POST", f"/guilds/{town.guild}/channels", body)).body
    path = f"/channels/{news['id']}/threads"
    assert (await town.ada.call("POST", path, {"name": "x", "type": 11})).code == 50035
    await town.ada.expect(200, "POST", path, {"name": "x", "type": 10})


async def test_a_thread_that_is_put_away_is_taken_up_by_the_next_message(town):
    thread = await begin(town)
    said = await town.bob.say(thread["id"], "first")
    dealer = await town.watch_as_bot()
    path = f"/channels/{thread['id']}"
    await town.ada.expect(200, "PATCH", path, {"archived": True})
    assert (await dealer.wait("THREAD_UPDATE"))["thread_metadata"]["archived"] is True
    edit = f"{path}/messages/{said['id']}"
    assert (await town.bob.call("PATCH", edit, {"content": "x"})).code == 50083
    assert (await town.bob.call("PUT", f"{edit}/reactions/👍/@me")).code == 50083
    assert (await town.bob.call("POST", f"{path}/messages", {"content": ""})).code == 50006
    assert (await town.bob.get(path))["thread_metadata"]["archived"] is True
    await town.bob.say(thread["id"], "second")
    assert (await dealer.wait("THREAD_UPDATE"))["thread_metadata"]["archived"] is False
    await dealer.wait("MESSAGE_CREATE", content="second")


async def test_a_locked_thread_is_for_moderators(town):
    thread = await begin(town)
    path = f"/channels/{thread['id']}"
    assert (await town.ada.call("PATCH", path, {"locked": True})).code == 50013
    await town.hana.expect(200, "PATCH", path, {"locked": True, "archived": True})
    assert (await town.ada.call("POST", f"{path}/messages", {"content": "x"})).code == 160005
    assert (await town.bob.call("PATCH", path, {"archived": False})).code == 50013
    await town.hana.say(thread["id"], "back to the room, please")


async def test_a_thread_has_a_slow_mode_of_its_own(town):
    thread = await begin(town, rate_limit_per_user=60)
    await town.bob.say(thread["id"], "x")
    path = f"/channels/{thread['id']}"
    assert (await town.bob.call("POST", f"{path}/messages", {"content": "x"})).code == 20016
    await town.bob.say(town.room, "x")
    assert (await town.ada.call("PATCH", path, {"rate_limit_per_user": 0})).code == 50013
    await town.hana.expect(200, "PATCH", path, {"rate_limit_per_user": 0})
    await town.bob.say(thread["id"], "x")


async def test_who_writes_in_a_thread_joins_it_and_may_leave(town):
    thread = await begin(town)
    dealer = await town.watch_as_bot()
    await town.bob.say(thread["id"], "x")
    joined = await dealer.wait("THREAD_MEMBERS_UPDATE")
    assert [one["user_id"] for one in joined["added_members"]] == [town.bob.id]
    path = f"/channels/{thread['id']}/thread-members"
    assert {one["user_id"] for one in await town.ada.get(path)} == {town.ada.id, town.bob.id}
    await town.bob.expect(204, "DELETE", f"{path}/@me")
    assert (await dealer.wait("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == [town.bob.id]
    await town.ada.expect(204, "PUT", f"{path}/{town.app}")
    await town.bot.expect(204, "DELETE", f"{path}/@me")
    await town.bot.expect(204, "PUT", f"{path}/@me")
    assert (await town.bob.call("DELETE", f"{path}/{town.app}")).code == 50013
    await town.hana.expect(204, "DELETE", f"{path}/{town.app}")
    assert [one["user_id"] for one in await town.ada.get(path)] == [town.ada.id]


async def test_a_bot_without_the_members_intent_hears_of_its_own_part_only(town):
    thread = await begin(town)
    dealer = await town.watch_as_bot(discord.Intents.default().value)
    await town.bob.expect(204, "PUT", f"/channels/{thread['id']}/thread-members/@me")
    await town.ada.expect(204, "PUT", f"/channels/{thread['id']}/thread-members/{town.app}")
    told = await dealer.wait("THREAD_MEMBERS_UPDATE")
    assert [one["user_id"] for one in told["added_members"]] == [town.app]


async def test_a_thread_is_deleted_by_itself_or_with_its_channel(town):
    one, other = await begin(town), await begin(town)
    dealer = await town.watch_as_bot()
    path = f"/channels/{one['id']}"
    assert (await town.ada.call("DELETE", path)).code == 50013
    await town.hana.expect(200, "DELETE", path)
    gone = {"id": one["id"], "guild_id": town.guild, "parent_id": town.room, "type": 11}
    assert await dealer.wait("THREAD_DELETE") == gone
    await town.hana.expect(200, "DELETE", f"/channels/{town.room}")
    assert (await town.ada.call("GET", f"/channels/{other['id']}")).code == 10003


async def test_a_channel_s_overwrites_are_not_a_thread_s(town):
    thread = await begin(town)
    path = f"/channels/{thread['id']}/permissions/{town.guild}"
    assert (await town.hana.call("PUT", path, {"deny": "1024"})).code == 50024


async def test_only_a_thread_has_members_of_its_own(town):
    path = f"/channels/{town.room}/thread-members/@me"
    assert (await town.ada.call("PUT", path)).code == 50024


async def test_threads_are_taken_up_again(tmp_path):
    path = tmp_path / "state.sqlite"
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        thread = await begin_at(town, await town.bob.say(town.room, "what a move"))
        await town.bob.say(thread["id"], "kept")
        before = await town.bob.get(f"/channels/{thread['id']}")
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        assert await town.bob.get(f"/channels/{thread['id']}") == before
        assert await contents(town, thread) == [(0, "kept"), (21, "")]
