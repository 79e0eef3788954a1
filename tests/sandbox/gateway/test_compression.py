"""A plain client asks for compressed events, and reads them in one context for its connection."""

import json
import zlib

import aiohttp
import discord
import pytest
import zstandard

from sandbox.gateway import compression
from sandbox.server import BOT_TOKEN
from tests.helpers.clocks.waiting import PATIENCE_SECONDS

EVENTS = 30
STREAMS = {
    "zlib-stream": zlib.decompressobj,
    "zstd-stream": lambda: zstandard.ZstdDecompressor().decompressobj(),
}
IDENTIFY = {"op": 2, "d": {"token": BOT_TOKEN, "intents": discord.Intents.all().value}}


async def listen(clients, query):
    """Return the frames that a session gets in which a player says so many long texts."""
    async with clients.session.ws_connect(f"{clients.sandbox.gateway}?{query}") as socket:
        frames = [await socket.receive(PATIENCE_SECONDS)]
        await socket.send_json(IDENTIFY)
        for number in range(EVENTS):
            await clients.ada.say(clients.room, f"{number} " + "a long text " * 100)
        while len(frames) < EVENTS + 3:  # with HELLO, READY and GUILD_CREATE
            frames.append(await socket.receive(PATIENCE_SECONDS))
    return frames


@pytest.mark.parametrize("name", STREAMS)
async def test_a_connection_s_messages_are_compressed_in_one_context(clients, name):
    frames = await listen(clients, f"v=10&encoding=json&compress={name}")
    assert {frame.type for frame in frames} == {aiohttp.WSMsgType.BINARY}
    context = STREAMS[name]()
    texts = [context.decompress(frame.data) for frame in frames]
    payloads = [json.loads(text) for text in texts]  # each frame has one whole message
    assert [payload["t"] for payload in payloads[:3]] == [None, "READY", "GUILD_CREATE"]
    said = [payload["d"]["content"].split()[0] for payload in payloads[3:]]
    assert said == [str(number) for number in range(EVENTS)]
    # A later message says how it differs from earlier ones, and cannot be read without them.
    assert len(frames[-1].data) < len(texts[-1]) / 4
    with pytest.raises((zlib.error, zstandard.ZstdError)):
        STREAMS[name]().decompress(frames[-1].data)
    if name == "zlib-stream":
        assert all(frame.data.endswith(b"\x00\x00\xff\xff") for frame in frames)


@pytest.mark.parametrize("query", ["v=10", "compress=", "compress=lzma"])
async def test_whoever_asks_for_none_of_them_gets_plain_text(clients, query):
    frames = await listen(clients, query)
    assert {frame.type for frame in frames} == {aiohttp.WSMsgType.TEXT}


async def test_a_resumed_session_is_compressed_anew(clients):
    """The replayed events belong to the new connection's context, not to the lost one's."""
    client = await clients.watch_as_bot()
    await client.socket.close(code=4000)
    await clients.ada.say(clients.room, "missed")
    address = f"{clients.sandbox.gateway}?compress=zstd-stream"
    async with clients.session.ws_connect(address) as socket:
        context = STREAMS["zstd-stream"]()
        resume = {"token": BOT_TOKEN, "session_id": client.ready["session_id"]}
        await socket.send_json({"op": 6, "d": resume | {"seq": client.sequence}})
        frames = [await socket.receive(PATIENCE_SECONDS) for _ in range(3)]
        payloads = [json.loads(context.decompress(frame.data)) for frame in frames]
        assert [payload["t"] for payload in payloads] == [None, "MESSAGE_CREATE", "RESUMED"]


async def test_where_zstandard_is_missing_its_messages_come_as_plain_text(clients, monkeypatch):
    monkeypatch.setattr(compression, "zstandard", None)
    frames = await listen(clients, "compress=zstd-stream")
    assert {frame.type for frame in frames} == {aiohttp.WSMsgType.TEXT}
