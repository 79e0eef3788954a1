"""Plain clients identify as shards: each gets the events of its guilds, the first those of DMs."""

import pytest

from sandbox.server import BOT_TOKEN

GUILDS = 1
IDENTITY = {"token": BOT_TOKEN, "intents": GUILDS, "properties": {}}

INVALID_SHARDS = {
    "an id beyond the count": [2, 2],
    "an id below 0": [-1, 2],
    "no shards at all": [0, 0],
    "texts": ["0", "2"],
    "an id alone": [0],
    "a number": 1,
}


@pytest.fixture
async def guilds(clients):
    return [await clients.new_guild((shard, 2)) for shard in (0, 1)]


def ids(client):
    return [guild["id"] for guild in client.ready["guilds"]]


@pytest.mark.parametrize("shard", INVALID_SHARDS.values(), ids=INVALID_SHARDS)
async def test_an_invalid_shard_closes_the_socket(clients, shard):
    client = await clients.sending({"op": 2, "d": IDENTITY | {"shard": shard}})
    assert await client.closed_with() == 4010


async def test_more_guilds_than_a_shard_may_have_have_to_be_sharded(rate_limited_clients):
    clients = rate_limited_clients
    await clients.control("POST", "limits", {"guilds_per_shard": 1, "max_concurrency": 2})
    first = int(clients.guild) >> 22 & 1
    await clients.new_guild((1 - first, 2))
    client = await clients.sending({"op": 2, "d": IDENTITY})
    assert await client.closed_with() == 4011
    for shard in (0, 1):
        assert len(ids(await clients.shard(shard, 2))) == 1


async def test_ready_names_the_shard_only_to_those_who_named_it(clients):
    assert (await clients.shard(0, 1)).ready["shard"] == [0, 1]
    assert (await clients.shard(2, 3)).ready["shard"] == [2, 3]
    assert "shard" not in (await clients.watch_as_bot()).ready


async def test_every_guild_is_on_the_shard_of_its_id(clients, guilds):
    every = {clients.guild, *(guild.guild for guild in guilds)}
    for count in (1, 2, 3):
        shards = [await clients.shard(shard, count) for shard in range(count)]
        for number, client in enumerate(shards):
            own = {guild for guild in every if (int(guild) >> 22) % count == number}
            assert set(ids(client)) == own
            assert [event["d"]["id"] for event in client.events[1:]] == ids(client)


async def test_a_guild_s_events_come_on_its_shard_alone(clients, guilds):
    shards = [await clients.shard(shard, 2) for shard in (0, 1)]
    for number, guild in enumerate(guilds):
        before = [len(shard.events) for shard in shards]
        posted = await guild.ada.say(guild.room, "x")
        await guild.ada.react(posted)
        message = f"{guild.messages}/{posted['id']}"
        await guild.ada.expect(200, "PATCH", message, {"content": "y"})
        await guild.ada.expect(204, "DELETE", message)
        await guild.ada.expect(204, "POST", f"/channels/{guild.room}/typing")
        await guild.hana.expect(200, "POST", f"/guilds/{guild.guild}/channels", {"name": "new"})
        await guild.hana.expect(200, "POST", f"/guilds/{guild.guild}/roles", {"name": "new"})
        body = {"guild_id": guild.guild, "users": 1}
        assert (await clients.control("POST", "world", body)).status == 200
        assert (await shards[number].heard())[before[number] :] == [
            *("MESSAGE_CREATE", "MESSAGE_REACTION_ADD", "MESSAGE_UPDATE", "MESSAGE_DELETE"),
            *("TYPING_START", "CHANNEL_CREATE", "GUILD_ROLE_CREATE", "GUILD_MEMBER_ADD"),
        ]
        assert len(await shards[1 - number].heard()) == before[1 - number]


