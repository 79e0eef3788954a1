"""Counts of looks into a room's history until a held move is final, over a real gateway."""

from collections import Counter
from collections.abc import Callable
from math import inf

import pytest

from bot.values import discord_time
from sandbox.server import Sandbox
from tests.bot.app.starts import Start
from tests.end_to_end.helpers.matches import count_requests, start, turn_after
from tests.helpers.people import World

HISTORY = "GET /channels/{channel_id}/messages"


@pytest.fixture
def requests(sandbox: Sandbox) -> Counter[str]:
    """Return all that the bot asks of the sandbox, by method and route."""
    return count_requests(sandbox)


@pytest.mark.parametrize("most_lag_ms", [inf, 0])
async def test_no_history_is_read_for_a_held_move_while_all_is_heard_in_time(
    begin: Callable[[], Start],
    world: World,
    requests: Counter[str],
    monkeypatch: pytest.MonkeyPatch,
    most_lag_ms: float,
):
    # However slow the machine is; or as if it were too slow.
    monkeypatch.setattr(discord_time, "MAX_LAG_MS", most_lag_ms)
    await begin().is_open()
    room = await world.new_room()
    await start(world, room, takeback=1)
    move = await world.ec.say(room, "E6 E7")
    await turn_after(world, room, move, world.dmo)
    assert requests[HISTORY] == (0 if most_lag_ms else 1)


async def test_a_session_that_breaks_off_while_a_move_is_held_is_made_up_for(
    begin: Callable[[], Start],
    world: World,
    requests: Counter[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(discord_time, "MAX_LAG_MS", inf)
    await begin().is_open()
    room = await world.new_room()
    await start(world, room, takeback=3)
    move = await world.ec.say(room, "E6 E7")
    await world.host.read(room, lambda m: m["id"] == move["id"] and bool(m.get("reactions")))
    await world.fault(fault="invalid-session")
    await turn_after(world, room, move, world.dmo)
    # Reads of missed messages, and one more before the move is final.
    assert requests[HISTORY] == 2
