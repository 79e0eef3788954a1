"""Plain clients of the sandbox, of people and bots, and a way to run discord.py against it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord
import pytest
import yarl

from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.people import Answer, Person, World, people_wait

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000050000000308060000") + bytes(40)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Socket:
    """A plain gateway client; it remembers every event."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.events: list[dict[str, Any]] = []
        self.ready: dict[str, Any] = {}

    @property
    def sequence(self) -> int:
        return self.events[-1]["s"]

    async def receive(self) -> dict[str, Any]:
        frame = await self.socket.receive_json(timeout=PATIENCE_SECONDS)
        if frame["op"] == 0:
            self.events.append(frame)
        return frame

    async def wait(self, event: str, **expected: Any) -> dict[str, Any]:
        """Return the data of the next event of that name with these values."""
        while True:
            frame = await self.receive()
            data = frame["d"]
            if frame["t"] == event and all(data.get(key) == expected[key] for key in expected):
                return data

    async def closed_with(self) -> int:
        while (await self.socket.receive(timeout=PATIENCE_SECONDS)).type is aiohttp.WSMsgType.TEXT:
            pass
        return self.socket.close_code

    def names(self) -> list[str]:
        return [event["t"] for event in self.events]

    async def heard(self) -> list[str]:
        """Return the events that it has been sent up to now, by their names."""
        await self.socket.send_json({"op": 1, "d": None})
        while (await self.receive())["op"] != 11:
            pass
        return self.names()


class Second(NamedTuple):
    """Another guild of the same people, and a room of it."""

    id: str
    room: str


class Clients(World):
    """A running sandbox with the people of one guild as plain clients."""

    def __init__(self, session: aiohttp.ClientSession, address: str, world: dict) -> None:
        super().__init__(session, address, world)
        self.guild = self.guild_id
        self.app = world["application_id"]
        self.general, self.room, self.other_room = list(self.rooms.values())[:3]
        self.messages = f"/channels/{self.room}/messages"
        self.commands = f"/applications/{self.app}/commands"
        self.hana, self.ada, self.bob, self.sam = self.host, self.ec, self.dmo, self.spectator
        self.sandbox: Sandbox
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []

    async def second_guild(self) -> Second:
        """Return another guild that everyone has joined."""
        assert (await self.control("POST", "world", {"guilds": 1})).status == 200
        guild_id = (await self.bot.guild_ids())[-1]
        rooms = await self.bot.get(f"/guilds/{guild_id}/channels")
        return Second(guild_id, rooms[0]["id"])

    async def connect(self) -> Socket:
        """Return a socket that has been greeted."""
        socket = await self.session.ws_connect(self.about["gateway"])
        self._sockets.append(socket)
        assert (await socket.receive_json())["op"] == 10
        return Socket(socket)

    async def sending(self, frame: Any) -> Socket:
        """Return a socket that has been greeted and has sent its first frame."""
        client = await self.connect()
        await client.socket.send_json(frame)
        return client

    async def identify(self, token: str, intents: int | None = None, **more: Any) -> Socket:
        """Return a socket with a session, after the GUILD_CREATE of all guilds."""
        identity = {"token": token, "properties": {}, **more}
        if intents is not None:
            identity["intents"] = intents
        client = await self.sending({"op": 2, "d": identity})
        client.ready = await client.wait("READY")
        for _ in client.ready["guilds"] if intents is None or intents & 1 else ():
            await client.wait("GUILD_CREATE")
        return client

    async def resume(self, session_id: str, sequence: int) -> Socket:
        """Return a socket that has asked to go on with a session of the bot's."""
        resumed = {"token": BOT_TOKEN, "session_id": session_id, "seq": sequence}
        return await self.sending({"op": 6, "d": resumed})

    async def shard(self, *shard: int, intents: int = discord.Intents.all().value) -> Socket:
        """Return a session of the bot for a shard."""
        return await self.identify(BOT_TOKEN, intents, shard=shard)

    async def watch(self, person: Person) -> Socket:
        return await self.identify(person.token)

    async def watch_as_bot(self, intents: int = discord.Intents.all().value) -> Socket:
        return await self.identify(BOT_TOKEN, intents)

    async def permit(self, role_name: str, permissions: int) -> None:
        path = f"/guilds/{self.guild}/roles/{(await self.role(role_name))['id']}"
        await self.hana.expect(200, "PATCH", path, {"permissions": str(int(permissions))})

    async def permit_more(self, role_name: str, permissions: int) -> None:
        granted = int((await self.role(role_name))["permissions"])
        await self.permit(role_name, granted | int(permissions))

    async def overwrite(self, target: str, *, allow: int = 0, deny: int = 0, kind: int = 0) -> None:
        """Set what a role, or with the kind 1 a member, may do in the room."""
        path = f"/channels/{self.room}/permissions/{target}"
        body = {"type": kind, "allow": str(int(allow)), "deny": str(int(deny))}
        await self.hana.expect(204, "PUT", path, body)

    async def interact(
        self, person: Person, kind: int, data: dict, files=None, **more: Any
    ) -> Answer:
        body = person.interaction(self.room, kind, data, **more)
        return await person.call("POST", "/interactions", body, files)

    async def register(self, *commands: dict) -> list[dict]:
        return (await self.bot.expect(200, "PUT", self.commands, list(commands))).body

    async def use(self, person: Person, command: dict, options=(), **fields: Any) -> Answer:
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": list(options)}
        data.update(fields.pop("more", {}))
        return await self.interact(person, 2, data, **fields)

    async def press(self, person: Person, message: dict, custom_id: str, **data: Any) -> Answer:
        body = person.pressing(message, custom_id, **data)
        return await person.call("POST", "/interactions", body)

    async def respond(self, interaction: dict, body: dict, files=None) -> Answer:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        return await self.bot.call("POST", path + "?with_response=1", body, files)

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()


