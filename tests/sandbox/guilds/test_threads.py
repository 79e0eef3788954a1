"""Threads of messages and channels, for a plain client and for discord.py."""

import discord

from sandbox.state.permissions import Permission


async def begin(clients, person=None, **fields):
    body = {"name": "Aside", "type": 11, **fields}
    path = f"/channels/{clients.room}/threads"
    return (await (person or clients.ada).expect(200, "POST", path, body)).body


async def begin_at(clients, message, person=None):
    path = f"{clients.messages}/{message['id']}/threads"
    return (await (person or clients.ada).expect(200, "POST", path, {"name": "Aside"})).body


async def contents(clients, channel):
    history = await clients.ada.get(f"/channels/{channel['id']}/messages")
    return [(message["type"], message["content"]) for message in history]


async def test_a_message_s_thread_has_its_id_and_opens_with_it(clients, dealer):
    messages = await clients.bob.say(clients.room, "what a move")
    thread = await begin_at(clients, messages)
    assert (thread["id"], thread["type"], thread["parent_id"]) == (messages["id"], 11, clients.room)
    answers = await dealer.wait("THREAD_CREATE")
    assert (answers["newly_created"], answers["name"]) == (True, "Aside")
    assert (await dealer.wait("MESSAGE_UPDATE"))["thread"]["id"] == thread["id"]
    opening = await dealer.wait("MESSAGE_CREATE", type=21)
    assert opening["referenced_message"]["content"] == "what a move"
    assert opening["message_reference"]["channel_id"] == clients.room
    path = f"{clients.messages}/{messages['id']}/threads"
    assert (await clients.bob.call("POST", path, {"name": "Again"})).code == 160004


async def test_a_thread_by_itself_is_announced_in_its_channel(clients, dealer):
    thread = await begin(clients)
    notice = await dealer.wait("MESSAGE_CREATE", type=18)
    assert (notice["channel_id"], notice["content"]) == (clients.room, "Aside")
    assert notice["message_reference"]["channel_id"] == thread["id"]


async def test_messages_in_a_thread_stay_in_it(clients):
    thread = await begin(clients)
    dealer = await clients.watch_as_bot()
    await clients.bob.say(thread["id"], "E6 E7")
    assert (await dealer.wait("MESSAGE_CREATE"))["channel_id"] == thread["id"]
    answer = await clients.bot.say(thread["id"], "heard")
    assert await contents(clients, thread) == [(0, "heard"), (0, "E6 E7")]
    assert "E6 E7" not in [content for _, content in await contents(clients, {"id": clients.room})]
    picture = await clients.ada.get(f"/channels/{thread['id']}")
    assert (picture["message_count"], picture["last_message_id"]) == (2, answer["id"])


async def test_discord_py_knows_the_thread_that_a_message_stands_in(clients, bot):
    thread = await begin(clients)
    await bot.next("thread_create")
    await bot.next("message")
    await clients.ada.say(thread["id"], "E6 E7")
    message = await bot.next("message")
    assert message.channel.type is discord.ChannelType.public_thread
    assert message.channel.parent_id == int(clients.room)
    await message.reply("heard")


async def test_guild_create_shows_the_active_threads_that_one_sees(clients):
    active, archived = await begin(clients), await begin(clients)
    path = f"/channels/{archived['id']}"
    await clients.ada.expect(200, "PATCH", path, {"archived": True})
    for client in (await clients.watch(clients.bob), await clients.watch_as_bot()):
        picture = client.events[-1]["d"]
        assert [thread["id"] for thread in picture["threads"]] == [active["id"]]
        assert active["id"] not in [room["id"] for room in picture["channels"]]
    listed = await clients.bob.get(f"/guilds/{clients.guild}/threads/active")
    assert [thread["id"] for thread in listed["threads"]] == [active["id"]]


async def test_a_thread_is_seen_by_those_who_see_its_channel(clients):
    thread = await begin(clients)
    await clients.overwrite(clients.app, deny=Permission.VIEW_CHANNEL, kind=1)
    await clients.bot.refused(403, 50001, "GET", f"/channels/{thread['id']}/messages")


async def test_posting_in_threads_needs_a_permission_of_its_own(clients):
    thread = await begin(clients)
    await clients.overwrite(clients.guild, deny=Permission.SEND_MESSAGES)
    await clients.ada.say(thread["id"], "x")
    path = f"/channels/{thread['id']}/messages"
    await clients.ada.expect(200, "POST", path, {}, {"a.txt": b"x"})
    await clients.overwrite(clients.guild, deny=Permission.SEND_MESSAGES_IN_THREADS)
    assert (await clients.ada.post(thread["id"])).code == 50013


async def test_an_announcement_channel_s_threads_are_of_their_own_kind(clients):
    body = {"name": "news", "type": 5}
    news = (await clients.hana.expect(200, "POST", f"/guilds/{clients.guild}/channels", body)).body
    path = f"/channels/{news['id']}/threads"
    assert (await clients.ada.call("POST", path, {"name": "x", "type": 11})).code == 50035
    await clients.ada.expect(200, "POST", path, {"name": "x", "type": 10})