async def test_direct_messages_come_on_the_first_shard_alone(clients, guilds):
    shards = [await clients.shard(shard, 2) for shard in (0, 1)]
    before = [len(shard.events) for shard in shards]
    for guild in guilds:
        dm = await guild.ada.direct()
        await guild.ada.react(await guild.ada.say(dm, "private"))
        await guild.ada.expect(204, "POST", f"/channels/{dm}/typing")
    heard = [(await shard.heard())[index:] for shard, index in zip(shards, before, strict=True)]
    assert heard == [2 * ["MESSAGE_CREATE", "MESSAGE_REACTION_ADD", "TYPING_START"], []]


async def test_interactions_come_on_their_guild_s_shard_and_those_in_dms_on_the_first(
    clients, guilds
):
    [command] = await clients.register({"name": "ping", "description": "x"})
    shards = [await clients.shard(shard, 2) for shard in (0, 1)]
    for guild in guilds:
        assert (await guild.use(guild.ada, command)).status == 204
    dm = await guilds[1].ada.direct()
    in_dm = {"channel_id": dm, "guild_id": None}
    assert (await guilds[1].use(guilds[1].ada, command, **in_dm)).status == 204
    for shard in shards:
        await shard.heard()
    where = [
        [event["d"].get("guild_id") for event in shard.events if event["t"] == "INTERACTION_CREATE"]
        for shard in shards
    ]
    assert where == [[guilds[0].guild, None], [guilds[1].guild]]


async def test_a_guild_that_the_bot_joins_or_leaves_is_told_on_its_shard(clients):
    shards = [await clients.shard(shard, 2) for shard in (0, 1)]
    before = [len(shard.events) for shard in shards]
    guild = await clients.new_guild((1, 2))
    assert (await shards[1].wait("GUILD_CREATE"))["id"] == guild.guild
    await guild.hana.expect(204, "DELETE", f"/guilds/{guild.guild}/members/{clients.app}")
    assert (await shards[1].wait("GUILD_DELETE"))["id"] == guild.guild
    assert len(await shards[0].heard()) == before[0]


async def test_sessions_with_other_counts_get_every_event_as_well(clients):
    guild = await clients.new_guild((1, 2))
    old = [await clients.shard(0, 1)]
    new = [await clients.shard(0, 2), await clients.shard(1, 2)]
    twin = [await clients.shard(1, 2)]
    await guild.ada.say(guild.room, "public")
    await guild.ada.say(await guild.ada.direct(), "private")
    contents = []
    for client in (*old, *new, *twin):
        await client.heard()
        contents.append([event["d"]["content"] for event in client.events if is_message(event)])
    assert contents == [["public", "private"], ["private"], ["public"], ["public"]]
    await old[0].socket.close(code=1000)
    await guild.ada.say(guild.room, "without the old one")
    assert (await new[1].wait("MESSAGE_CREATE"))["content"] == "without the old one"


def is_message(event):
    return event["t"] == "MESSAGE_CREATE"


async def test_a_resumed_shard_gets_what_it_missed_and_nothing_of_another(clients, guilds):
    client = await clients.shard(1, 2)
    sequence = client.sequence
    await client.socket.close(code=4000)
    for guild in guilds:
        await guild.ada.say(guild.room, "missed")
    again = await clients.resume(client.ready["session_id"], sequence)
    await again.wait("RESUMED")
    assert [event["s"] for event in again.events] == [sequence + 1, sequence + 2]
    for guild in guilds:
        await guild.ada.say(guild.room, "back")
    await again.heard()
    answers = [event["d"] for event in again.events if is_message(event)]
    assert [message["content"] for message in answers] == ["missed", "back"]
    assert {message["guild_id"] for message in answers} == {guilds[1].guild}


async def test_members_are_told_on_the_guild_s_shard(clients, guilds):
    for shard in (0, 1):
        client = await clients.shard(shard, 2)
        for guild in guilds:
            request = {"guild_id": guild.guild, "query": "", "limit": 0}
            await client.socket.send_json({"op": 8, "d": request})
        await client.heard()
        chunks = [event["d"] for event in client.events if event["t"] == "GUILD_MEMBERS_CHUNK"]
        assert [chunk["guild_id"] for chunk in chunks] == [guilds[shard].guild]
