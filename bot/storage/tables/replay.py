"""Stored matches replayed, and what may be wrong with them."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from bot.storage.tables.records import LoadedMatch, StoredMatch, UnreadableMatch
from engine.game import Outcome
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.refusals import Refused

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why a stored match cannot go on: a clause for the host, without players' words."""

    reason: str


def replayed(stored: LoadedMatch) -> Match | Fault:
    """Replay a stored log; return a fault if it disagrees with the data beside it."""
    if isinstance(stored, UnreadableMatch):
        return Fault(stored.reason)
    number = 0

    def entries() -> Iterator[Entry]:
        nonlocal number
        for number, sourced in enumerate(stored.entries, start=1):  # noqa: B007 - told below
            yield sourced.entry

    try:
        match = Match.replay(stored.card.game, entries())
        return _difference(match, stored) or match
    except Refused as refusal:
        return Fault(f"entry {number} of its log is refused now ({refusal.code})")
    except Exception as error:
        log.debug("match %s: cannot replay the log", stored.card.id, exc_info=True)
        return Fault(f"entry {number} of its log cannot be judged ({type(error).__name__})")


def _difference(match: Match, stored: StoredMatch) -> Fault | None:
    """Return the difference between a replayed match and its stored data; None if they agree."""
    if match.result != stored.outcome:
        led, stored_value = _said(match.result), _said(stored.outcome)
        return Fault(f"its log leads to {led}, but what was kept is {stored_value}")
    if len(match.entries) != len(stored.entries):
        return Fault("its log leaves out what time did")
    pairs = enumerate(zip(match.entries, stored.entries, strict=True), start=1)
    moved = next(
        (number for number, (led, stored_entry) in pairs if led != stored_entry.entry), None
    )
    if moved:
        return Fault(f"entry {moved} of its log cannot have been made at that time")
    now, then = match.standing(is_logged=True), stored.standing
    if then is None or now == then:
        return None
    # Other names are not repeated: anybody may have put them there.
    other = sorted(key for key in now if now[key] != then.get(key)) or ["position"]
    return Fault(f"its log leads to another {', '.join(other)} than what was kept")


def _said(outcome: Outcome | None) -> str:
    if outcome is None:
        return "no end"
    return f"the end {outcome.reason} (winner: {outcome.winner or 'none'})"
