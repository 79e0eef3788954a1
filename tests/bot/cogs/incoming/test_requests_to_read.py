"""Counts of requests for missed messages: only for a server's return that leaves a doubt."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import chain, repeat
from types import SimpleNamespace
from unittest.mock import DEFAULT, Mock

import pytest

from bot.live.decide.live_match import LiveMatch
from bot.live.runner import MatchRunner
from bot.posts.sending.requests import Permit
from bot.values.events import ReadingScope
from bot.values.post import Urgency
from tests.end_to_end.helpers.matches import count_requests
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.live_rooms import typed
from tests.helpers.rooms.outboxes import note_permits
from tests.helpers.rooms.servers import Server

HISTORY = "GET /channels/{channel_id}/messages"
RETURNED = ReadingScope(is_newest_known=True)
"""A reading once Discord has told of the whole server, and of each room's newest message."""

Happen = Callable[[Server, MatchRunner], Awaitable[None]]


async def chatter_that_is_deleted(server: Server, _: MatchRunner) -> None:
    await server.world.spectator.delete(await server.world.spectator.say(server.room, "oops"))


async def refused_move(server: Server, runner: MatchRunner) -> None:
    await server.hear(runner, "E6 E8")
    await eventually(lambda: not server.registry.services.outbox._lanes)


def newest_in(server: Server) -> int:
    room = server.sandbox.services.world.channels[int(server.room)]
    assert room.last_message_id
    return room.last_message_id


async def read(server: Server, runner: MatchRunner, monkeypatch: pytest.MonkeyPatch) -> int:
    room = SimpleNamespace(last_message_id=newest_in(server))
    monkeypatch.setattr(server.client, "get_channel", lambda _: room)
    requests = count_requests(server.sandbox)
    monkeypatch.setattr(server.reader, "_check_permissions", lambda _: None)
    await server.read(runner, RETURNED)
    return requests[HISTORY]


# Discord still names a message that is deleted as the newest.
@pytest.mark.parametrize("happens", [chatter_that_is_deleted, refused_move])
async def test_a_room_is_read_if_its_newest_message_did_not_open_the_turn(
    server: Server, monkeypatch: pytest.MonkeyPatch, happens: Happen
):
    runner = await server.open(takeback="600")
    runner.hear_echo(runner.live.turn_message_id or 0)
    await eventually(lambda: runner.live.read_through == runner.live.turn_message_id)
    await happens(server, runner)
    assert await read(server, runner, monkeypatch) == 1


async def test_a_room_is_read_if_something_typed_before_the_post_may_not_have_been_heard(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    runner = await server.open()
    assert newest_in(server) == runner.live.turn_message_id
    assert await read(server, runner, monkeypatch) == 1


@pytest.mark.parametrize("scope", [ReadingScope(), RETURNED])
async def test_a_room_of_which_discord_has_told_nothing_is_read(
    server: Server, scope: ReadingScope
):
    runner = await server.open()
    runner.hear_echo(runner.live.turn_message_id or 0)
    requests = count_requests(server.sandbox)
    await server.read(runner, scope)
    assert requests[HISTORY] == 1


# Precedence


def waits(live: LiveMatch) -> LiveMatch:
    return replace(live, deferred=(typed(EC, "E6 E7", 0),))


@pytest.mark.parametrize(
    ("scope", "change", "urgency"),
    [
        (ReadingScope(), None, Urgency.USUAL),
        (ReadingScope(), waits, Urgency.LAST_WARNING),
        # Before a flag falls.
        (ReadingScope(until_ms=0), None, Urgency.LAST_WARNING),
    ],
)
async def test_a_reading_is_urgent_where_somebody_waits_for_it(
    server: Server,
    scope: ReadingScope,
    change: Callable[[LiveMatch], LiveMatch] | None,
    urgency: Urgency,
):
    runner = await server.open()
    live = change(runner.live) if change else runner.live
    asked = note_permits(server.limiter)
    await server.reader.read(lambda: live, scope)
    assert asked == [urgency]


async def test_a_reading_under_way_becomes_urgent_when_somebody_begins_to_wait(server: Server):
    runner = await server.open()
    limiter, granted = server.limiter, asyncio.get_running_loop().create_future()
    permits = chain([Permit(0, lambda: True, 0.0, granted)], repeat(DEFAULT))
    limiter.ask = Mock(wraps=limiter.ask, side_effect=permits)
    limiter.hasten = Mock(wraps=limiter.hasten)
    reading = asyncio.create_task(server.read(runner))
    await eventually(lambda: limiter.ask.called)
    server.reader.hasten(runner.card.id + 1)
    assert not limiter.hasten.called
    server.reader.hasten(runner.card.id)
    assert [call.args[1] for call in limiter.hasten.call_args_list] == [Urgency.LAST_WARNING]
    await reading
