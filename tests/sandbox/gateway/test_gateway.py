"""A plain client breaks the gateway's rules, and gets only the events that it may get."""

import json

import discord
import pytest

from sandbox.gateway.sessions import PRIVILEGED, Intent
from sandbox.server import BOT_TOKEN, Sandbox
from tests.sandbox.clients import open_clients

GUILDS = 1
FULL = discord.Intents.all().value


def identify(token=BOT_TOKEN, **intents):
    return json.dumps({"op": 2, "d": {"token": token, **intents}})


CLOSES = {
    "a wrong token": (4004, [identify("wrong", intents=1)]),
    "no intents": (4013, [identify()]),
    "an intent that means nothing": (4013, [identify(intents=1 << 30)]),
    "identifying twice": (4005, [identify(intents=0), identify(intents=0)]),
    "an unknown opcode": (4001, ['{"op": 99, "d": {}}']),
    "a frame without an opcode": (4002, ['{"d": {}}']),
    "data of the wrong kind": (4002, ['{"op": 2, "d": 7}']),
    "a request before identifying": (4003, ['{"op": 8, "d": {}}']),
    "a frame that is no JSON": (4002, ["{"]),
}


@pytest.mark.parametrize(("code", "frames"), CLOSES.values(), ids=CLOSES)
async def test_the_gateway_closes(clients, code, frames):
    client = await clients.connect()
    for frame in frames:
        await client.socket.send_str(frame)
    assert await client.closed_with() == code


@pytest.mark.parametrize("intent", [Intent.MESSAGE_CONTENT, Intent.GUILD_MEMBERS])
async def test_a_privileged_intent_that_was_not_granted_closes_the_socket(intent):
    granted = PRIVILEGED & ~intent
    async with Sandbox(granted_intents=granted) as sandbox, open_clients(sandbox) as clients:
        identity = {"token": BOT_TOKEN, "intents": int(intent)}
        client = await clients.sending({"op": 2, "d": identity})
        assert await client.closed_with() == 4014


async def test_rest_blanks_content_too_where_it_was_not_granted():
    granted = PRIVILEGED & ~Intent.MESSAGE_CONTENT
    async with Sandbox(granted_intents=granted) as sandbox, open_clients(sandbox) as clients:
        await clients.ada.say(clients.room, "secret")
        await clients.bot.say(clients.room, "mine")
        listed = await clients.bot.get(clients.messages)
        assert [message["content"] for message in listed] == ["mine", ""]


async def test_ready_and_guild_create_say_what_a_client_needs(clients):
    dm_id = await clients.bot.direct(clients.ada.id)
    posted = await clients.ada.say(clients.room, "last")
    client = await clients.watch_as_bot()
    assert client.ready["application"]["id"] == clients.app
    assert client.ready["resume_gateway_url"] == clients.sandbox.gateway
    assert client.ready["private_channels"] == []
    guild = client.events[-1]["d"]
    rooms = {room["id"]: room for room in guild["channels"]}
    assert rooms[clients.room]["last_message_id"] == posted["id"]
    assert len(guild["members"]) == guild["member_count"] == 6
    person = await clients.watch(clients.ada)
    assert [dm["id"] for dm in person.ready["private_channels"]] == [dm_id]


@pytest.mark.parametrize(
    ("code", "sequence"), [(1000, 2), (4000, 10_000), (4000, -1), (4000, None)]
)
async def test_neither_a_goodbye_nor_a_sequence_that_never_was_is_resumed(clients, code, sequence):
    client = await clients.watch_as_bot()
    assert client.sequence == 2
    await client.socket.close(code=code)
    assert await resumed(clients, client.ready["session_id"], sequence) == 9


async def test_a_client_too_far_behind_cannot_resume(clients, monkeypatch):
    monkeypatch.setattr("sandbox.gateway.sessions.REPLAY_LENGTH", 3)
    client = await clients.watch_as_bot()
    sequence = client.sequence
    await client.socket.close(code=4000)
    for number in range(4):
        await clients.ada.say(clients.room, str(number))
    assert await resumed(clients, client.ready["session_id"], sequence) == 9
    assert await resumed(clients, client.ready["session_id"], sequence + 1) == 0


async def resumed(clients, session, sequence):
    client = await clients.resume(session, sequence)
    return (await client.receive())["op"]


async def test_a_session_left_for_long_is_forgotten(clients, monkeypatch):
    client = await clients.watch_as_bot()
    await client.socket.close(code=4000)
    monkeypatch.setattr("sandbox.gateway.sessions.RESUMABLE_SECONDS", -1)
    await clients.watch(clients.ada)
    assert await resumed(clients, client.ready["session_id"], client.sequence) == 9


