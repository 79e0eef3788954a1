"""The order in which matches are resumed: rooms with news come first."""

import heapq
from collections.abc import Callable, Collection, Iterable
from enum import IntEnum

from bot.storage.tables.records import LiveRoom


class Rank(IntEnum):
    """The ranks of resuming; lower comes first."""

    SOMEBODY_TYPES = 0
    HAS_NEWS = 1
    IS_QUIET = 2


class ResumeOrder:
    """The matches that still have to be resumed."""

    def __init__(self, newest_in: Callable[[int], int | None]) -> None:
        """Order matches by their rooms; `newest_in` is None until Discord has told."""
        self.newest_in = newest_in
        self._waiting = dict[int, LiveRoom]()
        self._heap = list[tuple[Rank, int]]()

    def expect(self, rooms: Iterable[LiveRoom]) -> None:
        """Set the rooms of the matches to resume."""
        self._waiting = {room.address.match_id: room for room in rooms}
        self._heap = [(self._rank_of(room), match_id) for match_id, room in self._waiting.items()]
        heapq.heapify(self._heap)

    def pop(self) -> LiveRoom | None:
        """Remove and return the next room; None when all are resumed."""
        while self._heap:
            # A match that was hastened is in the heap more than once.
            _, match_id = heapq.heappop(self._heap)
            if room := self._waiting.pop(match_id, None):
                return room
        return None

    def hasten_room(self, room_id: int) -> Collection[int]:
        """Hasten a room in which somebody types; return its players if its match waits."""
        for match_id, room in self._waiting.items():
            if room.address.room_id == room_id:
                heapq.heappush(self._heap, (Rank.SOMEBODY_TYPES, match_id))
                return room.address.player_ids.values()
        return ()

    def hasten_guild(self, guild_id: int) -> None:
        """Rank a server's rooms anew, once Discord has told their newest messages."""
        for match_id, room in self._waiting.items():
            if room.address.guild_id == guild_id:
                heapq.heappush(self._heap, (self._rank_of(room), match_id))

    def _rank_of(self, room: LiveRoom) -> Rank:
        newest = self.newest_in(room.address.room_id)
        has_news = newest is not None and newest > room.known_to
        return Rank.HAS_NEWS if has_news else Rank.IS_QUIET
