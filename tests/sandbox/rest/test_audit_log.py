"""A guild's audit log tells those who may view it what the bot and people have done there."""

from datetime import timedelta
from urllib.parse import quote

import discord
import pytest

from sandbox.server import Sandbox
from sandbox.state.permissions import HOST, Permission
from tests.sandbox.clients import open_clients

ACTIONS = discord.AuditLogAction
MANAGING = HOST | Permission.VIEW_AUDIT_LOG


@pytest.fixture
async def room(clients):
    """Return the room's path, in a guild whose host and bot manage everything."""
    for role in ("Host", "Dealer"):
        await clients.permit_more(role, MANAGING)
    return f"/channels/{clients.room}"


async def log(clients, query="", person=None):
    """Return the log's entries, without those of the tests' own preparations."""
    path = f"/guilds/{clients.guild}/audit-logs{query}"
    page = await (person or clients.bot).get(path)
    return [entry for entry in page["audit_log_entries"] if not is_preparation(entry)]


def is_preparation(entry):
    return entry["action_type"] == 31 and entry["changes"][0]["key"] == "permissions"


def change(key, old=None, new=None):
    values = {"old_value": old, "new_value": new}
    return {"key": key} | {name: value for name, value in values.items() if value is not None}


async def test_the_log_is_for_those_who_may_view_it(clients):
    path = f"/guilds/{clients.guild}/audit-logs"
    for person in (clients.bot, clients.ada):
        await person.refused(403, 50013, "GET", path)
    await clients.permit_more("Dealer", Permission.VIEW_AUDIT_LOG)
    assert set(await clients.bot.get(path)) >= {"audit_log_entries", "users", "threads", "webhooks"}
    await clients.bot.refused(400, 50035, "GET", f"{path}?limit=101")


async def test_a_channel_s_life_is_noted(clients, room):
    path, bot = f"/guilds/{clients.guild}/channels", clients.bot
    made = (await bot.expect(200, "POST", path, {"name": "arena", "topic": "games"})).body
    item = f"/channels/{made['id']}"
    await bot.expect(200, "PATCH", item, {"name": "stage", "topic": None})
    await bot.expect(200, "PATCH", item, {"name": "stage"})  # as it is
    await bot.expect(200, "DELETE", item)
    deleted, updated, created = await log(clients)
    for entry, number in ((created, 10), (updated, 11), (deleted, 12)):
        about = (entry["action_type"], entry["target_id"], entry["user_id"])
        assert about == (number, made["id"], clients.app)
    assert updated["changes"] == [change("name", "arena", "stage"), change("topic", "games")]
    assert change("name", new="arena") in created["changes"]
    assert change("name", "stage") in deleted["changes"]


async def test_an_overwrite_s_life_is_noted(clients, room):
    role = await clients.role("Member")
    item = f"{room}/permissions/{role['id']}"
    for deny in ("2048", "0", "0"):
        await clients.bot.expect(204, "PUT", item, {"type": 0, "allow": "0", "deny": deny})
    await clients.bot.expect(204, "DELETE", item)
    await clients.overwrite(clients.ada.id, deny=2048, kind=1)
    person, *of_role = await log(clients)
    assert [entry["action_type"] for entry in of_role] == [15, 14, 13]
    options = {"id": role["id"], "type": "0", "role_name": "Member"}
    for entry in of_role:
        assert (entry["target_id"], entry["options"]) == (clients.room, options)
    assert of_role[1]["changes"] == [change("deny", "2048", "0")]
    assert person["options"] == {"id": clients.ada.id, "type": "1"}
    assert person["user_id"] == clients.hana.id


