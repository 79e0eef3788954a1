"""The Clocks chapter of the rulings: both sides of every boundary, with time passed in."""

from decimal import Decimal
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Bank, Clock, Deadline, Periods, Reminder, ReminderKind, Reserve, Seconds

MILLISECOND = Decimal("0.001")
LEFT, ENTERED, USED = (
    ReminderKind.TIME_LEFT,
    ReminderKind.RESERVE_ENTERED,
    ReminderKind.RESERVE_USED,
)

BANK = Bank(Seconds(60))
DEMETER = Bank(Seconds(120))
COMPASS = Periods(Seconds(60), Seconds(60))
FLOWERS = Periods(Seconds(120), Seconds(30))
PHASE = Deadline(Seconds(90))


def seconds(value: object) -> Seconds:
    return Decimal(str(value))


# What an elapsed time costs


@pytest.mark.parametrize(
    ("clock", "reserve", "elapsed", "left"),
    [
        # A bank loses exactly what goes beyond the turn.
        (BANK, seconds(300), "0", "300"),
        (BANK, seconds(300), "59.999", "300"),
        (BANK, seconds(300), "60", "300"),
        (BANK, seconds(300), "60.001", "299.999"),
        (BANK, seconds(300), "359.999", "0.001"),
        (BANK, seconds(300), "360", "0"),
        (BANK, seconds(300), "360.001", "0"),
        (BANK, seconds(0), "60", "0"),
        (BANK, seconds("12.5"), "70", "2.5"),
        (DEMETER, seconds(300), "150", "270"),
        (DEMETER, seconds(270), "390", "0"),
        (DEMETER, seconds(0), "119", "0"),
        # A period is consumed whole as soon as it is entered.
        (COMPASS, 3, "60", 3),
        (COMPASS, 3, "60.001", 2),
        (COMPASS, 3, "61", 2),
        (COMPASS, 3, "120", 2),
        (COMPASS, 3, "120.001", 1),
        (COMPASS, 3, "121", 1),
        (COMPASS, 3, "180", 1),
        (COMPASS, 3, "180.001", 0),
        (COMPASS, 3, "240", 0),
        (COMPASS, 3, "241", 0),
        (COMPASS, 1, "120", 0),
        (COMPASS, 0, "60", 0),
        (FLOWERS, 20, "120", 20),
        (FLOWERS, 20, "121", 19),
        (FLOWERS, 20, "150", 19),
        (FLOWERS, 20, "151", 18),
        (FLOWERS, 20, "720", 0),
        (FLOWERS, 20, "720.001", 0),
        # A plain limit has no reserve to take from.
        (PHASE, 0, "89.999", 0),
        (PHASE, 0, "90", 0),
        (PHASE, 0, "90.001", 0),
    ],
)
def test_time_beyond_the_turn_is_taken_from_the_reserve(
    clock: Clock, reserve: Reserve, elapsed: str, left: Reserve | str
):
    assert clock.left(reserve, seconds(elapsed)) == seconds(left)


@pytest.mark.parametrize(("elapsed", "left"), [(121, 570), (151, 540), (720, 0)])
def test_the_worked_turns_of_the_flower_field_leave_these_many_seconds(elapsed: int, left: int):
    assert FLOWERS.left(20, seconds(elapsed)) * FLOWERS.period == left


@pytest.mark.parametrize(
    ("clock", "reserve", "flag"),
    [
        (BANK, seconds(300), 360),
        (BANK, seconds(0), 60),
        (BANK, seconds("0.5"), "60.5"),
        (DEMETER, seconds(300), 420),
        (DEMETER, seconds(270), 390),
        (COMPASS, 3, 240),
        (COMPASS, 2, 180),
        (COMPASS, 0, 60),
        (FLOWERS, 20, 720),
        (FLOWERS, 0, 120),
        (Periods(Seconds(180), Seconds(30), entered=2), 20, 780),
        (PHASE, 0, 90),
        (Deadline(Seconds("0.25")), 0, "0.25"),
        (Deadline(Seconds(0)), 0, 0),
    ],
)
def test_the_flag_falls_when_turn_and_reserve_are_gone(
    clock: Clock, reserve: Reserve, flag: object
):
    assert clock.flag(reserve) == seconds(flag)


