"""The bot and people in several guilds, of which each keeps to itself."""

import pytest

from sandbox.server import BOT_TOKEN, Sandbox
from tests.sandbox.support import Bot, open_town, running


class Second:
    """Another guild, and a room of it."""

    def __init__(self, guild_id, rooms):
        self.id = guild_id
        self.rooms = rooms
        self.room = rooms[0]["id"]


@pytest.fixture
async def second(town):
    return await found(town)


async def found(town):
    assert (await town.door("POST", "world", {"guilds": 1})).status == 200
    guild_id = (await town.bot.get("/users/@me/guilds"))[-1]["id"]
    return Second(guild_id, await town.bot.get(f"/guilds/{guild_id}/channels"))


async def role_of(town, guild_id, name):
    roles = await town.hana.get(f"/guilds/{guild_id}/roles")
    return next(role for role in roles if role["name"] == name)


async def test_a_new_guild_has_everybody_and_rooms_of_its_own(town, second):
    assert second.id != town.guild
    assert [room["name"] for room in second.rooms] == ["general", "dm1-game-room", "dm2-game-room"]
    assert {room["guild_id"] for room in second.rooms} == {second.id}
    listed = await town.bot.get(f"/guilds/{second.id}/members?limit=100")
    assert {member["user"]["username"] for member in listed} >= {"Dealer", "hana", "ada", "sam"}
    await town.bot.say(second.room, "hello")
    path = f"/guilds/{second.id}/channels"
    assert (await town.ada.call("POST", path, {"name": "x"})).code == 50013
    await town.hana.expect(200, "POST", path, {"name": "x"})


async def test_the_world_s_door_goes_on_showing_the_first_guild(town, second):
    world = (await town.door("GET", "world")).body
    assert world["guild"]["id"] == town.guild
    assert [room["id"] for room in world["channels"]] == [
        one["id"] for one in town.world["channels"]
    ]
    body = {"guild_id": second.id, "channels": 1}
    assert (await town.door("POST", "world", body)).body["channels"] == world["channels"]
    rooms = await town.ada.get(f"/guilds/{second.id}/channels")
    assert [room["name"] for room in rooms[3:]] == ["dm3-game-room"]


async def test_newcomers_join_every_guild(town, second):
    guest = (await town.door("POST", "world", {"users": 1})).body["users"][-1]
    for guild_id in (town.guild, second.id):
        await town.bot.expect(200, "GET", f"/guilds/{guild_id}/members/{guest['id']}")


async def test_ready_names_each_guild_and_each_is_shown(town, second):
    client = await town.watch_as_bot()
    await client.wait("GUILD_CREATE")
    assert [guild["id"] for guild in client.ready["guilds"]] == [town.guild, second.id]
    assert [event["d"]["id"] for event in client.events[1:]] == [town.guild, second.id]


async def test_a_guild_that_is_founded_is_joined_by_those_who_are_there(town, bot):
    second = await found(town)
    guild = await bot.next("guild_join")
    assert guild.id == int(second.id)
    await town.ada.say(second.room, "hello")
    assert (await bot.next("message")).guild == guild


async def test_an_outage_of_one_guild_leaves_the_other_alone(town, second):
    dealer = await town.watch_as_bot()
    await dealer.wait("GUILD_CREATE")
    await town.fault("guild-outage", guild_id=second.id)
    assert (await dealer.wait("GUILD_DELETE"))["id"] == second.id
    await town.ada.say(second.room, "unheard")
    await town.ada.say(town.room, "heard")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "heard"


async def test_out_of_one_guild_is_not_out_of_the_other(town, second):
    dealer = await town.watch_as_bot()
    await dealer.wait("GUILD_CREATE")
    await town.hana.expect(204, "DELETE", f"/guilds/{second.id}/members/{town.app}")
    assert (await dealer.wait("GUILD_DELETE"))["id"] == second.id
    assert (await town.bot.call("GET", f"/channels/{second.room}")).code == 50001
    await town.bot.say(town.room, "still here")
    await town.bot.say(await town.bot.dm(town.ada.id), "still known")
    body = {"user_id": town.app, "guild_id": second.id}
    assert (await town.door("POST", "members", body)).status == 200
    await town.bot.say(second.room, "back")


