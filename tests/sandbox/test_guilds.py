"""Outages, members that come and go, and roles that change, as a plain client is told of them."""

import discord
import pytest

from sandbox.gateway.intents import Intent
from sandbox.server import BOT_TOKEN, Sandbox
from sandbox.state.permissions import Permission
from sandbox.state.storage import FileStore
from tests.sandbox.support import Bot, running

WITHOUT_MEMBERS = discord.Intents.default().value


async def heard(client):
    """The events that a client has been sent up to now, by their names."""
    await client.socket.send_json({"op": 1, "d": None})
    while (await client.receive())["op"] != 11:
        pass
    return client.names()


async def kick(town, user_id):
    await town.hana.expect(204, "DELETE", f"/guilds/{town.guild}/members/{user_id}")


async def let_in(town, user_id):
    assert (await town.door("POST", "members", {"user_id": user_id})).status == 200


async def test_an_outage_is_told_and_nothing_that_happens_in_it(town):
    dealer, watcher = await town.watch_as_bot(), await town.watch(town.ada)
    await town.fault("guild-outage")
    for client in (dealer, watcher):
        gone = await client.wait("GUILD_DELETE")
        assert gone == {"id": town.guild, "unavailable": True}
    said = await town.ada.say(town.room, "in the outage")
    await town.hana.expect(200, "PATCH", f"/channels/{town.room}", {"name": "arena"})
    assert (await heard(dealer))[-1] == (await heard(watcher))[-1] == "GUILD_DELETE"
    await town.door("DELETE", "faults")
    for client in (dealer, watcher):
        guild = await client.wait("GUILD_CREATE")
        assert guild["unavailable"] is False
        rooms = {room["id"]: room for room in guild["channels"]}
        assert rooms[town.room]["last_message_id"] == said["id"]
    await town.ada.say(town.room, "afterwards")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "afterwards"


async def test_rest_goes_on_in_an_outage(town):
    await town.fault("guild-outage")
    await town.ada.say(town.room, "move")
    await town.bot.say(town.room, "board")
    history = await town.bot.get(f"/channels/{town.room}/messages")
    assert [message["content"] for message in history] == ["board", "move"]


async def test_what_an_outage_swallowed_is_not_replayed(town):
    dealer = await town.watch_as_bot()
    session, sequence = dealer.ready["session_id"], dealer.sequence
    await dealer.socket.close(code=4000)
    await town.fault("guild-outage")
    await town.ada.say(town.room, "in the outage")
    await town.door("DELETE", "faults")
    again = await town.connect()
    resume = {"token": BOT_TOKEN, "session_id": session, "seq": sequence}
    await again.socket.send_json({"op": 6, "d": resume})
    await again.wait("RESUMED")
    assert again.names() == ["GUILD_DELETE", "GUILD_CREATE", "RESUMED"]


async def test_who_identifies_in_an_outage_gets_the_guild_at_its_end(town):
    await town.fault("guild-outage", guild_id=town.guild)
    client = await town.connect()
    identity = {"token": BOT_TOKEN, "intents": 1, "properties": {}}
    await client.socket.send_json({"op": 2, "d": identity})
    ready = await client.wait("READY")
    assert ready["guilds"] == [{"id": town.guild, "unavailable": True}]
    assert await heard(client) == ["READY"]
    await town.door("DELETE", "faults")
    assert (await client.wait("GUILD_CREATE"))["id"] == town.guild


async def test_an_outage_ends_after_its_seconds(town):
    dealer = await town.watch_as_bot()
    await town.fault("guild-outage", seconds=0.01)
    await dealer.wait("GUILD_DELETE")
    await dealer.wait("GUILD_CREATE")
    assert (await town.door("GET", "faults")).body == {"faults": []}


async def test_a_second_outage_takes_the_place_of_the_first(town):
    dealer = await town.watch_as_bot()
    await town.fault("guild-outage", seconds=60)
    await town.fault("guild-outage")
    shown = [{"fault": "guild-outage", "guild_id": town.guild}]
    assert (await town.door("GET", "faults")).body == {"faults": shown}
    await town.door("DELETE", "faults")
    await dealer.wait("GUILD_CREATE")
    assert dealer.names().count("GUILD_DELETE") == 1


