"""The events about outages, members who come and go, and roles that change."""

from dataclasses import replace

import discord
import pytest

from sandbox.gateway.sessions import Intent
from sandbox.server import BOT_TOKEN, Sandbox
from sandbox.state.permissions import Permission
from sandbox.state.storage import Store
from tests.sandbox.clients import Bot, running

WITHOUT_MEMBERS = discord.Intents.default().value


async def kick(clients, user_id):
    await clients.hana.expect(204, "DELETE", f"/guilds/{clients.guild}/members/{user_id}")


async def test_an_outage_is_told_and_nothing_that_happens_in_it(clients, dealer, watcher):
    await clients.fault("guild-outage")
    for client in (dealer, watcher):
        gone = await client.wait("GUILD_DELETE")
        assert gone == {"id": clients.guild, "unavailable": True}
    messages = await clients.ada.say(clients.room, "in the outage")
    await clients.hana.expect(200, "PATCH", f"/channels/{clients.room}", {"name": "arena"})
    assert (await dealer.heard())[-1] == (await watcher.heard())[-1] == "GUILD_DELETE"
    await clients.control("DELETE", "faults")
    for client in (dealer, watcher):
        guild = await client.wait("GUILD_CREATE")
        assert guild["unavailable"] is False
        rooms = {room["id"]: room for room in guild["channels"]}
        assert rooms[clients.room]["last_message_id"] == messages["id"]
    await clients.ada.say(clients.room, "afterwards")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "afterwards"


async def test_rest_goes_on_in_an_outage(clients):
    await clients.fault("guild-outage")
    await clients.ada.say(clients.room, "move")
    await clients.bot.say(clients.room, "board")
    history = await clients.bot.get(clients.messages)
    assert [message["content"] for message in history] == ["board", "move"]


async def test_events_of_an_outage_are_not_replayed(clients, dealer):
    session, sequence = dealer.ready["session_id"], dealer.sequence
    await dealer.socket.close(code=4000)
    await clients.fault("guild-outage")
    await clients.ada.say(clients.room, "in the outage")
    await clients.control("DELETE", "faults")
    again = await clients.resume(session, sequence)
    await again.wait("RESUMED")
    assert again.names() == ["GUILD_DELETE", "GUILD_CREATE", "RESUMED"]


async def test_identifying_during_an_outage_brings_the_guild_at_its_end(clients):
    await clients.fault("guild-outage", guild_id=clients.guild)
    client = await clients.sending({"op": 2, "d": {"token": BOT_TOKEN, "intents": 1}})
    ready = await client.wait("READY")
    assert ready["guilds"] == [{"id": clients.guild, "unavailable": True}]
    assert await client.heard() == ["READY"]
    await clients.control("DELETE", "faults")
    assert (await client.wait("GUILD_CREATE"))["id"] == clients.guild


async def test_an_outage_ends_after_its_seconds(clients, dealer):
    await clients.fault("guild-outage", seconds=0.01)
    await dealer.wait("GUILD_DELETE")
    await dealer.wait("GUILD_CREATE")
    assert (await clients.control("GET", "faults")).body == {"faults": []}


async def test_a_second_outage_takes_the_place_of_the_first(clients, dealer):
    await clients.fault("guild-outage", seconds=60)
    await clients.fault("guild-outage")
    picture = [{"fault": "guild-outage", "guild_id": clients.guild}]
    assert (await clients.control("GET", "faults")).body == {"faults": picture}
    await clients.control("DELETE", "faults")
    await dealer.wait("GUILD_CREATE")
    assert dealer.names().count("GUILD_DELETE") == 1


async def test_a_command_given_in_an_outage_fails(clients, monkeypatch):
    monkeypatch.setattr("sandbox.interactions.interactions.ACKNOWLEDGE_SECONDS", 0.01)
    [command] = await clients.register({"name": "ping", "description": "x"})
    dealer, watcher = await clients.watch_as_bot(), await clients.watch(clients.ada)
    await clients.fault("guild-outage")
    await clients.use(clients.ada, command)
    await watcher.wait("INTERACTION_FAILURE")
    assert "INTERACTION_CREATE" not in await dealer.heard()


