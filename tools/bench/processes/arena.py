"""The sandbox, the bots and live matches in any number of rooms, each process by itself."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from engine.seats import SEATS
from tests.helpers.matches.laying import MOVES, LaidMatch, Room, lay
from tests.helpers.people import Person, World
from tests.helpers.processes.bot_process import BotProcess, by_command, with_settings
from tests.helpers.processes.sandbox_process import SandboxProcess

SANDBOX = "tools.bench.processes.timed_sandbox"
LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Heard:
    """A message in a channel, new or edited, as the sandbox noted it."""

    at: float
    channel: str
    by_bot: bool
    has_picture: bool
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


@dataclass
class Arena:
    """A sandbox with people in rooms, and bots on a database of their matches.

    Attributes:
        world: Server with the rooms; the first of several.
        shards: Number of shards, each with a server.
        rooms: Rooms, by server; everybody plays in one.
        laid: Live matches, in the first of the rooms.
        bots: Processes, not started yet; all but one of several wait in reserve.
    """

    sandbox: SandboxProcess
    notes: Notes
    world: World
    shards: int
    rooms: list[Room] = field(default_factory=list)
    laid: list[LaidMatch] = field(default_factory=list)
    bots: list[BotProcess] = field(default_factory=list)
    _people: dict[int, Person] = field(default_factory=dict)

    @property
    def bot(self) -> BotProcess:
        """The only process."""
        (bot,) = self.bots
        return bot

    async def grow(self, rooms: int) -> None:
        """Add so many rooms, and people for them, to the server of each shard."""
        guilds = [self.world]
        if self.shards > 1:
            shards = range(self.shards)
            guilds = [await self.world.new_guild((number, self.shards)) for number in shards]
        for guild in guilds:
            await guild.grow(channels=rooms, users=len(SEATS) * rooms)
            for user in guild.about["users"]:
                person = Person(guild, user["id"], user["name"], user["token"])
                self._people[int(user["id"])] = person
            self.rooms += _newest_rooms(guild, rooms)

    async def lift_limits(self) -> None:
        """Switch off the sandbox's rate limits; no shard's session waits for another one's."""
        limits = {"enforce": False, "max_concurrency": self.shards}
        assert (await self.world.control("POST", "limits", limits)).status == 200

    def person(self, user_id: int) -> Person:
        """Return a person by their id."""
        return self._people[user_id]


@asynccontextmanager
async def open_arena(  # noqa: PLR0913 - each is a size of its own
    folder: Path,
    rooms: int,
    *,
    laid: int = 0,
    moves: int = MOVES,
    shards: int = 1,
    url: str = "",
    processes: int = 1,
) -> AsyncIterator[Arena]:
    """Open an arena: so many rooms on a server of each shard; an empty `url` means SQLite."""
    async with AsyncExitStack() as stack:
        own_folder = stack.enter_context(TemporaryDirectory(dir=folder))
        sandbox = await stack.enter_async_context(SandboxProcess(SANDBOX))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        world = await World.visit(session, sandbox.address)
        arena = Arena(sandbox, Notes(sandbox), world, shards)
        await arena.grow(rooms)
        database = Path(own_folder, "dealer.sqlite")
        if laid:
            arena.laid = await lay(database, arena.rooms[:laid], moves)
        stands = [(match.room.id, *message) for match in arena.laid for message in match.stands]
        await sandbox.ask(["stand", stands])
        begin = with_settings(by_command, SHARD_COUNT=str(shards))
        arena.bots = [BotProcess(sandbox, database, begin, url) for _ in range(processes)]
        try:
            yield arena
        finally:
            for bot in arena.bots:
                if bot.is_running:
                    await bot.stop()


def _newest_rooms(world: World, count: int) -> list[Room]:
    """Return the newest rooms, each with two of the newest people."""
    channels = world.about["channels"][-count:]
    users = iter(world.about["users"][-len(SEATS) * count :])
    return [
        Room(
            int(channel["id"]),
            int(world.guild_id),
            int(world.host.id),
            {seat: int(next(users)["id"]) for seat in SEATS},
        )
        for channel in channels
    ]
