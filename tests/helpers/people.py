"""People at the sandbox: plain HTTP with a person's own token, as a chat client would speak it."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Self

import aiohttp
from yarl import URL

from sandbox.interactions import interactions
from sandbox.server import BOT_TOKEN
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, pauses

SLASH, COMPONENT, MODAL = 2, 3, 5
SUBCOMMAND, STRING = 1, 3
BUTTON, SELECT, TEXT_INPUT, LABEL = 2, 3, 4, 18
EPHEMERAL, LOADING = 1 << 6, 1 << 7
AS_DISCORD_DOES = interactions.ACKNOWLEDGE_SECONDS
"""Discord's longest wait for an acknowledgement of people's deeds, in seconds."""

ROLES = ("host", "ec", "dmo", "spectator")
"""Of those who are on every server."""

Message = dict[str, Any]
Files = Mapping[str, str | bytes]
"""Files to send, by name."""


@dataclass(frozen=True)
class Answer:
    """An answer of the sandbox; its body is JSON or text, or None if there is none."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        return self.body["code"]

    @property
    def content(self) -> Any:
        """Return the body of an answer that must not be a refusal."""
        assert self.status < 300, f"{self.status} {self.body}"
        return self.body


class World:
    """The people and rooms of one of the sandbox's guilds, by name."""

    def __init__(self, session: aiohttp.ClientSession, address: str, world: dict[str, Any]) -> None:
        self.session = session
        self.address = address
        self.about = world
        self.people = {
            user["role"]: Person(self, user["id"], user["name"], user["token"])
            for user in reversed(world["users"])
        }
        self.host, self.ec, self.dmo, self.spectator = (self.people[role] for role in ROLES)
        self.bot = Person(self, world["bot_id"], "Dealer", f"Bot {BOT_TOKEN}")
        self.rooms = {channel["name"]: channel["id"] for channel in world["channels"]}

    @property
    def guild_id(self) -> str:
        return self.about["guild"]["id"]

    @property
    def players(self) -> dict[str, str]:
        """Return the options of a start that seat EC and DMO."""
        return {"ec": self.ec.id, "dmo": self.dmo.id}

    @classmethod
    async def visit(cls, session: aiohttp.ClientSession, address: str) -> Self:
        async with session.get(f"{address}/sandbox/world") as response:
            return cls(session, address, await response.json())

    async def new_room(self) -> str:
        return (await self._add({"channels": 1}))["channels"][-1]["id"]

    async def grow(self, **more: int) -> None:
        self.about = await self._add(more)

    async def newcomer(self, role: str | None = None) -> "Person":
        """Return somebody who has just joined the server."""
        user = (await self._add({"users": 1} | ({"role": role} if role else {})))["users"][-1]
        return Person(self, user["id"], user["name"], user["token"])

    async def new_guild(self, shard: tuple[int, int] = (0, 1)) -> Self:
        """Return another guild with people and rooms of its own, on one of so many shards."""
        about = (await self.control("POST", "guilds", {"shard": shard})).content
        return type(self)(self.session, self.address, about)

    async def _add(self, more: dict[str, Any]) -> dict[str, Any]:
        """Add to the guild; returns what it is like then."""
        body = {**more, "guild_id": self.guild_id}
        return (await self.control("POST", "world", body)).content

    async def add_member(self, user_id: str) -> None:
        """Let somebody in who is on another server, or has left this one."""
        body = {"user_id": user_id, "guild_id": self.guild_id}
        assert (await self.control("POST", "members", body)).status == 200

    async def fault(self, fault: str, **more: Any) -> None:
        body = {"guild_id": self.guild_id, "fault": fault, **more}
        assert (await self.control("POST", "faults", body)).status == 200

    async def clear_faults(self) -> None:
        assert (await self.control("DELETE", "faults")).status == 204

    async def control(self, method: str, name: str, body: Any = None) -> Answer:
        """Tell the sandbox something that nobody could tell Discord; return what it answers."""
        return await self.ask(method, f"{self.address}/sandbox/{name}", json=body)

    async def ask(self, method: str, url: str | URL, **sent: Any) -> Answer:
        async with self.session.request(method, url, **sent) as response:
            text = await response.text()
            is_json = response.content_type == "application/json"
            body = json.loads(text) if is_json else text or None
            return Answer(response.status, body, response.headers)

    async def role(self, name: str, guild: str = "") -> dict[str, Any]:
        """Return a role of the guild, or of another one."""
        roles = await self.host.get(f"/guilds/{guild or self.guild_id}/roles")
        return next(role for role in roles if role["name"] == name)

    async def file(self, attachment: Mapping[str, Any]) -> bytes:
        """Return the content of an attached file."""
        async with self.session.get(attachment["url"]) as response:
            return await response.read()


