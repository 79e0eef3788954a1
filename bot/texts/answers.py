"""What commands answer."""

from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnEnd
from bot.texts.seating import LONGEST_MESSAGE, Seating, listing
from engine.clocks import Reserve
from engine.seats import Seat

NO_MATCH: Final = "There is no match in this room."

NO_LIVE_MATCH: Final = "There is no live match in this room."

NO_LIVE_MATCHES: Final = "No match is live on this server."

SET_ASIDE: Final = (
    "The match here is paused, as what I kept of it cannot be replayed. The host knows; "
    "`/match abort` ends it."
)

NO_SUCH_MATCH: Final = "No match of that number is live on this server; see `/match list`."

PAUSED_CLOCKS: Final = "⏸️ The match is paused, and the clocks stand still."

PAUSED: Final = "The match is paused. `/match resume` lets it go on."

RESUMED: Final = "The match goes on."

ABORTED: Final = "The match is aborted."

RECORD_LATER: Final = "The record is given out when the match is over."

HOSTS_ONLY: Final = (
    "Only a host can do that: somebody with Manage Server, or with the role set by "
    "`/dealer host-role`."
)

MANAGERS_ONLY: Final = "Only somebody with Manage Server can say who is a host."

OWN_MATCH: Final = (
    "You are playing in this match, so you cannot rule on it. Another host can: anybody else with "
    "Manage Server, or with the role set by `/dealer host-role`."
)

SERVERS_ONLY: Final = "Use this in a channel of a server."

OUTDATED_COMMAND: Final = "That command has changed. Reload Discord and give it again."

NOT_HERE: Final = "Both players must be members of this server."

NOT_KEPT: Final = (
    "I cannot save anything right now, so that does not count and nothing was changed. Please try "
    "again in a minute."
)

STARTING: Final = "I am just starting. Please try again in a few seconds."

TRY_AGAIN: Final = "Something went wrong here; nothing was changed. Please try again."


def status(seating: Seating, to_act: tuple[Seat, ...], *, is_paused: bool) -> str:
    """The answer to `/match status`."""
    players = " against ".join(f"{seating.name(seat)} ({seat.value.upper()})" for seat in Seat)
    awaited = listing([seating.name(seat) for seat in to_act]) or "nobody"
    pause = " The match is paused." if is_paused else ""
    return f"{seating.game.title}: {players}. Awaited: {awaited}.{pause}"


def clock_line(seating: Seating, seat: Seat, left: Reserve | None, *, waits: bool) -> str:
    """One seat's line in the answer to `/match clock`, where no clock runs for it.

    Args:
        seating: Who sits at the match.
        seat: The seat.
        left: Its reserve; None in a game without.
        waits: Whether it is awaited, and its clock starts once the post stands.
    """
    reserve = "no reserve in this game"
    if left is not None:
        reserve = clocks.reserve(left, seating.game.reserve_period)
    starts = "; the clock starts as soon as the turn is posted" if waits else ""
    return f"{seating.name(seat)}: {reserve}{starts}."


def running_clock(seating: Seating, seat: Seat, end: TurnEnd, *, runs: bool, is_held: bool) -> str:
    """The line of a seat that is awaited; the clock `runs`, or stands, as while a move is held."""
    left = clocks.left_until(end, seating.game.reserve_period, runs=runs)
    reserve = "reserve is running: " if end.is_on_reserve else ""
    held = "; a move is held" if is_held else ""
    return f"{seating.name(seat)}: {reserve}{left}{held}."


def match_line(seating: Seating, number: int, room_id: int) -> str:
    """One line in the answer to `/match list`."""
    players = f"{seating.name(Seat.EC)} against {seating.name(Seat.DMO)}"
    return f"No. {number} in <#{room_id}>, {seating.game.title}: {players}"


def match_list(lines: list[str]) -> str:
    """The answer to `/match list`: all lines, or as many as a message takes and how many more."""
    for shown in range(len(lines), 0, -1):
        more = [f"... and {len(lines) - shown} more."] if shown < len(lines) else []
        text = "\n".join((*lines[:shown], *more))
        if len(text) <= LONGEST_MESSAGE:
            return text
    return NO_LIVE_MATCHES
