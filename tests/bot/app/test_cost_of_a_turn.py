"""Counts of a turn's costs: requests, commits, wake-ups, listings of legal moves, reads of a room.

How long it takes is measured in `make bench`.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from math import inf
from random import Random
from unittest.mock import Mock, patch

import pytest

from bot.live.runner import MatchRunner
from bot.storage.store import Store
from bot.values import discord_time
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.entries import Entry, Speaker
from sandbox.server import Sandbox
from tests.bot.app.starts import Start
from tests.end_to_end.helpers.matches import World, count_requests, random_move, shadow

TURNS = 4
COUNTED = ((Store, "commit"), (MatchRunner, "_take"), (FireAndIce, "legal"))


@pytest.fixture
def calls() -> Iterator[dict[str, Mock]]:
    """Note the calls of the methods above from now on, by their names."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(
                patch.object(kind, name, autospec=True, side_effect=getattr(kind, name))
            )
            for kind, name in COUNTED
        }


async def test_a_turn_takes_one_request_two_commits_and_at_most_three_wake_ups(
    begin: Callable[[], Start], world: World, sandbox: Sandbox, calls: dict[str, Mock]
):
    await begin().is_open()
    room, match, dice = await world.new_room(), shadow(first="ec", takeback=0), Random(1)
    texts = []
    for _ in range(TURNS):
        (seat,) = match.to_act
        texts.append((seat, random_move(match, dice)))
        match = match.enter(Entry(Speaker(seat.value), match.now, texts[-1][1])).match
    post = await world.start(room, takeback=0, turn=3_600)
    requests = count_requests(sandbox)
    for method in calls.values():
        method.reset_mock()
    for seat, text in texts:
        # Conversation costs nothing of that.
        await world.people[seat.value].say(room, "good luck")
        await world.people[seat.opponent.value].say(room, "pass the salt")
        await world.people[seat.value].say(room, text)
        post = await world.turn_after(room, post, world.people[seat.opponent.value])
    # On a machine that is held up a countdown may have to be put right.
    del requests["PATCH /channels/{channel_id}/messages/{message_id}"]
    assert requests == {"POST /channels/{channel_id}/messages": TURNS}
    # The last turn's own post may not have been noted yet, the first one's only since.
    assert abs(calls["commit"].call_count - 2 * TURNS) <= 1
    # The move, the delivery of the board, and its echo where that comes later.
    assert 2 * TURNS - 1 <= calls["_take"].call_count <= 3 * TURNS + 2
    assert calls["legal"].call_count == 0


@pytest.mark.parametrize("most_lag_ms", [inf, 0])
async def test_no_history_is_read_for_a_held_move_while_all_is_heard_in_time(
    begin: Callable[[], Start],
    world: World,
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    most_lag_ms: float,
):
    # However slow the machine is; or as if it were too slow.
    monkeypatch.setattr(discord_time, "MAX_LAG_MS", most_lag_ms)
    await begin().is_open()
    room, requests = await world.new_room(), count_requests(sandbox)
    await world.start(room, takeback=1)
    move = await world.ec.say(room, "E6 E7")
    await world.turn_after(room, move, world.dmo)
    assert requests["GET /channels/{channel_id}/messages"] == (0 if most_lag_ms else 1)
