"""A history is read past what makes no sense, and believed only where it proves itself."""

import copy
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.posts.sending.room import PastMessage, RoomClosedError
from bot.values.obstacles import Obstacle
from tests.bot.posts.sending.test_in_words import deny
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message
from tests.helpers.rooms.servers import Server


@pytest.fixture
def spoil(server: Server, monkeypatch: pytest.MonkeyPatch) -> Callable[[Message, Any], None]:
    """Let Discord answer with something else in a message's place."""
    pages = server.client.http.logs_from
    spoiled: dict[str, Any] = {}

    async def logs_from(*about: Any, **more: Any) -> Any:
        page = copy.deepcopy(await pages(*about, **more))
        return [spoiled.get(message["id"], message) for message in page]

    monkeypatch.setattr(server.client.http, "logs_from", logs_from)
    return lambda message, raw: spoiled.update({message["id"]: raw})


async def read(server: Server, runner: Any) -> list[str]:
    reading = await server.read(runner)
    return [message.text for message in reading.messages]


@pytest.mark.parametrize(
    ("person", "spoilt", "texts"),
    [
        # Of somebody else: it is passed over.
        ("spectator", lambda message: without(message, "type"), ["E6 E7"]),
        ("spectator", lambda message: without(message, "content"), ["E6 E7"]),
        # A kind that the library does not know is no move.
        ("ec", lambda message: message | {"type": 9999, "message_reference": []}, ["E6 E7"]),
        # Of a player, it is not passed over.
        ("ec", lambda message: without(message, "content"), None),
        ("ec", lambda message: {"id": message["id"]}, None),
    ],
)
async def test_a_message_that_makes_no_sense_is_passed_over_only_if_it_is_no_players(
    server: Server,
    spoil: Callable[[Message, Any], None],
    person: str,
    spoilt: Callable[[Message], Message],
    texts: list[str] | None,
):
    runner = await server.open()
    odd = await server.world.people[person].say(server.room, "E3 E2")
    await server.world.ec.say(server.room, "E6 E7")
    spoil(odd, spoilt(odd))
    with nullcontext() if texts else pytest.raises(KeyError):
        assert await read(server, runner) == texts


def without(message: Message, name: str) -> Message:
    return {key: value for key, value in message.items() if key != name}


def test_an_edited_message_and_a_reply_are_read_as_such():
    raw = {
        "id": "7",
        "author": {"id": "5"},
        "type": 19,
        "content": "E6 E7",
        "edited_timestamp": "2026-01-01T00:00:00.5+00:00",
        "message_reference": {"message_id": "6"},
        "attachments": [{"filename": "a.png"}],
    }
    post = PastMessage.read(raw)
    assert (post.id, post.author.id, post.replied_to, post.files) == (7, 5, 6, ("a.png",))
    assert post.type is discord.MessageType.reply
    assert post.edited_at.microsecond == 500_000


# An empty room


async def test_a_history_without_the_dealer_s_own_post_is_no_proof_that_nothing_was_said(
    server: Server,
):
    runner = await server.open()
    await server.world.ec.say(server.room, "E6 E7")
    await deny(server, "read_message_history")
    with pytest.raises(RoomClosedError) as shut:
        await read(server, runner)
    assert shut.value.obstacle is Obstacle.NO_HISTORY
    await deny(server)
    assert await read(server, runner) == ["E6 E7"]


async def test_a_history_without_it_is_believed_where_the_post_is_deleted(server: Server):
    runner = await server.open()
    for message in await server.world.host.history(server.room):
        await server.world.host.delete(message)
    assert await read(server, runner) == []


async def test_an_empty_answer_is_not_believed_while_the_post_stands(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    runner = await server.open()
    monkeypatch.setattr(server.client.http, "logs_from", AsyncMock(return_value=[]))
    with pytest.raises(ValueError, match="lacks a post"):
        await read(server, runner)


async def test_the_post_that_proves_a_reading_is_known_after_a_restart(server: Server):
    runner = await server.open()
    newest = runner.live.newest_message_id
    assert newest == int((await server.boards())[-1]["id"])
    await server.world.ec.say(server.room, "hello")
    await deny(server, "read_message_history")
    stored = await server.store.latest_match(int(server.room))
    assert stored.newest_message_id == newest
    runner = await server.restart()
    await eventually(lambda: runner.match.clock.paused_since is not None)


async def test_the_permission_is_asked_before_a_reading_is_trusted(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    runner = await server.open()
    may = discord.Permissions(view_channel=True, send_messages=True)
    monkeypatch.setattr("bot.cogs.incoming.reader.allowed_in", lambda *_: may)
    with pytest.raises(RoomClosedError) as shut:
        await read(server, runner)
    assert shut.value.obstacle is Obstacle.NO_HISTORY
