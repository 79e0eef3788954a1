"""A post as its readers see it: with Discord's live countdowns in words."""

import re

from bot.texts.countdowns import with_countdowns

COUNTDOWN = re.compile(r"<t:([0-9]+):R>")
UNITS = (("second", 1), ("minute", 60), ("hour", 3600), ("day", 86400))
"""Each with its length in seconds; Discord rounds to the largest that fits."""


def as_shown(content: str, now_ms: int) -> str:
    """A letter's text as it looks at the instant at which it is posted."""
    return COUNTDOWN.sub(
        lambda mark: relative(int(mark[1]) - now_ms // 1000), with_countdowns(content, now_ms)
    )


def relative(seconds: int) -> str:
    """An instant as Discord tells it: half and more of a unit is a whole one.

    >>> relative(90), relative(60), relative(-30)
    ('in 2 minutes', 'in a minute', '30 seconds ago')
    """
    if seconds == 0:
        return "now"
    unit, length = max(
        (each for each in UNITS if each[1] <= abs(seconds)), key=lambda each: each[1]
    )
    count = int(abs(seconds) / length + 0.5)
    article = "an" if unit == "hour" else "a"
    said = f"{article} {unit}" if count == 1 else f"{count} {unit}s"
    return f"in {said}" if seconds > 0 else f"{said} ago"
