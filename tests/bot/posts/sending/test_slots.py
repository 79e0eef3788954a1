"""The log of slots: however many share it, no window holds too many, and the urgent go first."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.posts.post import Urgency
from bot.posts.sending.shared_budget import CLAIMS, LATE_SECONDS, PACE
from bot.posts.sending.slots import FURTHEST_MS, Claim, Pace, Reserved, reserve

PACES = st.one_of(
    st.just(PACE), st.builds(Pace, most=st.integers(1, 5), window_ms=st.integers(1, 60))
)
CLAIM = st.one_of(
    st.sampled_from([*CLAIMS.values()]),
    st.builds(Claim, apart_ms=st.integers(0, 30), ahead_ms=st.integers(0, 120)),
)
STEPS = st.lists(st.tuples(st.integers(0, 150), st.lists(CLAIM, max_size=15)), max_size=8)
"""How long after the one before a process asks, and what for."""


def slowly(taken: list[int], now_ms: int, claims: Sequence[Claim], pace: Pace) -> list[int]:
    """The slots of claims by the words of the rule alone: each instant is tried, one by one."""
    granted: list[int] = []
    for claim in claims:
        before = [*taken, *granted]
        allowed = (
            at
            for at in range(now_ms, now_ms + claim.ahead_ms + 1)
            if all(at >= each for each in before)
            and all(at >= each + claim.apart_ms for each in before[-1:])
            and sum(each > at - pace.window_ms for each in before) < pace.most
        )
        at_ms = next(allowed, None)
        if at_ms is None:
            break
        granted.append(at_ms)
    return granted


@given(PACES, STEPS)
def test_slots_are_as_early_as_the_rules_allow_and_no_earlier(
    pace: Pace, steps: list[tuple[int, list[Claim]]]
):
    now_ms, taken, log = 1_000_000, list[int](), tuple[int, ...]()
    for passed, claims in steps:
        now_ms += passed
        reserved = reserve(log, now_ms, claims, pace)
        assert list(reserved.granted) == slowly(taken, now_ms, claims, pace)
        taken += reserved.granted
        log = reserved.log
        assert len(log) <= pace.most


@given(PACES, STEPS)
def test_no_window_holds_too_many_whatever_is_asked(
    pace: Pace, steps: list[tuple[int, list[Claim]]]
):
    now_ms, taken, log = 1_000_000, list[int](), tuple[int, ...]()
    for passed, claims in steps:
        now_ms += passed
        reserved = reserve(log, now_ms, claims, pace)
        taken, log = [*taken, *reserved.granted], reserved.log
    for first in taken:
        assert sum(first <= each < first + pace.window_ms for each in taken) <= pace.most


@given(PACES, st.lists(CLAIM, min_size=1, max_size=60), st.lists(CLAIM, min_size=1, max_size=60))
def test_who_was_refused_has_a_slot_when_told_so_and_not_before(
    pace: Pace, before: list[Claim], claims: list[Claim]
):
    log = reserve((), 1_000_000, before, pace).log
    reserved = reserve(log, 1_000_000, claims, pace)
    assert (reserved.again_ms is None) == (len(reserved.granted) == len(claims))
    if reserved.again_ms is not None:
        refused = claims[len(reserved.granted) :][:1]
        assert reserved.again_ms > 1_000_000
        assert reserve(reserved.log, reserved.again_ms - 1, refused, pace).granted == ()
        assert len(reserve(reserved.log, reserved.again_ms, refused, pace).granted) == 1


def taken_by(*urgencies: Urgency, log: tuple[int, ...] = (), now_ms: int = 0) -> Reserved:
    return reserve(log, now_ms, [CLAIMS[each] for each in urgencies], PACE)


def test_usual_requests_are_spaced_and_taken_only_shortly_ahead():
    taken = taken_by(*[Urgency.USUAL] * 46)
    assert taken.granted == (0, 22, 44, 66, 88)


def test_what_nobody_needed_is_there_for_whoever_asks():
    first = taken_by(Urgency.USUAL, now_ms=0)
    assert taken_by(Urgency.USUAL, log=first.log, now_ms=500).granted == (500,)


@pytest.mark.parametrize(
    ("ahead", "behind"),
    [
        (Urgency.TURN, Urgency.WARNING),
        (Urgency.LAST_WARNING, Urgency.USUAL),
        (Urgency.WARNING, Urgency.USUAL),
        (Urgency.USUAL, Urgency.REPORT),
        (Urgency.USUAL, Urgency.AUDIENCE),
    ],
)
def test_whoever_is_less_urgent_finds_no_slot_where_the_more_urgent_have_taken_theirs(
    ahead: Urgency, behind: Urgency
):
    log = taken_by(*[ahead] * 46).log
    assert taken_by(*[behind] * 46, log=log).granted == ()


def test_an_urgent_request_waits_no_longer_than_usual_ones_are_taken_ahead():
    log = taken_by(*[Urgency.USUAL] * 46).log
    (at_ms,) = taken_by(Urgency.TURN, log=log).granted
    assert at_ms <= CLAIMS[Urgency.USUAL].ahead_ms + CLAIMS[Urgency.TURN].apart_ms


def test_a_second_of_requests_that_leave_in_time_holds_at_most_forty_nine():
    clocks_differ_by_ms = 4
    seconds_of_slots = 1_000 + round(LATE_SECONDS * 1000) + clocks_differ_by_ms
    taken, log, now_ms = list[int](), tuple[int, ...](), 0
    while now_ms < 5_000:
        reserved = taken_by(*[Urgency.TURN] * 46, log=log, now_ms=now_ms)
        taken, log, now_ms = [*taken, *reserved.granted], reserved.log, now_ms + 50
    most = max(sum(at <= each < at + seconds_of_slots for each in taken) for at in taken)
    assert PACE.most < most <= 49


def test_a_clock_that_is_set_back_keeps_nobody_waiting_for_long():
    log = taken_by(*[Urgency.TURN] * 46, now_ms=3_600_000).log
    turn = reserve(log, 0, [CLAIMS[Urgency.TURN]], PACE)
    assert turn.again_ms is not None
    assert turn.again_ms <= FURTHEST_MS + PACE.window_ms


@pytest.mark.parametrize("urgency", Urgency)
def test_no_request_asks_for_a_slot_further_ahead_than_any_may_be(urgency: Urgency):
    assert CLAIMS[urgency].ahead_ms <= FURTHEST_MS


def test_the_more_urgent_never_take_their_slots_less_far_ahead():
    ahead = [CLAIMS[each].ahead_ms for each in Urgency]
    assert all(one >= other for one, other in pairwise(ahead))
