"""A held move becomes final without a look at its room where all has been heard for certain."""

from functools import reduce

import pytest

from bot.values.discord_time import MAX_LAG_MS, SPAN_MS, RecentLag
from tests.helpers.rooms.live_rooms import SECOND


@pytest.mark.parametrize(
    ("events", "now_ms", "lag_ms"),
    [
        ([], 0, None),
        ([(1_000, 990)], 1_000, 10),
        ([(1_000, 990), (2_000, 1_500), (3_000, 2_999)], 3_000, 500),
        # A clock that is a little slow makes nothing come before it happened.
        ([(1_000, 1_005)], 1_000, 0),
        # Recent is what came in this span of time, or in the one before.
        ([(SPAN_MS - 1, SPAN_MS - 8)], 2 * SPAN_MS - 1, 7),
        ([(SPAN_MS - 1, SPAN_MS - 8)], 2 * SPAN_MS, None),
        ([(SPAN_MS - 1, 0), (SPAN_MS, SPAN_MS - 3)], 2 * SPAN_MS - 1, SPAN_MS - 1),
        ([(SPAN_MS - 1, 0), (SPAN_MS, SPAN_MS - 3)], 2 * SPAN_MS, 3),
        ([(0, 0)], 100 * SPAN_MS, None),
        # Nothing is recent by a clock that was set back.
        ([(3 * SPAN_MS, 3 * SPAN_MS - 5)], 0, None),
    ],
)
def test_the_slowest_of_the_recent_events_tells_how_soon_things_come(
    events: list[tuple[int, int]], now_ms: int, lag_ms: int | None
):
    lag = reduce(lambda current_lag, pair: current_lag.with_event(*pair), events, RecentLag())
    assert lag.at(now_ms) == lag_ms


def test_a_hold_of_the_usual_length_ends_while_its_own_message_is_recent():
    longest_ms = 5 * SECOND + MAX_LAG_MS
    for typed_ms in range(0, 2 * SPAN_MS, 500):
        lag = RecentLag().with_event(typed_ms, typed_ms)
        assert lag.at(typed_ms + longest_ms) == 0
