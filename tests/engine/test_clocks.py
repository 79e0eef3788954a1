import re
from decimal import Decimal
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import (
    Bank,
    Clock,
    Deadline,
    Periods,
    ReminderKind,
    Reserve,
    Seconds,
    read_time,
    write_time,
)

MILLISECOND = Decimal("0.001")
LEFT, ENTERED, USED = (
    ReminderKind.TIME_LEFT,
    ReminderKind.RESERVE_ENTERED,
    ReminderKind.RESERVE_USED,
)

FLOWERS = Periods(Seconds(120), Seconds(30))


# Reminders


def times(clock: Clock, reserve: Reserve) -> list[tuple[object, ReminderKind]]:
    return [(reminder.at, reminder.kind) for reminder in clock.reminders(reserve)]


MINUTE, HOUR, DAY = Seconds(60), Seconds(3600), Seconds(86_400)


def rests(clock: Clock, reserve: Reserve) -> list[tuple[ReminderKind, object]]:
    """Return what each reminder says is left: of the turn, or of all time."""
    return [
        (reminder.kind, reminder.seconds if reminder.all_left is None else reminder.all_left)
        for reminder in clock.reminders(reserve)
    ]


@pytest.mark.parametrize(
    ("turn", "left"),
    [
        (3 * DAY, [36 * HOUR, 2 * HOUR, 15 * MINUTE, 30]),
        (4 * HOUR, [2 * HOUR, 15 * MINUTE, 30]),
        (3 * HOUR, [2 * HOUR, 90 * MINUTE, 15 * MINUTE, 30]),
        (2 * HOUR, [HOUR, 15 * MINUTE, 30]),
        (HOUR + 1, [HOUR / 2 + Decimal("0.5"), 15 * MINUTE, 30]),
        (HOUR, [30, 5]),
    ],
)
def test_a_turn_of_more_than_an_hour_is_reminded_at_half_of_it_and_at_two_hours_and_less(
    turn: Seconds, left: list[object]
):
    assert rests(Deadline(turn), 0) == [(LEFT, rest) for rest in left]


@pytest.mark.parametrize(
    ("clock", "reserve", "left"),
    [
        (Bank(MINUTE), 2 * HOUR, [2 * HOUR, HOUR, 10 * MINUTE, MINUTE]),
        (Periods(MINUTE, HOUR), 3, [3 * HOUR, 90 * MINUTE, HOUR, 10 * MINUTE, MINUTE]),
        (Bank(MINUTE), 45 * MINUTE, [45 * MINUTE, 45 * MINUTE / 2, 10 * MINUTE, MINUTE]),
        (Bank(MINUTE), HOUR / 2, [HOUR / 2 - 30 * step for step in range(60)]),
    ],
)
def test_a_reserve_of_more_than_half_an_hour_is_reminded_by_what_is_left_of_it(
    clock: Clock, reserve: Reserve, left: list[object]
):
    entered, *used = ((kind, rest) for kind, rest in rests(clock, reserve) if kind is not LEFT)
    assert entered == (ENTERED, left[0])
    assert used == [(USED, rest) for rest in left[1:]]


