"""Start times as a host writes them: `20:30 Europe/Berlin`, `in 2 hours`."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.panels import texts as panels

LONGEST_AHEAD: Final = timedelta(days=30)
LONGEST_TEXT: Final = 100

_AHEAD: Final = re.compile(
    r"in (?P<count>\d{1,6}) ?((?P<unit>[mhd])|(?P<word>minute|min|hour|day)s?)", re.ASCII
)
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
_CLOCK: Final = re.compile(
    r"((?P<date>\d{4}-\d\d-\d\d) )?(?P<hour>\d{1,2}):(?P<minute>\d\d)( (?P<zone>[\w/+-]+))?",
    re.ASCII,
)


class StartTimeError(ValueError):
    """Error for an unacceptable time; the message is a clause."""


def read_start_time(text: str, now: datetime) -> datetime:
    """Read the time of a match's start, as a host wrote it; `now` has a zone.

    A time of day without a date is the next one; one that comes twice, as clocks are put back, is
    the earlier one of those ahead.

    Raises:
        StartTimeError: It says no time, none that exists, or one that is past or too far ahead.
    """
    words = " ".join(text[:LONGEST_TEXT].split())
    if ahead := _AHEAD.fullmatch(words.casefold()):
        unit = _UNITS[(ahead["unit"] or ahead["word"])[0]]
        start = now + timedelta(**{unit: int(ahead["count"])})
    elif clock := _CLOCK.fullmatch(words):
        start = _by_clock(clock, now)
    else:
        raise StartTimeError(panels.NO_TIME())
    if start <= now:
        raise StartTimeError(panels.PAST())
    if start > now + LONGEST_AHEAD:
        raise StartTimeError(panels.TOO_FAR(days=LONGEST_AHEAD.days))
    return start.astimezone(UTC)


def _by_clock(clock: re.Match[str], now: datetime) -> datetime:
    if clock["zone"] is None:
        raise StartTimeError(panels.NO_ZONE(time=clock[0]))
    zone = _zone(clock["zone"])
    try:
        hour = time(int(clock["hour"]), int(clock["minute"]))
        day = date.fromisoformat(clock["date"]) if clock["date"] else None
    except ValueError:
        raise StartTimeError(panels.NO_TIME()) from None
    today = now.astimezone(zone).date()
    if day is None:
        is_over = all(instant <= now for instant in _instants(today, hour, zone))
        day = today + timedelta(days=is_over)
    elif abs(day - today) > 2 * LONGEST_AHEAD:
        # Far away, there may be no such instant in any calendar.
        reason = panels.PAST if day < today else panels.TOO_FAR
        raise StartTimeError(reason(days=LONGEST_AHEAD.days))
    instants = _instants(day, hour, zone)
    if not instants:
        raise StartTimeError(panels.LEFT_OUT(time=f"{hour:%H:%M}", day=day, zone=zone.key))
    return min((instant for instant in instants if instant > now), default=max(instants))


def _instants(day: date, hour: time, zone: ZoneInfo) -> list[datetime]:
    """Return the instants at which clocks show a time: none if it is skipped, two if repeated."""
    shown_instant = datetime.combine(day, hour)
    read = [shown_instant.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    # A time that is left out does not come back as it was.
    return [
        instant
        for instant in read
        if instant.astimezone(zone).replace(tzinfo=None, fold=0) == shown_instant
    ]


def _zone(name: str) -> ZoneInfo:
    """Return a zone by its name, in any case; only few names have small words in them."""
    titled = re.sub(r"[A-Za-z]+", lambda word: word[0].capitalize(), name)
    for key in (name, titled, name.upper()):
        with suppress(ValueError, LookupError, OSError):
            return ZoneInfo(key)
    raise StartTimeError(panels.NO_SUCH_ZONE(zone=name))
