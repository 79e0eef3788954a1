"""Marks in a text that become Discord's live countdowns when it is sent."""

import re
from math import ceil
from typing import Final

from engine.clocks import Seconds

# No control character of a name or a form is ever put into a post, so no text can forge a mark.
_COUNTDOWN: Final = re.compile(r"\x02([+@])([0-9]{1,18})\x03")
_ANY_COUNTDOWN: Final = r"<t:\d+:R>"
_LIVE: Final = re.compile(r"<t:(\d+):R>")


def countdown(seconds: Seconds) -> str:
    """A mark for a live countdown to so many seconds after the sending."""
    return f"\x02+{ceil(seconds * 1000)}\x03"


def countdown_to(discord_ms: int) -> str:
    """A mark for a live countdown to an instant by Discord's clock, whenever it is sent."""
    return f"\x02@{discord_ms}\x03"


def with_countdowns(content: str, now_ms: int) -> str:
    """The text with its marks turned into Discord's live countdowns.

    >>> with_countdowns("until " + countdown(Seconds(60)), 1_000_000)
    'until <t:1060:R>'
    """

    def live(mark: re.Match[str]) -> str:
        since_ms = now_ms if mark[1] == "+" else 0
        return f"<t:{ceil((since_ms + int(mark[2])) / 1000)}:R>"

    return _COUNTDOWN.sub(live, content)


def corrected(content: str, text: str, stood_ms: int) -> str | None:
    """What a post's content should have become, as it stood only then; None if nothing is off.

    A countdown is off that ends more than a second before or after the time that it is to tell,
    which it tells rounded up.

    >>> corrected("until " + countdown(Seconds(60)), "until <t:1060:R>", 1_006_000)
    'until <t:1066:R>'
    >>> corrected("until " + countdown(Seconds(60)), "until <t:1060:R>", 1_001_000)
    """
    right = with_countdowns(content, stood_ms)
    # Discord trims what is posted.
    said, due = _LIVE.split(text.strip()), _LIVE.split(right.strip())
    if said[::2] != due[::2]:
        return None
    ends = zip(map(int, said[1::2]), map(int, due[1::2]), strict=True)
    return None if all(end - 1 <= told <= end for told, end in ends) else right


def may_read(content: str, text: str) -> bool:
    """Whether a text is what a post's content became, whenever it was sent.

    >>> may_read("until " + countdown(Seconds(60)), "until <t:1060:R>")
    True
    """
    # Discord trims what is posted.
    said = _COUNTDOWN.split(content.strip())[:: _COUNTDOWN.groups + 1]
    return re.fullmatch(_ANY_COUNTDOWN.join(map(re.escape, said)), text.strip()) is not None
