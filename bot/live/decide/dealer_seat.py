"""The Dealer's own seats: when to think, and judging the action."""

from typing import Any, Final

from bot.live.decide.decision import Decision
from bot.live.decide.live_match import LiveMatch
from bot.values.card import MatchCard
from bot.values.events import DealerActed, DealerActionRequest
from engine.matches.entries import Entry, Speaker
from engine.opponents.thinking import Level
from engine.seats import Seat

LONGEST_SECONDS: Final = {Level.EASY: 0.5, Level.NORMAL: 1.0, Level.HARD: 2.0}
"""Longest time to think about one action; a turn takes two at most, but for routes at sea."""
MIN_SECONDS: Final = 0.05
SHARE_OF_TURN: Final = 0.25
"""Largest share of a turn's remaining time for one action, so that reserve is never used."""
MOMENT_SECONDS: Final = 2.0
"""Shortest time before the Dealer's answer, so that the audience can follow."""


def dealer_action_request(live: LiveMatch) -> tuple[DealerActionRequest, ...]:
    """Return the Dealer's actions to think of; none before the turn's post stands."""
    match = live.match
    is_open = live.turn_message_id is not None and not (live.is_catching_up or live.is_obstructed)
    if not is_open or match.result or match.clock.paused_since is not None or match.held:
        return ()
    return tuple(
        DealerActionRequest(seat, match.view(seat), _entries_of(live, seat))
        for seat in live.card.dealers_seats
        if seat in match.to_act
    )


def level_of(card: MatchCard, seat: Seat) -> Level:
    """Return the Dealer's strength in one of its seats."""
    return card.players[seat].level or Level.NORMAL


def pace_of(live: LiveMatch, seat: Seat) -> tuple[float, float]:
    """Return the longest time to think of an action, and the shortest until it is done, in seconds.

    `seat` is one of the Dealer's.
    """
    level = level_of(live.card, seat)
    longest, moment, left = LONGEST_SECONDS[level], MOMENT_SECONDS, live.match.turn_left
    if left is None:
        return longest, moment
    share = float(left) * SHARE_OF_TURN
    return max(MIN_SECONDS, min(longest, share)), min(moment, share)


def handle_dealer_acted(decision: Decision, event: DealerActed) -> None:
    """Judge the Dealer's action, unless it is no longer asked for."""
    live = decision.live
    if event.request in dealer_action_request(live):
        instant = max(live.match.now, live.card.instant(event.at_ms))
        entry = Entry(Speaker(event.request.seat.value), instant, event.text)
        source = f"thought:{len(live.match.entries)}"
        decision.effects.refusal = decision.judge_entry(entry, source)


def _entries_of(live: LiveMatch, seat: Seat) -> int:
    """Count the log's entries that a seat can know of and that may not change its view.

    After an undo its view may be an old one; yet the Dealer has to think anew.
    """
    known: tuple[Any, ...] = (Speaker.HOST, Speaker(seat.value))
    return sum(entry.speaker in known for entry in live.match.entries)
