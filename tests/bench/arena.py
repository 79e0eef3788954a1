"""The sandbox, the bot and live matches in as many rooms as wanted, each process by itself."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import aiohttp

from engine.seats import SEATS, Seat
from tests.bench.laying import MOVES, LaidMatch, Room, lay
from tests.bot_process import BotProcess
from tests.people import Person, World
from tests.sandbox_process import SandboxProcess

LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Heard:
    """A message in a channel, new or edited, as the sandbox noted it."""

    at: float
    channel: str
    by_bot: bool
    has_file: bool
    content: str


@dataclass
class Notes:
    """What the sandbox has noted, and who is told of each message.

    Attributes:
        requests: When the bot made each request, and by which method and route.
        refused: How many of them were one too many.
        heard: The messages.
    """

    sandbox: SandboxProcess
    requests: list[tuple[float, str]] = field(default_factory=list)
    refused: int = 0
    heard: list[Heard] = field(default_factory=list)
    tell: Callable[[Heard], None] = lambda _: None
    _taking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def take(self) -> None:
        """Take over what is new."""
        async with self._taking:
            new = await self.sandbox.ask("notes")
        self.requests += [(at, route) for at, route in new["requests"]]
        self.refused += new["refused"]
        for each in new["messages"]:
            self.heard.append(heard := Heard(*each))
            self.tell(heard)

    async def keep_taking(self) -> None:
        """Do so until cancelled."""
        while True:
            await self.take()
            await asyncio.sleep(LOOK_SECONDS)

    async def until(self, is_so: Callable[[], object], seconds: float) -> bool:
        """Take over what is new until something is so, or so many seconds are over."""
        ends = asyncio.get_running_loop().time() + seconds
        while not is_so():
            if asyncio.get_running_loop().time() > ends:
                return False
            await asyncio.sleep(LOOK_SECONDS)
            await self.take()
        return True


class Arena:
    """From entering to leaving: a sandbox with people in rooms, and a database of their matches.

    Attributes:
        world: The people and the rooms.
        laid: The live matches.
        notes: What the sandbox notes.
        bot: The bot; it has not been started.
    """

    def __init__(self, folder: Path, matches: int, moves: int = MOVES, **options: float) -> None:
        self.world: World
        self.laid: Sequence[LaidMatch]
        self.notes: Notes
        self.bot: BotProcess
        self._database = folder / f"{matches}.sqlite"
        self._messages = folder / f"{matches}.json"
        self._matches = matches
        self._moves = moves
        self._options = options
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opening:
            sandbox = await opening.enter_async_context(SandboxProcess("tests.bench.timed_sandbox"))
            session = await opening.enter_async_context(aiohttp.ClientSession())
            self.notes = Notes(sandbox)
            self.world = await self._inhabited(session, sandbox.address)
            self.laid = await lay(self._database, self._rooms(), moves=self._moves, **self._options)
            stands = [(each.room.id, *said) for each in self.laid for said in each.stands]
            self._messages.write_text(json.dumps(stands))
            await sandbox.ask(["stand", str(self._messages)])
            self.bot = BotProcess(sandbox, self._database)
            self._open = opening.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def _inhabited(self, session: aiohttp.ClientSession, address: str) -> World:
        more = {"channels": self._matches, "users": len(SEATS) * self._matches}
        async with session.post(f"{address}/sandbox/world", json=more) as response:
            assert response.status == 200, await response.text()
        return await World.visit(session, address)

    def _rooms(self) -> list[Room]:
        guild, host = int(self.world.about["guild"]["id"]), int(self.world.host.id)
        return [
            Room(int(channel["id"]), channel["name"], guild, host, self._player_ids(number))
            for number, channel in enumerate(self._channels)
        ]

    @property
    def _channels(self) -> list[dict[str, Any]]:
        channels: list[dict[str, Any]] = self.world.about["channels"]
        return channels[len(channels) - self._matches :]

    def _player_ids(self, number: int) -> dict[Seat, int]:
        return {seat: int(person.id) for seat, person in self.players(number).items()}

    def players(self, number: int) -> dict[Seat, Person]:
        """Who plays in a room; everybody plays in one."""
        first = len(self.world.about["users"]) - len(SEATS) * (self._matches - number)
        users = self.world.about["users"][first : first + len(SEATS)]
        return {
            seat: Person(self.world, user["id"], user["name"], user["token"])
            for seat, user in zip(SEATS, users, strict=True)
        }
