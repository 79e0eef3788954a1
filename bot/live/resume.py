"""The live state of matches that are resumed after a restart."""

from dataclasses import fields, replace

from bot.live.decide.gaps import OBSTACLE
from bot.live.decide.live_match import LiveMatch
from bot.storage.tables.records import StoredMatch
from bot.values.effects import Acknowledgements
from bot.values.match import MatchContext
from engine.matches.entries import PAUSE
from engine.matches.match import Match


def resumed(stored: StoredMatch, match: Match, alive_ms: int) -> LiveMatch:
    """Return the live match that continues from here; its room has to be read first.

    `alive_ms` is the last proof of life of the process before this one.
    """
    remembered = {field.name: getattr(stored, field.name) for field in fields(MatchContext)}
    live = LiveMatch(
        **remembered,
        match=match,
        sources=tuple(entry.source for entry in stored.entries),
        acknowledgements=Acknowledgements().with_in_flight(stored.waiting),
        is_obstructed=_is_obstructed(stored, match),
        is_catching_up=True,
    )
    # After a gap, a turn may have opened even though its post can never be delivered.
    return replace(
        live,
        is_unposted=stored.is_unposted and match.clock.started is None,
        away_since_ms=_away_since_ms(stored, alive_ms),
    )


def _away_since_ms(stored: StoredMatch, alive_ms: int) -> int:
    """Return the start of the gap, as `Store.put_gap` stores it."""
    if stored.away_since_ms is not None:
        return stored.away_since_ms
    return min(alive_ms, stored.quarantined.since_ms) if stored.quarantined else alive_ms


def _is_obstructed(stored: StoredMatch, match: Match) -> bool:
    """Return whether the match has waited since the Dealer found its room closed."""
    pauses = [entry for entry in stored.entries if entry.entry.text == PAUSE]
    is_paused = match.clock.paused_since is not None and bool(pauses)
    return is_paused and (pauses[-1].source or "").startswith(OBSTACLE)