async def test_an_outage_of_no_guild_is_refused(town):
    answer = await town.door("POST", "faults", {"fault": "guild-outage", "guild_id": "1"})
    assert (answer.status, answer.code) == (404, 10004)


async def test_a_command_given_in_an_outage_fails(town, monkeypatch):
    monkeypatch.setattr("sandbox.interactions.interactions.ACKNOWLEDGE_SECONDS", 0.01)
    [command] = await town.register({"name": "ping", "description": "x"})
    dealer, watcher = await town.watch_as_bot(), await town.watch(town.ada)
    await town.fault("guild-outage")
    await town.use(town.ada, command)
    await watcher.wait("INTERACTION_FAILURE")
    assert "INTERACTION_CREATE" not in await heard(dealer)


async def test_direct_messages_are_told_in_an_outage(town):
    dealer = await town.watch_as_bot()
    await town.fault("guild-outage")
    await town.ada.say(await town.ada.dm(town.app), "private")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "private"


async def test_discord_py_tells_of_an_outage_s_begin_and_end(town, bot):
    await town.fault("guild-outage")
    assert (await bot.next("guild_unavailable")).id == int(town.guild)
    said = await town.ada.say(town.room, "in the outage")
    await town.door("DELETE", "faults")
    guild = await bot.next("guild_available")
    assert guild.get_channel(int(town.room)).last_message_id == int(said["id"])
    assert "message" not in bot.seen


async def test_a_kicked_bot_is_out_until_it_is_let_in_again(town):
    dealer = await town.watch_as_bot(WITHOUT_MEMBERS)
    await town.bot.say(town.room, "still here")
    await kick(town, town.app)
    assert await dealer.wait("GUILD_DELETE") == {"id": town.guild}
    for method, path in (
        ("GET", f"/channels/{town.room}"),
        ("GET", f"/channels/{town.room}/messages"),
        ("POST", f"/channels/{town.room}/messages"),
        ("GET", f"/guilds/{town.guild}/members/{town.ada.id}"),
    ):
        answer = await town.bot.call(method, path, {"content": "x"} if method == "POST" else None)
        assert (answer.status, answer.code) == (403, 50001), path
    assert (await town.bot.call("GET", f"/guilds/{town.guild}")).code == 10004
    await town.ada.say(town.room, "unheard")
    assert (await heard(dealer))[-1] == "GUILD_DELETE"
    await let_in(town, town.app)
    guild = await dealer.wait("GUILD_CREATE")
    assert "unavailable" not in guild
    assert [member["user"]["id"] for member in guild["members"]] == [town.app]
    await town.bot.say(town.room, "back")


async def test_a_bot_that_is_in_no_guild_is_shown_none(town):
    await kick(town, town.app)
    client = await town.connect()
    identity = {"token": BOT_TOKEN, "intents": 1, "properties": {}}
    await client.socket.send_json({"op": 2, "d": identity})
    assert (await client.wait("READY"))["guilds"] == []
    assert await town.bot.get("/users/@me/guilds") == []


async def test_discord_py_tells_that_it_was_kicked_and_let_in(town, bot):
    await kick(town, town.app)
    assert (await bot.next("guild_remove")).id == int(town.guild)
    await let_in(town, town.app)
    guild = await bot.next("guild_join")
    assert guild.me.guild_permissions.attach_files


async def test_a_bot_leaves_by_itself_and_takes_its_role_along(town):
    watcher, role = await town.watch(town.ada), await town.role("Dealer")
    await town.bot.expect(204, "DELETE", f"/users/@me/guilds/{town.guild}")
    gone = {"guild_id": town.guild, "role_id": role["id"]}
    assert await watcher.wait("GUILD_ROLE_DELETE") == gone
    await let_in(town, town.app)
    assert (await watcher.wait("GUILD_ROLE_CREATE"))["role"]["name"] == "Dealer"