async def test_what_is_done_to_members_is_noted(clients, room):
    role = await clients.role("Referee")
    item = f"/guilds/{clients.guild}/members/{clients.ada.id}"
    before = (await clients.bot.get(item))["roles"]
    await clients.bot.expect(204, "PUT", f"{item}/roles/{role['id']}")
    await clients.bot.expect(204, "PUT", f"{item}/roles/{role['id']}")  # as it is
    await clients.bot.expect(200, "PATCH", item, {"nick": "Ace", "roles": before})
    until = (discord.utils.utcnow() + timedelta(hours=1)).isoformat()
    await clients.bot.expect(200, "PATCH", item, {"communication_disabled_until": until})
    await clients.bot.expect(204, "DELETE", item)
    kicked, timed_out, removed, named, added = await log(clients)
    entries = (added, named, removed, timed_out, kicked)
    assert [entry["action_type"] for entry in entries] == [25, 24, 25, 24, 20]
    assert {entry["target_id"] for entry in entries} == {clients.ada.id}
    roles = [{"id": role["id"], "name": "Referee"}]
    assert added["changes"] == [change("$add", new=roles)]
    assert removed["changes"] == [change("$remove", new=roles)]
    assert named["changes"] == [change("nick", new="Ace")]
    assert [item["key"] for item in timed_out["changes"]] == ["communication_disabled_until"]
    assert "changes" not in kicked


async def test_roles_threads_and_the_guild_are_noted(clients, room):
    bot, guild = clients.bot, f"/guilds/{clients.guild}"
    role = (await bot.expect(200, "POST", f"{guild}/roles", {"name": "Crew"})).body
    await bot.expect(200, "PATCH", f"{guild}/roles/{role['id']}", {"name": "Cast"})
    await bot.expect(204, "DELETE", f"{guild}/roles/{role['id']}")
    await bot.expect(200, "PATCH", guild, {"preferred_locale": "de"})
    posted = await clients.ada.say(clients.room, "x")
    for path in (f"{room}/threads", f"{clients.messages}/{posted['id']}/threads"):
        thread = (await bot.expect(200, "POST", path, {"name": "Aside", "type": 11})).body
    await bot.expect(200, "PATCH", f"/channels/{thread['id']}", {"archived": True})
    await bot.expect(200, "DELETE", f"/channels/{thread['id']}")
    entries = await log(clients)
    numbers = [entry["action_type"] for entry in reversed(entries)]
    assert numbers == [30, 31, 32, 1, 110, 110, 111, 112]
    assert entries[1]["changes"] == [change("archived", False, True)]
    assert entries[4]["changes"] == [change("preferred_locale", "en-US", "de")]
    assert {entry["target_id"] for entry in entries[5:]} == {role["id"]}


async def test_pins_and_deletions_of_others_messages_are_noted(clients, room):
    """Not what one deletes of one's own, nor single messages that a bot deletes.

    "We intentionally do not add to audit log if a user deletes their own message or a bot deletes
    a single message", Discord says in issue 7856 of discord-api-docs.
    """
    posts = [await clients.ada.say(clients.room, "x") for _ in range(6)]
    items = [f"{clients.messages}/{post['id']}" for post in posts]
    pin = f"{clients.messages}/pins/{posts[0]['id']}"
    await clients.bot.expect(204, "PUT", pin)
    await clients.bot.expect(204, "PUT", pin)  # as it is
    await clients.ada.expect(204, "DELETE", items[1])
    await clients.bot.expect(204, "DELETE", items[2])
    await clients.hana.expect(204, "DELETE", items[3])
    several = {"messages": [post["id"] for post in posts[4:]]}
    await clients.bot.expect(204, "POST", f"{clients.messages}/bulk-delete", several)
    bulk, deleted, pinned = await log(clients)
    place = {"channel_id": clients.room}
    expected = (
        (pinned, 74, clients.app, clients.ada.id, place | {"message_id": posts[0]["id"]}),
        (deleted, 72, clients.hana.id, clients.ada.id, place | {"count": "1"}),
        (bulk, 73, clients.app, clients.room, {"count": "2"}),
    )
    for entry, *about in expected:
        names = ("action_type", "user_id", "target_id", "options")
        assert [entry[name] for name in names] == about
        assert "changes" not in entry


async def test_what_is_no_such_action_or_refused_is_not_noted(clients, room):
    posted = await clients.bot.say(clients.room, "x")
    await clients.bot.edit(posted, "y")
    await clients.ada.react(posted)
    await clients.bot.delete(posted)
    await clients.bot.direct(clients.ada.id)
    private = await clients.ada.tell("x")
    await clients.bot.expect(
        204, "PUT", f"/channels/{private['channel_id']}/messages/pins/{private['id']}"
    )
    await clients.register({"name": "ping", "description": "x"})
    await clients.ada.refused(403, 50013, "PATCH", room, {"name": "mine"})
    await clients.bot.refused(404, 10009, "DELETE", f"{room}/permissions/{clients.ada.id}")
    assert await log(clients) == []


