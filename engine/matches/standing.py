"""A match's standing, as `dealer referee` prints it and the Dealer stores it."""

from typing import Any, TypeAlias

from engine.clocks import ZERO, Seconds
from engine.game import Json
from engine.matches.match import Match
from engine.seats import SEATS

Standing: TypeAlias = dict[str, Json]
"""Position, seats to act and clocks in the notation of the record, ready for JSON."""


def whose_turn(match: Match) -> Standing:
    """Return the public position and the seats to act."""
    return {
        "position": match.game.position(match.state),
        "to_act": [seat.value for seat in match.to_act],
    }


def result(match: Match) -> Json:
    """Return the winner, if any, and the reason of a match's end; None while it goes on."""
    outcome = match.result
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"winner": winner, "reason": outcome.reason.value}


def standing(match: Match) -> Standing:
    """Return the position, the seats to act and the reserves at the latest instant judged."""
    return _standing(match, match.now)


def logged_standing(match: Match) -> Standing:
    """Return the standing at the last entry, which is all that a log can tell."""
    return _standing(match, match.entries[-1].at if match.entries else ZERO)


def _standing(match: Match, instant: Seconds) -> Standing:
    clock, reserve = dict[str, Any](), match.game.starting_reserve
    if reserve is not None:
        left = match.clock.reserves_left(match.clock_instant(instant))
        unit, number = ("periods", int) if isinstance(reserve, int) else ("reserve", float)
        clock = {seat.value: {unit: number(left.of(seat))} for seat in SEATS}
    return {**whose_turn(match), "clock": clock}
