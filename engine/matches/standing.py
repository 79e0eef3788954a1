"""A match's standing, as `dealer referee` prints it and the Dealer stores it."""

from dataclasses import replace
from typing import Any, TypeAlias

from engine.clocks import Reserve
from engine.game import Json
from engine.matches.match import Match
from engine.matches.running_clock import ZERO
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
    return {**whose_turn(match), "clock": _clock(match)}


def logged_standing(match: Match) -> Standing:
    """Return the standing at the last entry, which is all that a log can tell."""
    last = match.entries[-1].at if match.entries else ZERO
    return standing(replace(match, now=last))


def _clock(match: Match) -> dict[str, Any]:
    if match.game.starting_reserve is None:
        return {}
    return {seat.value: _reserve(match.reserve_left(seat)) for seat in SEATS}


def _reserve(left: Reserve) -> dict[str, Any]:
    return {"periods": left} if isinstance(left, int) else {"reserve": float(left)}
