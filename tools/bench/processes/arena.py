"""The sandbox, the bot and live matches in any number of rooms, each process by itself."""

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
    """The sandbox's notes, and the callback for each message.

    Attributes:
        requests: Time, method and route of each of the bot's requests.
        refused: Number of those over a rate limit.
        heard: Messages.
    """

    sandbox: SandboxProcess
    requests: list[tuple[float, str]] = field(default_factory=list)
    refused: int = 0
    heard: list[Heard] = field(default_factory=list)
    tell: Callable[[Heard], None] = lambda _: None
    _taking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def take(self) -> None:
        """Take over the sandbox's new notes."""
        async with self._taking:
            new = await self.sandbox.ask("notes")
        self.requests += [(index, route) for index, route in new["requests"]]
        self.refused += new["refused"]
        for message in new["messages"]:
            self.heard.append(heard := Heard(*message))
            self.tell(heard)

    async def until(self, is_so: Callable[[], object], seconds: float) -> bool:
        """Take over new notes until something is so, or the time is over."""
        ends = asyncio.get_running_loop().time() + seconds
        while not is_so():
            if asyncio.get_running_loop().time() > ends:
                return False
            await asyncio.sleep(LOOK_SECONDS)
            await self.take()
        return True


class Arena:
    """A sandbox with people in rooms, and a database of their matches, from enter to exit.

    Attributes:
        rooms: Rooms; everybody plays in one.
        laid: Live matches, in the first of the rooms.
        bot: Bot, not started yet.
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
        """Switch off the sandbox's rate limits."""
        url = f"{self.world.address}/sandbox/limits"
        async with self.world.session.post(url, json={"enforce": False}) as response:
            assert response.status == 200, await response.text()

    def person(self, user_id: int) -> Person:
        """Return a person by their id."""
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
    """Return a server's people, by id."""
    return {
        int(user["id"]): Person(world, user["id"], user["name"], user["token"])
        for user in world.about["users"]
    }


def rooms_of(world: World, count: int) -> list[Room]:
    """Return the newest rooms, each with two of the newest people."""
    channels, users = world.about["channels"][-count:], world.about["users"][-2 * count :]
    guild, host = int(world.about["guild"]["id"]), int(world.host.id)
    return [
        Room(
            int(channel["id"]),
            guild,
            host,
            {Seat.EC: int(users[2 * index]["id"]), Seat.DMO: int(users[2 * index + 1]["id"])},
        )
        for index, channel in enumerate(channels)
    ]


def _messages(folder: Path, laid: Sequence[LaidMatch]) -> Path:
    path = folder / "stands.json"
    stands = [
        (laid_piece.room.id, *messages) for laid_piece in laid for messages in laid_piece.stands
    ]
    path.write_text(json.dumps(stands))
    return path
