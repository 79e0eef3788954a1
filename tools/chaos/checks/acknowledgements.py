"""The forms, choices and rulings acknowledged or given back by the bot, as the sandbox sees it."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bot.cogs.interactions import CHOSEN_MATCH, SENT_FORM
from bot.features.rulings.confirming import CONFIRM
from bot.texts import answers
from sandbox.interactions.interactions import Callback, Interaction
from sandbox.server import Sandbox


@dataclass(frozen=True)
class Submitted:
    """A form that was sent, or a choice from a menu.

    Attributes:
        source: Source in the log, or in an answer among the posts, once judged.
    """

    interaction_id: int
    match_id: int
    source: str

    @classmethod
    def of(cls, interaction: Interaction) -> "Submitted | None":
        """Return the submission in an interaction; None if it is another thing."""
        data = interaction.action.data
        kind, _, number = str(data.get("custom_id", "")).partition(":")
        if kind == SENT_FORM:
            return cls(interaction.id, int(number), f"interaction:{interaction.id}")
        if kind == CHOSEN_MATCH:
            return cls(interaction.id, int(data["values"][0]), f"message:{number}")
        return None


class Acknowledgements:
    """Notes acknowledgements, and can end a process just then.

    Attributes:
        promised: Acknowledged forms, which must be stored and judged.
        returned: Forms given back as not stored, which must not count.
        confirmed: Acknowledged rulings, by the presses of *Confirm*, of which one must be stored.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.promised: list[Submitted] = []
        self.returned: list[Submitted] = []
        self.confirmed: list[frozenset[str]] = []
        self._then: Callable[[], None] = lambda: None
        interactions = sandbox.services.interactions
        answer = interactions.answer

        def noting(interaction_id: int, token: str, body: Any, uploads: Any) -> Any:
            interaction = interactions._by_token.get(token)
            answered = answer(interaction_id, token, body, uploads)
            submitted = Submitted.of(interaction) if interaction else None
            if submitted:
                self._note(submitted, body)
            elif interaction and body["type"] == Callback.DEFERRED_UPDATE:
                self._note_button(interaction, interactions._by_token.values())
            return answered

        interactions.answer = noting  # type: ignore[method-assign]

    def _note(self, submitted: Submitted, body: Any) -> None:
        if body["type"] == Callback.DEFERRED_MESSAGE:
            self.promised.append(submitted)
        if body["type"] in {Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE}:
            self._then()
        elif body.get("data", {}).get("content", "").startswith(answers.NOT_KEPT()):
            self.returned.append(submitted)

    def _note_button(self, pressed: Interaction, interactions: Iterable[Interaction]) -> None:
        button = pressed.action.data["custom_id"]
        if button.startswith(f"{CONFIRM}:"):
            same = (other for other in interactions if other.action.data.get("custom_id") == button)
            self.confirmed.append(frozenset(str(press.id) for press in same))
            self._then()

    @contextmanager
    def killing(self, process: int, passing: int, delay_ms: float) -> Iterator[None]:
        """Kill a process `delay_ms` after one of the acknowledgements to come takes effect."""
        left, timers = passing, list[asyncio.TimerHandle]()

        def kill() -> None:
            os.kill(process, signal.SIGKILL)

        def count() -> None:
            nonlocal left
            left -= 1
            if left == 0 and not delay_ms:
                kill()
            elif left == 0:
                timers.append(asyncio.get_running_loop().call_later(delay_ms / 1000, kill))

        self._then = count
        try:
            yield
        finally:
            self._then = lambda: None
            for timer in timers:
                timer.cancel()
