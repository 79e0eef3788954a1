"""A bot with a sandbox of its own, a seat that hides, and the others, whose events are all kept."""

import asyncio
import hashlib
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from engine.seats import Seat
from sandbox.server import Sandbox
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import World, newest_form
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.counting import Request, note_requests
from tests.helpers.people import (
    AS_DISCORD_DOES,
    Listener,
    Message,
    Person,
    from_dealer,
    people_wait,
)
from tests.helpers.processes.bot_process import Begin, BotProcess, with_settings

QUESTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/match status", {}),
    ("/match board", {}),
    ("/match board", {"large": "ec"}),
    ("/match board", {"large": "dmo"}),
    ("/match clock", {}),
    ("/match follow", {"pings": "off"}),
    ("/match list", {}),
    ("/match record", {}),
    ("/match abort", {}),
)

IN_MIRROR = "in the mirror room"
CALLBACK = {"method": "POST", "route": "/callback"}

MASKS = (
    (re.compile(r"127\.0\.0\.1:\d+"), "HOST"),
    (re.compile(r"\b([0-9a-f]+)\.[0-9a-f]{11}\.(\w+)"), r"\1.BEGAN.\2"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,+:0-9]*"), "TIME"),
    (re.compile(r"<t:\d+:(\w)>"), r"<t:TIME:\1>"),
    (re.compile(r"\b(\d+:\d\d|\d+ s)( of turn time)? left\b"), "TIME left"),
    (re.compile(r"\b\d{15,20}\b"), "ID"),
    (re.compile(r"Session ID: \w+"), "Session ID: ID"),
)


def has_record(message: Message) -> bool:
    return any(attachment["filename"].endswith(".dm") for attachment in message["attachments"])


def masked(text: str) -> str:
    for mask, name in MASKS:
        text = mask.sub(name, text)
    return text


async def file_of(world: World, attached: Any) -> str:
    content = await world.file(attached)
    return f"{len(content)} bytes {hashlib.sha256(content).hexdigest()}"


