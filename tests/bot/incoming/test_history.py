"""A history is read past what makes no sense, and believed only where it proves itself."""

import copy
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.history import PAGE, PastMessage
from bot.live.events import Scope
from bot.matches import runner as runners_module
from bot.matches.obstacles import RoomShut
from bot.obstacles import Obstacle
from tests.bot.support import eventually
from tests.bot.town import Town
from tests.people import Message


@pytest.fixture
def spoil(town: Town, monkeypatch: pytest.MonkeyPatch) -> Callable[[Message, Any], None]:
    """Let Discord answer with something else in a message's place."""
    pages = town.client.http.logs_from
    spoiled: dict[str, Any] = {}

    async def logs_from(*about: Any, **more: Any) -> Any:
        page = copy.deepcopy(await pages(*about, **more))
        return [spoiled.get(each["id"], each) for each in page]

    monkeypatch.setattr(town.client.http, "logs_from", logs_from)
    return lambda message, raw: spoiled.update({message["id"]: raw})


def without(message: Message, name: str) -> Message:
    return {key: value for key, value in message.items() if key != name}


async def read(town: Town, runner: Any) -> list[str]:
    reading = await town.registry._around.read_room(runner, Scope())
    return [each.text for each in reading.said]


@pytest.mark.parametrize("missing", ["type", "content"])
async def test_a_message_of_somebody_else_that_makes_no_sense_is_passed_over(
    town: Town, spoil: Callable[[Message, Any], None], missing: str
):
    runner = await town.open()
    odd = await town.world.spectator.say(town.room, "odd")
    await town.world.ec.say(town.room, "E6 E7")
    spoil(odd, without(odd, missing))
    assert await read(town, runner) == ["E6 E7"]


async def test_what_the_library_does_not_know_keeps_nobody_s_move_back(
    town: Town, spoil: Callable[[Message, Any], None]
):
    runner = await town.open()
    move = await town.world.ec.say(town.room, "E6 E7")
    spoil(move, move | {"embeds": [{"type": {}}], "components": None, "attachments": []})
    assert await read(town, runner) == ["E6 E7"]


async def test_a_player_s_message_that_makes_no_sense_is_not_passed_over(
    town: Town, spoil: Callable[[Message, Any], None]
):
    runner = await town.open()
    move = await town.world.ec.say(town.room, "E6 E7")
    spoil(move, without(move, "content"))
    with pytest.raises(KeyError):
        await read(town, runner)
    spoil(move, {"id": move["id"]})
    with pytest.raises(KeyError):
        await read(town, runner)


async def test_a_room_that_makes_no_sense_pauses_its_match_and_the_host_is_told(
    town: Town, spoil: Callable[[Message, Any], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runners_module, "RETRY_SECONDS", 0.001)
    await town.registry.start()
    runner = await town.open()
    move = await town.world.ec.say(town.room, "E6 E7")
    spoil(move, {"id": move["id"]})
    runner.catch_up()
    await eventually(lambda: runner.match.paused_since is not None)
    host = town.world.host
    told = await host.read(await host.direct(), lambda m: "make no sense" in m["content"])
    assert f"<#{town.room}>" in told["content"]
    # The host resumes once it can be read.
    spoil(move, move)
    ruling = await host.say(town.room, "resume")
    assert await town.registry.rule(runner, "resume", int(ruling["id"])) is None
    await eventually(lambda: runner.has_judged(int(move["id"])))


async def test_a_long_history_is_read_page_by_page(town: Town):
    runner = await town.open()
    said = [f"chatter {number}" for number in range(2 * PAGE + 1)]
    for text in said:
        await town.world.ec.say(town.room, text)
    assert await read(town, runner) == said


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
    assert post.edited_at
    assert post.edited_at.microsecond == 500_000


# An empty room


async def deny(town: Town, *permissions: str) -> None:
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    path = f"/channels/{town.room}/permissions/{town.world.about['bot_id']}"
    about = {"type": 1, "allow": "0", "deny": str(denied)}
    await town.world.host.request("PUT", path, json=about)


async def test_a_history_without_the_dealer_s_own_post_is_no_proof_that_nothing_was_said(
    town: Town,
):
    runner = await town.open()
    await town.world.ec.say(town.room, "E6 E7")
    await deny(town, "read_message_history")
    with pytest.raises(RoomShut) as shut:
        await read(town, runner)
    assert shut.value.obstacle is Obstacle.NO_HISTORY
    await deny(town)
    assert await read(town, runner) == ["E6 E7"]


async def test_a_history_without_it_is_believed_where_the_post_is_deleted(town: Town):
    runner = await town.open()
    for message in await town.world.host.history(town.room):
        await town.world.host.delete(message)
    assert await read(town, runner) == []


async def test_an_empty_answer_is_not_believed_while_the_post_stands(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    runner = await town.open()

    async def nothing(*_: Any, **__: Any) -> list[Any]:
        return []

    monkeypatch.setattr(town.client.http, "logs_from", nothing)
    with pytest.raises(ValueError, match="lacks a post"):
        await read(town, runner)


async def test_the_post_that_proves_a_reading_is_known_after_a_restart(town: Town):
    runner = await town.open()
    newest = runner.newest_post
    assert newest == int((await town.boards())[-1]["id"])
    await town.world.ec.say(town.room, "hello")
    await deny(town, "read_message_history")
    await town.restart()
    runner = town.registry.runner_in(int(town.room))
    assert runner.newest_post == newest
    await eventually(lambda: runner.match.paused_since is not None)


async def test_the_permission_is_asked_before_a_reading_is_trusted(
    town: Town, monkeypatch: pytest.MonkeyPatch
):
    runner = await town.open()
    may = discord.Permissions(view_channel=True, send_messages=True)
    monkeypatch.setattr("bot.matches.catching_up.allowed_in", lambda *_: may)
    with pytest.raises(RoomShut) as shut:
        await read(town, runner)
    assert shut.value.obstacle is Obstacle.NO_HISTORY