async def test_a_bot_says_nothing_to_those_whom_it_shares_no_guild_with(town):
    dm_id = await town.bot.dm(town.ada.id)
    await town.bot.say(dm_id, "hello")
    await kick(town, town.app)
    answer = await town.bot.call("POST", f"/channels/{dm_id}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (403, 50278)


@pytest.mark.parametrize("who", ["ada", "bot"])
async def test_only_who_may_kick_kicks(town, who):
    path = f"/guilds/{town.guild}/members/{town.bob.id}"
    assert (await getattr(town, who).call("DELETE", path)).code == 50013
    owner = (await town.ada.get(f"/guilds/{town.guild}"))["owner_id"]
    path = f"/guilds/{town.guild}/members/{owner}"
    assert (await town.hana.call("DELETE", path)).code == 50013


async def test_others_members_events_come_with_their_intent_only(town):
    told = await town.watch_as_bot()
    untold = await town.watch_as_bot(WITHOUT_MEMBERS)
    await kick(town, town.ada.id)
    assert (await told.wait("GUILD_MEMBER_REMOVE"))["user"]["id"] == town.ada.id
    await let_in(town, town.ada.id)
    assert (await told.wait("GUILD_MEMBER_ADD"))["user"]["id"] == town.ada.id
    path = f"/guilds/{town.guild}/members/{town.ada.id}"
    await town.hana.expect(200, "PATCH", path, {"nick": "Countess"})
    assert (await told.wait("GUILD_MEMBER_UPDATE"))["nick"] == "Countess"
    assert await heard(untold) == ["READY", "GUILD_CREATE"]


async def test_a_bot_is_told_of_its_own_roles_without_the_members_intent(town):
    dealer = await town.watch_as_bot(WITHOUT_MEMBERS)
    role = await town.role("Dealer")
    path = f"/guilds/{town.guild}/members/{town.app}"
    await town.hana.expect(204, "DELETE", f"{path}/roles/{role['id']}")
    assert (await dealer.wait("GUILD_MEMBER_UPDATE"))["roles"] == []
    assert (await town.bot.call("GET", f"/channels/{town.room}")).code == 50001
    await town.hana.expect(200, "PATCH", path, {"roles": [role["id"]]})
    assert (await dealer.wait("GUILD_MEMBER_UPDATE"))["roles"] == [role["id"]]


@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "is kicked"])
async def test_who_has_left_is_no_member_any_more(town, leaves):
    watcher = await town.watch(town.ada)
    if leaves:
        await town.ada.expect(204, "DELETE", f"/users/@me/guilds/{town.guild}")
    else:
        await kick(town, town.ada.id)
    assert await watcher.wait("GUILD_DELETE") == {"id": town.guild}
    answer = await town.bot.call("GET", f"/guilds/{town.guild}/members/{town.ada.id}")
    assert (answer.status, answer.code) == (404, 10007)
    assert (await town.ada.call("GET", f"/channels/{town.room}/messages")).code == 50001
    assert (await town.bot.get(f"/users/{town.ada.id}"))["username"] == "ada"


async def test_what_was_said_stays_when_its_author_has_left(town):
    posted = await town.ada.say(town.room, "move")
    await kick(town, town.ada.id)
    [kept] = await town.bot.get(f"/channels/{town.room}/messages")
    assert (kept["id"], kept["author"]["id"]) == (posted["id"], town.ada.id)
    dealer = await town.watch_as_bot()
    await town.hana.expect(204, "PUT", f"/channels/{town.room}/messages/pins/{posted['id']}")
    assert "member" not in await dealer.wait("MESSAGE_UPDATE")


async def test_the_owner_does_not_leave(town):
    owner = town.sandbox.services.world.owner
    headers = {"Authorization": owner.token}
    url = f"{town.sandbox.api}/users/@me/guilds/{town.guild}"
    async with town.http.delete(url, headers=headers) as answer:
        assert answer.status == 400