async def test_direct_messages_are_told_in_an_outage(clients, dealer):
    await clients.fault("guild-outage")
    await clients.ada.say(await clients.ada.direct(), "private")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "private"


async def test_a_kicked_bot_is_out_until_it_is_let_in_again(clients):
    dealer = await clients.watch_as_bot(WITHOUT_MEMBERS)
    await clients.bot.say(clients.room, "still here")
    await kick(clients, clients.app)
    assert await dealer.wait("GUILD_DELETE") == {"id": clients.guild}
    for path in (
        f"/channels/{clients.room}",
        clients.messages,
        f"/guilds/{clients.guild}/members/{clients.ada.id}",
    ):
        await clients.bot.refused(403, 50001, "GET", path)
    assert (await clients.bot.post(clients.room)).code == 50001
    assert (await clients.bot.call("GET", f"/guilds/{clients.guild}")).code == 10004
    await clients.ada.say(clients.room, "unheard")
    assert (await dealer.heard())[-1] == "GUILD_DELETE"
    await clients.add_member(clients.app)
    guild = await dealer.wait("GUILD_CREATE")
    assert "unavailable" not in guild
    assert [member["user"]["id"] for member in guild["members"]] == [clients.app]
    await clients.bot.say(clients.room, "back")


async def test_a_bot_that_is_in_no_guild_is_shown_none(clients):
    await kick(clients, clients.app)
    client = await clients.sending({"op": 2, "d": {"token": BOT_TOKEN, "intents": 1}})
    assert (await client.wait("READY"))["guilds"] == []
    assert await clients.bot.guild_ids() == []


async def test_a_bot_leaves_by_itself_and_takes_its_role_along(clients):
    watcher, role = await clients.watch(clients.ada), await clients.role("Dealer")
    await clients.bot.expect(204, "DELETE", f"/users/@me/guilds/{clients.guild}")
    gone = {"guild_id": clients.guild, "role_id": role["id"]}
    assert await watcher.wait("GUILD_ROLE_DELETE") == gone
    await clients.add_member(clients.app)
    assert (await watcher.wait("GUILD_ROLE_CREATE"))["role"]["name"] == "Dealer"


async def test_a_bot_says_nothing_to_those_whom_it_shares_no_guild_with(clients):
    dm_id = await clients.bot.direct(clients.ada.id)
    await clients.bot.say(dm_id, "hello")
    await kick(clients, clients.app)
    await clients.bot.refused(403, 50278, "POST", f"/channels/{dm_id}/messages", {"content": "x"})


async def test_others_members_events_come_with_their_intent_only(clients):
    answers = await clients.watch_as_bot()
    untold = await clients.watch_as_bot(WITHOUT_MEMBERS)
    await kick(clients, clients.ada.id)
    assert (await answers.wait("GUILD_MEMBER_REMOVE"))["user"]["id"] == clients.ada.id
    await clients.add_member(clients.ada.id)
    assert (await answers.wait("GUILD_MEMBER_ADD"))["user"]["id"] == clients.ada.id
    path = f"/guilds/{clients.guild}/members/{clients.ada.id}"
    await clients.hana.expect(200, "PATCH", path, {"nick": "Countess"})
    assert (await answers.wait("GUILD_MEMBER_UPDATE"))["nick"] == "Countess"
    assert await untold.heard() == ["READY", "GUILD_CREATE"]


async def test_a_bot_is_told_of_its_own_roles_without_the_members_intent(clients):
    dealer = await clients.watch_as_bot(WITHOUT_MEMBERS)
    role = await clients.role("Dealer")
    path = f"/guilds/{clients.guild}/members/{clients.app}"
    await clients.hana.expect(204, "DELETE", f"{path}/roles/{role['id']}")
    assert (await dealer.wait("GUILD_MEMBER_UPDATE"))["roles"] == []
    assert (await clients.bot.call("GET", f"/channels/{clients.room}")).code == 50001
    await clients.hana.expect(200, "PATCH", path, {"roles": [role["id"]]})
    assert (await dealer.wait("GUILD_MEMBER_UPDATE"))["roles"] == [role["id"]]


