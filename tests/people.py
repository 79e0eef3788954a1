"""People at the sandbox: plain HTTP with a person's own token, as a chat client would speak it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import aiohttp

SLASH, SUBCOMMAND, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = (
    2,
    1,
    3,
    4,
    5,
    6,
    7,
    8,
    10,
)
PATIENCE_SECONDS = 15.0

Message = dict[str, Any]


class World:
    """The sandbox's people and rooms, by name."""

    def __init__(self, session: aiohttp.ClientSession, address: str, world: dict[str, Any]) -> None:
        self.session = session
        self.address = address
        self.about = world
        self.people = {
            user["role"]: Person(self, user["id"], user["name"], user["token"])
            for user in reversed(world["users"])
        }
        self.rooms = {channel["name"]: channel["id"] for channel in world["channels"]}

    @classmethod
    async def visit(cls, session: aiohttp.ClientSession, address: str) -> "World":
        async with session.get(f"{address}/sandbox/world") as response:
            return cls(session, address, await response.json())

    async def new_room(self) -> str:
        more = {"channels": 1, "users": 0}
        async with self.session.post(f"{self.address}/sandbox/world", json=more) as response:
            return (await response.json())["channels"][-1]["id"]

    async def fault(self, **fault: Any) -> None:
        async with self.session.post(f"{self.address}/sandbox/faults", json=fault) as response:
            assert response.status < 300, await response.text()

    async def clear_faults(self) -> None:
        async with self.session.delete(f"{self.address}/sandbox/faults") as response:
            assert response.status < 300, await response.text()

    @property
    def host(self) -> "Person":
        return self.people["host"]

    @property
    def ec(self) -> "Person":
        return self.people["ec"]

    @property
    def dmo(self) -> "Person":
        return self.people["dmo"]

    @property
    def spectator(self) -> "Person":
        return self.people["spectator"]


@dataclass
class Person:
    """Somebody with a token."""

    world: World
    id: str
    name: str
    token: str

    async def request(self, method: str, path: str, **more: Any) -> Any:
        url = f"{self.world.about['api']}{path}"
        headers = {"Authorization": self.token}
        async with self.world.session.request(method, url, headers=headers, **more) as response:
            assert response.status < 300, f"{response.status} {await response.text()}"
            return None if response.status == 204 else await response.json()

    async def say(self, room: str, text: str) -> Message:
        return await self.request("POST", f"/channels/{room}/messages", json={"content": text})

    async def edit(self, message: Message, text: str) -> Message:
        path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        return await self.request("PATCH", path, json={"content": text})

    async def delete(self, message: Message) -> None:
        await self.request("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")

    async def history(self, room: str, after: str = "0") -> list[Message]:
        """The newest messages of a room, oldest first."""
        path = f"/channels/{room}/messages?limit=100&after={after}"
        return sorted(await self.request("GET", path), key=lambda message: int(message["id"]))

    async def read(self, room: str, wanted: Callable[[Message], bool], after: str = "0") -> Message:
        """Wait for a message of a kind."""
        deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while True:
            messages = await self.history(room, after)
            for message in messages:
                if wanted(message):
                    return message
            if asyncio.get_running_loop().time() > deadline:
                said = "\n".join(f"{m['author']['username']}: {m['content']}" for m in messages)
                raise AssertionError(f"nothing of that kind was said; the room has:\n{said}")
            await asyncio.sleep(0.01)

    async def command(self, room: str, name: str, /, **options: Any) -> None:
        """Give a slash command, `/group sub`, with options by name."""
        about = self.world.about
        path = f"/applications/{about['application_id']}/commands"
        commands = {command["name"]: command for command in await self.request("GET", path)}
        group, _, sub = name.removeprefix("/").partition(" ")
        command = commands[group]
        declared = command.get("options", [])
        if sub:
            declared = next(o for o in declared if o["name"] == sub).get("options", [])
        types = {option["name"]: option["type"] for option in declared}
        values = [{"name": k, "type": types[k], "value": v} for k, v in options.items()]
        if sub:
            values = [{"name": sub, "type": SUBCOMMAND, "options": values}]
        data = {"id": command["id"], "name": group, "type": 1, "options": values}
        await self.request(
            "POST",
            "/interactions",
            json={
                "type": SLASH,
                "application_id": about["application_id"],
                "guild_id": about["guild"]["id"],
                "channel_id": room,
                "session_id": "none",
                "nonce": "1",
                "data": data,
            },
        )


def from_dealer(*parts: str) -> Callable[[Message], bool]:
    """Whether the Dealer said all that."""

    def is_wanted(message: Message) -> bool:
        by_bot = message["author"].get("bot", False)
        return by_bot and all(part in message["content"] for part in parts)

    return is_wanted


class Ear:
    """A person's own gateway connection: what reaches that person and nobody else."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.events: list[tuple[str, Any]] = []
        self._task: asyncio.Task[None] | None = None
        self._heard = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._listen())
        await self.wait("READY")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        world = self.person.world
        async with world.session.ws_connect(world.about["gateway"]) as socket:
            identify = {"token": self.person.token, "intents": (1 << 16) - 1, "properties": {}}
            await socket.send_json({"op": 2, "d": identify})
            async for frame in socket:
                payload = frame.json()
                if payload["op"] == 0:
                    async with self._heard:
                        self.events.append((payload["t"], payload["d"]))
                        self._heard.notify_all()

    async def wait(self, kind: str, wanted: Callable[[Any], bool] = lambda _: True) -> Any:
        """Wait for an event of a kind, from the ones that came already on."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._heard:
                await self._heard.wait_for(lambda: self._find(kind, wanted) is not None)
        except TimeoutError:
            heard = [name for name, _ in self.events]
            raise AssertionError(f"no {kind}; there were {heard}") from None
        at = self._find(kind, wanted)
        assert at is not None
        (_, data) = self.events[at]
        del self.events[: at + 1]
        return data

    def _find(self, kind: str, wanted: Callable[[Any], bool]) -> int | None:
        kinds = enumerate(self.events)
        return next((at for at, (name, data) in kinds if name == kind and wanted(data)), None)

    async def answer(self) -> Message:
        """The Dealer's next private answer."""
        return await self.wait("MESSAGE_CREATE", lambda data: data.get("flags", 0) & 64)
