"""Sentences about clocks: lengths of turns and reserves, time left, and deadlines.

Discord rounds its live countdowns ("in 2 minutes" for 90 s) and shows them as whole phrases, which
change once they are past ("2 minutes ago"). So each one follows a noun that suits both, `deadline`,
beside an exact figure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from math import ceil
from typing import Final

from bot.texts.language import _, say
from engine.clocks import HOUR, Reserve, Seconds, in_units, write_seconds
from engine.game import AnyGame
from engine.matches.notices import ClockReminder, FlagFell, TurnStarted
from engine.options import limits
from engine.words.sentences import Plural, WordInContext, listing

# No control character of a name or a form is ever put into a post, so no text can forge a mark.
_COUNTDOWN: Final = re.compile(r"\x02([+@])([0-9]{1,18})\x03")
_ANY_COUNTDOWN: Final = r"<t:\d+:R>"
_LIVE: Final = re.compile(r"<t:(\d+):R>")


def countdown(seconds: Seconds) -> str:
    """Return a mark for a live countdown to so many seconds after the sending."""
    return f"\x02+{ceil(seconds * 1000)}\x03"


def countdown_to(discord_ms: int) -> str:
    """Return a mark for a live countdown to an instant by Discord's clock."""
    return f"\x02@{discord_ms}\x03"


def with_countdowns(content: str, now_ms: int) -> str:
    """Turn a text's marks into Discord's live countdowns.

    >>> with_countdowns("until " + countdown(Seconds(60)), 1_000_000)
    'until <t:1060:R>'
    """

    def live(mark: re.Match[str]) -> str:
        since_ms = now_ms if mark[1] == "+" else 0
        return f"<t:{ceil((since_ms + int(mark[2])) / 1000)}:R>"

    return _COUNTDOWN.sub(live, content)


def corrected(content: str, text: str, stood_ms: int) -> str | None:
    """Return a post's content corrected for the instant it appeared; None if it is right.

    A countdown is off that ends more than a second before or after the time that it is to tell,
    which it tells rounded up.

    >>> corrected("until " + countdown(Seconds(60)), "until <t:1060:R>", 1_006_000)
    'until <t:1066:R>'
    >>> corrected("until " + countdown(Seconds(60)), "until <t:1060:R>", 1_001_000)
    """
    right = with_countdowns(content, stood_ms)
    # Discord trims what is posted.
    lines, due = _LIVE.split(text.strip()), _LIVE.split(right.strip())
    if lines[::2] != due[::2]:
        return None
    ends = zip(map(int, lines[1::2]), map(int, due[1::2]), strict=True)
    return None if all(end - 1 <= message_id <= end for message_id, end in ends) else right


def may_read(content: str, text: str) -> bool:
    """Return whether a text is a post's content as sent at some instant.

    >>> may_read("until " + countdown(Seconds(60)), "until <t:1060:R>")
    True
    """
    # Discord trims what is posted.
    lines = _COUNTDOWN.split(content.strip())[:: _COUNTDOWN.groups + 1]
    return re.fullmatch(_ANY_COUNTDOWN.join(map(re.escape, lines)), text.strip()) is not None


LONGEST_IN_SECONDS: Final = Seconds(120)
TENTH: Final = Seconds("0.1")


@dataclass(frozen=True, slots=True)
class TurnDeadline:
    """The end of a running turn's time and of all time, reserve included.

    Attributes:
        left: Time left of the turn; negative while reserve is used.
        at_ms: End of the turn's time, by Discord's clock.
        all_left: Time left in all.
        flag_ms: End of all time, by Discord's clock.
        reserve: Reserve left, a running period not counted; None in phases without.
    """

    left: Seconds
    at_ms: int
    all_left: Seconds
    flag_ms: int
    reserve: Reserve | None = None

    @property
    def is_on_reserve(self) -> bool:
        """True if the turn's time is over and reserve is used."""
        return self.left < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFallSpan:
    """A turn whose time ran out, from its post to its end.

    Attributes:
        used: Seconds used when it was over, the grace included.
        turn_message: Address of the post that opened the turn.
        late: Address of the message that came too late; empty if none did.
        is_edit: True if that message was edited too late.
        over_ms: End of the turn, by Discord's clock.
        stood_still: True if the clock stood still for some of the time.
    """

    allowed: FlagFell
    used: Seconds
    turn_message: str
    late: str
    is_edit: bool
    over_ms: int
    stood_still: bool


