"""The reported time of a board: from the arrival of its cause until it stands."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, call

import pytest

from bot.live import runner
from bot.values.post import Place, Post
from tests.helpers.clocks.fake_clock import snowflake
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms


@pytest.fixture
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Return an observer of boards, and the clock by which they are timed: its `seconds`."""
    stopwatch = Mock(seconds=0.0)
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: stopwatch.seconds))
    return stopwatch


def observe(room: Room, stopwatch: Mock) -> None:
    room.runner._services = replace(room.runner._services, observer=stopwatch)


async def report(room: Room, *, stand: bool = True) -> None:
    """Report all posts but the opening, which stands already, as delivered or dropped."""
    at_ms = room.clock.ms
    for sequence in range(2, room.runner.live.last_sequence + 1):
        message_id = snowflake(at_ms, sequence) if stand else None
        room.runner.report(Post(place=Place(sequence=sequence)), message_id)
    await room.happen()


@pytest.mark.parametrize(
    ("text", "stands", "boards"),
    [
        ("E6 E7", True, [call(2.5, is_practice=False)]),
        # A board that was dropped took no time, and a refusal is no board.
        ("E6 E7", False, []),
        ("E6 E9", True, []),
    ],
)
async def test_a_board_took_from_the_move_until_it_stands(
    deal: Rooms, stopwatch: Mock, text: str, *, stands: bool, boards: list[Any]
):
    room = await deal(takeback="0")
    observe(room, stopwatch)
    stopwatch.seconds = 5.0
    await room.typed(EC, text, POSTED_MS + SECOND)
    stopwatch.seconds = 7.5
    await report(room, stand=stands)
    assert stopwatch.board_stands.call_args_list == boards


async def test_a_move_that_had_to_wait_for_the_room_to_be_read_waited_for_its_board(
    deal: Rooms, stopwatch: Mock
):
    room = await deal(takeback="0")
    now_ms = POSTED_MS + 9 * SECOND
    await room.restart(alive_ms=POSTED_MS + SECOND, now_ms=now_ms, catch_up=False)
    observe(room, stopwatch)
    stopwatch.seconds = 5.0
    await room.typed(EC, "E6 E7", now_ms)
    assert room.runner.live.deferred
    stopwatch.seconds = 9.0
    await room.room_is_read()
    stopwatch.seconds = 10.0
    await report(room)
    stopwatch.board_stands.assert_called_once_with(5.0, is_practice=False)
