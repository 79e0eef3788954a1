"""Replays of finished matches in processes, so that no live match waits for them."""

import asyncio
from typing import Final

from bot.live.services.processes import Processes
from bot.live.services.steps import FinishedLog, ReplayStep, Source, animated, shown_step
from bot.storage.tables.records import StoredMatch
from bot.texts.language import spoken
from bot.values.card import MatchCard
from bot.values.events import host_of, message_of
from engine.matches.entries import Entry
from rendering.themes import USUAL, Theme

PROCESSES: Final = 2
"""One may animate a match while the other shows steps of others to their readers."""


class Replays:
    """The processes, started when the first replay is asked for."""

    def __init__(self) -> None:
        self._processes = Processes(PROCESSES)
        self._one_animated = asyncio.Lock()

    async def step(self, stored: StoredMatch, requested: int, theme: Theme = USUAL) -> ReplayStep:
        """Return a step in the language spoken, at most the last, or raise NotReplayableError."""
        return await self._processes.ask(shown_step, _log_of(stored, theme), requested)

    async def animation(
        self, card: MatchCard, entries: tuple[Entry, ...], theme: Theme = USUAL
    ) -> bytes:
        """Return a match's animation as GIF, empty without one, or raise NotReplayableError.

        Only one is made at a time: however many matches end, a reader's step need not wait.
        """
        async with self._one_animated:
            return await self._processes.ask(animated, FinishedLog(card, entries, theme=theme))

    def close(self) -> None:
        """Cancel all replaying."""
        self._processes.close()


def _log_of(stored: StoredMatch, theme: Theme) -> FinishedLog:
    sources = (entry.source for entry in stored.entries)
    return FinishedLog(
        stored.card,
        tuple(entry.entry for entry in stored.entries),
        tuple(Source(message_of(source), host_of(source)) for source in sources),
        theme,
        spoken(),
    )
