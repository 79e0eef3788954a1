"""The sandbox, the bot and live matches in as many rooms as wanted, each process by itself."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import aiohttp

from engine.seats import SEATS, Seat
from tests.helpers.matches.laying import MOVES, LaidMatch, Room, lay
from tests.helpers.people import Person, World
from tests.helpers.processes.bot_process import BotProcess
from tests.helpers.processes.sandbox_process import SandboxProcess

SANDBOX = "tools.bench.processes.timed_sandbox"
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
        rooms: The rooms; everybody plays in one.
        laid: The live matches, in the first of the rooms.
        sandbox: Its process.
        notes: What it notes.
        bot: The bot; it has not been started.
    """

    def __init__(self, folder: Path, rooms: int, *, laid: int, moves: int = MOVES) -> None:
        self.world: World
        self.rooms: list[Room]
        self.laid: list[LaidMatch]
        self.sandbox: SandboxProcess
        self.notes: Notes
        self.bot: BotProcess
        self._folder = folder
        self._counts = rooms, laid, moves
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        rooms, laid, moves = self._counts
        async with AsyncExitStack() as opening:
            folder = Path(opening.enter_context(TemporaryDirectory(dir=self._folder)))
            self.sandbox = await opening.enter_async_context(SandboxProcess(SANDBOX))
            session = await opening.enter_async_context(aiohttp.ClientSession())
            self.notes = Notes(self.sandbox)
            self.world = await _inhabited(session, self.sandbox.address, rooms)
            self.rooms = rooms_of(self.world, rooms)
            database = folder / "dealer.sqlite"
            self.laid = await lay(database, self.rooms[:laid], moves) if laid else []
            await self.sandbox.ask(["stand", str(_messages(folder, self.laid))])
            self.bot = BotProcess(self.sandbox, database)
            opening.push_async_callback(self._end_bot)
            self._open = opening.pop_all()
        return self

    async def _end_bot(self) -> None:
        if self.bot.is_running:
            await self.bot.stop()

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def lift_limits(self) -> None:
        """From now on the sandbox enforces no rate limits."""
        url = f"{self.world.address}/sandbox/limits"
        async with self.world.session.post(url, json={"enforce": False}) as response:
            assert response.status == 200, await response.text()

    def person(self, user_id: int) -> Person:
        """Somebody by their id."""
        return self._people[user_id]

    @cached_property
    def _people(self) -> dict[int, Person]:
        return people_of(self.world)


async def _inhabited(session: aiohttp.ClientSession, address: str, rooms: int) -> World:
    more = {"channels": rooms, "users": len(SEATS) * rooms}
    async with session.post(f"{address}/sandbox/world", json=more) as response:
        assert response.status == 200, await response.text()
    return await World.visit(session, address)


def people_of(world: World) -> dict[int, Person]:
    """Everybody on a server, by their id."""
    return {
        int(user["id"]): Person(world, user["id"], user["name"], user["token"])
        for user in world.about["users"]
    }


def rooms_of(world: World, count: int) -> list[Room]:
    """The newest rooms, each with two of the newest people."""
    channels, users = world.about["channels"][-count:], world.about["users"][-2 * count :]
    guild, host = int(world.about["guild"]["id"]), int(world.host.id)
    return [
        Room(
            int(channel["id"]),
            guild,
            host,
            {Seat.EC: int(users[2 * at]["id"]), Seat.DMO: int(users[2 * at + 1]["id"])},
        )
        for at, channel in enumerate(channels)
    ]


def _messages(folder: Path, laid: Sequence[LaidMatch]) -> Path:
    path = folder / "stands.json"
    stands = [(each.room.id, *said) for each in laid for said in each.stands]
    path.write_text(json.dumps(stands))
    return path