# Times as people write them


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", "0"),
        ("90", "90"),
        ("2.5", "2.5"),
        ("90s", "90"),
        ("5m", "300"),
        ("5 min", "300"),
        ("1h30m", "5400"),
        (" 1H 30M 5S ", "5405"),
        ("3 days 1 h", "262800"),
        ("24h", "86400"),
        ("3d", "259200"),
        ("1d12h", "129600"),
        ("90m", "5400"),
        ("0d", "0"),
    ],
)
def test_a_time_is_read_in_seconds_or_with_units(text: str, seconds: str):
    assert read_time(text) == Decimal(seconds)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "soon",
            "m",
            "d3",
            "-5m",
            "+5",
            "5m 1h",
            "1h30",
            "1.5h",
            "5mm",
            "1d1d",
            "3 weeks",
        ),
        *("1,5", "1e3", "٣d", "1h\n30m", "9999999d", "9" * 13, "5  m", "1:30", "∞"),
    ],
)
def test_what_is_no_time_is_not_read(text: str):
    with pytest.raises(ValueError, match=f"^{re.escape(text.strip().lower())}$"):
        read_time(text)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        ("0", "0"),
        ("0.001", "0.001"),
        ("90", "90"),
        ("60.50", "60.5"),
        ("300", "5m"),
        ("5400", "1h30m"),
        ("86400", "1d"),
        ("259200", "3d"),
        ("90000.000", "1d1h"),
        ("86401", "86401"),
    ],
)
def test_a_time_is_written_with_units_where_it_has_whole_minutes(seconds: str, text: str):
    assert write_time(Decimal(seconds)) == text


@given(st.decimals(0, 10**9, places=3) | st.integers(0, 10**9).map(Seconds))
def test_a_time_as_it_is_written_is_read_again(seconds: Decimal):
    assert read_time(write_time(seconds)) == seconds


# Properties, and a clock counted second by second

whole = st.integers(0, 150)
banks = st.builds(Bank, whole.map(Seconds))
periods = st.builds(Periods, whole.map(Seconds), st.integers(1, 70).map(Seconds), st.integers(0, 3))
deadlines = st.builds(Deadline, whole.map(Seconds))
in_milliseconds = st.integers(0, 800_000).map(lambda number: MILLISECOND * number)
clocks_and_reserves = st.one_of(
    st.tuples(banks, st.integers(0, 200).map(Seconds)),
    st.tuples(periods, st.integers(0, 7)),
    st.tuples(deadlines, st.just(0)),
)
long = st.integers(1_700, 300_000).map(Seconds)
slow_and_fast = st.one_of(
    clocks_and_reserves,
    st.tuples(st.builds(Bank, long), long),
    st.tuples(st.builds(Periods, long, long), st.integers(0, 7)),
    st.tuples(st.builds(Deadline, long), st.just(0)),
)


@given(clocks_and_reserves, in_milliseconds, in_milliseconds)
def test_what_is_left_never_grows_and_is_never_negative(
    running: tuple[Clock, Reserve], one: Seconds, other: Seconds
):
    clock, reserve = running
    sooner, later = sorted((one, other))
    assert reserve >= clock.left(reserve, sooner) >= clock.left(reserve, later) >= 0


@given(st.tuples(banks, st.integers(1, 200).map(Seconds)), st.integers(1, 10**6))
def test_a_bank_is_empty_exactly_from_its_flag_on(running: tuple[Bank, Seconds], milliseconds: int):
    clock, reserve = running
    flag = clock.flag(reserve)
    before = max(Seconds(0), flag - MILLISECOND * milliseconds)
    assert clock.left(reserve, before) > 0
    assert clock.left(reserve, flag) == 0


@given(st.integers(0, 150), st.integers(1, 70), st.integers(1, 7))
def test_the_last_period_is_entered_one_period_before_the_flag(turn: int, period: int, count: int):
    clock = Periods(Seconds(turn), Seconds(period))
    last = clock.flag(count) - period
    assert clock.left(count, last) == 1
    assert clock.left(count, last + MILLISECOND) == 0
    assert clock.left(count, clock.flag(count)) == 0


@given(slow_and_fast)
def test_reminders_are_sorted_distinct_and_before_the_flag(running: tuple[Clock, Reserve]):
    clock, reserve = running
    instants = [reminder.at for reminder in clock.reminders(reserve)]
    assert instants == sorted(set(instants))
    assert all(0 <= instant < clock.flag(reserve) for instant in instants)


