"""Roles and permission overwrites add up to what a member may do, as on Discord."""

from dataclasses import replace

import pytest

from sandbox.state.permissions import Permission
from tests.sandbox.messages.test_contents import POLL

VIEW = int(Permission.VIEW_CHANNEL)
SEND = int(Permission.SEND_MESSAGES)


async def give_role(clients, person, name):
    path = f"/guilds/{clients.guild}/members/{person.id}/roles/{(await clients.role(name))['id']}"
    await clients.hana.expect(204, "PUT", path)


async def test_the_host_manages_by_a_role_without_owning_the_guild(clients):
    guild = await clients.ada.get(f"/guilds/{clients.guild}")
    assert guild["owner_id"] != clients.hana.id
    hana = await clients.ada.get(f"/guilds/{clients.guild}/members/{clients.hana.id}")
    [role] = [role for role in guild["roles"] if role["id"] in hana["roles"]]
    assert int(role["permissions"]) & Permission.MANAGE_GUILD
    assert not int(role["permissions"]) & Permission.ADMINISTRATOR


async def test_the_bot_s_role_grants_what_it_is_invited_with_and_everyone_s_none_of_it(clients):
    names = ("VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES", "READ_MESSAGE_HISTORY")
    invited = sum(Permission[name] for name in (*names, "ADD_REACTIONS"))
    assert int((await clients.role("Dealer"))["permissions"]) == invited
    assert not int((await clients.role("@everyone"))["permissions"]) & invited


async def test_nothing_can_be_done_in_a_channel_that_is_not_visible(clients):
    posted = await clients.ada.say(clients.room, "before")
    await clients.overwrite(clients.guild, deny=VIEW, allow=SEND)
    path, message = f"/channels/{clients.room}", f"{clients.messages}/{posted['id']}"
    for call in (
        ("GET", path),
        ("GET", clients.messages),
        ("POST", clients.messages, {"content": "x"}),
        ("POST", f"{path}/typing"),
        ("PATCH", message, {"content": "x"}),
        ("DELETE", message),
    ):
        await clients.ada.refused(403, 50001, *call)


async def test_a_member_s_overwrite_outdoes_a_role_s_and_that_everyone_s(clients):
    await clients.overwrite(clients.guild, deny=SEND)
    assert (await clients.ada.post(clients.room)).code == 50013
    await give_role(clients, clients.ada, "Referee")
    await clients.overwrite((await clients.role("Referee"))["id"], allow=SEND)
    assert (await clients.ada.post(clients.room)).status == 200
    await clients.overwrite(clients.ada.id, deny=SEND, kind=1)
    assert (await clients.ada.post(clients.room)).code == 50013


async def test_of_two_roles_the_one_that_allows_wins(clients):
    await give_role(clients, clients.ada, "Referee")
    await give_role(clients, clients.ada, "Host")
    await clients.overwrite((await clients.role("Referee"))["id"], deny=SEND)
    assert (await clients.ada.post(clients.room)).code == 50013
    await clients.overwrite((await clients.role("Host"))["id"], allow=SEND)
    assert (await clients.ada.post(clients.room)).status == 200


async def test_the_owner_and_administrators_are_above_overwrites(clients):
    world = clients.sandbox.services.world
    room = world.channels[int(clients.room)]
    await clients.overwrite(clients.guild, deny=VIEW)
    assert world.sees(world.owner, room)
    body = {"name": "Administrator", "permissions": str(int(Permission.ADMINISTRATOR))}
    await clients.hana.expect(200, "POST", f"/guilds/{clients.guild}/roles", body)
    await give_role(clients, clients.ada, "Administrator")
    assert (await clients.ada.post(clients.room)).status == 200


async def test_an_overwrite_can_be_taken_back(clients):
    await clients.overwrite(clients.guild, deny=SEND)
    path = f"/channels/{clients.room}/permissions/{clients.guild}"
    await clients.hana.expect(204, "DELETE", path)
    assert (await clients.ada.post(clients.room)).status == 200
    assert (await clients.hana.call("DELETE", path)).code == 10009


async def test_a_room_appears_and_disappears_with_the_right_to_see_it(clients):
    watcher, bot = await clients.watch(clients.ada), await clients.watch_as_bot()
    await clients.overwrite(clients.ada.id, deny=VIEW, kind=1)
    await watcher.wait("CHANNEL_DELETE", id=clients.room)
    await bot.wait("CHANNEL_UPDATE", id=clients.room)
    listed = await clients.ada.get(f"/guilds/{clients.guild}/channels")
    picture = (await clients.watch(clients.ada)).events[-1]["d"]["channels"]
    assert clients.room not in [room["id"] for room in (*listed, *picture)]
    await clients.overwrite(clients.ada.id, kind=1)
    await watcher.wait("CHANNEL_CREATE", id=clients.room)


