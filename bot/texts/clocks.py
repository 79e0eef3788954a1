"""What is said of clocks: how long a turn and its reserve are, what is left, and when it ends.

Discord rounds its live countdowns ("in 2 minutes" for 90 s) and shows them as whole phrases, so
each one stands after `ends`, beside an exact figure.
"""

from dataclasses import dataclass
from typing import Final

from bot.texts.countdowns import countdown, countdown_to
from engine.clocks import ReminderKind, Reserve, Seconds
from engine.matches.notices import Opened, Reminded
from engine.options import write_seconds

LONGEST_IN_SECONDS: Final = Seconds(120)


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """When a running turn's time ends, and when all time does, reserve included.

    Attributes:
        left: What is left of the turn's time; less than none while reserve is used.
        at_ms: When it ends, by Discord's clock.
        all_left: What is left of all time.
        flag_ms: When all time ends.
        reserve: What is left of the reserve, a running period not counted; None in phases without.
    """

    left: Seconds
    at_ms: int
    all_left: Seconds
    flag_ms: int
    reserve: Reserve | None = None

    @property
    def is_on_reserve(self) -> bool:
        """Whether the turn's time is over and reserve is used."""
        return self.left < 0


def duration(seconds: Seconds) -> str:
    """What is left, as a person says it: `5 s`, or from a minute on `4:12`; parts are cut off.

    >>> duration(Seconds("59.9")), duration(Seconds(252))
    ('59 s', '4:12')
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def length(seconds: Seconds) -> str:
    """How long something is as a whole: in seconds, and what is longer in minutes.

    >>> [length(Seconds(each)) for each in ("0.5", 90, 120, 150, 600)]
    ['0.5 s', '90 s', '120 s', '2:30 min', '10 min']
    """
    if seconds <= LONGEST_IN_SECONDS:
        return f"{write_seconds(seconds)} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02} min" if rest else f"{minutes} min"


def reserve(left: Reserve, period: Seconds | None) -> str:
    """A reserve that is not running; `period` is the length of one where it is counted in such.

    >>> reserve(Seconds(252), None), reserve(2, Seconds(60)), reserve(0, Seconds(60))
    ('4:12 of reserve', '2 reserve periods of 60 s', 'no reserve')
    """
    if not left:
        return "no reserve"
    if period is None:
        return f"{duration(Seconds(left))} of reserve"
    return f"{left} reserve period{'' if left == 1 else 's'} of {length(period)}"


def reserve_left(left: Reserve, period: Seconds | None, *, is_running: bool = False) -> str:
    """What somebody has, as an object; a period that is running is used already.

    >>> reserve_left(0, Seconds(60), is_running=True)
    'no reserve period left after the current one'
    """
    if period is None or not is_running:
        return f"{reserve(left, period)} left"
    return f"{reserve(left, period) if left else 'no reserve period'} left after the current one"


def opened(notice: Opened, period: Seconds | None) -> str:
    """How long a turn or phase is that begins with this post."""
    then = "" if notice.reserve is None else f", then {reserve(notice.reserve, period)}"
    return f"⏳ Time: {length(notice.turn)} (ends {countdown(notice.turn)}){then}."


def reminded(who: str, notice: Reminded, period: Seconds | None) -> str:
    """A clock's reminder."""
    seconds = length(notice.seconds)
    match notice.tells:
        case ReminderKind.TIME_LEFT if notice.left is None:
            return f"⏰ {who} {seconds} left."
        case ReminderKind.TIME_LEFT:
            return (
                f"⏰ {who} {seconds} of turn time left, then {reserve(notice.left or 0, period)}."
            )
        case ReminderKind.RESERVE_ENTERED:
            return f"⏰ {who} your reserve is running: {_running_at(notice, period)}."
        case ReminderKind.RESERVE_USED:
            return f"⏰ {who} {seconds} into your reserve: {_running_at(notice, period)}."


def goes_on(who: str, end: TurnEnd | None, period: Seconds | None) -> str:
    """Who is awaited in a turn that runs already, how long, and until when."""
    if end is None:
        return f"{who} to act."
    if end.is_on_reserve:
        return f"{who} your reserve is running: {left_until(end, period)}."
    return f"{who} {left_until(end, period)}."


def left_until(end: TurnEnd, period: Seconds | None, *, runs: bool = True) -> str:
    """What is left of a turn or of a reserve that is used, and when it ends if the clock runs."""
    if end.is_on_reserve:
        ends = f" (ends {countdown_to(end.flag_ms)})" if runs else ""
        return f"{duration(end.all_left)} left{ends}{_unused(end.reserve or 0, period)}"
    ends = f" (ends {countdown_to(end.at_ms)})" if runs else ""
    if end.reserve is None:
        return f"{duration(end.left)} left{ends}"
    return f"{duration(end.left)} of turn time left{ends}, then {reserve(end.reserve, period)}"


def _running_at(notice: Reminded, period: Seconds | None) -> str:
    left = duration(notice.all_left or Seconds(0))
    return f"{left} left{_unused(notice.left or 0, period)}"


def _unused(left: Reserve, period: Seconds | None) -> str:
    """While a reserve of periods is used: how many of them are not entered yet."""
    if period is None:
        return ""
    if not left:
        return ", in the last period"
    return f", {left} period{'' if left == 1 else 's'} of {length(period)} still unused"
