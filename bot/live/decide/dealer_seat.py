"""Decides when the Dealer has to think of an action for a seat of its own, and judges it."""

from dataclasses import dataclass
from typing import Any, Final

from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.values.card import MatchCard
from bot.values.events import Acted, Asked
from engine.matches.entries import Entry, Speaker
from engine.opponents.thinking import Level
from engine.seats import Seat

LONGEST_SECONDS: Final = {Level.EASY: 0.5, Level.NORMAL: 1.0, Level.HARD: 2.0}
"""How long one action is thought about at most; a turn takes two at most, but for routes at sea."""
LEAST_SECONDS: Final = 0.05
SHARE_OF_TURN: Final = 0.25
"""How much of what is left of a turn may be spent on one action, so that reserve is never used."""
MOMENT_SECONDS: Final = 2.0
"""How soon the Dealer answers, so that the audience can follow."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time one action takes, in seconds.

    Attributes:
        longest: How long it may be thought about.
        moment: How long it takes at least, so that the audience can follow.
    """

    longest: float
    moment: float


def asked_of_dealer(live: LiveMatch) -> tuple[Asked, ...]:
    """What the Dealer has to think of now: nothing before the post that opened the turn stands."""
    match = live.match
    is_open = live.opened_by is not None and not (live.is_catching_up or live.is_obstructed)
    if not is_open or match.result or match.clock.paused_since is not None or match.held:
        return ()
    return tuple(
        Asked(seat, match.view(seat), _entries_of(live, seat))
        for seat in live.card.dealers_seats
        if seat in match.to_act
    )


def level_of(card: MatchCard, seat: Seat) -> Level:
    """How well the Dealer plays one of its seats."""
    return card.players[seat].level or Level.NORMAL


def pace_of(live: LiveMatch, seat: Seat) -> Pace:
    """How much time an action of one of the Dealer's seats takes."""
    level = level_of(live.card, seat)
    longest, moment, left = LONGEST_SECONDS[level], MOMENT_SECONDS, live.match.turn_left
    if left is None:
        return Pace(longest, moment)
    share = float(left) * SHARE_OF_TURN
    return Pace(max(LEAST_SECONDS, min(longest, share)), min(moment, share))


def acted(so_far: Decision, event: Acted) -> Decision:
    """The Dealer acts, unless what it thought about is no longer asked."""
    if event.asked not in asked_of_dealer(so_far.live):
        return so_far
    at = max(so_far.match.now, so_far.instant(event.at_ms))
    entry = Entry(Speaker(event.asked.seat.value), at, event.text)
    source = f"thought:{len(so_far.match.entries)}"
    entered = so_far.enters(entry, source)
    return entered.decision.does(refusal=entered.refusal)


def _entries_of(live: LiveMatch, seat: Seat) -> int:
    """How many entries of the log a seat can know of that need not change what it sees.

    After an undo it may see what it saw before; yet it has to think anew.
    """
    known: tuple[Any, ...] = (Speaker.HOST, Speaker(seat.value))
    return sum(each.who in known for each in live.match.entries)
