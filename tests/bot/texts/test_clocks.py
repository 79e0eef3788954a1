from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts import matches
from bot.texts.clocks import (
    FlagFallSpan,
    duration,
    in_words,
    length,
    of_game,
    ran_out,
    reserve,
    reserve_left,
)
from bot.texts.language import Language, speaking
from engine.clocks import ZERO, Seconds, read_time
from engine.matches.notices import FlagFell
from engine.seats import Seat
from tests.engine.playing import fire_and_ice
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
        ("3599.9", "59:59", "59:59 min"),
        ("3600", "1 h", "1 h"),
        ("5459", "1 h 30 min", "1 h 30 min 59 s"),
        ("86400", "a day", "a day"),
        ("86460.5", "1 day 1 min", "1 day 1 min"),
        ("270000", "3 days 3 h", "3 days 3 h"),
        ("604800", "7 days", "7 days"),
    ],
)
def test_a_time_is_cut_off_to_what_is_left_and_a_length_is_said_in_full_with_its_unit(
    seconds: str, left: str, in_full: str | None
):
    assert duration(Decimal(seconds)) == left
    assert in_full is None or length(Decimal(seconds)) == in_full


@given(st.integers(3_600, 10**9).filter(lambda seconds: seconds != 86_400))
def test_a_long_time_as_it_is_said_is_read_again(seconds: int):
    assert read_time(in_words(Seconds(seconds))) == seconds


@pytest.mark.parametrize(
    ("options", "english", "german"),
    [
        ({"turn": "86400", "reserve": "0"}, "a day for each turn, with no", "1 Tag pro Zug, ohne"),
        (
            {"turn": "259200", "reserve": "5400"},
            "3 days for each turn, then 1 h 30 min of reserve; ",
            "3 Tage pro Zug, dann 1 h 30 min Reserve; ",
        ),
    ],
)
def test_long_limits_are_said_in_words(options: dict[str, str], english: str, german: str):
    game = fire_and_ice(**options)
    assert of_game(game).startswith(english)
    with speaking(Language.DE):
        assert of_game(game).startswith(german)


def test_days_of_periods_are_in_the_right_case_in_german():
    with speaking(Language.DE):
        assert reserve(3, Decimal(259_200)) == "3 Reserveperioden à 3 Tage"


def test_a_long_time_that_ran_out_is_said_to_a_tenth_of_a_second():
    day = Decimal(86_400)
    allowed = FlagFell((Seat.EC,), day, day, Decimal(7_200), day + 7_200, 0)
    span = FlagFallSpan(
        allowed=allowed,
        used=day + Decimal("7200.03"),
        turn_message="post",
        late="late",
        is_edit=False,
        over_ms=0,
        stood_still=False,
    )
    assert "allowed a day and 2 h of reserve, used 1 day 2 h 0.1 s" in ran_out(span, None, ZERO)


@pytest.mark.parametrize(
    ("left", "period", "text", "running"),
    [
        (0, MINUTE, "no reserve", "no reserve period left after the current one"),
        (1, MINUTE, "1 reserve period of 60 s", None),
        (3, Decimal(30), "3 reserve periods of 30 s", None),
        (Decimal(0), None, "no reserve", "no reserve left"),
        (Decimal("0.4"), None, "0 s of reserve", "0 s of reserve left"),
        (Decimal(300), None, "5:00 of reserve", "5:00 of reserve left"),
        (Decimal(7200), None, "2 h of reserve", "2 h of reserve left"),
        (3, Decimal(86_400), "3 reserve periods of a day", None),
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
