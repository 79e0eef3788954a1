"""Roles and overwrites decide who may do what, as they add up on Discord."""

import pytest

from sandbox.state.permissions import Permission

VIEW = int(Permission.VIEW_CHANNEL)
SEND = int(Permission.SEND_MESSAGES)


async def overwrite(town, target, *, allow=0, deny=0, kind=0):
    path = f"/channels/{town.room}/permissions/{target}"
    body = {"type": kind, "allow": str(int(allow)), "deny": str(int(deny))}
    await town.hana.expect(204, "PUT", path, body)


async def role_id(town, name):
    return (await town.role(name))["id"]


async def give_role(town, person, name):
    path = f"/guilds/{town.guild}/members/{person.id}/roles/{await role_id(town, name)}"
    await town.hana.expect(204, "PUT", path)


def post(town, person):
    return person.call("POST", f"/channels/{town.room}/messages", {"content": "x"})


async def test_the_host_manages_by_a_role_without_owning_the_guild(town):
    guild = await town.ada.get(f"/guilds/{town.guild}")
    assert guild["owner_id"] != town.hana.id
    hana = await town.ada.get(f"/guilds/{town.guild}/members/{town.hana.id}")
    [role] = [role for role in guild["roles"] if role["id"] in hana["roles"]]
    assert int(role["permissions"]) & Permission.MANAGE_GUILD
    assert not int(role["permissions"]) & Permission.ADMINISTRATOR


async def test_the_bot_s_role_grants_what_it_is_invited_with_and_everyone_s_none_of_it(town):
    invited = (
        Permission.VIEW_CHANNEL
        | Permission.SEND_MESSAGES
        | Permission.ATTACH_FILES
        | Permission.READ_MESSAGE_HISTORY
        | Permission.ADD_REACTIONS
    )
    assert int((await town.role("Dealer"))["permissions"]) == invited
    assert not int((await town.role("@everyone"))["permissions"]) & invited


async def test_who_cannot_see_a_channel_can_do_nothing_in_it(town):
    posted = await town.ada.say(town.room, "before")
    await overwrite(town, town.guild, deny=VIEW, allow=SEND)
    path = f"/channels/{town.room}"
    for method, route in (
        ("GET", path),
        ("GET", f"{path}/messages"),
        ("POST", f"{path}/messages"),
        ("POST", f"{path}/typing"),
        ("PATCH", f"{path}/messages/{posted['id']}"),
        ("DELETE", f"{path}/messages/{posted['id']}"),
    ):
        answer = await town.ada.call(method, route, {"content": "x"} if method != "GET" else None)
        assert (answer.status, answer.code) == (403, 50001), route


async def test_a_member_s_overwrite_outdoes_a_role_s_and_that_everyone_s(town):
    await overwrite(town, town.guild, deny=SEND)
    assert (await post(town, town.ada)).code == 50013
    await give_role(town, town.ada, "Referee")
    await overwrite(town, await role_id(town, "Referee"), allow=SEND)
    assert (await post(town, town.ada)).status == 200
    await overwrite(town, town.ada.id, deny=SEND, kind=1)
    assert (await post(town, town.ada)).code == 50013


async def test_of_two_roles_the_one_that_allows_wins(town):
    await give_role(town, town.ada, "Referee")
    await give_role(town, town.ada, "Host")
    await overwrite(town, await role_id(town, "Referee"), deny=SEND)
    assert (await post(town, town.ada)).code == 50013
    await overwrite(town, await role_id(town, "Host"), allow=SEND)
    assert (await post(town, town.ada)).status == 200


async def test_the_owner_and_administrators_are_above_overwrites(town):
    world = town.sandbox.services.world
    room = world.channel(int(town.room))
    await overwrite(town, town.guild, deny=VIEW)
    assert world.sees(world.owner, room)
    body = {"name": "Administrator", "permissions": str(int(Permission.ADMINISTRATOR))}
    await town.hana.expect(200, "POST", f"/guilds/{town.guild}/roles", body)
    await give_role(town, town.ada, "Administrator")
    assert (await post(town, town.ada)).status == 200