def test_the_worked_turns_of_demeter_empty_the_bank_and_then_pass_at_the_turn_time():
    bank: Reserve = seconds(300)
    passed, banks = [], []
    for turn in (150, 400, 119, 121):
        flag = DEMETER.flag(bank)
        ended = min(seconds(turn), flag)
        bank = DEMETER.left(bank, ended)
        passed.append(flag if turn > flag else None)
        banks.append(bank)
    assert passed == [None, 390, None, 120]
    assert banks == [270, 0, 0, 0]


@pytest.mark.parametrize(
    ("challenge", "end", "consumed"),
    [
        ("0", "180", 0),
        ("119", "180", 0),
        ("120", "180", 0),
        ("120", "180.001", 1),
        ("120.001", "130", 1),
        ("121", "180", 1),
        ("121", "210", 1),
        ("121", "210.001", 2),
        ("150", "151", 1),
        ("150.001", "151", 2),
        ("151", "210", 2),
        ("151", "240", 2),
        ("151", "240.001", 3),
        ("719", "720", 20),
        ("100", "780", 20),
    ],
)
def test_a_challenge_lengthens_the_turn_and_gives_no_entered_period_back(
    challenge: str, end: str, consumed: int
):
    challenged, ended = seconds(challenge), seconds(end)
    entered = 20 - int(FLOWERS.left(20, challenged))
    longer = Periods(turn=Seconds(180), period=Seconds(30), entered=entered)
    assert 20 - int(longer.left(20, ended)) == consumed
    assert consumed == max(0, ceil((challenged - 120) / 30), ceil((ended - 180) / 30))


# Reminders


def times(clock: Clock, reserve: Reserve) -> list[tuple[object, ReminderKind]]:
    return [(each.at, each.kind) for each in clock.reminders(reserve)]


@pytest.mark.parametrize(
    ("clock", "reserve", "reminders"),
    [
        # 30 s and 5 s before the end of the turn, on entering the bank, every 30 s of it.
        (
            BANK,
            seconds(100),
            [
                (30, LEFT, 30, 100),
                (55, LEFT, 5, 100),
                (60, ENTERED, 0, 100),
                (90, USED, 30, 70),
                (120, USED, 60, 40),
                (150, USED, 90, 10),
            ],
        ),
        # None at the flag: a bank of 60 is not told as wholly used, one of 60.001 nearly is.
        (
            BANK,
            seconds(60),
            [(30, LEFT, 30, 60), (55, LEFT, 5, 60), (60, ENTERED, 0, 60), (90, USED, 30, 30)],
        ),
        (
            BANK,
            seconds("60.001"),
            [
                (30, LEFT, 30, "60.001"),
                (55, LEFT, 5, "60.001"),
                (60, ENTERED, 0, "60.001"),
                (90, USED, 30, "30.001"),
                (120, USED, 60, "0.001"),
            ],
        ),
        # No bank, nothing to enter.
        (BANK, seconds(0), [(30, LEFT, 30, 0), (55, LEFT, 5, 0)]),
        (
            BANK,
            seconds("0.001"),
            [(30, LEFT, 30, "0.001"), (55, LEFT, 5, "0.001"), (60, ENTERED, 0, "0.001")],
        ),
        # Periods: what is left counts the period that is just being entered.
        (
            COMPASS,
            3,
            [
                (30, LEFT, 30, 3),
                (55, LEFT, 5, 3),
                (60, ENTERED, 0, 2),
                (90, USED, 30, 2),
                (120, USED, 60, 1),
                (150, USED, 90, 1),
                (180, USED, 120, 0),
                (210, USED, 150, 0),
            ],
        ),
        (COMPASS, 0, [(30, LEFT, 30, 0), (55, LEFT, 5, 0)]),
        (
            FLOWERS,
            2,
            [(90, LEFT, 30, 2), (115, LEFT, 5, 2), (120, ENTERED, 0, 1), (150, USED, 30, 0)],
        ),
        # A challenge after 121 s: one period is gone already.
        (
            Periods(Seconds(180), Seconds(30), entered=2),
            3,
            [
                (150, LEFT, 30, 1),
                (175, LEFT, 5, 1),
                (180, ENTERED, 0, 1),
                (210, USED, 30, 1),
                (240, USED, 60, 0),
            ],
        ),
        # Phases without reserve.
        (PHASE, 0, [(60, LEFT, 30, None), (85, LEFT, 5, None)]),
        (Deadline(Seconds(45)), 0, [(15, LEFT, 30, None), (40, LEFT, 5, None)]),
        # Short turns: no warning before the turn has begun, nor as it begins.
        (Deadline(Seconds("30.001")), 0, [("0.001", LEFT, 30, None), ("25.001", LEFT, 5, None)]),
        (Deadline(Seconds(30)), 0, [(25, LEFT, 5, None)]),
        (Deadline(Seconds("5.001")), 0, [("0.001", LEFT, 5, None)]),
        (Deadline(Seconds(5)), 0, []),
        (Deadline(Seconds(0)), 0, []),
        (Bank(Seconds(20)), seconds(10), [(15, LEFT, 5, 10), (20, ENTERED, 0, 10)]),
        (Bank(Seconds(0)), seconds(31), [(0, ENTERED, 0, 31), (30, USED, 30, 1)]),
        (Periods(Seconds(3), Seconds(20)), 2, [(3, ENTERED, 0, 1), (33, USED, 30, 0)]),
    ],
)
def test_reminders_come_before_the_turn_ends_and_as_the_reserve_is_used(
    clock: Clock, reserve: Reserve, reminders: list[tuple[object, ReminderKind, object, object]]
):
    flag = clock.flag(reserve)
    assert tuple(clock.reminders(reserve)) == tuple(
        Reminder(
            at=seconds(at),
            kind=kind,
            seconds=seconds(told),
            left=None if left is None else seconds(left),
            all_left=None if kind is LEFT else flag - seconds(at),
        )
        for at, kind, told, left in reminders
    )