async def test_a_thread_that_is_put_away_is_taken_up_by_the_next_message(clients):
    thread = await begin(clients)
    messages = await clients.bob.say(thread["id"], "first")
    dealer = await clients.watch_as_bot()
    path = f"/channels/{thread['id']}"
    await clients.ada.expect(200, "PATCH", path, {"archived": True})
    assert (await dealer.wait("THREAD_UPDATE"))["thread_metadata"]["archived"] is True
    edit = f"{path}/messages/{messages['id']}"
    assert (await clients.bob.call("PATCH", edit, {"content": "x"})).code == 50083
    assert (await clients.bob.call("PUT", f"{edit}/reactions/👍/@me")).code == 50083
    assert (await clients.bob.call("POST", f"{path}/messages", {"content": ""})).code == 50006
    assert (await clients.bob.get(path))["thread_metadata"]["archived"] is True
    await clients.bob.say(thread["id"], "second")
    assert (await dealer.wait("THREAD_UPDATE"))["thread_metadata"]["archived"] is False
    await dealer.wait("MESSAGE_CREATE", content="second")


async def test_a_locked_thread_is_for_moderators(clients):
    thread = await begin(clients)
    path = f"/channels/{thread['id']}"
    assert (await clients.ada.call("PATCH", path, {"locked": True})).code == 50013
    await clients.hana.expect(200, "PATCH", path, {"locked": True, "archived": True})
    assert (await clients.ada.post(thread["id"])).code == 160005
    assert (await clients.bob.call("PATCH", path, {"archived": False})).code == 50013
    await clients.hana.say(thread["id"], "back to the room, please")


async def test_a_thread_has_a_slow_mode_of_its_own(clients):
    thread = await begin(clients, rate_limit_per_user=60)
    await clients.bob.say(thread["id"], "x")
    path = f"/channels/{thread['id']}"
    assert (await clients.bob.post(thread["id"])).code == 20016
    await clients.bob.say(clients.room, "x")
    assert (await clients.ada.call("PATCH", path, {"rate_limit_per_user": 0})).code == 50013
    await clients.hana.expect(200, "PATCH", path, {"rate_limit_per_user": 0})
    await clients.bob.say(thread["id"], "x")


async def test_writing_in_a_thread_joins_it_until_one_leaves(clients):
    thread = await begin(clients)
    dealer = await clients.watch_as_bot()
    await clients.bob.say(thread["id"], "x")
    joined = await dealer.wait("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in joined["added_members"]] == [clients.bob.id]
    path = f"/channels/{thread['id']}/thread-members"
    members = {item["user_id"] for item in await clients.ada.get(path)}
    assert members == {clients.ada.id, clients.bob.id}
    await clients.bob.expect(204, "DELETE", f"{path}/@me")
    assert (await dealer.wait("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == [clients.bob.id]
    await clients.ada.expect(204, "PUT", f"{path}/{clients.app}")
    await clients.bot.expect(204, "DELETE", f"{path}/@me")
    await clients.bot.expect(204, "PUT", f"{path}/@me")
    assert (await clients.bob.call("DELETE", f"{path}/{clients.app}")).code == 50013
    await clients.hana.expect(204, "DELETE", f"{path}/{clients.app}")
    assert [item["user_id"] for item in await clients.ada.get(path)] == [clients.ada.id]


async def test_a_bot_without_the_members_intent_hears_of_its_own_part_only(clients):
    thread = await begin(clients)
    dealer = await clients.watch_as_bot(discord.Intents.default().value)
    await clients.bob.expect(204, "PUT", f"/channels/{thread['id']}/thread-members/@me")
    await clients.ada.expect(204, "PUT", f"/channels/{thread['id']}/thread-members/{clients.app}")
    answers = await dealer.wait("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in answers["added_members"]] == [clients.app]


async def test_a_thread_is_deleted_by_itself_or_with_its_channel(clients):
    item, other = await begin(clients), await begin(clients)
    dealer = await clients.watch_as_bot()
    path = f"/channels/{item['id']}"
    assert (await clients.ada.call("DELETE", path)).code == 50013
    await clients.hana.expect(200, "DELETE", path)
    gone = {"id": item["id"], "guild_id": clients.guild, "parent_id": clients.room, "type": 11}
    assert await dealer.wait("THREAD_DELETE") == gone
    await clients.hana.expect(200, "DELETE", f"/channels/{clients.room}")
    assert (await clients.ada.call("GET", f"/channels/{other['id']}")).code == 10003


async def test_a_channel_s_overwrites_are_not_a_thread_s(clients):
    thread = await begin(clients)
    path = f"/channels/{thread['id']}/permissions/{clients.guild}"
    assert (await clients.hana.call("PUT", path, {"deny": "1024"})).code == 50024
