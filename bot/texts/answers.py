"""Answers of commands about a match, and their refusals."""

from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnDeadline
from bot.texts.language import Text, _
from bot.texts.seating import Seating, lines_that_fit, listing
from engine.clocks import Reserve, Timing
from engine.seats import Seat

# Refused commands

STARTING: Final = Text("I'm still starting up. Please try again in a few seconds.")
NOT_KEPT: Final = Text(
    "I can't save anything right now, so that didn't count and nothing has changed. Please try "
    "again in a minute."
)
TRY_AGAIN: Final = Text(
    "Something went wrong on my side, and nothing has changed. Please try again."
)
OUTDATED_COMMAND: Final = Text("That command has changed. Reload Discord and run it again.")

# Matches

NO_MATCH: Final = Text("There is no match in this room.")
NO_LIVE_MATCH: Final = Text("There is no live match in this room.")
NO_LIVE_MATCHES: Final = Text("There is no live match on this server.")
NO_SUCH_MATCH: Final = Text("No live match on this server has that number; see `/match list`.")
QUARANTINED: Final = Text(
    "The match here is paused because I can't replay what I saved of it. The host has been told; "
    "`/match abort` ends it."
)
PAUSED_CLOCKS: Final = Text("⏸️ The match is paused and the clocks are stopped.")
PAUSED: Final = Text("The match is paused. `/match resume` resumes it.")
RESUMED: Final = Text("The match has resumed.")
ABORTED: Final = Text("The match has been aborted.")
UNDONE: Final = Text("Undone.")
WAITING_FOR_HOST: Final = Text("Waiting for the host's ruling.")
RECORD_LATER: Final = Text("The record is available once the match is over.")


def status(
    seating: Seating, to_act: tuple[Seat, ...], *, awaits_host: bool, is_paused: bool
) -> str:
    """Answer `/match status`."""
    awaited = WAITING_FOR_HOST() if awaits_host else waiting(seating, to_act)
    lines = [pairing(seating), awaited]
    return " ".join([*lines, _("The match is paused.")] if is_paused else lines)


def pairing(seating: Seating) -> str:
    """Name the game and both players."""
    return _(
        "{game}: {ec} (EC) against {dmo} (DMO).",
        game=seating.game.title,
        ec=seating.name(Seat.EC),
        dmo=seating.name(Seat.DMO),
    )


def waiting(seating: Seating, to_act: tuple[Seat, ...]) -> str:
    """Name the seats to act."""
    if not to_act:
        return _("Nobody has to act right now.")
    return _("Waiting for {players}.", players=listing([seating.name(seat) for seat in to_act]))


def happened(seating: Seating, done: str, awaited: tuple[Seat, ...]) -> str:
    """Say what was done and who is awaited, for a copied board."""
    return f"{done}\n{waiting(seating, awaited)}" if awaited else done


def clock_line(seating: Seating, seat: Seat, left: Reserve | None) -> str:
    """Return the line of `/match clock` for a seat that is not awaited.

    `left` is None in a game without reserve.
    """
    if left is None:
        return _("{player}: no reserve in this game.", player=seating.name(seat))
    return f"{seating.name(seat)}: {clocks.reserve(left, seating.game.reserve_period)}."


def waiting_clock(seating: Seating, seat: Seat, timing: Timing, left: Reserve) -> str:
    """Return the line of an awaited seat whose clock starts with its turn's post."""
    reserve = None if timing.seat is None else left
    text = clocks.not_started(timing.clock.turn, reserve, seating.game.reserve_period)
    return f"{seating.name(seat)}: {text}."


def running_clock(
    seating: Seating, seat: Seat, end: TurnDeadline, *, runs: bool, is_held: bool
) -> str:
    """Return the line of an awaited seat; its clock stands still while a move is held."""
    text = clocks.left_until(end, seating.game.reserve_period, runs=runs)
    if end.is_on_reserve:
        text = _("on reserve: {left}", left=text)
    if is_held:
        text = _("{left}; the move isn't final yet", left=text)
    return f"{seating.name(seat)}: {text}."


def match_line(seating: Seating, number: int, room_id: int) -> str:
    """Return a line of `/match list`."""
    line = _(
        "No. {number} in <#{room}>, {game}: {ec} against {dmo}",
        number=number,
        room=room_id,
        game=seating.game.title,
        ec=seating.name(Seat.EC),
        dmo=seating.name(Seat.DMO),
    )
    return _("{match} (practice)", match=line) if seating.is_practice else line


def match_list(lines: list[str]) -> str:
    """Answer `/match list` with as many lines as a message holds, and the number left out."""
    return lines_that_fit(lines) or NO_LIVE_MATCHES()