def in_words(seconds: Seconds) -> str:
    """Say a time of an hour or more with units: `1 h 30 min`, `a day`, `3 days 4 h`."""
    counts = in_units(seconds)
    if counts == {"d": 1}:
        return _("a day")
    return " ".join(
        say(Plural("{count} day", "{count} days", count=count))
        if unit == "d"
        else f"{with_point(write_seconds(count))} {unit}"
        for unit, count in counts.items()
    )


def duration(seconds: Seconds) -> str:
    """Return time left, rounded down: `5 s`, from a minute on `4:12`, from an hour on `1 h 5 min`.

    >>> duration(Seconds("59.9")), duration(Seconds(252)), duration(Seconds(3901))
    ('59 s', '4:12', '1 h 5 min')
    """
    if seconds >= HOUR:
        return in_words(seconds - seconds % 60)
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def length(seconds: Seconds) -> str:
    """Return a length in seconds, in minutes if it is long, or from an hour on in units.

    >>> [length(Seconds(each)) for each in ("0.5", 90, 120, 150, 600, 3600)]
    ['0.5 s', '90 s', '120 s', '2:30 min', '10 min', '1 h']
    """
    if seconds >= HOUR:
        return in_words(Seconds(int(seconds)))
    if seconds <= LONGEST_IN_SECONDS:
        figure = write_seconds(seconds)
        return f"{with_point(figure) if seconds % 1 else figure} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02} min" if rest else f"{minutes} min"


def with_point(figure: str) -> str:
    """Write a figure with the decimal point of the reader's language."""
    return figure.replace(".", say(WordInContext("in figures", ".")))


def reserve(left: Reserve, period: Seconds | None) -> str:
    """Describe a reserve that is not running; `period` is the length of one period, if any.

    >>> reserve(Seconds(252), None), reserve(2, Seconds(60)), reserve(0, Seconds(60))
    ('4:12 of reserve', '2 reserve periods of 60 s', 'no reserve')
    """
    if not left:
        return _("no reserve")
    if period is None:
        return _("{time} of reserve", time=duration(Seconds(left)))
    periods = Plural(
        "{count} reserve period of {length}",
        "{count} reserve periods of {length}",
        int(left),
        count=left,
        length=length(period),
    )
    return say(periods)


def with_reserve(turn: str, whole: Reserve, period: Seconds | None) -> str:
    """Describe a turn's own time, followed by the reserve for the whole match.

    >>> with_reserve("60 s", Seconds(300), None), with_reserve("60 s", 3, Seconds(60))
    ('60 s, then 5:00 of reserve', '60 s, then 3 periods of 60 s each')
    """
    if not whole:
        return _("{turn}, with no reserve", turn=turn)
    then = reserve(whole, None) if period is None else _periods(int(whole), period)
    return _("{turn}, then {reserve}", turn=turn, reserve=then)


def reserve_left(left: Reserve, period: Seconds | None, *, is_running: bool = False) -> str:
    """Describe the reserve left, as an object; a running period is already used.

    >>> reserve_left(0, Seconds(60), is_running=True)
    'no reserve period left after the current one'
    """
    if period is None or not is_running:
        return _("{reserve} left", reserve=reserve(left, period)) if left else _("no reserve left")
    if not left:
        return _("no reserve period left after the current one")
    return _("{reserve} left after the current one", reserve=reserve(left, period))


def opened(notice: TurnStarted, period: Seconds | None, grace: Seconds) -> str:
    """Return the time of a turn or phase that begins with this post, after its grace.

    Empty if a host is awaited, for whom no clock runs.
    """
    if notice.turn is None:
        return ""
    ends = countdown(notice.turn + grace)
    time = _("{length} (deadline {countdown})", length=length(notice.turn), countdown=ends)
    if notice.reserve is not None:
        time = with_reserve(time, notice.reserve, period)
    return _("⏳ Time: {time}.", time=time)


