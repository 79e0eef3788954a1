"""Resuming after a restart: the order of the matches, and their live state.

Rooms with news come first.
"""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from enum import IntEnum

from bot.live.decide.gaps import OBSTACLE
from bot.live.decide.live_match import LiveMatch
from bot.storage.tables.records import LiveRoom, StoredMatch
from bot.values.effects import Acknowledgements
from bot.values.match import MatchContext
from engine.matches.entries import PAUSE
from engine.matches.match import Match


class Rank(IntEnum):
    """The ranks of resuming; lower comes first."""

    SOMEBODY_TYPES = 0
    HAS_NEWS = 1
    IS_QUIET = 2


class ResumeOrder:
    """The matches that still have to be resumed."""

    def __init__(self, rooms: Iterable[LiveRoom], newest_in: Callable[[int], int | None]) -> None:
        """Order matches by their rooms; `newest_in` is None until Discord has told."""
        self._newest_in = newest_in
        self._waiting = {room.match_id: room for room in rooms}
        self._heap = [(self._rank_of(room), room.match_id) for room in self._waiting.values()]
        heapq.heapify(self._heap)

    def pop(self) -> LiveRoom | None:
        """Remove and return the next room; None when all are resumed."""
        while self._heap:
            # A match that was hastened is in the heap more than once.
            _, match_id = heapq.heappop(self._heap)
            if room := self._waiting.pop(match_id, None):
                return room
        return None

    def hasten_room(self, room_id: int) -> tuple[int, ...]:
        """Hasten a room in which somebody types; return its players if its match waits."""
        for room in self._waiting.values():
            if room.room_id == room_id:
                heapq.heappush(self._heap, (Rank.SOMEBODY_TYPES, room.match_id))
                return room.player_ids
        return ()

    def hasten_guild(self, guild_id: int) -> None:
        """Rank a server's rooms anew, once Discord has told their newest messages."""
        for room in self._waiting.values():
            if room.guild_id == guild_id:
                heapq.heappush(self._heap, (self._rank_of(room), room.match_id))

    def _rank_of(self, room: LiveRoom) -> Rank:
        newest = self._newest_in(room.room_id)
        has_news = newest is not None and newest > room.known_to
        return Rank.HAS_NEWS if has_news else Rank.IS_QUIET


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
