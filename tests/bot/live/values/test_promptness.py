"""A held move becomes final without a look at its room where all has been heard for certain."""

from functools import reduce

import pytest

from bot.live.decide import decide
from bot.live.decision import GRACE_MS
from bot.live.values.events import Scope, Woken
from bot.live.values.live_match import LiveMatch
from bot.live.values.promptness import MOST_LAG_MS, SPAN_MS, UNKNOWN, Promptness, RecentLag
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.live.test_decide import MOVE, held, under_way
from tests.bot.live_rooms import SECOND, typed

ENDS_MS = BEGAN_MS + 20 * SECOND
"""When the move is final that is held since the tenth second."""
TYPED_MS = MOVE.at_ms


def woken(
    live: LiveMatch, promptness: Promptness, now_ms: int
) -> tuple[bool, Scope | None, int | None]:
    """Whether the move is still held, how the room is read, and when the match is woken again."""
    after, effects = decide(live, Woken(), now_ms=now_ms, is_connected=True, promptness=promptness)
    scope = effects.reading.scope if effects.reading else None
    return after.match.held is not None, scope, effects.wake_ms


@pytest.mark.parametrize(
    ("promptness", "is_read"),
    [
        (Promptness(TYPED_MS, 0), False),
        (Promptness(TYPED_MS, GRACE_MS), False),
        (Promptness(0, 1), False),
        # The session broke off after the move was typed.
        (Promptness(TYPED_MS + 1, 0), True),
        (Promptness(ENDS_MS, 0), True),
        # Nothing has come lately, or it has come too late.
        (Promptness(TYPED_MS, None), True),
        (Promptness(TYPED_MS, MOST_LAG_MS), True),
        (Promptness(TYPED_MS, 60 * SECOND), True),
        (UNKNOWN, True),
    ],
)
def test_the_room_is_read_for_a_held_move_only_where_something_may_be_unheard(
    promptness: Promptness, is_read: bool
):
    is_held, scope, _ = woken(held(), promptness, ENDS_MS + GRACE_MS)
    assert (is_held, scope) == (is_read, Scope(until_ms=ENDS_MS) if is_read else None)


@pytest.mark.parametrize("lag_ms", [GRACE_MS + 1, 600, MOST_LAG_MS - 1])
def test_where_things_come_later_than_the_grace_so_much_time_is_given_instead(lag_ms: int):
    promptness = Promptness(TYPED_MS, lag_ms)
    for early_ms in (ENDS_MS + GRACE_MS, ENDS_MS + lag_ms - 1):
        assert woken(held(), promptness, early_ms) == (True, None, ENDS_MS + lag_ms)
    is_held, scope, _ = woken(held(), promptness, ENDS_MS + lag_ms)
    assert (is_held, scope) == (False, None)


def test_what_comes_within_that_time_counts():
    promptness = Promptness(TYPED_MS, 600)
    take_back = typed(MOVE.seat, "takeback", 20 * SECOND)
    after, _ = decide(
        held(), take_back, now_ms=ENDS_MS + 599, is_connected=True, promptness=promptness
    )
    assert (after.match.held, after.match.to_act) == (None, (MOVE.seat,))


def test_before_a_flag_falls_the_room_is_always_read():
    live = under_way(takeback="0")
    due = live.match.next_due()
    assert due
    due_ms = live.card.discord_ms(due)
    _, scope, _ = woken(live, Promptness(0, 0), due_ms)
    assert scope == Scope(until_ms=due_ms)


def test_nothing_is_final_while_the_gateway_is_away():
    live, effects = decide(
        held(),
        Woken(),
        now_ms=ENDS_MS + GRACE_MS,
        is_connected=False,
        promptness=Promptness(TYPED_MS, 0),
    )
    assert live.match.held
    assert effects.reading is None


# How soon things come


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
    ],
)
def test_the_slowest_of_the_recent_events_tells_how_soon_things_come(
    events: list[tuple[int, int]], now_ms: int, lag_ms: int | None
):
    lag = reduce(lambda so_far, each: so_far.with_event(*each), events, RecentLag())
    assert lag.at(now_ms) == lag_ms


def test_a_hold_of_the_usual_length_ends_while_its_own_message_is_recent():
    longest_ms = 5 * SECOND + MOST_LAG_MS
    for typed_ms in range(0, 2 * SPAN_MS, 500):
        lag = RecentLag().with_event(typed_ms, typed_ms)
        assert lag.at(typed_ms + longest_ms) == 0
