"""People's patience for an answer, and when they take it for lost with its bot."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from tests.helpers.databases.kept_databases import Database
from tools.chaos.people.watch import Watch

ANSWER_SECONDS: Final = 6.0
"""Longest wait for an answer to a form or a command before it is taken for lost with its bot."""
SILENCES: Final = 4
"""So many times as long where the same bot is still there."""
THINKING_SECONDS: Final = 1.0
"""Time of people's thinking; the bot may die and live again meanwhile."""
ATTEMPTS: Final = 60


class Bots(Protocol):
    """The bots that can answer somebody."""

    @property
    def is_ready(self) -> asyncio.Event:
        """Set while one is there that has taken up its matches."""

    @property
    def ends(self) -> int:
        """The number of those that are gone."""

    @property
    def database(self) -> Database:
        """The database of their matches."""


@dataclass(frozen=True)
class Patience:
    """A person who waits for a bot's action.

    Attributes:
        watch: Their view.
        processes: The bots that could act.
    """

    watch: Watch
    processes: Bots

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Wait for something; return None if the bot that was asked is gone, or long silent."""
        gone = self.processes.ends
        for _ in range(SILENCES):
            with suppress(TimeoutError):
                return await self.watch.until(condition, "answer", ANSWER_SECONDS)
            if self.processes.ends > gone:
                break
        return None