async def test_a_reason_is_noted(clients, room):
    headers = {"Authorization": clients.bot.token, "X-Audit-Log-Reason": quote("Für Ada & Bob")}
    sent = {"headers": headers, "json": {"name": "arena"}}
    await clients.ask("PATCH", f"{clients.sandbox.api}{room}", **sent)
    await clients.bot.expect(200, "PATCH", room, {"name": "stage"})
    without, entry = await log(clients)
    assert entry["reason"] == "Für Ada & Bob"
    assert "reason" not in without


async def test_the_log_is_of_one_guild_and_read_in_pages(clients, room):
    second = await clients.second_guild()
    elsewhere = f"/channels/{second.room}"
    await clients.hana.expect(200, "PATCH", elsewhere, {"name": "elsewhere"})
    for number in range(4):
        person = clients.hana if number == 2 else clients.bot
        await person.expect(200, "PATCH", room, {"name": f"arena-{number}"})
    await clients.bot.expect(204, "PUT", f"{room}/permissions/{clients.ada.id}", {"type": 1})

    async def names(query):
        return [entry["changes"][0].get("new_value") for entry in await log(clients, query)]

    rooms = "?action_type=11"
    assert await names(rooms) == ["arena-3", "arena-2", "arena-1", "arena-0"]
    assert await names(f"{rooms}&limit=2") == ["arena-3", "arena-2"]
    assert await names(f"{rooms}&user_id={clients.hana.id}") == ["arena-2"]
    ids = [entry["id"] for entry in await log(clients, rooms)]
    assert await names(f"{rooms}&before={ids[1]}") == ["arena-1", "arena-0"]
    assert await names(f"{rooms}&after={ids[3]}&limit=2") == ["arena-1", "arena-2"]
    assert await names(f"{rooms}&after=0") == ["arena-0", "arena-1", "arena-2", "arena-3"]


async def test_discord_py_reads_the_log(clients, room, bot):
    member = bot.get_guild(int(clients.guild)).get_member(int(clients.ada.id))
    channel = bot.room(clients)
    await channel.set_permissions(member, send_messages=False, reason="late")
    await channel.edit(name="arena")
    await member.timeout(timedelta(minutes=5))
    await member.add_roles(discord.Object((await clients.role("Referee"))["id"]))
    message = await channel.send("x")
    await message.pin()
    made = await channel.guild.create_text_channel("stage")
    entries = [entry async for entry in channel.guild.audit_logs(limit=6)]
    created, pinned, added, timed_out, renamed, overwritten = entries
    assert [entry.action for entry in entries] == [
        *(ACTIONS.channel_create, ACTIONS.message_pin, ACTIONS.member_role_update),
        *(ACTIONS.member_update, ACTIONS.channel_update, ACTIONS.overwrite_create),
    ]
    assert {entry.user for entry in entries} == {channel.guild.me}
    assert (created.target, created.after.name) == (made, "stage")
    assert (pinned.extra.channel, pinned.extra.message_id) == (channel, message.id)
    assert (added.target, [role.name for role in added.after.roles]) == (member, ["Referee"])
    assert timed_out.after.timed_out_until == member.timed_out_until
    assert (renamed.before.name, renamed.after.name) == ("dm1-game-room", "arena")
    assert (overwritten.extra, overwritten.reason) == (member, "late")
    assert overwritten.after.deny.send_messages


async def test_the_log_outlives_the_run(tmp_path):
    path = tmp_path / "state.sqlite"
    async with Sandbox(state=path) as sandbox, open_clients(sandbox) as clients:
        await clients.permit_more("Host", Permission.VIEW_AUDIT_LOG)
        await clients.hana.expect(200, "PATCH", f"/channels/{clients.room}", {"name": "arena"})
        before = await log(clients, person=clients.hana)
    async with Sandbox(state=path) as sandbox, open_clients(sandbox) as clients:
        assert await log(clients, person=clients.hana) == before != []
