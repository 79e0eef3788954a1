"""While Discord tells nothing of a server, its matches wait, and theirs alone."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.posts.sending.room import RoomClosedError
from bot.values.discord_time import timestamp_ms
from bot.values.effects import ReadingRequest
from bot.values.events import Event, GapEnded, GapStarted, ReadingScope, RoomObstructed, TimerFired
from bot.values.obstacles import Obstacle, SlowModeTooLong
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import EC, composer_of
from tests.helpers.rooms.servers import Server

# Waiting matches


@pytest.fixture
async def put(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Open a match in a house; return the events put on its table from now on, but for time."""
    await server.start()
    runner = await server.open(turn="600")
    events: list[Event] = []

    def note(event: Event) -> None:
        if not isinstance(event, TimerFired):
            events.append(event)

    monkeypatch.setattr(runner, "enqueue", note)
    return events


def guild(server: Server) -> int:
    return int(server.world.guild_id)


async def test_an_outage_is_of_one_server(server: Server, put: list[Event]):
    server.outages.lose_guild(guild(server) + 1)
    assert put == []
    assert server.outages.services.gateway.is_connected_to(guild(server))
    server.outages.lose_guild(guild(server))
    assert [type(event) for event in put] == [GapStarted]
    assert not server.outages.services.gateway.is_connected_to(guild(server))
    server.outages.regain_guild(guild(server))
    assert put[1:] == [GapEnded(None, is_new_session=True)]
    assert server.outages.services.gateway.is_connected_to(guild(server))


async def test_a_server_that_comes_as_a_whole_twice_is_read_once(server: Server, put: list[Event]):
    server.outages.regain_guild(guild(server))
    assert put == []


async def test_what_a_gateway_missed_is_not_read_on_a_server_in_an_outage(
    server: Server, put: list[Event]
):
    server.outages.lose_guild(guild(server))
    server.outages.mark_disconnected(0)
    server.outages.prove_session(0)
    assert [type(event) for event in put] == [GapStarted]
    assert not server.outages.services.gateway.is_connected_to(guild(server))


async def test_a_new_session_tells_of_a_server_once_that_has_come(server: Server, put: list[Event]):
    alive_ms = server.outages.services.gateway.alive_ms(0)
    server.outages.mark_disconnected(0)
    server.outages.begin_session(0, {guild(server)})
    assert put == [GapStarted(alive_ms)]
    assert not server.outages.services.gateway.is_connected_to(guild(server))
    server.outages.regain_guild(guild(server))
    assert put[1:] == [GapEnded(None, is_new_session=True)]


async def test_a_refused_post_in_an_outage_shuts_no_room(server: Server, put: list[Event]):
    address = SimpleNamespace(guild_id=guild(server), room_id=int(server.room))
    server.outages.lose_guild(guild(server))
    server.registry.note_hindrance(address, Obstacle.GONE)
    assert [type(event) for event in put] == [GapStarted]
    server.outages.regain_guild(guild(server))
    server.registry.note_hindrance(address, Obstacle.GONE)
    assert put[-1] == RoomObstructed(Obstacle.GONE)


@pytest.mark.parametrize(("hours", "obstacle"), [(1, Obstacle.TIMED_OUT), (-1, Obstacle.FORBIDDEN)])
async def test_a_room_is_shut_to_a_dealer_who_is_timed_out_until_the_end_of_that(
    server: Server,
    put: list[Event],
    monkeypatch: pytest.MonkeyPatch,
    hours: int,
    obstacle: Obstacle,
):
    data = await server.client.http.get_guild(guild(server))
    until = datetime.now(UTC) + timedelta(hours=hours)
    known = discord.Guild(data=data, state=server.client._connection)
    own = await server.client.http.get_member(known.id, server.client.user.id)
    own["communication_disabled_until"] = until.isoformat()
    known._add_member(discord.Member(data=own, guild=known, state=known._state))
    monkeypatch.setattr(server.client, "get_guild", lambda _: known)
    server.registry.obstruct(int(server.room), Obstacle.FORBIDDEN)
    runner = server.runners.in_room(int(server.room))
    shut = AsyncMock(side_effect=RoomClosedError(Obstacle.FORBIDDEN))
    monkeypatch.setattr(type(server.outages.services.reader), "read", shut)
    await runner._read_room(ReadingRequest(runner.live.reading, ReadingScope()))
    assert put == 2 * [RoomObstructed(obstacle)]


async def test_a_server_of_which_a_new_session_does_not_tell_has_its_rooms_shut(server: Server):
    await server.start()
    runner = await server.open()
    server.outages.begin_session(0, {guild(server) + 1})
    await eventually(lambda: runner.match.clock.paused_since is not None)
    (text,) = await said_of(server, "removed from the server")
    assert "/match resume" in text


async def test_a_start_after_the_dealer_was_removed_shuts_its_rooms(server: Server):
    await server.start()
    await server.open()
    await server.stop()
    server.__post_init__()
    server.outages.begin_session(0, set())
    await server.start()
    runner = server.runners.in_room(int(server.room))
    await eventually(lambda: runner.match.clock.paused_since is not None)
    assert len(await said_of(server, "removed from the server")) == 1


async def said_of(server: Server, part: str) -> list[str]:
    """Return the host's messages with a part in them, once there are any."""
    await server.told(server.world.host, part)
    return [text for text in await server.said_to(server.world.host) if part in text]


# Players who left, or are timed out


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ({}, False),
        ({"fault": "refused", "status": 404, "code": 10007}, True),
        ({"fault": "refused", "status": 404, "code": 10004}, False),
        ({"fault": "refused", "status": 403, "code": 50001}, False),
        ({"fault": "5xx-before", "status": 503}, False),
    ],
    ids=str,
)
async def test_only_who_is_no_member_has_left(
    server: Server, answer: dict[str, Any], is_told: bool
):
    runner = await server.open()
    if answer:
        match = {"route": f"/guilds/{guild(server)}/members/{server.world.ec.id}"}
        await server.world.fault(match=match, **answer)
    await runner._look_for(EC)
    runner.enqueue(SlowModeTooLong(60))  # Events after it, if any.
    lines = await said_of(server, "Slow mode")
    assert len(lines) == 1
    assert (
        len([text for text in await server.said_to(server.world.host) if "left" in text]) == is_told
    )


@pytest.mark.parametrize(("hours", "is_told"), [(1, True), (-1, False)])
async def test_the_host_is_told_of_a_player_who_is_timed_out_once_for_each_time_out(
    server: Server, monkeypatch: pytest.MonkeyPatch, hours: int, *, is_told: bool
):
    runner, member = await server.open(), server.client.http.get_member
    until = datetime.now(UTC) + timedelta(hours=hours)

    async def timed_out(*ids: int) -> Any:
        return await member(*ids) | {"communication_disabled_until": until.isoformat()}

    monkeypatch.setattr(server.client.http, "get_member", timed_out)
    for _ in range(2):
        await runner._look_for(EC)
    runner.enqueue(SlowModeTooLong(60))  # Events after it, if any.
    assert len(await said_of(server, "Slow mode")) == 1
    lines = [text for text in await server.said_to(server.world.host) if "timed out" in text]
    assert len(lines) == is_told
    for text in lines:
        assert f"**Ada** is timed out until <t:{timestamp_ms(until) // 1000}:f>" in text
        assert "*Remove Timeout*; `/match pause`" in text


# Remarks made once


@pytest.mark.parametrize("obstacle", list(Obstacle))
def test_every_obstacle_has_words_for_the_host(obstacle: Obstacle):
    post = composer_of().obstructed(obstacle)
    assert post.for_host
    assert "/match" in post.content
