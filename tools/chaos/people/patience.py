"""People's patience for an answer, and when they take it for lost with its bot."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sandbox.state.models import LOADING
from sandbox.state.models import Message as Standing
from tests.helpers.databases.kept_databases import Database, Unreadable
from tests.helpers.people import Message, Person
from tools.chaos.people.watch import Personal, Watch
from tools.chaos.processes.bot_processes import Owners

T = TypeVar("T")

ANSWER_SECONDS: Final = 6.0
"""Longest wait for an answer to a form or a command before it is taken for lost with its bot."""
SILENCES: Final = 4
"""So many times as long where the same bot is still there."""
THINKING_SECONDS: Final = 1.0
"""Time of people's thinking; the bot may die and live again meanwhile."""
ATTEMPTS: Final = 60
LOOK_AGAIN_SECONDS: Final = 0.2
BEGUN, FAILED, MODAL = "INTERACTION_CREATE", "INTERACTION_FAILURE", "INTERACTION_MODAL_CREATE"


class Violation(Exception):  # noqa: N818 - what the run is looking for
    """Error for something that must never happen."""


@dataclass
class Patience:
    """People who wait for a bot's actions.

    Attributes:
        watch: Their view.
        processes: The processes that deal, one after another.
        repeated: Number of texts, forms and commands sent anew.
    """

    watch: Watch
    processes: Owners
    repeated: int = 0

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Wait for something; return None if the bot that was asked is gone, or long silent."""
        gone = self.processes.ends
        for _ in range(SILENCES):
            with suppress(TimeoutError):
                return await self.watch.until(condition, "answer", ANSWER_SECONDS)
            if self.processes.ends > gone:
                break
        return None

    async def insist(
        self, attempt: Callable[[], Awaitable[T | None]], label: str, *, needs_bot: bool = True
    ) -> T:
        """Attempt something until it leads to something, and return that.

        Raises:
            Violation: It never does.
        """
        for _ in range(ATTEMPTS):
            if needs_bot:
                await self.processes.is_ready.wait()
            result = await attempt()
            if result is not None:
                return result
            await asyncio.sleep(THINKING_SECONDS)
            self.repeated += 1
        raise Violation(f"{label} never came about")

    async def stored(
        self,
        look: Callable[[Database], T],
        is_right: Callable[[T], object] = lambda _: True,
        label: str = "database that could be read",
    ) -> T:
        """Return what is read from the database once it is right; not amid a power cut.

        Patience begins anew with each bot: one that lives for seconds may not get that far.

        Raises:
            TimeoutError: It has not come; the text says what.
        """
        gone, ends = -1, 0.0
        while True:
            if self.processes.ends > gone:
                gone, ends = self.processes.ends, time.monotonic() + self.watch.patience_seconds
            with suppress(Unreadable):
                if is_right(result := await asyncio.to_thread(look, self.processes.database)):
                    return result
            if time.monotonic() > ends:
                raise TimeoutError(f"there was no {label}")
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def answer_to(
        self,
        person: Person,
        room: str,
        deed: Awaitable[None],
        instead: Callable[[], object] = lambda: None,
    ) -> Standing | None:
        """Press or order something; return the message that answers it.

        Return None if it fails, if nobody answers, or if `instead` has come about first.
        """
        responses = Responses(self.watch, person, room)
        with suppress(AssertionError):
            # Commands may just be told anew, and an earlier press may have taken a button away.
            await deed
            ending = await self.until(lambda: instead() or responses.ending())
            is_answer = isinstance(ending, Personal) and ending.kind != FAILED
            return ending.about if is_answer else None
        return None


class Responses:
    """The private answers to a person in a room from now on; they may act elsewhere too."""

    def __init__(self, watch: Watch, person: Person, room: str) -> None:
        self._personal = watch.personal[int(person.id)]
        self._seen = len(self._personal)
        self._room = room

    def modal(self, match_id: int) -> Message | None:
        """Return a form for a match that opened."""
        forms = (personal.about for personal in self._shown if personal.kind == MODAL)
        return next((form for form in forms if form["custom_id"].endswith(f":{match_id}")), None)

    def ending(self) -> Personal | None:
        """Return the failure of the action, or its complete answer."""
        return next(filter(self._is_ending, self._shown), None)

    @property
    def _shown(self) -> list[Personal]:
        return self._personal[self._seen :]

    def _is_ending(self, personal: Personal) -> bool:
        # An older interaction's answer may be filled in once more.
        begun = {other.about["id"] for other in self._shown if other.kind == BEGUN}
        if personal.kind == FAILED:
            return personal.about["id"] in begun
        if personal.kind not in {"answer", "filled in"} or personal.about.flags & LOADING:
            return False
        interaction = personal.about.interaction or {}
        is_here = personal.about.channel_id == int(self._room)
        return is_here and str(interaction.get("id")) in begun