async def test_who_is_in_one_guild_hears_nothing_of_the_other(town, second):
    await town.hana.expect(204, "DELETE", f"/guilds/{second.id}/members/{town.ada.id}")
    watcher = await town.watch(town.ada)
    assert [guild["id"] for guild in watcher.ready["guilds"]] == [town.guild]
    await town.bob.say(second.room, "elsewhere")
    await town.bob.say(town.room, "here")
    assert (await watcher.wait("MESSAGE_CREATE"))["content"] == "here"
    assert (await town.ada.call("GET", f"/guilds/{second.id}/channels")).code == 50001


async def test_a_role_counts_in_its_own_guild_only(town, second):
    foreign = await role_of(town, second.id, "Host")
    member = f"/guilds/{town.guild}/members/{town.ada.id}"
    assert (await town.hana.call("PUT", f"{member}/roles/{foreign['id']}")).code == 10011
    assert (
        await town.hana.call("GET", f"/guilds/{town.guild}/roles/{foreign['id']}")
    ).code == 10011
    overwrite = f"/channels/{town.room}/permissions/{foreign['id']}"
    assert (await town.hana.call("PUT", overwrite, {"type": 0})).code == 10009
    posted = await town.ada.say(town.room, f"<@&{foreign['id']}>")
    assert posted["mention_roles"] == []
    own = await role_of(town, second.id, "Dealer")
    path = f"/guilds/{second.id}/roles/{own['id']}"
    await town.hana.expect(200, "PATCH", path, {"permissions": "0"})
    assert (await town.bot.call("GET", f"/channels/{second.room}")).code == 50001
    await town.bot.say(town.room, "unchanged")


async def test_a_guild_s_command_is_there_in_that_guild_only(town, second):
    path = f"/applications/{town.app}/guilds/{second.id}/commands"
    body = [{"name": "ping", "description": "x"}]
    [command] = (await town.bot.expect(200, "PUT", path, body)).body
    assert (await town.use(town.ada, command, channel_id=second.room)).status == 204
    assert (await town.use(town.ada, command)).code == 50013


async def test_each_guild_s_events_come_on_its_shard():
    async with Sandbox(rate_limits=False) as sandbox, open_town(sandbox) as town:
        guild = town.guild
        while (int(guild) >> 22) % 2 == (int(town.guild) >> 22) % 2:
            guild = (await found(town)).id
        for shard in (0, 1):
            client = await town.connect()
            identity = {"token": BOT_TOKEN, "intents": 1, "properties": {}, "shard": [shard, 2]}
            await client.socket.send_json({"op": 2, "d": identity})
            listed = [one["id"] for one in (await client.wait("READY"))["guilds"]]
            mine = guild if (int(guild) >> 22) % 2 == shard else town.guild
            assert mine in listed
            assert all((int(one) >> 22) % 2 == shard for one in listed)


async def test_discord_py_sees_every_guild(town, second):
    async with running(Bot(), town.sandbox) as bot:
        assert {guild.id for guild in bot.guilds} == {int(town.guild), int(second.id)}
        rooms = [room.name for room in bot.get_guild(int(second.id)).text_channels]
        assert rooms == [room["name"] for room in second.rooms]


async def test_several_guilds_are_taken_up_again(tmp_path):
    path = tmp_path / "state.sqlite"
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        second = await found(town)
        await town.hana.expect(204, "DELETE", f"/guilds/{second.id}/members/{town.ada.id}")
        said = await town.bob.say(second.room, "kept")
    async with Sandbox(state=path) as sandbox, open_town(sandbox) as town:
        assert [one["id"] for one in await town.bob.get("/users/@me/guilds")] == [
            town.guild,
            second.id,
        ]
        assert [one["id"] for one in await town.ada.get("/users/@me/guilds")] == [town.guild]
        [kept] = await town.bob.get(f"/channels/{second.room}/messages")
        assert kept["id"] == said["id"]