INTENTS = {
    "MESSAGE_CREATE": Intent.GUILD_MESSAGES,
    "MESSAGE_REACTION_ADD": Intent.GUILD_MESSAGE_REACTIONS,
    "TYPING_START": Intent.GUILD_MESSAGE_TYPING,
    "GUILD_MEMBER_ADD": Intent.GUILD_MEMBERS,
    "CHANNEL_CREATE": Intent.GUILDS,
}


@pytest.mark.parametrize("event", INTENTS)
async def test_an_event_comes_only_to_those_who_asked_for_its_intent(clients, event):
    asked = await clients.watch_as_bot(int(INTENTS[event]))
    not_asked = await clients.watch_as_bot(FULL & ~int(INTENTS[event]))
    posted = await clients.ada.say(clients.room, "x")
    await clients.ada.react(posted)
    await clients.ada.expect(204, "POST", f"/channels/{clients.room}/typing")
    await clients.control("POST", "world", {"users": 1, "channels": 1})
    await asked.wait(event)
    assert event not in await not_asked.heard()
    assert set(asked.names()) == {"READY", event} | ({"GUILD_CREATE"} & set(asked.names()))


async def test_direct_messages_need_an_intent_of_their_own(clients):
    guild_only = await clients.watch_as_bot(int(Intent.GUILDS | Intent.GUILD_MESSAGES))
    direct = await clients.watch_as_bot(int(Intent.DIRECT_MESSAGES))
    dm_id = await clients.ada.direct()
    await clients.ada.say(dm_id, "private")
    assert (await direct.wait("MESSAGE_CREATE"))["content"] == "private"
    await clients.ada.say(clients.room, "public")
    assert (await guild_only.wait("MESSAGE_CREATE"))["channel_id"] == clients.room


async def test_a_dm_is_told_to_its_two_sides_only(clients):
    stranger = await clients.watch(clients.sam)
    dm_id = await clients.ada.direct(clients.bob.id)
    assert await clients.bob.direct(clients.ada.id) == dm_id
    await clients.ada.say(dm_id, "private")
    await clients.ada.say(clients.room, "public")
    assert (await stranger.wait("MESSAGE_CREATE"))["content"] == "public"
    assert "CHANNEL_CREATE" not in stranger.names()
    assert (await clients.sam.call("GET", f"/channels/{dm_id}/messages")).code == 50001


async def test_a_slow_client_holds_nobody(clients):
    await clients.watch(clients.sam)  # never reads
    reader = await clients.watch(clients.bob)
    long = [{"description": "x" * 4000}]
    for number in range(400):
        await clients.ada.say(clients.room, str(number), embeds=long)
    await reader.wait("MESSAGE_CREATE", content="399")


async def test_members_come_in_chunks_of_a_thousand(clients):
    await clients.control("POST", "world", {"users": 1000})
    client = await clients.watch_as_bot()
    request = {"guild_id": clients.guild, "query": "", "limit": 0, "nonce": "n"}
    await client.socket.send_json({"op": 8, "d": request})
    first = await client.wait("GUILD_MEMBERS_CHUNK", nonce="n")
    second = await client.wait("GUILD_MEMBERS_CHUNK", nonce="n")
    assert (len(first["members"]), len(second["members"])) == (1000, 6)
    assert (second["chunk_index"], second["chunk_count"]) == (1, 2)


async def test_all_members_are_not_told_without_their_intent(clients):
    client = await clients.watch_as_bot(GUILDS)
    request = {"guild_id": clients.guild, "query": "", "limit": 0}
    await client.socket.send_json({"op": 8, "d": request})
    assert await client.closed_with() == 4014


async def test_a_message_s_event_says_in_what_kind_of_channel_it_is(clients, dealer):
    thread = {"name": "Aside", "type": 11}
    path = f"/channels/{clients.room}/threads"
    aside = (await clients.ada.expect(200, "POST", path, thread)).body["id"]
    for place, kind in ((clients.room, 0), (await clients.ada.direct(), 1), (aside, 11)):
        posted = await clients.ada.say(place, "x")
        assert "channel_type" not in posted
        assert (await dealer.wait("MESSAGE_CREATE", id=posted["id"]))["channel_type"] == kind
        await clients.ada.edit(posted, "y")
        assert (await dealer.wait("MESSAGE_UPDATE", id=posted["id"]))["channel_type"] == kind


async def test_flags_come_as_digits_too(clients, dealer):
    """A number of JSON has no room for every bit: newer ones are in the digits alone."""
    posted = await clients.bot.say(clients.room, "x", flags=1 << 2)
    told = await dealer.wait("MESSAGE_CREATE")
    application = await clients.bot.get("/applications/@me")
    for item in (posted, told, application):
        assert item["flags_new"] == str(item["flags"]) != "0"