def ran_out(span: FlagFallSpan, period: Seconds | None, grace: Seconds) -> str:
    """Say between which messages more time was used than allowed."""
    free = [_("{time} of grace", time=length(grace))] if grace else []
    allowed = listing([*_allowed(span.allowed, period), *free])
    used = _exactly(span.used, ROUND_CEILING) if span.late else _("all of it")
    if span.stood_still:
        used = _("{used} on a running clock", used=used)
    return _(
        "⌛ Out of time: allowed {allowed}, used {used}, "
        "from [the turn's post](<{post}>) to {end}.",
        allowed=allowed,
        used=used,
        post=span.turn_message,
        end=_end(span),
    )


def _end(span: FlagFallSpan) -> str:
    """Link the message that came too late, or name the moment when time was over."""
    if not span.late:
        return f"<t:{span.over_ms // 1000}:T>"
    if span.is_edit:
        return _("the edit of [their message](<{link}>)", link=span.late)
    return _("[their message](<{link}>)", link=span.late)


def _allowed(allowed: FlagFell, period: Seconds | None) -> Iterator[str]:
    yield length(allowed.turn)
    if allowed.reserve is None:
        return
    if not allowed.reserve:
        yield _("no reserve")
    elif period is None:
        yield _("{time} of reserve", time=_exactly(Seconds(allowed.reserve), ROUND_FLOOR))
    else:
        yield _periods(int(allowed.reserve), period)


def _periods(count: int, period: Seconds) -> str:
    periods = Plural(
        "{count} period of {length}",
        "{count} periods of {length} each",
        count=count,
        length=length(period),
    )
    return say(periods)


def _exactly(seconds: Seconds, rounding: str) -> str:
    """Return a time to a tenth of a second; round allowances down and used time up.

    So a time used is never printed as less than the time allowed.

    >>> _exactly(Seconds("363.104"), ROUND_CEILING), _exactly(Seconds("59.96"), ROUND_FLOOR)
    ('6:03.2', '59.9 s')
    """
    if seconds >= HOUR:
        return in_words(seconds.quantize(TENTH, rounding))
    minutes, rest = divmod(seconds.quantize(TENTH, rounding), 60)
    whole, tenth = divmod(int(rest * 10), 10)
    part = f".{tenth}" if tenth else ""
    return with_point(f"{minutes}:{whole:02}{part}" if minutes else f"{whole}{part} s")


def left_until(end: TurnDeadline, period: Seconds | None, *, runs: bool = True) -> str:
    """Return the time left of a turn or running reserve, and its end if the clock runs."""
    if end.is_on_reserve:
        left = _left(end.all_left, end.flag_ms, runs=runs)
        return _with_unused(left, end.reserve or 0, period)
    if end.reserve is None:
        return _left(end.left, end.at_ms, runs=runs)
    time, then = duration(end.left), reserve(end.reserve, period)
    if not runs:
        return _("{time} of turn time left, then {reserve}", time=time, reserve=then)
    return _(
        "{time} of turn time left (deadline {countdown}), then {reserve}",
        time=time,
        countdown=countdown_to(end.at_ms),
        reserve=then,
    )


def running(notice: ClockReminder, period: Seconds | None) -> str:
    """Return what is left of a reserve that is running."""
    left = _("{time} left", time=duration(notice.all_left or Seconds(0)))
    return _with_unused(left, notice.left or 0, period)


def _left(left: Seconds, ends_ms: int, *, runs: bool) -> str:
    time = duration(left)
    if not runs:
        return _("{time} left", time=time)
    return _("{time} left (deadline {countdown})", time=time, countdown=countdown_to(ends_ms))


def _with_unused(text: str, unused: Reserve, period: Seconds | None) -> str:
    """Add to a running reserve the number of periods not yet entered."""
    if period is None:
        return text
    if not unused:
        return _("{left}, and this is the last period", left=text)
    unused_periods = Plural(
        "{left}, {count} period of {length} still unused",
        "{left}, {count} periods of {length} still unused",
        int(unused),
        left=text,
        count=unused,
        length=length(period),
    )
    return say(unused_periods)


def of_game(game: AnyGame) -> str:
    """Return the times of a match in words."""
    turn, *other_texts = (
        _("{length} {what}", length=length(getattr(game, name)), what=text)
        for name, text in limits(type(game)).items()
    )
    if game.starting_reserve is not None:
        turn = with_reserve(turn, game.starting_reserve, game.reserve_period)
    return "; ".join((turn, *other_texts))