class Observer(Listener):
    """Somebody who notes all that they are sent, but for mirror rooms, whose posts keep no time."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.unheeded: set[str] = set()

    async def saw(self, message: Message) -> None:
        """Wait until a message has come, and with it all that was sent before."""

        def is_it(event: tuple[str, Any]) -> bool:
            return event[0] == "MESSAGE_CREATE" and event[1]["id"] == message["id"]

        async with asyncio.timeout(PATIENCE_SECONDS), self._heard:
            await self._heard.wait_for(lambda: any(map(is_it, self.events)))

    async def statement(self) -> list[str]:
        """Return all events since the last time, with the bytes of their files."""
        events, self.events = self.events, []
        events = [
            event for event in events if (event[1] or {}).get("channel_id") not in self.unheeded
        ]
        return [await self._in_writing(*event) for event in events]

    async def _in_writing(self, kind: str, data: Any) -> str:
        attached = (data or {}).get("attachments", ())
        files = [await file_of(self.person.world, file) for file in attached]
        return masked(f"{kind} {json.dumps(data, sort_keys=True)} {files}")


class ObservedMatch:
    """One seat hides; the other one and the audience do what they can to learn of it.

    Attributes:
        told: Messages to each of the others, case by case.
    """

    def __init__(
        self, sandbox: Sandbox, world: World, bot: BotProcess, followed: FollowedMatch, hider: Seat
    ) -> None:
        self.sandbox = sandbox
        self.world = world
        self.bot = bot
        self.live = followed
        self.hiding = world.people[hider.value]
        self.others = (world.people[hider.opponent.value], world.spectator)
        self.told: dict[str, list[str]] = {}
        self._observers: list[Observer] = []
        self._answers: dict[str, Listener] = {}
        self._requests = Counter[str]()
        self._channels: dict[str, str] = {}
        self._since = "0"
        self._mirror = self._repeated_to = ""

    async def open(self, stack: AsyncExitStack) -> None:
        for person in self.others:
            self._observers.append(await stack.enter_async_context(Observer(person)))
        for person in (*self.others, self.hiding, self.world.host):
            self._answers[person.id] = await stack.enter_async_context(Listener(person))
        self._channels = {await person.direct(): f"with {person.name}" for person in self.others}
        note_requests(self.sandbox, self._note_request)

    def _note_request(self, request: Request) -> None:
        """Count what the bot asks of Discord where others could notice it."""
        rooms = {self.live.room: "in the room", self._mirror: IN_MIRROR}
        if where := {**self._channels, **rooms}.get(request.resource):
            self._requests[f"{request.route} {where}"] += 1

    async def mirror(self) -> None:
        self._mirror, host = await self.world.new_room(), self.world.host
        await host.command(self.live.room, "/match mirror", channel=self._mirror)
        await self._answers[host.id].answer()
        for observer in self._observers:
            observer.unheeded.add(self._mirror)

    async def submit(self, text: str) -> None:
        await self.hiding.reply(await self.hiding.tell(text))

    async def submit_by_form(self, text: str, meanwhile: Awaitable[None] | None = None) -> Message:
        """Send a form as the hider, with events while it is open; return the answer."""
        form = await self._open_form(self.hiding)
        if meanwhile:
            await meanwhile
        await self.hiding.fill_in(self.live.room, form, text)
        return await self._answers[self.hiding.id].answer()

    async def send_form_unanswered(self, text: str, **fault: Any) -> None:
        """Send a form as the hider whose acknowledgement never arrives."""
        form = await self._open_form(self.hiding)
        await self.world.fault(match=CALLBACK, seconds=PATIENCE_SECONDS, **fault)
        with people_wait(AS_DISCORD_DOES):
            await self.hiding.fill_in(self.live.room, form, text)
        await self._answers[self.hiding.id].wait("INTERACTION_FAILURE")

    async def announced(self, text: str) -> None:
        await self.world.host.read(self.live.room, from_dealer(text))

    async def clock_runs(self) -> None:
        """Wait until the clock of the turn runs; the host asks, whom nobody observes."""
        await self.world.clock_runs(self.live.room, self.world.host)

    async def start_observing(self) -> None:
        """Record from here on the messages to the others."""
        await self.clock_runs()
        boards = [board async for board in self._boards(self._mirror)]
        # The mirror room may have left out earlier ones, where they came too fast.
        last = await self._in_mirror(boards[-1]) if boards else {"id": self._mirror}
        self._repeated_to = last["id"]
        for request in [*self._requests]:
            if request.endswith(IN_MIRROR):
                del self._requests[request]
        self._since = await self._all_have_come()
        for observer in self._observers:
            observer.events.clear()

    async def others_ask(self, text: str, *, form: bool = True) -> None:
        """Let the others give all commands, and send things in private that are none of theirs."""
        for person in self.others:
            for command, options in QUESTIONS:
                await person.command(self.live.room, command, **options)
                await self._answers[person.id].answer()
            await person.reply(await person.tell(text))
            if form and person is not self.world.spectator:
                await person.fill_in(self.live.room, await self._open_form(person), text)
            else:
                await self._press(person)
            await self._answers[person.id].answer()
        await self.others[0].say(self.live.room, "hello")

    async def stop_observing(self, name: str) -> None:
        """Store the messages to the others, and the number of requests for them."""
        await self._all_have_come()
        self.told[f"{name}: mirror"] = await self._repeated()
        self.told[f"{name}: requests"] = sorted(map(str, self._requests.items()))
        for observer in self._observers:
            room = await observer.person.history(self.live.room, self._since)
            lines = [*await observer.statement(), masked(json.dumps(room))]
            self.told[f"{name}: {observer.person.name}"] = lines

    async def _repeated(self) -> list[str]:
        async for board in self._boards(self._since):
            await self._in_mirror(board)
        answers = await self.world.host.history(self._mirror, self._repeated_to)
        files = [
            await file_of(self.world, file)
            for message in answers
            for file in message["attachments"]
        ]
        return [masked(json.dumps(answers)), *files]

    async def _boards(self, since: str) -> AsyncIterator[Message]:
        """Yield the boards that the room was shown after a message."""
        for message in await self.world.host.history(self.live.room, since):
            if any(file["filename"].endswith(".png") for file in message["attachments"]):
                yield message

    async def _in_mirror(self, board: Message) -> Message:
        return await self.world.host.read(self._mirror, from_dealer(f"/{board['id']}>"))

    async def name_all(self, name: str) -> None:
        """Keep what the room's files are called to the end, when much that they show is known."""
        await self.world.host.read(self.live.room, has_record)
        posts = await self.world.spectator.history(self.live.room)
        names = [file["filename"] for post in posts for file in post["attachments"]]
        self.told[f"{name}: requests"] += names

    async def _all_have_come(self) -> str:
        """Wait until all that was sent so far has come; the message that came last."""
        last = await self.world.spectator.say(self.live.room, "so much for that")
        for observer in self._observers:
            await observer.saw(last)
        return last["id"]

    async def _open_form(self, person: Person) -> dict[str, Any]:
        await self._press(person)
        return await self._answers[person.id].wait("INTERACTION_MODAL_CREATE")

    async def _press(self, person: Person) -> None:
        await person.press(*await newest_form(person, self.live.room))


@asynccontextmanager
async def observed_match(begin: Begin, folder: Path, hider: Seat) -> AsyncIterator[ObservedMatch]:
    """Yield a match with a sandbox of its own and a bot that logs all it can."""
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(rate_limits=False))
        stack.enter_context(people_wait(PATIENCE_SECONDS))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        world = await World.visit(session, sandbox.address)
        begin = with_settings(begin, LOG_LEVEL="DEBUG")
        bot = BotProcess(sandbox, folder / "dealer.sqlite", begin)
        await bot.start()
        stack.push_async_callback(bot.stop)
        ear = await stack.enter_async_context(Listener(world.spectator))
        match = ObservedMatch(sandbox, world, bot, FollowedMatch(world, ear), hider)
        await match.open(stack)
        yield match