@dataclass
class Person:
    """Somebody with a token."""

    world: World
    id: str
    name: str
    token: str
    locale: str = ""
    _commands: dict[str, dict[str, Any]] = field(default_factory=dict, init=False, repr=False)

    async def call(
        self, method: str, path: str, json: Any = None, files: Files | None = None
    ) -> Answer:
        """Ask Discord for something, as a client of this person's does."""
        url = URL(self.world.about["api"] + path, encoded="%" in path)
        headers = {"Authorization": self.token}
        if self.locale:
            headers["X-Discord-Locale"] = self.locale
        sent = {"json": json} if files is None else {"data": form(json, files)}
        return await self.world.ask(method, url, headers=headers, **sent)

    async def request(
        self, method: str, path: str, json: Any = None, files: Files | None = None
    ) -> Any:
        """Ask Discord for something that it must not refuse; return the answer."""
        return (await self.call(method, path, json, files)).content

    async def expect(self, status: int, *call: Any) -> Answer:
        """Ask for something that is answered with a status."""
        answer = await self.call(*call)
        assert answer.status == status, (call, answer.body)
        return answer

    async def refused(self, status: int, code: int, *call: Any) -> None:
        """Ask for something that is refused with a code."""
        assert (await self.expect(status, *call)).code == code, call

    async def get(self, path: str) -> Any:
        return (await self.expect(200, "GET", path)).body

    async def post(self, room: str, text: str = "x", **more: Any) -> Answer:
        return await self.call("POST", f"/channels/{room}/messages", {"content": text, **more})

    async def say(self, room: str, text: str, **more: Any) -> Message:
        return (await self.post(room, text, **more)).content

    async def react(self, message: Message, emoji: str = "👍") -> None:
        path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        await self.request("PUT", f"{path}/reactions/{emoji}/@me")

    async def edit(self, message: Message, text: str) -> Message:
        path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        return await self.request("PATCH", path, json={"content": text})

    async def delete(self, message: Message) -> None:
        await self.request("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")

    async def history(self, room: str, result: str = "0") -> list[Message]:
        """Return the newest messages of a room, oldest first."""
        path = f"/channels/{room}/messages?limit=100&after={result}"
        return sorted(await self.request("GET", path), key=lambda message: int(message["id"]))

    async def read(
        self, room: str, condition: Callable[[Message], bool], result: str = "0"
    ) -> Message:
        """Wait for a message of a kind."""
        messages: list[Message] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                for pause in pauses():
                    messages = await self.history(room, result)
                    if message := next(filter(condition, messages), None):
                        return message
                    await asyncio.sleep(pause)
        text = "\n".join(f"{m['author']['username']}: {m['content']}" for m in messages)
        raise AssertionError(f"nothing of that kind was said; the room has:\n{text}")

    async def direct(self, user_id: str = "") -> str:
        """Return the channel with the Dealer, or with another person."""
        about = {"recipient_id": user_id or self.world.about["bot_id"]}
        return (await self.request("POST", "/users/@me/channels", json=about))["id"]

    async def guild_ids(self) -> list[str]:
        return [guild["id"] for guild in await self.get("/users/@me/guilds")]

    async def tell(self, text: str) -> Message:
        """Say something to the Dealer alone."""
        return await self.say(await self.direct(), text)

    async def reply(self, message: Message) -> Message:
        def is_reply(other: Message) -> bool:
            return (other.get("message_reference") or {}).get("message_id") == message["id"]

        return await self.read(message["channel_id"], is_reply, message["id"])

    async def command(
        self,
        room: str,
        name: str,
        /,
        files: Files | None = None,
        **options: Any,
    ) -> None:
        """Give a slash command, `/group sub`, with options by name; `files` are by option.

        A match begins at once, unless the options say that its players have to be ready.
        """
        group, _, sub = name.removeprefix("/").partition(" ")
        if group not in self._commands:
            self._commands = {command["name"]: command for command in await self.commands()}
        command = self._commands[group]
        declared = command.get("options", [])
        if sub:
            declared = next(o for o in declared if o["name"] == sub).get("options", [])
        types = {option["name"]: option["type"] for option in declared}
        if "ready" in types and name != "/dealer defaults":
            options = {"ready": False} | options
        options |= {option: str(number) for number, option in enumerate(files or ())}
        values = [
            {"name": name, "type": types[name], "value": str(v) if types[name] == STRING else v}
            for name, v in options.items()
        ]
        if sub:
            values = [{"name": sub, "type": SUBCOMMAND, "options": values}]
        sent = {f"{option}.txt": content for option, content in files.items()} if files else None
        listed = [{"id": str(n), "filename": name} for n, name in enumerate(sent or ())]
        data = {
            "id": command["id"],
            "name": group,
            "type": 1,
            "options": values,
            "attachments": listed,
        }
        await self.request("POST", "/interactions", self.interaction(room, SLASH, data), sent)

    async def commands(self) -> list[dict[str, Any]]:
        path = f"/applications/{self.world.about['application_id']}/commands"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (listed := await self.request("GET", path)):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
        return listed

    async def ask(self, room: str, name: str, /, *files: Any, **options: Any) -> Message:
        """Give a command; return its answer, heard by a connection of its own."""
        async with Listener(self) as ear:
            return await ear.ask(room, name, *files, **options)

    async def ask_text(self, room: str, name: str, /, *files: Any, **options: Any) -> str:
        return str((await self.ask(room, name, *files, **options))["content"])

    async def press(self, message: Message, custom_id: str, **data: Any) -> None:
        await self.request("POST", "/interactions", self.pressing(message, custom_id, **data))

    async def fill_in(self, room: str, modal: dict[str, Any], text: str) -> None:
        """Send a form with one field."""
        (label,) = modal["components"]
        field = {"type": TEXT_INPUT, "custom_id": label["component"]["custom_id"], "value": text}
        filled = [{"type": LABEL, "component": field}]
        data = {"id": modal["id"], "custom_id": modal["custom_id"], "components": filled}
        await self.request("POST", "/interactions", self.interaction(room, MODAL, data))

    def pressing(self, message: Message, custom_id: str, **data: Any) -> dict[str, Any]:
        about = {"custom_id": custom_id, "component_type": BUTTON} | data
        return self.interaction(message["channel_id"], COMPONENT, about, message_id=message["id"])

    def interaction(
        self, room: str, kind: int, data: dict[str, Any], **more: Any
    ) -> dict[str, Any]:
        return {
            "type": kind,
            "application_id": self.world.about["application_id"],
            "guild_id": self.world.guild_id,
            "channel_id": room,
            "session_id": "none",
            "nonce": "1",
            "data": data,
            **more,
        }


