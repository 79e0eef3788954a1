"""A person who practises in direct messages while the bot is killed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from operator import not_
from typing import Final

from engine.matches.entries import Speaker
from engine.opponents.choose import typed
from engine.opponents.thinking import Budget, Level
from engine.seats import Seat
from tests.helpers.databases.kept_matches import Kept, count_in, kept_match
from tests.helpers.people import Person
from tools.chaos.people.patience import Patience, Violation
from tools.chaos.people.watch import Post, Watch

GAMES: Final = ("flower-field", "fire-and-ice", "demeters-anguish")
ACTIONS: Final = 2
"""After how many actions of their own they give a match up."""
LITTLE: Final = 20
"""Number of positions that they look at."""
DEALT: Final = "SELECT max(id) FROM matches WHERE room_id = ?"
WAITING: Final = "SELECT count(*) FROM practice_requests WHERE room_id = ?"


@dataclass(frozen=True)
class PracticeMatch:
    """A practice match that was played, and its posts."""

    watch: Watch
    room: int
    match_id: int

    def __str__(self) -> str:
        return f"practice match {self.match_id}"

    @property
    def boards(self) -> list[Post]:
        """The boards that were posted."""
        return [board for board in self.watch.boards(self.room) if board.match_id == self.match_id]


@dataclass
class Practising:
    """A person who plays one match after the other against the Dealer.

    Attributes:
        room: Their direct messages with the Dealer.
        played: Matches that are over.
    """

    person: Person
    room: str
    patience: Patience
    played: list[PracticeMatch] = field(default_factory=list)

    async def play_until(self, is_enough: Callable[[], bool]) -> None:
        """Play one match at least.

        Raises:
            Violation: The Dealer deals none, or leaves it at that.
        """
        while not (self.played and is_enough()):
            try:
                await self._play_one(GAMES[len(self.played) % len(GAMES)])
            except (TimeoutError, AssertionError) as problem:
                raise Violation(f"practice in {self.room}: {problem}") from None

    async def _play_one(self, game: str) -> None:
        await self.patience.processes.is_ready.wait()
        dealt = partial(self._dealt, game, await self._count(DEALT))
        match_id = await self.patience.insist(dealt, "a practice match")
        match = PracticeMatch(self.patience.watch, int(self.room), match_id)
        await self.patience.watch.until(lambda: match.boards, "first board of a practice match")
        for number in range(ACTIONS):
            await self._act(match_id, number)
        await self.person.say(self.room, "concede")
        # The next one is asked for while this one's result may be on its way.
        await self._kept(match_id, lambda stored: stored.match.result is not None, "end of it")
        self.played.append(match)

    async def _dealt(self, game: str, before: int) -> int | None:
        """Return a match that was dealt, or ask for one; while a request is stored, it will be."""
        await self._count(WAITING, not_, "match that was asked for")
        if (newest := await self._count(DEALT)) > before:
            return newest
        deed = self.person.command(self.room, "/practice", game=game, level="easy")
        await self.patience.answer_to(self.person, self.room, deed)
        return None

    async def _act(self, match_id: int, number: int) -> None:
        match = (await self._kept(match_id, _is_awaited, "turn of theirs")).match
        if match.result:
            return
        text = typed(match, Seat.EC, Budget(Level.EASY, seed=number, nodes=LITTLE))
        message = await self.person.say(self.room, text)

        def is_heard(stored: Kept) -> bool:
            new = stored.entries[len(match.entries) :]
            is_logged = any(source == f"message:{message['id']}" for _, source in new)
            # Where they were too late, it is no move any more.
            is_late = any(entry.speaker is Speaker.DEALER and not entry.text for entry, _ in new)
            return is_logged or is_late or stored.match.result is not None

        await self._kept(match_id, is_heard, f"{text!r} in the log")

    async def _kept(self, match_id: int, is_right: Callable[[Kept], bool], label: str) -> Kept:
        look = partial(kept_match, match_id=match_id)
        return await self.patience.stored(look, is_right, label)

    async def _count(
        self, query: str, is_right: Callable[[int], bool] = lambda _: True, label: str = "count"
    ) -> int:
        look = partial(count_in, query=query, number=int(self.room))
        return await self.patience.stored(look, is_right, label)


def _is_awaited(stored: Kept) -> bool:
    """Return whether a match waits for the person, or is over."""
    match = stored.match
    is_theirs = Seat.EC in match.to_act and not match.held and match.clock.started is not None
    return is_theirs or match.result is not None
