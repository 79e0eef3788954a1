"""Animations of finished matches, and the process that draws them."""

from bot.live.services.processes import Processes
from bot.values.card import MatchCard
from engine.game import AnyGame
from engine.matches.entries import Entry
from engine.matches.match import Match
from rendering.animation import animation, is_moving
from rendering.themes import USUAL, Theme


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
        """Return a match's animation as GIF, empty without one, or raise Refused."""
        return await self.processes.ask(animated, card.game, entries, theme)

    def close(self) -> None:
        """Cancel all drawing."""
        self.processes.close()


def animated(game: AnyGame, entries: tuple[Entry, ...], theme: Theme) -> bytes:
    """Return a match's animation as GIF, empty for one picture, or raise Refused."""
    gif = animation(Match.replay(game, entries), theme)
    return gif if is_moving(gif) else b""
