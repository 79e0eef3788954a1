"""Plain clients of the sandbox, of people and bots, and a way to run discord.py against it."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import discord
import yarl

from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.clocks.waiting import PATIENCE_SECONDS

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000050000000308060000") + bytes(40)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Answer:
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        return self.body["code"]


class Running:
    """The addresses of a sandbox in a process of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.api = f"{address}/api/v10"


class Client:
    """A plain HTTP client with one user's token."""

    def __init__(self, http: aiohttp.ClientSession, sandbox: Sandbox, authorization: str) -> None:
        self._http = http
        self._sandbox = sandbox
        self._headers = {"Authorization": authorization} if authorization else {}

    async def call(self, method: str, path: str, body: Any = None, files=None) -> Answer:
        sent: dict[str, Any] = {} if body is None else {"json": body}
        if files is not None:
            sent = {"data": form(body, files)}
        url = yarl.URL(self._sandbox.api + path, encoded="%" in path)
        async with self._http.request(method, url, headers=self._headers, **sent) as answer:
            text = await answer.text()
            is_json = answer.headers.get("Content-Type") == "application/json"
            return Answer(answer.status, json.loads(text) if is_json else text, answer.headers)

    async def get(self, path: str) -> Any:
        return (await self.expect(200, "GET", path)).body

    async def expect(self, status: int, method: str, path: str, body: Any = None, files=None):
        answer = await self.call(method, path, body, files)
        assert answer.status == status, answer.body
        return answer

    async def refused(self, status: int, code: int, *call: Any) -> None:
        """Check that a call is refused, and with which code."""
        answer = await self.call(*call)
        assert (answer.status, answer.code) == (status, code), (call, answer.body)

    async def post(self, channel_id: str, content: str = "x", **fields: Any) -> Answer:
        body = {"content": content, **fields}
        return await self.call("POST", f"/channels/{channel_id}/messages", body)

    async def say(self, channel_id: str, content: str, **fields: Any) -> dict[str, Any]:
        answer = await self.post(channel_id, content, **fields)
        assert answer.status == 200, answer.body
        return answer.body

    async def react(self, message: dict[str, Any], emoji: str = "👍") -> None:
        message_path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        await self.expect(204, "PUT", f"{message_path}/reactions/{emoji}/@me")

    async def guild_ids(self) -> list[str]:
        return [guild["id"] for guild in await self.get("/users/@me/guilds")]

    async def dm(self, user_id: str) -> str:
        body = {"recipient_id": user_id}
        return (await self.expect(200, "POST", "/users/@me/channels", body)).body["id"]


class Person(Client):
    def __init__(self, http, sandbox: Sandbox, entry: dict[str, str]) -> None:
        super().__init__(http, sandbox, entry["token"])
        self.id, self.name, self.token = entry["id"], entry["name"], entry["token"]


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


class Second:
    """Another guild of the same people, and its rooms."""

    def __init__(self, guild_id: str, rooms: list[dict[str, Any]]) -> None:
        self.id = guild_id
        self.rooms = rooms
        self.room = rooms[0]["id"]


class Clients:
    """A running sandbox with the people of one guild as plain clients."""

    def __init__(self, sandbox: Sandbox, http: aiohttp.ClientSession, world: dict) -> None:
        self.sandbox = sandbox
        self.http = http
        self.world = world
        self.guild = world["guild"]["id"]
        self.app = world["application_id"]
        self.general, self.room, self.other_room = (
            channel["id"] for channel in world["channels"][:3]
        )
        self.messages = f"/channels/{self.room}/messages"
        self.commands = f"/applications/{self.app}/commands"
        self.bot = Client(http, sandbox, f"Bot {BOT_TOKEN}")
        people = [Person(http, sandbox, entry) for entry in world["users"]]
        self.hana, self.ada, self.bob, self.sam = people[:4]
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []

    async def new_guild(self, shard: tuple[int, int] = (0, 1)) -> "Clients":
        """Return another guild with people of its own, on one of so many shards."""
        world = (await self.control("POST", "guilds", {"shard": shard})).body
        return Clients(self.sandbox, self.http, world)

    async def second_guild(self) -> Second:
        """Return another guild that everyone has joined."""
        assert (await self.control("POST", "world", {"guilds": 1})).status == 200
        guild_id = (await self.bot.guild_ids())[-1]
        return Second(guild_id, await self.bot.get(f"/guilds/{guild_id}/channels"))

    async def connect(self) -> Socket:
        """Return a socket that has been greeted."""
        socket = await self.http.ws_connect(self.sandbox.gateway)
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

    async def control(self, method: str, name: str, body: Any = None) -> Answer:
        url = f"{self.sandbox.address}/sandbox/{name}"
        async with self.http.request(method, url, json=body) as answer:
            text = await answer.text()
            return Answer(answer.status, json.loads(text) if text else None, answer.headers)

    async def fault(self, name: str, **fields: Any) -> None:
        assert (await self.control("POST", "faults", {"fault": name, **fields})).status == 200

    async def role(self, name: str, guild: str | None = None) -> dict[str, Any]:
        roles = await self.hana.get(f"/guilds/{guild or self.guild}/roles")
        return next(role for role in roles if role["name"] == name)

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

    async def interact(self, person: Person, kind: int, data: dict, **fields: Any) -> Answer:
        body = {
            "type": kind,
            "application_id": self.app,
            "guild_id": self.guild,
            "channel_id": self.room,
            "session_id": "any",
            "nonce": "77",
            "data": data,
            **fields,
        }
        files = body.pop("files", None)
        return await person.call("POST", "/interactions", body, files)

    async def register(self, *commands: dict) -> list[dict]:
        return (await self.bot.expect(200, "PUT", self.commands, list(commands))).body

    async def use(self, person: Person, command: dict, options=(), **fields: Any) -> Answer:
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": list(options)}
        data.update(fields.pop("more", {}))
        return await self.interact(person, 2, data, **fields)

    async def press(self, person: Person, message: dict, custom_id: str, **data: Any) -> Answer:
        post = {"custom_id": custom_id, "component_type": 2, **data}
        return await self.interact(person, 3, post, message_id=message["id"])

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
    async with aiohttp.ClientSession() as http:
        async with http.get(sandbox.address + "/sandbox/world") as answer:
            clients = kind(sandbox, http, await answer.json())
        yield clients
        await clients.close()


def form(body: Any, files: dict[str, bytes]) -> aiohttp.FormData:
    """Return a multipart body as discord.py and Discord's own client send it."""
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(body or {}), content_type="application/json")
    for index, (name, content) in enumerate(files.items()):
        data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
    return data


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
    base = discord.http.Route.BASE
    gateway = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = sandbox.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway)
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
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
