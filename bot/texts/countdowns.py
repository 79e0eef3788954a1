"""Marks in a text that become Discord's live countdowns when it is sent."""

import re
from math import ceil
from typing import Final

from engine.clocks import Seconds

# No control character of a name or a form is ever put into a post, so no text can forge a mark.
_COUNTDOWN: Final = re.compile(r"\x02([+@])([0-9]{1,18})\x03")
_ANY_COUNTDOWN: Final = r"<t:\d+:R>"


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


def may_read(content: str, text: str) -> bool:
    """Whether a text is what a post's content became, whenever it was sent.

    >>> may_read("until " + countdown(Seconds(60)), "until <t:1060:R>")
    True
    """
    # Discord trims what is posted.
    said = _COUNTDOWN.split(content.strip())[:: _COUNTDOWN.groups + 1]
    return re.fullmatch(_ANY_COUNTDOWN.join(map(re.escape, said)), text.strip()) is not None
