"""Animations of finished matches, and the processes that draw what is over."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.live.services.processes import Processes
from bot.values.card import MatchCard
from engine.game import AnyGame
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.refusals import Refused
from rendering.animation import animation, is_moving
from rendering.themes import USUAL, Theme

PROCESSES: Final = 2
"""One may animate a match while the other shows steps of others to their readers."""


class NotReplayableError(Exception):
    """Error for a log with a refused entry, which can go from process to process."""


class Animations:
    """The animations, one at a time, so that no live match waits for them.

    Attributes:
        processes: The processes, started when there is something to draw.
    """

    def __init__(self) -> None:
        self.processes = Processes(PROCESSES)
        self._one_animated = asyncio.Lock()

    async def animation(
        self, card: MatchCard, entries: tuple[Entry, ...], theme: Theme = USUAL
    ) -> bytes:
        """Return a match's animation as GIF, empty without one, or raise NotReplayableError.

        Only one is made at a time: however many matches end, a reader's step need not wait.
        """
        async with self._one_animated:
            return await self.processes.ask(animated, card.game, entries, theme)

    def close(self) -> None:
        """Cancel all drawing."""
        self.processes.close()


# In a process


@contextmanager
def replaying() -> Iterator[None]:
    """Raise NotReplayableError for a refused entry."""
    try:
        yield
    except Refused as refusal:
        raise NotReplayableError(str(refusal)) from None


@replaying()
def animated(game: AnyGame, entries: tuple[Entry, ...], theme: Theme) -> bytes:
    """Return a match's animation as GIF, empty for one picture, or raise NotReplayableError."""
    gif = animation(Match.replay(game, entries), theme)
    return gif if is_moving(gif) else b""
