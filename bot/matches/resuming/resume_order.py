"""Puts the matches of a restart in order: those first in whose rooms something has happened."""

import heapq
from collections.abc import Callable, Iterable
from enum import IntEnum

from bot.storage.tables.records import LiveRoom


class Rank(IntEnum):
    """What resumes sooner; lower comes first."""

    SOMEBODY_TYPES = 0
    HAS_NEWS = 1
    IS_QUIET = 2


class ResumeOrder:
    """The matches that still have to be resumed."""

    def __init__(self, rooms: Iterable[LiveRoom], newest_in: Callable[[int], int | None]) -> None:
        """Put matches in order.

        Args:
            rooms: Where they are played.
            newest_in: Tells the newest message in a room; None as long as Discord has not told.
        """
        self._newest_in = newest_in
        self._waiting = {each.match_id: each for each in rooms}
        self._heap = [(self._rank_of(each), each.match_id) for each in self._waiting.values()]
        heapq.heapify(self._heap)

    def pop(self) -> LiveRoom | None:
        """Where to resume next; None when all are resumed. It waits no more."""
        while self._heap:
            # A match that was hastened is in the heap more than once.
            _, match_id = heapq.heappop(self._heap)
            if room := self._waiting.pop(match_id, None):
                return room
        return None

    def hasten_room(self, room_id: int) -> tuple[int, ...]:
        """Somebody types in a room; who plays there, if its match waits."""
        for each in self._waiting.values():
            if each.room_id == room_id:
                heapq.heappush(self._heap, (Rank.SOMEBODY_TYPES, each.match_id))
                return each.player_ids
        return ()

    def hasten_guild(self, guild_id: int) -> None:
        """Discord has told of a server, and so of the newest message in each of its rooms."""
        for each in self._waiting.values():
            if each.guild_id == guild_id:
                heapq.heappush(self._heap, (self._rank_of(each), each.match_id))

    def _rank_of(self, room: LiveRoom) -> Rank:
        newest = self._newest_in(room.room_id)
        has_news = newest is not None and newest > room.known_to
        return Rank.HAS_NEWS if has_news else Rank.IS_QUIET