AnyClients = TypeVar("AnyClients", bound=Clients)


@asynccontextmanager
async def open_clients(
    sandbox: Sandbox, kind: type[AnyClients] = Clients
) -> AsyncIterator[AnyClients]:
    """Yield the people of a sandbox's first guild, who wait as long as tests do."""
    async with aiohttp.ClientSession() as session:
        clients = await kind.visit(session, sandbox.address)
        clients.sandbox = sandbox
        with people_wait(PATIENCE_SECONDS):
            yield clients
        await clients.close()


def point_at(patch: pytest.MonkeyPatch, api: str, gateway: str) -> None:
    """Let discord.py take other addresses for Discord's."""
    patch.setattr(discord.http.Route, "BASE", api)
    patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(gateway))


class Bot(discord.Client):
    """discord.py's client, without waits that only the real Discord needs."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(intents=intents or discord.Intents.all(), **options)
        self._connection.guild_ready_timeout = 0.02
        self.tree = discord.app_commands.CommandTree(self)
        self.is_up = asyncio.Event()
        self.seen: dict[str, asyncio.Queue] = {}

    async def before_identify_hook(self, shard_id, *, initial: bool = False) -> None:
        """Identify at once: Discord's pause of five seconds is not what is tested."""

    def dispatch(self, event: str, /, *arguments: Any, **named: Any) -> None:
        super().dispatch(event, *arguments, **named)
        # The library does not wait for guilds that come late.
        if self.is_ready() and not any(guild.unavailable for guild in self.guilds):
            self.is_up.set()
        value = arguments[0] if len(arguments) == 1 else arguments
        self._queue(event).put_nowait(value)

    async def next(self, event: str) -> Any:
        """Return the content of the next event of a name, seen or still to come."""
        return await asyncio.wait_for(self._queue(event).get(), PATIENCE_SECONDS)

    def room(self, clients: Clients) -> discord.TextChannel:
        return self.get_channel(int(clients.room))

    def _queue(self, event: str) -> asyncio.Queue:
        return self.seen.setdefault(event, asyncio.Queue())


@asynccontextmanager
async def running(bot: Bot, sandbox: Sandbox, token: str = BOT_TOKEN) -> AsyncIterator[Bot]:
    """Run discord.py against the sandbox; its two addresses are put back afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        point_at(patch, sandbox.api, sandbox.gateway)
        task = asyncio.create_task(bot.start(token))
        up = asyncio.create_task(bot.is_up.wait())
        try:
            await asyncio.wait(
                (task, up), return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_SECONDS
            )
            if task.done():
                task.result()
            assert bot.is_up.is_set()
            yield bot
        finally:
            up.cancel()
            await bot.close()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
