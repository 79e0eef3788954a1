"""What the Dealer puts before a room: facts of a post, ready to be kept and sent."""

import re
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from engine.clocks import Seconds

# Control characters cannot come from a name or a message, so no text can forge a mark.
_COUNTDOWN: Final = re.compile(r"\x02([+@])(\d+)\x03")


@dataclass(frozen=True)
class Letter:
    """A post, a reply or a reaction that is to stand in the match's room.

    Attributes:
        content: The text; `countdown` marks in it become live countdowns as it is sent.
        pings: The users whom it may ping.
        reply_to: The message that it answers, or reacts to.
        reaction: The emoji, where it is a reaction.
        board: Whether the pictures of the position go with it.
        record: Whether the match record goes with it.
        opens: Whether its standing in the room starts the clock of a turn.
        expires_ms: After which instant by Discord's clock it is not worth sending.
    """

    content: str = ""
    pings: tuple[int, ...] = field(default=())
    reply_to: int | None = None
    reaction: str | None = None
    board: bool = False
    record: bool = False
    opens: bool = False
    expires_ms: int | None = None


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