async def test_roles_come_change_and_go(town):
    dealer = await town.watch_as_bot(int(Intent.GUILDS))
    roles = f"/guilds/{town.guild}/roles"
    made = (await town.hana.expect(200, "POST", roles, {"name": "Jury"})).body
    assert (await dealer.wait("GUILD_ROLE_CREATE"))["role"] == made
    path = f"{roles}/{made['id']}"
    changed = {"name": "Judges", "permissions": "8"}
    await town.hana.expect(200, "PATCH", path, changed)
    told = (await dealer.wait("GUILD_ROLE_UPDATE"))["role"]
    assert (told["name"], told["permissions"]) == ("Judges", "8")
    member = f"/guilds/{town.guild}/members/{town.ada.id}"
    await town.hana.expect(204, "PUT", f"{member}/roles/{made['id']}")
    await town.hana.expect(204, "DELETE", path)
    assert (await dealer.wait("GUILD_ROLE_DELETE"))["role_id"] == made["id"]
    assert made["id"] not in (await town.ada.get(member))["roles"]
    assert (await town.ada.call("GET", path)).code == 10011


@pytest.mark.parametrize("name", ["@everyone", "Dealer"])
async def test_everyone_s_role_and_a_bot_s_own_are_not_deleted(town, name):
    path = f"/guilds/{town.guild}/roles/{(await town.role(name))['id']}"
    assert (await town.hana.call("DELETE", path)).code == 50028


async def test_roles_are_changed_by_those_who_manage_them(town):
    roles = f"/guilds/{town.guild}/roles"
    path = f"{roles}/{(await town.role('Member'))['id']}"
    for caller in (town.ada, town.bot):
        assert (await caller.call("POST", roles, {"name": "x"})).code == 50013
        assert (await caller.call("PATCH", path, {"permissions": "8"})).code == 50013
        assert (await caller.call("DELETE", path)).code == 50013


async def test_rooms_appear_and_disappear_with_a_role_s_right_to_see_them(town):
    watcher, dealer = await town.watch(town.ada), await town.watch_as_bot()
    granted = int((await town.role("Member"))["permissions"])
    await town.permit("Member", granted & ~Permission.VIEW_CHANNEL)
    await watcher.wait("CHANNEL_DELETE", id=town.room)
    await dealer.wait("GUILD_ROLE_UPDATE")
    assert "CHANNEL_DELETE" not in await heard(dealer)
    await town.permit("Member", granted)
    await watcher.wait("CHANNEL_CREATE", id=town.room)


async def test_discord_py_knows_what_it_may_do_after_its_role_has_changed(town, bot):
    await town.permit("Dealer", Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await bot.next("guild_role_update")
    room = bot.room(town)
    may = room.permissions_for(room.guild.me)
    assert (may.send_messages, may.read_message_history) == (True, False)
    assert [message async for message in room.history()] == []


async def test_a_state_from_the_time_of_a_single_guild_is_taken_up(tmp_path):
    path = tmp_path / "old.sqlite"
    guild, owner, bot, role, ada, room = range(1, 7)
    store = FileStore(path)
    records = {
        "guild": [{"id": guild, "name": "Old", "owner_id": owner}],
        "role": [
            {"id": guild, "name": "@everyone", "permissions": 3072, "position": 0},
            {"id": role, "name": "Dealer", "permissions": 0, "position": 1, "managed": True},
        ],
        "user": [
            user(owner, "Producer", "owner"),
            user(bot, "Dealer", "bot") | {"token": BOT_TOKEN, "bot": True},
            user(ada, "Ada", "ec"),
        ],
        "member": [
            {"id": one, "roles": [role] if one == bot else [], "joined_at": "2026-01-01T00:00:00Z"}
            for one in (owner, bot, ada)
        ],
        "channel": [{"id": room, "type": 0, "name": "general", "guild_id": guild}],
    }
    for kind, bodies in records.items():
        for body in bodies:
            store.keep(kind, body["id"], body)
    store.close()
    async with Sandbox(state=path) as sandbox, running(Bot(), sandbox) as old:
        assert (
            old.get_guild(guild)
            .get_channel(room)
            .permissions_for(old.get_guild(guild).me)
            .send_messages
        )
        assert {member.id for member in old.get_guild(guild).members} == {owner, bot, ada}


def user(user_id, name, part):
    token = f"person.{user_id}"
    return {"id": user_id, "username": name, "display_name": name, "token": token, "part": part}