async def test_an_overwrite_can_be_taken_back(town):
    await overwrite(town, town.guild, deny=SEND)
    await town.hana.expect(204, "DELETE", f"/channels/{town.room}/permissions/{town.guild}")
    assert (await post(town, town.ada)).status == 200
    again = await town.hana.call("DELETE", f"/channels/{town.room}/permissions/{town.guild}")
    assert again.code == 10009


async def test_only_who_manages_roles_sets_overwrites(town):
    path = f"/channels/{town.room}/permissions/{town.guild}"
    assert (await town.ada.call("PUT", path, {"type": 0, "deny": "1"})).code == 50013


async def test_a_room_appears_and_disappears_with_the_right_to_see_it(town):
    watcher, bot = await town.watch(town.ada), await town.watch_as_bot()
    await overwrite(town, town.ada.id, deny=VIEW, kind=1)
    await watcher.wait("CHANNEL_DELETE", id=town.room)
    await bot.wait("CHANNEL_UPDATE", id=town.room)
    listed = await town.ada.get(f"/guilds/{town.guild}/channels")
    shown = (await town.watch(town.ada)).events[-1]["d"]["channels"]
    assert town.room not in [room["id"] for room in (*listed, *shown)]
    await overwrite(town, town.ada.id, kind=1)
    await watcher.wait("CHANNEL_CREATE", id=town.room)


async def test_what_is_said_in_a_hidden_room_is_told_to_those_who_see_it(town):
    await overwrite(town, town.bob.id, allow=VIEW, kind=1)
    await overwrite(town, town.guild, deny=VIEW)
    stranger, insider = await town.watch(town.ada), await town.watch(town.bob)
    await town.bob.say(town.room, "hidden")
    await town.bob.say(town.general, "open")
    assert (await insider.wait("MESSAGE_CREATE"))["content"] == "hidden"
    assert (await stranger.wait("MESSAGE_CREATE"))["content"] == "open"


DENIED = {
    Permission.SEND_MESSAGES: ("POST", "messages", {"content": "x"}, None),
    Permission.ATTACH_FILES: ("POST", "messages", {}, {"a.txt": b"x"}),
    Permission.READ_MESSAGE_HISTORY: ("GET", "messages/{message}", None, None),
    Permission.ADD_REACTIONS: ("PUT", "messages/{message}/reactions/👍/@me", None, None),
}


@pytest.mark.parametrize("permission", DENIED, ids=lambda one: one.name)
@pytest.mark.parametrize("who", ["bot", "ada"])
async def test_each_permission_is_needed_for_what_it_names(town, permission, who):
    method, path, body, files = DENIED[permission]
    message = (await town.sam.say(town.room, "x"))["id"]
    route = f"/channels/{town.room}/{path.format(message=message)}"
    caller = getattr(town, who)
    assert (await caller.call(method, route, body, files)).status in (200, 204)
    await town.sam.expect(204, "DELETE", f"/channels/{town.room}/messages/{message}")
    message = (await town.sam.say(town.room, "x"))["id"]
    target, kind = (town.app, 1) if who == "bot" else (town.guild, 0)
    await overwrite(town, target, deny=permission, kind=kind)
    route = f"/channels/{town.room}/{path.format(message=message)}"
    answer = await caller.call(method, route, body, files)
    assert (answer.status, answer.code) == (403, 50013)


@pytest.mark.parametrize("permission", DENIED, ids=lambda one: one.name)
@pytest.mark.parametrize("role", ["Dealer", "Member"])
async def test_a_permission_taken_from_a_role_is_gone(town, permission, role):
    method, path, body, files = DENIED[permission]
    message = (await town.hana.say(town.room, "x"))["id"]
    granted = int((await town.role(role))["permissions"])
    await town.permit(role, granted & ~permission)
    caller = town.bot if role == "Dealer" else town.ada
    route = f"/channels/{town.room}/{path.format(message=message)}"
    answer = await caller.call(method, route, body, files)
    assert (answer.status, answer.code) == (403, 50013)


async def test_without_the_right_to_read_history_it_is_empty(town):
    await town.ada.say(town.room, "x")
    await overwrite(town, town.guild, deny=Permission.READ_MESSAGE_HISTORY)
    assert await town.bob.get(f"/channels/{town.room}/messages") == []