async def test_messages_in_a_hidden_channel_reach_only_those_who_see_it(clients):
    await clients.overwrite(clients.bob.id, allow=VIEW, kind=1)
    await clients.overwrite(clients.guild, deny=VIEW)
    stranger, insider = await clients.watch(clients.ada), await clients.watch(clients.bob)
    await clients.bob.say(clients.room, "hidden")
    await clients.bob.say(clients.general, "open")
    assert (await insider.wait("MESSAGE_CREATE"))["content"] == "hidden"
    assert (await stranger.wait("MESSAGE_CREATE"))["content"] == "open"


DENIED = {
    Permission.SEND_MESSAGES: ("POST", "messages", {"content": "x"}, None),
    Permission.ATTACH_FILES: ("POST", "messages", {}, {"a.txt": b"x"}),
    Permission.READ_MESSAGE_HISTORY: ("GET", "messages/{message}", None, None),
    Permission.SEND_POLLS: ("POST", "messages", {"poll": POLL}, None),
    Permission.CREATE_PUBLIC_THREADS: ("POST", "threads", {"name": "x", "type": 11}, None),
    Permission.ADD_REACTIONS: ("PUT", "messages/{message}/reactions/👍/@me", None, None),
}


@pytest.mark.parametrize("permission", DENIED, ids=lambda item: item.name)
@pytest.mark.parametrize("person", ["bot", "ada"])
async def test_each_permission_is_needed_for_what_it_names(clients, permission, person):
    method, path, body, files = DENIED[permission]
    message = (await clients.sam.say(clients.room, "x"))["id"]
    route = f"/channels/{clients.room}/{path.format(message=message)}"
    caller = getattr(clients, person)
    assert (await caller.call(method, route, body, files)).status in (200, 204)
    message = (await clients.sam.say(clients.room, "x"))["id"]
    target, kind = (clients.app, 1) if person == "bot" else (clients.guild, 0)
    await clients.overwrite(target, deny=permission, kind=kind)
    route = f"/channels/{clients.room}/{path.format(message=message)}"
    await caller.refused(403, 50013, method, route, body, files)


async def test_without_the_right_to_read_history_it_is_empty_and_so_are_the_pins(clients):
    posted = await clients.ada.say(clients.room, "x")
    await clients.hana.expect(204, "PUT", f"{clients.messages}/pins/{posted['id']}")
    assert len((await clients.bob.get(f"{clients.messages}/pins"))["items"]) == 1
    await clients.overwrite(clients.guild, deny=Permission.READ_MESSAGE_HISTORY)
    assert await clients.bob.get(clients.messages) == []
    nothing = {"items": [], "has_more": False}
    assert await clients.bob.get(f"{clients.messages}/pins") == nothing
    await clients.overwrite(clients.guild, deny=Permission.VIEW_CHANNEL)
    await clients.bob.refused(403, 50001, "GET", f"{clients.messages}/pins")


async def test_others_messages_are_deleted_with_manage_messages_only(clients):
    own, other = [await clients.ada.say(clients.room, "x") for _ in range(2)]
    path = f"{clients.messages}/{own['id']}"
    assert (await clients.bob.call("DELETE", path)).code == 50013
    assert (await clients.bot.call("DELETE", path)).code == 50013
    await clients.permit_more("Dealer", Permission.MANAGE_MESSAGES)
    await clients.bot.expect(204, "DELETE", path)
    await clients.hana.expect(204, "DELETE", f"{clients.messages}/{other['id']}")


async def test_another_s_embeds_may_be_hidden(clients):
    posted = await clients.ada.say(clients.room, "x")
    path = f"{clients.messages}/{posted['id']}"
    hidden = (await clients.hana.expect(200, "PATCH", path, {"flags": 4})).body
    assert (hidden["flags"], hidden["edited_timestamp"]) == (4, None)


async def test_everyone_is_called_with_permission_only(clients):
    assert (await clients.ada.say(clients.room, "@everyone"))["mention_everyone"]
    await clients.overwrite((await clients.role("Member"))["id"], deny=Permission.MENTION_EVERYONE)
    assert not (await clients.ada.say(clients.room, "@everyone"))["mention_everyone"]
    assert (await clients.hana.say(clients.room, "@everyone"))["mention_everyone"]


@pytest.mark.parametrize("token", ["", "Bot wrong", "wrong", "Bot {ada}", "sandbox-bot"])
async def test_a_token_has_to_be_known_and_of_its_kind(clients, token):
    stranger = replace(clients.ada, token=token.format(ada=clients.ada.token))
    answer = await stranger.expect(401, "GET", "/users/@me")
    assert answer.body["message"].startswith("401")