@given(slow_and_fast)
def test_a_reminder_says_what_is_left_from_then_on(running: tuple[Clock, Reserve]):
    clock, reserve = running
    for reminder in clock.reminders(reserve):
        if isinstance(clock, Deadline):
            assert reminder.left is None
        elif isinstance(clock, Bank):
            assert reminder.left == clock.left(reserve, reminder.at)
        else:
            assert reminder.left == clock.left(reserve, reminder.at + MILLISECOND)


@given(slow_and_fast)
def test_a_reminder_says_how_far_it_is_from_the_end_of_the_turn(running: tuple[Clock, Reserve]):
    clock, reserve = running
    for reminder in clock.reminders(reserve):
        before = reminder.kind is ReminderKind.TIME_LEFT
        assert reminder.seconds == (
            clock.turn - reminder.at if before else reminder.at - clock.turn
        )


class CountedOut:
    """A clock watched while it runs, one second at a time, as a person would."""

    def __init__(self, clock: Bank | Periods | Deadline, reserve: Reserve) -> None:
        self.turn_left = int(clock.turn)
        self.period = int(clock.period) if isinstance(clock, Periods) else 1
        self.whole_periods = int(reserve)
        self.consumed = 0
        self.of_this_period_left = 0
        self.kept = clock.entered if isinstance(clock, Periods) else 0

    def tick(self) -> bool:
        """Count one second; return whether there was one left."""
        if self.turn_left:
            self.turn_left -= 1
            return True
        if not self.of_this_period_left:
            if self.consumed == self.whole_periods:
                return False
            self.consumed += 1
            self.of_this_period_left = self.period
        self.of_this_period_left -= 1
        return True

    @property
    def left(self) -> int:
        return max(0, self.whole_periods - max(self.consumed, self.kept))


@given(clocks_and_reserves)
def test_a_clock_counted_second_by_second_agrees(
    running: tuple[Bank | Periods | Deadline, Reserve],
):
    clock, reserve = running
    counted = CountedOut(clock, reserve)
    elapsed = 0
    while counted.tick():
        elapsed += 1
        if not isinstance(clock, Deadline):
            assert clock.left(reserve, Seconds(elapsed)) == counted.left
    assert clock.flag(reserve) == elapsed


@given(clocks_and_reserves)
def test_reminders_counted_second_by_second_agree(
    running: tuple[Bank | Periods | Deadline, Reserve],
):
    clock, reserve = running
    expected: list[tuple[object, ReminderKind]] = []
    for second in range(int(clock.flag(reserve))):
        before_the_end = int(clock.turn) - second
        if second and before_the_end in {30, 5}:
            expected.append((second, LEFT))
        if before_the_end == 0:
            expected.append((second, ENTERED))
        if before_the_end < 0 and -before_the_end % 30 == 0:
            expected.append((second, USED))
    assert times(clock, reserve) == expected


@given(st.integers(0, 600_000), st.integers(0, 20))
def test_periods_are_consumed_by_the_formula_of_the_rulings(milliseconds: int, count: int):
    elapsed = Fraction(milliseconds, 1000)
    consumed = max(0, ceil((elapsed - 120) / 30))
    assert FLOWERS.left(count, MILLISECOND * milliseconds) == max(0, count - consumed)


@given(
    st.sampled_from([Bank(Decimal(60)), Periods(Decimal(60), Decimal(45))]),
    st.integers(0, 20),
    st.integers(-1, 700),
)
def test_the_reminders_after_an_instant_are_the_later_ones_of_all(clock, reserve: int, result: int):
    reserve = reserve if isinstance(clock, Periods) else Decimal(reserve * 30)
    later = tuple(reminder for reminder in clock.reminders(reserve) if reminder.at > result)
    assert tuple(clock.reminders(reserve, Decimal(result))) == later


def test_even_a_huge_reserve_has_few_reminders():
    clock, reserve = Bank(Decimal(60)), Decimal(10**12)
    assert [reminder.all_left for reminder in clock.reminders(reserve, Decimal(60))] == [
        *(reserve / 2, HOUR, 10 * MINUTE, MINUTE)
    ]
