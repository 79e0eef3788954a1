"""A host's ruling: at once, or after a preview and a confirmation."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sandbox.state.models import Message as Standing
from tests.helpers.databases.kept_matches import count_in
from tests.helpers.people import Person
from tools.chaos.people.match_people import MatchPeople, Violation
from tools.chaos.people.patience import ATTEMPTS, THINKING_SECONDS, Patience
from tools.chaos.people.responses import FAILED, Responses
from tools.chaos.people.watch import Personal

GIVEN: Final = (
    "SELECT count(*) FROM entries WHERE match_id = ? AND who = 'host' AND source IS NOT NULL"
)
CONFIRM: Final = 0
REASON: Final = "A reason"


@dataclass
class HostsRulings:
    """The rulings that a host gives in a match.

    Attributes:
        patience: Patience of the host.
        repeated: Number of orders and confirmations repeated.
    """

    people: MatchPeople
    patience: Patience
    repeated: int = 0

    async def give(self, ruling: str, is_told: Callable[[], Any]) -> None:
        """Give a ruling that counts at once, as often as it takes until the room is told of it.

        Nobody gives another while one is still on its way: that one could take effect after it.
        """
        for _ in range(ATTEMPTS):
            await self.patience.processes.is_ready.wait()
            await self._order(f"/match {ruling}", {})
            if await self.patience.until(is_told):
                return
            self.repeated += 1
        raise Violation(f"the host could not {ruling}")

    async def give_as_shown(
        self, ruling: str, match_id: int, is_told: Callable[[], Any], by: Person | None = None
    ) -> None:
        """Give a ruling by confirming it, until it has counted once, and the room is told.

        A standing question is confirmed whichever process asked it. A host would see in the match's
        log whether it has counted; only otherwise another question is asked.
        """
        before, question = await self._given(match_id), None
        for _ in range(ATTEMPTS):
            await self.patience.processes.is_ready.wait()
            if await self._given(match_id) > before:
                await self.patience.watch.until(is_told, f"word of the ruling {ruling!r}")
                return
            if question is None or not question.components:
                question = await self._order(*_command(ruling, by))
            if question is not None and question.components:
                await self._confirm(question)
            self.repeated += 1
            if await self._given(match_id) == before:
                # Nobody asks sixty times while a disk is full for a moment.
                await asyncio.sleep(THINKING_SECONDS)
        text = question.content if question else "nothing"
        raise Violation(f"the ruling {ruling!r} could not be given; the host was told: {text}")

    async def _order(self, command: str, options: Mapping[str, Any]) -> Standing | None:
        """Give a command; return the message that answers it, if one does."""
        host, room = self.people.host, self.people.room
        responses = Responses.now(self.patience.watch, host, room)
        try:
            await host.command(room, command, **options)
        except AssertionError:
            # The commands are just being told anew.
            await asyncio.sleep(0.1)
            return None
        personal: Personal | None = await self.patience.until(responses.ending)
        return None if personal is None or personal.kind == FAILED else personal.about

    async def _confirm(self, question: Standing) -> None:
        host, room = self.people.host, self.people.room
        responses = Responses.now(self.patience.watch, host, room)
        button = question.components[0]["components"][CONFIRM]["custom_id"]
        about = {"channel_id": room, "id": str(question.id)}
        with suppress(AssertionError):
            # An earlier press may have taken the buttons away just now.
            await host.press(about, button)
        await self.patience.until(lambda: not question.components or responses.ending())

    async def _given(self, match_id: int) -> int:
        return await asyncio.to_thread(count_in, self.patience.processes.database, GIVEN, match_id)


def _command(ruling: str, by: Person | None) -> tuple[str, dict[str, Any]]:
    word, *rest = ruling.split(maxsplit=2)
    match word, rest:
        case "undo", []:
            return "/match undo", {}
        case "undo", _:
            return "/match undo", {"what": "ruling"}
        case "time", [seat, change]:
            return "/match time", {"player": seat, "amount": int(change)}
        case "award", [seat]:
            return "/match award", {"player": seat, "reason": REASON}
        case "say", [seat, text]:
            return "/match say", {"player": seat, "text": text}
        case "seat", [seat, *_] if by:
            return "/match replace", {"player": seat, "by": by.id}
    raise ValueError(ruling)