async def test_others_messages_are_deleted_with_manage_messages_only(town):
    mine, other = [await town.ada.say(town.room, "x") for _ in range(2)]
    path = f"/channels/{town.room}/messages/{mine['id']}"
    assert (await town.bob.call("DELETE", path)).code == 50013
    assert (await town.bot.call("DELETE", path)).code == 50013
    await town.permit_more("Dealer", Permission.MANAGE_MESSAGES)
    await town.bot.expect(204, "DELETE", path)
    await town.hana.expect(204, "DELETE", f"/channels/{town.room}/messages/{other['id']}")


async def test_nobody_edits_another_s_message_but_its_embeds_may_be_hidden(town):
    posted = await town.ada.say(town.room, "x")
    path = f"/channels/{town.room}/messages/{posted['id']}"
    assert (await town.hana.call("PATCH", path, {"content": "y"})).code == 50005
    assert (await town.bob.call("PATCH", path, {"flags": 4})).code == 50013
    hidden = (await town.hana.expect(200, "PATCH", path, {"flags": 4})).body
    assert (hidden["flags"], hidden["edited_timestamp"]) == (4, None)


async def test_in_a_dm_nobody_deletes_what_another_said(town):
    dm_id = await town.bot.dm(town.ada.id)
    posted = await town.ada.say(dm_id, "x")
    answer = await town.bot.call("DELETE", f"/channels/{dm_id}/messages/{posted['id']}")
    assert (answer.status, answer.code) == (403, 50003)


async def test_pinning_and_clearing_reactions_need_their_permissions(town):
    posted = await town.ada.say(town.room, "x")
    path = f"/channels/{town.room}/messages"
    assert (await town.ada.call("PUT", f"{path}/pins/{posted['id']}")).code == 50013
    assert (await town.ada.call("DELETE", f"{path}/{posted['id']}/reactions")).code == 50013


async def test_everyone_is_called_with_permission_only(town):
    assert (await town.ada.say(town.room, "@everyone"))["mention_everyone"]
    await overwrite(town, await role_id(town, "Member"), deny=Permission.MENTION_EVERYONE)
    assert not (await town.ada.say(town.room, "@everyone"))["mention_everyone"]
    assert (await town.hana.say(town.room, "@everyone"))["mention_everyone"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/guilds/{guild}/channels", {"name": "x"}),
        ("PATCH", "/channels/{room}", {"name": "x"}),
        ("DELETE", "/channels/{room}", None),
        ("PUT", "/guilds/{guild}/members/{ada}/roles/{guild}", None),
    ],
)
async def test_the_guild_is_changed_by_those_who_manage_it(town, method, path, body):
    path = path.format(guild=town.guild, room=town.room, ada=town.ada.id)
    assert (await town.ada.call(method, path, body)).code == 50013
    assert (await town.hana.call(method, path, body)).status in (200, 204)


UNKNOWN = {
    "/channels/1": 10003,
    "/channels/{room}/messages/1": 10008,
    "/guilds/1": 10004,
    "/guilds/{guild}/members/1": 10007,
    "/guilds/{guild}/roles/1": 10011,
    "/users/1": 10013,
    "/applications/1/commands": 10002,
}


@pytest.mark.parametrize(("path", "code"), UNKNOWN.items())
async def test_what_is_not_there_is_unknown(town, path, code):
    answer = await town.ada.call("GET", path.format(room=town.room, guild=town.guild))
    assert (answer.status, answer.code) == (404, code)


async def test_an_id_that_is_no_number_is_refused(town):
    assert (await town.ada.call("GET", "/channels/general")).code == 50035


@pytest.mark.parametrize("token", ["", "Bot wrong", "wrong", "Bot {ada}", "sandbox-bot"])
async def test_a_token_has_to_be_known_and_of_its_kind(town, token):
    headers = {"Authorization": token.format(ada=town.ada.token)}
    async with town.http.get(f"{town.sandbox.api}/users/@me", headers=headers) as answer:
        assert answer.status == 401
        assert (await answer.json())["message"].startswith("401")