def form(body: Any, files: Files) -> aiohttp.FormData:
    """Return a multipart body as discord.py and Discord's own client send it."""
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(body or {}), content_type="application/json")
    for index, (name, content) in enumerate(files.items()):
        file = BytesIO(content.encode() if isinstance(content, str) else content)
        data.add_field(f"files[{index}]", file, filename=name)
    return data


@contextmanager
def people_wait(seconds: float) -> Iterator[None]:
    """Lengthen the acknowledgement time for people in this process's sandboxes.

    Discord allows three seconds, in which a busy machine may not get round to it.
    """
    usual = interactions.ACKNOWLEDGE_SECONDS
    interactions.ACKNOWLEDGE_SECONDS = seconds
    try:
        yield
    finally:
        interactions.ACKNOWLEDGE_SECONDS = usual


def from_dealer(*parts: str) -> Callable[[Message], bool]:
    """Return a test for a message of the Dealer's that says all that."""

    def is_wanted(message: Message) -> bool:
        by_bot = message["author"].get("bot", False)
        return by_bot and all(part in message["content"] for part in parts)

    return is_wanted


class Listener:
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
                    await self.hear(payload["t"], payload["d"])

    async def hear(self, kind: str, data: Any) -> None:
        async with self._heard:
            self.events.append((kind, data))
            self._heard.notify_all()

    async def wait(self, kind: str, condition: Callable[[Any], bool] = lambda _: True) -> Any:
        """Wait for an event of a kind, from the ones that came already on."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._heard:
                count = await self._heard.wait_for(lambda: self._count_to(kind, condition))
        except TimeoutError:
            heard = [name for name, _ in self.events]
            raise AssertionError(f"no {kind}; there were {heard}") from None
        _, data = self.events[count - 1]
        del self.events[:count]
        return data

    def _count_to(self, kind: str, condition: Callable[[Any], bool]) -> int:
        """Return the number of events up to the first of a kind, or 0 if there is none."""
        events = enumerate(self.events, start=1)
        return next((n for n, (name, data) in events if name == kind and condition(data)), 0)

    async def answer(self) -> Message:
        """Return the Dealer's next answer to something this person did, when it is there."""
        message = await self.wait("MESSAGE_CREATE", lambda data: data.get("flags", 0) & EPHEMERAL)
        if not message["flags"] & LOADING:
            return message
        return await self.change_of(message)

    async def change_of(self, message: Message) -> Message:
        """Return a message as it is once it has changed."""
        return await self.wait("MESSAGE_UPDATE", lambda data: data["id"] == message["id"])

    async def ask(self, room: str, name: str, /, *files: Any, **options: Any) -> Message:
        await self.person.command(room, name, *files, **options)
        return await self.answer()

    async def ask_text(self, room: str, name: str, /, *files: Any, **options: Any) -> str:
        return str((await self.ask(room, name, *files, **options))["content"])

    async def press(self, message: Message, custom_id: str, **data: Any) -> Message:
        await self.person.press(message, custom_id, **data)
        return await self.answer()

    async def press_text(self, message: Message, custom_id: str, **data: Any) -> str:
        return str((await self.press(message, custom_id, **data))["content"])

    async def open_form(self, message: Message, custom_id: str) -> dict[str, Any]:
        await self.person.press(message, custom_id)
        form: dict[str, Any] = await self.wait("INTERACTION_MODAL_CREATE")
        return form