@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "is kicked"])
async def test_a_user_who_left_is_no_longer_a_member(clients, leaves, watcher):
    if leaves:
        await clients.ada.expect(204, "DELETE", f"/users/@me/guilds/{clients.guild}")
    else:
        await kick(clients, clients.ada.id)
    assert await watcher.wait("GUILD_DELETE") == {"id": clients.guild}
    path = f"/guilds/{clients.guild}/members/{clients.ada.id}"
    await clients.bot.refused(404, 10007, "GET", path)
    assert (await clients.ada.call("GET", clients.messages)).code == 50001
    assert (await clients.bot.get(f"/users/{clients.ada.id}"))["username"] == "ada"


async def test_messages_stay_when_their_author_leaves(clients):
    posted = await clients.ada.say(clients.room, "move")
    await kick(clients, clients.ada.id)
    [stored] = await clients.bot.get(clients.messages)
    assert (stored["id"], stored["author"]["id"]) == (posted["id"], clients.ada.id)
    dealer = await clients.watch_as_bot()
    await clients.hana.expect(204, "PUT", f"{clients.messages}/pins/{posted['id']}")
    assert "member" not in await dealer.wait("MESSAGE_UPDATE")


async def test_the_owner_does_not_leave(clients):
    owner = replace(clients.ada, token=clients.sandbox.services.world.owner.token)
    await owner.expect(400, "DELETE", f"/users/@me/guilds/{clients.guild}")


async def test_roles_come_change_and_go(clients):
    dealer = await clients.watch_as_bot(int(Intent.GUILDS))
    roles = f"/guilds/{clients.guild}/roles"
    made = (await clients.hana.expect(200, "POST", roles, {"name": "Jury"})).body
    assert (await dealer.wait("GUILD_ROLE_CREATE"))["role"] == made
    path = f"{roles}/{made['id']}"
    changed = {"name": "Judges", "permissions": "8"}
    await clients.hana.expect(200, "PATCH", path, changed)
    answers = (await dealer.wait("GUILD_ROLE_UPDATE"))["role"]
    assert (answers["name"], answers["permissions"]) == ("Judges", "8")
    member = f"/guilds/{clients.guild}/members/{clients.ada.id}"
    await clients.hana.expect(204, "PUT", f"{member}/roles/{made['id']}")
    await clients.hana.expect(204, "DELETE", path)
    assert (await dealer.wait("GUILD_ROLE_DELETE"))["role_id"] == made["id"]
    assert made["id"] not in (await clients.ada.get(member))["roles"]
    assert (await clients.ada.call("GET", path)).code == 10011


async def test_rooms_appear_and_disappear_with_a_role_s_right_to_see_them(clients, watcher, dealer):
    granted = int((await clients.role("Member"))["permissions"])
    await clients.permit("Member", granted & ~Permission.VIEW_CHANNEL)
    await watcher.wait("CHANNEL_DELETE", id=clients.room)
    await dealer.wait("GUILD_ROLE_UPDATE")
    assert "CHANNEL_DELETE" not in await dealer.heard()
    await clients.permit("Member", granted)
    await watcher.wait("CHANNEL_CREATE", id=clients.room)


async def test_a_state_from_the_time_of_a_single_guild_is_taken_up(tmp_path):
    path = tmp_path / "old.sqlite"
    guild, owner, bot, role, ada, room = range(1, 7)
    store = Store(path)
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
            {
                "id": item,
                "roles": [role] if item == bot else [],
                "joined_at": "2026-01-01T00:00:00Z",
            }
            for item in (owner, bot, ada)
        ],
        "channel": [{"id": room, "type": 0, "name": "general", "guild_id": guild}],
    }
    for kind, bodies in records.items():
        for body in bodies:
            store.keep(kind, body["id"], body)
    store.close()
    async with Sandbox(state=path) as sandbox, running(Bot(), sandbox) as old:
        server = old.get_guild(guild)
        assert server.get_channel(room).permissions_for(server.me).send_messages
        assert {member.id for member in server.members} == {owner, bot, ada}


def user(user_id, name, part):
    token = f"person.{user_id}"
    return {"id": user_id, "username": name, "display_name": name, "token": token, "part": part}
