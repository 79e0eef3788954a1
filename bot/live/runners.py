"""The runners of live matches, by match, room, players and server."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator

from bot.live.runner import MatchRunner
from bot.storage.tables.records import LiveRoom
from bot.values.events import TimerFired
from bot.values.post import Post


class Runners:
    """The runners of all live matches; after a restart they come in turn.

    Attributes:
        report_finished: Takes the reports about posts of matches without a runner; what it
            returns is over once they are stored.
    """

    def __init__(self) -> None:
        self._are_expected = asyncio.Event()
        self._expected = Counter[int]()
        self._awaited = defaultdict[int, asyncio.Event](asyncio.Event)
        self._by_match: dict[int, MatchRunner] = {}
        self._by_room: dict[int, MatchRunner] = {}
        self._practice_of: dict[int, MatchRunner] = {}
        self._analysing = set[int]()
        self._freed = asyncio.Event()
        self.report_finished: Callable[[Post, int | None], Awaitable[None]]

    def __iter__(self) -> Iterator[MatchRunner]:
        return iter(tuple(self._by_match.values()))

    def expect(self, rooms: Iterable[LiveRoom]) -> None:
        """Note all live matches, none of which has its runner yet."""
        for room in rooms:
            self._expected.update(room.address.player_ids.values())
        self._are_expected.set()

    def settle(self, room: LiveRoom) -> None:
        """Note that an expected match has its runner, or will have none."""
        player_ids = room.address.player_ids.values()
        self._expected.subtract(player_ids)
        for player_id in player_ids:
            if not self._expected[player_id]:
                self._awaited[player_id].set()

    async def all_of(self, player_id: int) -> None:
        """Wait until all live matches of a player have their runners."""
        await self._are_expected.wait()
        if self._expected[player_id]:
            await self._awaited[player_id].wait()

    def add(self, runner: MatchRunner) -> None:
        """Add a runner; a room has one live match."""
        self._by_match[runner.card.id] = self._by_room[runner.card.room_id] = runner
        if runner.card.is_practice:
            self._practice_of[runner.card.host_id] = runner

    def remove(self, runner: MatchRunner) -> None:
        """Remove the runner of a finished match."""
        del self._by_match[runner.card.id]
        if self._by_room[runner.card.room_id] is runner:
            del self._by_room[runner.card.room_id]
        if self._practice_of.get(runner.card.host_id) is runner:
            del self._practice_of[runner.card.host_id]
            self._free()

    def of_match(self, match_id: int) -> MatchRunner | None:
        """Return the runner of a live match."""
        return self._by_match.get(match_id)

    def in_room(self, room_id: int) -> MatchRunner | None:
        """Return the runner of the live match in a room."""
        return self._by_room.get(room_id)

    def has_live_in(self, room_id: int) -> bool:
        """Return whether a match in a room goes on; a finished one may still have its runner."""
        runner = self.in_room(room_id)
        return runner is not None and runner.match.result is None

    def practice_of(self, user_id: int) -> MatchRunner | None:
        """Return the runner of a user's practice match."""
        return self._practice_of.get(user_id)

    def on_server(self, guild_id: int) -> list[MatchRunner]:
        """Return the runners of a server's live matches."""
        return [runner for runner in self if runner.card.guild_id == guild_id]

    def wake(self, match_id: int) -> None:
        """Let a match act by its clock."""
        if runner := self._by_match.get(match_id):
            runner.enqueue(TimerFired())

    def report(self, post: Post, message_id: int | None) -> Awaitable[None] | None:
        """Report the message that a post has become; None if it was dropped.

        What is to be told of it elsewhere is known once the result can be awaited: the room's next
        match goes on only then.
        """
        runner = self._by_match.get(post.place.match_id)
        return (runner.report if runner else self.report_finished)(post, message_id)

    # What is done for somebody, one thing at a time

    def is_busy(self, user_id: int) -> bool:
        """Return whether a user practises, or has a match analysed."""
        return self.practice_of(user_id) is not None or user_id in self._analysing

    async def begin_analysis(self, user_id: int) -> None:
        """Wait until a user neither practises nor has another match analysed."""
        while self.is_busy(user_id):
            await self._freed.wait()
        self._analysing.add(user_id)

    def end_analysis(self, user_id: int) -> None:
        """Let the user's next request begin."""
        self._analysing.remove(user_id)
        self._free()

    def _free(self) -> None:
        self._freed.set()
        self._freed = asyncio.Event()


def is_secret_awaited(runner: MatchRunner) -> bool:
    """Return whether a match that counts awaits secrets of its players now."""
    is_running = runner.match.clock.paused_since is None
    return is_running and not runner.card.is_practice and runner.live.awaits_secrets
