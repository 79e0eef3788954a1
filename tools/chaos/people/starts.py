"""The beginning of a match: at a host's command, or once both players are ready."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.features.audience import texts
from bot.features.panels import texts as panels
from bot.features.panels.panel import Button
from bot.texts import hosting
from engine.seats import Seat
from tests.helpers.people import Person
from tools.chaos.people.match_people import MatchPeople, Violation
from tools.chaos.people.patience import ATTEMPTS, THINKING_SECONDS, Patience
from tools.chaos.people.responses import FAILED, Responses
from tools.chaos.people.watch import Personal, Post
from tools.chaos.scripts.script import Script

SET_UP: Final = panels.set_up("{room}", None)
PROMISES: Final = tuple(
    text.partition("{room}")[0]
    for text in (hosting.STARTED.source, hosting.ROOM_TAKEN.source, SET_UP)
)
COUNTS: Final = ("You're ready", panels.READY(), panels.REFUSALS["over"]())
"""The beginnings of the answer to *Ready* if it counts, or need not count any more."""
MIRRORED: Final = texts.MIRROR_SET(channel=0).partition("<#")[0]
STARTED: Final = (panels.STARTING(), panels.REFUSALS["over"]())
"""The same of *Start now*."""
HELD_UP: Final = panels.COULD_NOT_BEGIN(hitch="").partition("\n")[0]
READY: Final = list(Button).index(Button.READY)
START: Final = list(Button).index(Button.START)
"""At which place a panel has these buttons."""


@dataclass
class Start:
    """The beginning of a match, as its people bring it about.

    Attributes:
        boards: The boards that stand in the room.
        ready: Players whose *Ready* was acknowledged.
        repeated: Number of commands and presses repeated.
    """

    script: Script
    people: MatchPeople
    patience: Patience
    boards: Callable[[], list[Post]]
    ready: set[Seat] = field(default_factory=set)
    repeated: int = 0

    @property
    def panels(self) -> list[Post]:
        """The panels that stand in the room."""
        return self.patience.watch.panels(int(self.people.room))

    async def open_mirror(self) -> None:
        """Ask until the room's boards are copied for the audience.

        Raises:
            Violation: They never are.
        """
        host, room = self.people.host, self.people.room
        for _ in range(ATTEMPTS):
            await self.patience.processes.is_ready.wait()
            responses = Responses.now(self.patience.watch, host, room)
            with suppress(AssertionError):
                await host.command(room, "/match mirror", channel=self.people.mirror)
                personal = await self.patience.until(responses.ending)
                is_answered = isinstance(personal, Personal) and personal.kind != FAILED
                if is_answered and personal.about.content.startswith(MIRRORED):
                    return
            await asyncio.sleep(THINKING_SECONDS)
            self.repeated += 1
        raise Violation("the room could not be mirrored")

    async def bring_about(self) -> None:
        """Ask and press until the first board stands.

        Raises:
            Violation: It never does.
        """
        for _ in range(ATTEMPTS):
            await self.patience.processes.is_ready.wait()
            if await (self._press_ready() if self.panels else self._ask()):
                return
            await asyncio.sleep(THINKING_SECONDS)
            self.repeated += 1
        raise Violation("the match could not be started")

    async def _ask(self) -> bool:
        """Give the command; return whether the first board stands, or a panel."""
        host, script = self.people.host, self.script
        responses = Responses.now(self.patience.watch, host, self.people.room)
        try:
            await host.command(
                self.people.room,
                f"/{script.game} start",
                script.files or None,
                ec=self.people.ec.id,
                dmo=self.people.dmo.id,
                ready=script.asks_ready,
                **script.options,
            )
        except AssertionError:
            # The commands are just being told anew.
            return False
        personal = await self.patience.until(lambda: self._standing or responses.ending())
        if isinstance(personal, Personal) and _promises(personal):
            await self.patience.watch.until(lambda: self._standing, "first board, or panel")
        return bool(self.boards()) or (bool(self.panels) and await self._press_ready())

    @property
    def _standing(self) -> list[Post]:
        return [*self.boards(), *self.panels]

    async def _press_ready(self) -> bool:
        """Press *Ready* for players not known to be ready; return whether the first board stands.

        An acknowledged press is not repeated: it must have been stored.
        """
        for seat, person in ((Seat.EC, self.people.ec), (Seat.DMO, self.people.dmo)):
            if seat not in self.ready and not self.boards() and await self._is_acknowledged(person):
                self.ready.add(seat)
        if self.ready == {*Seat}:
            await self.patience.watch.until(
                lambda: self.boards() or self._is_held_up, "match once both were ready"
            )
        if self._is_held_up and not self.boards():
            await self._is_answered(self.people.host, START, STARTED)
        return bool(self.boards())

    @property
    def _is_held_up(self) -> bool:
        """True if the match could not begin in time: a host has to start it."""
        return HELD_UP in self.panels[-1].message.content

    async def _is_acknowledged(self, person: Person) -> bool:
        return await self._is_answered(person, READY, COUNTS)

    async def _is_answered(self, person: Person, button: int, expected: tuple[str, ...]) -> bool:
        """Return whether the answer to a press of a panel's button begins as expected."""
        panel = self.panels[-1]
        about = {"channel_id": self.people.room, "id": str(panel.id)}
        responses = Responses.now(self.patience.watch, person, self.people.room)
        try:
            await person.press(about, panel.buttons[button])
        except AssertionError:
            # The buttons are gone as soon as both are ready: an earlier press has counted.
            return not panel.message.components
        personal = await self.patience.until(lambda: self.boards() or responses.ending())
        if not isinstance(personal, Personal) or personal.kind == FAILED:
            return False
        return bool(personal.about.content.startswith(expected))


def _promises(answer: Personal) -> bool:
    """Return whether the host was told of a match in the room, or of one about to be."""
    return answer.kind != FAILED and any(promise in answer.about.content for promise in PROMISES)
