"""Practice that was asked for is dealt, whatever keeps it from beginning at first."""

from dataclasses import replace
from unittest.mock import DEFAULT, AsyncMock

import pytest

from bot.features.practice import cog
from bot.features.practice.cog import Practice
from bot.storage.writer import StorageUnavailableError
from bot.values.card import NO_SERVER
from tests.bot.features.practice.test_store_practice import REQUEST
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.servers import Server


async def test_practice_that_cannot_be_kept_at_first_is_dealt_once_it_can(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    ends = [StorageUnavailableError, StorageUnavailableError, DEFAULT]
    fail_twice = AsyncMock(wraps=server.registry.open_match, side_effect=ends)
    monkeypatch.setattr(server.registry, "open_match", fail_twice)
    practice = Practice(server.bot)
    server.features.append(practice)
    await server.start()
    monkeypatch.setattr(cog, "AGAIN_SECONDS", 0.01)
    person = server.world.ec
    room = int(await person.direct())
    request = replace(REQUEST, user_id=int(person.id), guild_id=NO_SERVER, room_id=room)
    assert await practice.ask(request) == 0
    await eventually(lambda: server.runners.in_room(room))
    assert [call.args[0].room_id for call in fail_twice.await_args_list] == [room] * 3
