"""Several guilds with the same bot and people are kept apart."""

import pytest


@pytest.fixture
async def second(clients):
    return await clients.second_guild()


async def test_a_new_guild_has_everybody_and_rooms_of_its_own(clients, second):
    assert second.id != clients.guild
    path = f"/guilds/{second.id}/channels"
    rooms = [(room["name"], room["guild_id"]) for room in await clients.bot.get(path)]
    assert rooms == [(name, second.id) for name in clients.rooms]
    listed = await clients.bot.get(f"/guilds/{second.id}/members?limit=100")
    assert {member["user"]["username"] for member in listed} >= {"Dealer", "hana", "ada", "sam"}
    await clients.bot.say(second.room, "hello")
    assert (await clients.ada.call("POST", path, {"name": "x"})).code == 50013
    await clients.hana.expect(200, "POST", path, {"name": "x"})


async def test_a_guild_can_have_people_of_its_own(clients):
    other = await clients.new_guild()
    people = {user["role"]: user["name"] for user in other.about["users"]}
    assert people == {"host": "Hana2", "ec": "Ada2", "dmo": "Bob2", "spectator": "Sam2"}
    assert other.about["guild"]["name"] == "The Genius 2"
    assert other.about["api"] == clients.about["api"]
    rooms = [room["name"] for room in other.about["channels"]]
    assert rooms == [room["name"] for room in clients.about["channels"]]
    for own, theirs in ((clients, other), (other, clients)):
        assert await own.ada.guild_ids() == [own.guild]
        await own.hana.expect(200, "POST", f"/guilds/{own.guild}/channels", {"name": "x"})
        assert (await own.hana.call("GET", f"/channels/{theirs.room}")).code == 50001
    assert len(await clients.bot.guild_ids()) == 2


async def test_the_world_of_each_guild_can_be_asked_for_and_added_to(clients):
    other = await clients.new_guild()
    assert (await clients.control("GET", "world")).body == clients.about
    body = {"guild_id": other.guild, "channels": 1, "users": 1}
    world = (await clients.control("POST", "world", body)).body
    assert world["channels"][:-1] == other.about["channels"]
    assert world["users"][:-1] == other.about["users"]
    assert (await clients.control("GET", f"world?guild_id={other.guild}")).body == world
    assert (await clients.control("GET", "world")).body == clients.about
    assert (await clients.control("GET", "world?guild_id=1")).code == 10004


async def test_those_who_have_been_removed_are_still_listed(clients, second):
    await clients.hana.expect(204, "DELETE", f"/guilds/{clients.guild}/members/{clients.ada.id}")
    assert (await clients.control("GET", "world")).body["users"] == clients.about["users"]


@pytest.mark.parametrize("shard", [[0, 3], [1, 3], [2, 3], [15, 16]])
async def test_a_guild_lies_on_the_shard_that_is_asked_for(clients, shard):
    number, count = shard
    guild = await clients.new_guild(shard)
    assert (int(guild.guild) >> 22) % count == number
    later = await guild.ada.say(guild.room, "x")
    assert int(later["id"]) > int(guild.guild)


async def test_newcomers_join_every_guild(clients, second):
    guest = (await clients.control("POST", "world", {"users": 1})).body["users"][-1]
    for guild_id in (clients.guild, second.id):
        await clients.bot.expect(200, "GET", f"/guilds/{guild_id}/members/{guest['id']}")


async def test_an_outage_of_one_guild_leaves_the_other_alone(clients, second, dealer):
    await clients.fault("guild-outage", guild_id=second.id)
    assert (await dealer.wait("GUILD_DELETE"))["id"] == second.id
    await clients.ada.say(second.room, "unheard")
    await clients.ada.say(clients.room, "heard")
    assert (await dealer.wait("MESSAGE_CREATE"))["content"] == "heard"


async def test_out_of_one_guild_is_not_out_of_the_other(clients, second, dealer):
    await clients.hana.expect(204, "DELETE", f"/guilds/{second.id}/members/{clients.app}")
    assert (await dealer.wait("GUILD_DELETE"))["id"] == second.id
    assert (await clients.bot.call("GET", f"/channels/{second.room}")).code == 50001
    await clients.bot.say(clients.room, "still here")
    await clients.bot.say(await clients.bot.direct(clients.ada.id), "still known")
    body = {"user_id": clients.app, "guild_id": second.id}
    assert (await clients.control("POST", "members", body)).status == 200
    await clients.bot.say(second.room, "back")


async def test_a_role_counts_in_its_own_guild_only(clients, second):
    foreign = await clients.role("Host", second.id)
    member = f"/guilds/{clients.guild}/members/{clients.ada.id}"
    assert (await clients.hana.call("PUT", f"{member}/roles/{foreign['id']}")).code == 10011
    path = f"/guilds/{clients.guild}/roles/{foreign['id']}"
    assert (await clients.hana.call("GET", path)).code == 10011
    overwrite = f"/channels/{clients.room}/permissions/{foreign['id']}"
    assert (await clients.hana.call("PUT", overwrite, {"type": 0})).code == 10009
    posted = await clients.ada.say(clients.room, f"<@&{foreign['id']}>")
    assert posted["mention_roles"] == []
    own = await clients.role("Dealer", second.id)
    path = f"/guilds/{second.id}/roles/{own['id']}"
    await clients.hana.expect(200, "PATCH", path, {"permissions": "0"})
    assert (await clients.bot.call("GET", f"/channels/{second.room}")).code == 50001
    await clients.bot.say(clients.room, "unchanged")


async def test_a_guild_s_command_is_there_in_that_guild_only(clients, second):
    path = f"/applications/{clients.app}/guilds/{second.id}/commands"
    body = [{"name": "ping", "description": "x"}]
    [command] = (await clients.bot.expect(200, "PUT", path, body)).body
    assert (await clients.use(clients.ada, command, channel_id=second.room)).status == 204
    assert (await clients.use(clients.ada, command)).code == 50013
