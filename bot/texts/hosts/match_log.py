"""The log of a match in words, with links to the messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts.hosts.archive import step, took
from bot.texts.language import Text
from bot.texts.seating import LONGEST_MESSAGE, Seating, plain_name
from engine.clocks import Seconds
from engine.matches.entries import CauseKind
from engine.records.history import HistoryStep
from engine.seats import SEATS

NOTHING_YET: Final = Text("Nobody has done anything in this match yet.")
EARLIER: Final = Text("-# Earlier entries are in the file.")
TAKEN_BACK: Final = Text("(taken back)")


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """A step of a match and its source.

    Attributes:
        link: Address of its message; empty if not everybody can read one.
        by: The ruling host; None if nobody ruled, or it is unknown.
    """

    step: HistoryStep
    link: str = ""
    by: int | None = None


def line(seating: Seating, number: int, logged: LoggedStep) -> str:
    """Return an entry: number, time since the beginning, deed, time taken.

    The link is the time, the only part of the line that is never too small to press.
    """
    names = {seat: plain_name(seating.names[seat]) for seat in SEATS}
    done = logged.step
    text = step(done, names)
    label = f"`{text.text.replace('`', chr(39))}`" if text.is_typed else text.text
    name = f"<@{logged.by}>" if logged.by else f"**{text.speaker}**"
    is_timed = done.seconds is not None and done.entry.cause.kind is CauseKind.ACTION
    spent = f", {took(done.seconds)}" if is_timed and done.seconds is not None else ""
    undone = "" if done.counts else f" {TAKEN_BACK()}"
    stamp = _clock(done.entry.at)
    when = f"[{stamp}](<{logged.link}>)" if logged.link else stamp
    return f"{number}. {when} {name}: {label}{spent}{undone}"


def _clock(instant: Seconds) -> str:
    minutes, seconds = divmod(int(instant), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def newest(lines: Sequence[str]) -> str:
    """Return as many of the last lines as a message holds."""
    if not lines:
        return NOTHING_YET()
    for left_out in range(len(lines)):
        head = [EARLIER()] if left_out else []
        text = "\n".join((*head, *lines[left_out:]))
        if len(text) <= LONGEST_MESSAGE:
            return text
    return EARLIER()
