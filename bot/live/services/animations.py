"""Animations of finished matches, and the process that draws them."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.live.services.processes import Processes
from bot.values.card import MatchCard
from engine.game import AnyGame
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.refusals import Refused
from rendering.animation import animation, is_moving
from rendering.themes import USUAL, Theme


class NotReplayableError(Exception):
    """Error for a log with a refused entry, which can go from process to process."""


class Animations:
    """The animations, one at a time, so that no live match waits for them.

    Attributes:
        processes: The one process, started when there is something to draw.
    """

    def __init__(self) -> None:
        self.processes = Processes(1)

    async def animation(
        self, card: MatchCard, entries: tuple[Entry, ...], theme: Theme = USUAL
    ) -> bytes:
        """Return a match's animation as GIF, empty without one, or raise NotReplayableError."""
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
