"""What commands answer about a match, and what they say when they cannot."""

from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnEnd
from bot.texts.seating import LONGEST_MESSAGE, Seating, listing
from engine.clocks import Reserve
from engine.seats import Seat

# Nothing was done

STARTING: Final = "I'm still starting up. Please try again in a few seconds."
NOT_KEPT: Final = (
    "I can't save anything right now, so that doesn't count and nothing has changed. Please try "
    "again in a minute."
)
TRY_AGAIN: Final = "Something went wrong on my side, and nothing has changed. Please try again."
OUTDATED_COMMAND: Final = "That command has changed. Reload Discord and run it again."

# Matches

NO_MATCH: Final = "There is no match in this room."
NO_LIVE_MATCH: Final = "There is no live match in this room."
NO_LIVE_MATCHES: Final = "There is no live match on this server."
NO_SUCH_MATCH: Final = "No live match on this server has that number; see `/match list`."
QUARANTINED: Final = (
    "The match here is paused because I can't replay what I saved of it. The host has been told; "
    "`/match abort` ends it."
)
PAUSED_CLOCKS: Final = "⏸️ The match is paused and the clocks are stopped."
PAUSED: Final = "The match is paused. `/match resume` lets it go on."
RESUMED: Final = "The match goes on."
ABORTED: Final = "The match is aborted."
RECORD_LATER: Final = "The record is available once the match is over."


def status(seating: Seating, to_act: tuple[Seat, ...], *, is_paused: bool) -> str:
    """The answer to `/match status`."""
    players = " against ".join(f"{seating.name(seat)} ({seat.value.upper()})" for seat in Seat)
    awaited = listing([seating.name(seat) for seat in to_act]) or "nobody"
    pause = " The match is paused." if is_paused else ""
    return f"{seating.game.title}: {players}. Waiting for {awaited}.{pause}"


def clock_line(seating: Seating, seat: Seat, left: Reserve | None, *, waits: bool) -> str:
    """One seat's line in the answer to `/match clock`, where no clock runs for it.

    Args:
        seating: Who sits at the match.
        seat: The seat.
        left: Its reserve; None in a game without.
        waits: Whether it is awaited and its clock starts once the post stands.
    """
    reserve = "no reserve in this game"
    if left is not None:
        reserve = clocks.reserve(left, seating.game.reserve_period)
    starts = "; the clock starts once the turn is posted" if waits else ""
    return f"{seating.name(seat)}: {reserve}{starts}."


def running_clock(seating: Seating, seat: Seat, end: TurnEnd, *, runs: bool, is_held: bool) -> str:
    """The line of an awaited seat; its clock `runs`, or stands still, as while a move is held."""
    left = clocks.left_until(end, seating.game.reserve_period, runs=runs)
    reserve = "reserve is running: " if end.is_on_reserve else ""
    held = "; a move is held" if is_held else ""
    return f"{seating.name(seat)}: {reserve}{left}{held}."


def match_line(seating: Seating, number: int, room_id: int) -> str:
    """One line in the answer to `/match list`."""
    players = f"{seating.name(Seat.EC)} against {seating.name(Seat.DMO)}"
    return f"No. {number} in <#{room_id}>, {seating.game.title}: {players}"


def match_list(lines: list[str]) -> str:
    """The answer to `/match list`: as many lines as a message holds, and how many more."""
    for shown in range(len(lines), 0, -1):
        more = [f"... and {len(lines) - shown} more."] if shown < len(lines) else []
        text = "\n".join((*lines[:shown], *more))
        if len(text) <= LONGEST_MESSAGE:
            return text
    return NO_LIVE_MATCHES