# Properties, and a clock counted second by second

whole = st.integers(0, 150)
banks = st.builds(Bank, whole.map(Seconds))
periods = st.builds(Periods, whole.map(Seconds), st.integers(1, 70).map(Seconds), st.integers(0, 3))
deadlines = st.builds(Deadline, whole.map(Seconds))
in_milliseconds = st.integers(0, 800_000).map(lambda each: MILLISECOND * each)
clocks_and_reserves = st.one_of(
    st.tuples(banks, st.integers(0, 200).map(Seconds)),
    st.tuples(periods, st.integers(0, 7)),
    st.tuples(deadlines, st.just(0)),
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


@given(clocks_and_reserves)
def test_reminders_are_sorted_distinct_and_before_the_flag(running: tuple[Clock, Reserve]):
    clock, reserve = running
    instants = [each.at for each in clock.reminders(reserve)]
    assert instants == sorted(set(instants))
    assert all(0 <= each < clock.flag(reserve) for each in instants)


@given(clocks_and_reserves)
def test_a_reminder_says_what_is_left_from_then_on(running: tuple[Clock, Reserve]):
    clock, reserve = running
    for each in clock.reminders(reserve):
        if isinstance(clock, Deadline):
            assert each.left is None
        elif isinstance(clock, Bank):
            assert each.left == clock.left(reserve, each.at)
        else:
            assert each.left == clock.left(reserve, each.at + MILLISECOND)


@given(clocks_and_reserves)
def test_a_reminder_says_how_far_it_is_from_the_end_of_the_turn(running: tuple[Clock, Reserve]):
    clock, reserve = running
    for each in clock.reminders(reserve):
        before = each.kind is ReminderKind.TIME_LEFT
        assert each.seconds == (clock.turn - each.at if before else each.at - clock.turn)


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
def test_the_reminders_after_an_instant_are_the_later_ones_of_all(clock, reserve: int, after: int):
    reserve = reserve if isinstance(clock, Periods) else Decimal(reserve * 30)
    later = tuple(each for each in clock.reminders(reserve) if each.at > after)
    assert tuple(clock.reminders(reserve, Decimal(after))) == later


def test_asking_about_a_huge_reserve_costs_no_more_than_about_a_small_one():
    reminders = Bank(Decimal(60)).reminders(Decimal(10**12), Decimal(10**11))
    assert next(reminders).at == Decimal(100000000020)
