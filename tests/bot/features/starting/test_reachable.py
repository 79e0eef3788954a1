"""Probes of players in private, at most once a week."""

from typing import Any

import discord
import pytest

from bot.features.starting.players import STAYS_REACHED_MS, probe_direct_messages
from bot.features.starting.store import StartingStore
from bot.live.services.checks import Player, Private
from bot.posts.sending.room import MemberPermissions
from bot.values.discord_time import snowflake_before
from tests.helpers.rooms.servers import Server

SAID = "You're about to play."


async def reach_ec(server: Server, text: str = SAID) -> Private:
    everything = MemberPermissions(discord.Permissions.all(), discord.Permissions.all())
    ec = Player(int(server.world.ec.id), "Ada", everything)
    bot: Any = server.client
    bot.store, bot.clock = server.store, server.clock
    return await probe_direct_messages(bot, ec, text)


@pytest.mark.parametrize(("ago_ms", "message_id"), [(-60_000, 0), (60_000, 1)])
async def test_whoever_was_reached_within_a_week_is_not_told_again(
    server: Server, ago_ms: int, message_id: int
):
    then_ms = server.clock.now_ms() - STAYS_REACHED_MS - ago_ms
    await StartingStore(server.store.access).put_reached(
        int(server.world.ec.id), snowflake_before(then_ms)
    )
    assert await reach_ec(server) is Private.REACHED
    assert await server.said_to(server.world.ec) == [SAID] * message_id


async def test_a_message_that_was_sent_but_not_noted_is_not_sent_twice(server: Server):
    await reach_ec(server)
    await StartingStore(server.store.access).put_reached(int(server.world.ec.id), 0)
    assert await reach_ec(server) is Private.REACHED
    assert await server.said_to(server.world.ec) == [SAID]


@pytest.mark.parametrize(
    ("fault", "private"),
    [({"fault": "dm-closed"}, Private.CLOSED), ({"fault": "drop"}, Private.UNKNOWN)],
)
async def test_whoever_was_not_reached_is_told_the_next_time(
    server: Server, fault: dict[str, Any], private: Private
):
    post = {"method": "POST", "route": "/messages"}
    await server.world.fault(**fault, match=post, count=None)
    assert await reach_ec(server) is private
    assert await StartingStore(server.store.access).reached(int(server.world.ec.id)) is None
    await server.world.clear_faults()
    assert await reach_ec(server) is Private.REACHED
    assert await server.said_to(server.world.ec) == [SAID]
