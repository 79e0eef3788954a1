"""How often Discord is asked for what was missed: only where a server's return leaves a doubt."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import pytest

from bot.live.events import Scope
from bot.matches.runner import MatchRunner
from engine.games.compass_collisions.rules import CompassCollisions
from tests.bot.servers import Server
from tests.end_to_end.matches import count_requests
from tests.waiting import eventually

HISTORY = "GET /channels/{channel_id}/messages"
RETURNED = Scope(knows_newest=True)
"""A reading once Discord has told of the whole server, and of each room's newest message."""

Happen = Callable[[Server, MatchRunner], Awaitable[None]]


async def nothing(_: Server, __: MatchRunner) -> None:
    pass


async def chatter(server: Server, _: MatchRunner) -> None:
    await server.world.spectator.say(server.room, "good luck")


async def chatter_that_is_deleted(server: Server, _: MatchRunner) -> None:
    await server.world.spectator.delete(await server.world.spectator.say(server.room, "oops"))


async def refused_move(server: Server, runner: MatchRunner) -> None:
    await server.world.ec.say(server.room, "E6 E8")
    await server.hear(runner)
    await eventually(lambda: not server.registry._outbox._lanes)


async def held_move(server: Server, runner: MatchRunner) -> None:
    await server.world.ec.say(server.room, "E6 E7")
    await server.hear(runner)
    await eventually(lambda: runner.match.held)


def newest_in(server: Server) -> int:
    room = server.sandbox.services.world.channel(int(server.room))
    assert room.last_message_id
    return room.last_message_id


async def read(server: Server, runner: MatchRunner, monkeypatch: pytest.MonkeyPatch) -> int:
    """Read a room that Discord has just told of; how many histories that takes."""
    room = SimpleNamespace(last_message_id=newest_in(server))
    monkeypatch.setattr(server.client, "get_channel", lambda _: room)
    requests = count_requests(server.sandbox)
    monkeypatch.setattr(server.reader, "_check_permissions", lambda _: None)
    await server.read(runner, RETURNED)
    return requests[HISTORY]


@pytest.mark.parametrize(
    ("happens", "histories"),
    [
        (nothing, 0),
        (chatter, 1),
        # Discord still names it as the newest.
        (chatter_that_is_deleted, 1),
        (refused_move, 1),
        # An edit of it would count.
        (held_move, 1),
    ],
)
async def test_a_room_is_read_only_if_its_newest_message_did_not_open_the_turn(
    server: Server, monkeypatch: pytest.MonkeyPatch, happens: Happen, histories: int
):
    runner = await server.open(takeback="600")
    runner.hear_echo(runner.live.opened_by or 0)
    await eventually(lambda: runner.live.read_to == runner.live.opened_by)
    await happens(server, runner)
    assert await read(server, runner, monkeypatch) == histories


async def test_a_room_is_read_if_something_typed_before_the_post_may_not_have_been_heard(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    runner = await server.open()
    assert newest_in(server) == runner.live.opened_by
    assert await read(server, runner, monkeypatch) == 1


async def test_while_secrets_are_awaited_the_room_and_both_players_messages_are_read(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    runner = await server.open(CompassCollisions())
    runner.hear_echo(runner.live.opened_by or 0)
    await eventually(lambda: runner.live.read_to == runner.live.opened_by)
    assert await read(server, runner, monkeypatch) == 3


@pytest.mark.parametrize("scope", [Scope(), RETURNED])
async def test_a_room_of_which_discord_has_told_nothing_is_read(server: Server, scope: Scope):
    runner = await server.open()
    runner.hear_echo(runner.live.opened_by or 0)
    requests = count_requests(server.sandbox)
    await server.read(runner, scope)
    assert requests[HISTORY] == 1
