"""When a match is to begin, as hosts write it: what is read, and what is refused and why."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.panels.start_time import LONGEST_AHEAD, StartTimeError, read_start_time

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
SPRING = datetime(2027, 3, 27, 20, tzinfo=UTC)
"""The evening before clocks go forward in Berlin, from 2:00 to 3:00."""
AUTUMN = datetime(2026, 10, 24, 20, tzinfo=UTC)
"""The evening before clocks go back in Berlin, from 3:00 to 2:00."""
BETWEEN = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)
"""2:45 in Berlin for the first time."""


@pytest.mark.parametrize(
    ("text", "now", "start"),
    [
        ("in 2 hours", NOON, "2026-11-22 14:00"),
        ("in 90 minutes", NOON, "2026-11-22 13:30"),
        ("IN 1 Hour", NOON, "2026-11-22 13:00"),
        (" in  1  day ", NOON, "2026-11-23 12:00"),
        ("in 45 min", NOON, "2026-11-22 12:45"),
        ("in 2h", NOON, "2026-11-22 14:00"),
        ("20:30 Europe/Berlin", NOON, "2026-11-22 19:30"),
        ("20:30 europe/berlin", NOON, "2026-11-22 19:30"),
        ("20:30 America/New_York", NOON, "2026-11-23 01:30"),
        ("20:30 america/new_york", NOON, "2026-11-23 01:30"),
        ("9:05 utc", NOON, "2026-11-23 09:05"),
        ("12:00 UTC", NOON, "2026-11-23 12:00"),
        ("12:01 UTC", NOON, "2026-11-22 12:01"),
        ("00:30 Pacific/Auckland", NOON, "2026-11-23 11:30"),
        ("20:30 America/Port_of_Spain", NOON, "2026-11-23 00:30"),
        ("12:00 Etc/GMT+2", NOON, "2026-11-22 14:00"),
        ("2026-12-01 20:30 Europe/Berlin", NOON, "2026-12-01 19:30"),
        ("03:00 Europe/Berlin", SPRING, "2027-03-28 01:00"),
        ("01:59 Europe/Berlin", SPRING, "2027-03-28 00:59"),
        ("02:30 Europe/Berlin", AUTUMN, "2026-10-25 00:30"),
        ("2026-10-25 02:30 Europe/Berlin", AUTUMN, "2026-10-25 00:30"),
        ("02:30 Europe/Berlin", BETWEEN, "2026-10-25 01:30"),
    ],
)
def test_a_time_is_read_as_the_next_one_in_its_zone(text: str, now: datetime, start: str):
    assert read_start_time(text, now) == datetime.fromisoformat(start).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "now", "reason"),
    [
        ("20:30", NOON, "`20:30 Europe/Berlin`"),
        ("2026-12-01 20:30", NOON, "add a time zone"),
        ("20:30 Europe/Nowhere", NOON, "don't know the zone Europe/Nowhere"),
        ("20:30 Europe", NOON, "don't know the zone"),
        ("20:30 ../../etc/passwd", NOON, "write a time"),
        ("20:30 /etc/passwd", NOON, "don't know the zone"),
        ("2026-11-22 11:59 UTC", NOON, "past"),
        ("2026-11-22 12:00 UTC", NOON, "past"),
        ("1000-01-01 00:00 Asia/Tokyo", NOON, "past"),
        ("0001-01-01 00:00 Asia/Tokyo", NOON, "past"),
        ("9999-12-31 23:59 America/New_York", NOON, "at most 30 days"),
        ("in 0 minutes", NOON, "past"),
        ("in 31 days", NOON, "at most 30 days"),
        ("in 999999 days", NOON, "at most 30 days"),
        ("2027-01-22 12:00 UTC", NOON, "at most 30 days"),
        ("02:30 Europe/Berlin", SPRING, "there is no 02:30 on 2027-03-28 in Europe/Berlin"),
        ("2027-03-28 02:00 Europe/Berlin", SPRING, "no 02:00"),
        ("24:00 UTC", NOON, "write a time"),
        ("20:60 UTC", NOON, "write a time"),
        ("2026-02-30 20:30 UTC", NOON, "write a time"),
        ("in 2 months", NOON, "write a time"),
        ("in two hours", NOON, "write a time"),
        ("tonight", NOON, "write a time"),
        ("", NOON, "write a time"),
    ],
)
def test_what_is_no_time_ahead_is_refused_with_the_reason(text: str, now: datetime, reason: str):
    with pytest.raises(StartTimeError, match=r".") as refused:
        read_start_time(text, now)
    assert reason in str(refused.value)


@given(
    st.integers(0, 10 * 365 * 24 * 60),
    st.times(),
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]),
)
def test_a_time_of_day_shows_that_time_there_and_comes_within_a_day_and_an_hour(
    minutes: int, hour: time, zone: str
):
    now = NOON + timedelta(minutes=minutes)
    try:
        start = read_start_time(f"{hour:%H:%M} {zone}", now)
    except StartTimeError as refused:
        assert "never" in str(refused)  # noqa: PT017 - only where clocks go forward
        return
    assert f"{start.astimezone(ZoneInfo(zone)):%H:%M}" == f"{hour:%H:%M}"
    assert now < start <= now + timedelta(hours=25)


@given(st.text(max_size=300))
def test_nonsense_is_refused_or_read_and_nothing_else(text: str):
    try:
        start = read_start_time(text, NOON)
    except StartTimeError:
        return
    assert NOON < start <= NOON + LONGEST_AHEAD
