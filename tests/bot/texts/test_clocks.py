from decimal import Decimal

import pytest

from bot.texts import matches
from bot.texts.clocks import duration, length, reserve, reserve_left
from tests.helpers.rooms.cards import composer_of

MINUTE = Decimal(60)


@pytest.mark.parametrize(
    ("seconds", "left", "in_full"),
    [
        ("0", "0 s", "0 s"),
        ("0.5", "0 s", "0.5 s"),
        ("45", "45 s", "45 s"),
        ("59.999", "59 s", None),
        ("60.0", "1:00", "60 s"),
        ("61.5", "1:01", None),
        ("90", "1:30", "90 s"),
        ("120", "2:00", "120 s"),
        ("121", "2:01", "2:01 min"),
        ("240", "4:00", "4 min"),
        ("3600", "60:00", "60 min"),
        ("604800", "10080:00", "10080 min"),
    ],
)
def test_a_time_is_cut_off_to_what_is_left_and_a_length_is_said_in_full_with_its_unit(
    seconds: str, left: str, in_full: str | None
):
    assert duration(Decimal(seconds)) == left
    assert in_full is None or length(Decimal(seconds)) == in_full


@pytest.mark.parametrize(
    ("left", "period", "text", "running"),
    [
        (0, MINUTE, "no reserve", "no reserve period left after the current one"),
        (1, MINUTE, "1 reserve period of 60 s", None),
        (3, Decimal(30), "3 reserve periods of 30 s", None),
        (Decimal(0), None, "no reserve", "no reserve left"),
        (Decimal("0.4"), None, "0 s of reserve", "0 s of reserve left"),
        (Decimal(300), None, "5:00 of reserve", "5:00 of reserve left"),
    ],
)
def test_a_reserve_is_time_or_periods_of_which_the_running_one_is_spent(
    left: int | Decimal, period: Decimal | None, text: str, running: str | None
):
    assert reserve(left, period) == text
    assert reserve_left(left, period) == f"{text} left"
    expected = running or f"{text} left after the current one"
    assert reserve_left(left, period, is_running=True) == expected


def test_nobody_is_named_where_nobody_is_awaited():
    seating = composer_of().seating
    assert matches.goes_on("News.", seating, (), None) == "News. "
