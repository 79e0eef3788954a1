"""A sandbox in a process of its own that notes the times of requests and messages.

A line of JSON in, one out: the name of a question, and what it is about. Times are seconds of the
machine's monotonic clock, which all its processes share. It ends with its standard input.
"""

import asyncio
import gc
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle, islice
from time import monotonic
from typing import Any

from sandbox.server import Sandbox
from sandbox.state.models import Message
from tests.helpers.counting import Request, note_requests

CHAT = "good move, I would not have seen that"
TICK_SECONDS = 0.01


class Notes:
    """The events since the latest question.

    Attributes:
        requests: Time, method and route of each of the bot's requests.
        messages: Time of each new or edited message, its channel, whether a bot wrote it, whether
            it has a file, and its text.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.requests: list[tuple[float, str]] = []
        self.messages: list[tuple[float, str, bool, bool, str]] = []
        self.refused = 0
        note_requests(sandbox, self._note_request)
        events = sandbox.services.events
        for name in ("message_created", "message_updated"):
            setattr(events, name, self._noting(getattr(events, name)))

    def _note_request(self, request: Request) -> None:
        self.requests.append((monotonic(), request.route))
        self.refused += request.is_refused

    def _noting(self, tell: Callable[..., None]) -> Callable[..., None]:
        def noting(message: Message, *nonce: str | int | None) -> None:
            by_bot = self.sandbox.services.world.users[message.author_id].bot
            # A match's animation shows no board, and may come after the next match's first one.
            has_picture = any(file["filename"].endswith(".png") for file in message.attachments)
            about = (str(message.channel_id), by_bot, has_picture, message.content)
            self.messages.append((monotonic(), *about))
            tell(message, *nonce)

        return noting

    def drained(self) -> dict[str, Any]:
        """Return the notes and forget them."""
        requests, self.requests = self.requests, []
        messages, self.messages = self.messages, []
        refused, self.refused = self.refused, 0
        return {"requests": requests, "messages": messages, "refused": refused}


def stand(sandbox: Sandbox, messages: list[tuple[int, int, str]]) -> None:
    """Post messages of the bot, each with its room, id and text."""
    world = sandbox.services.world
    for room_id, message_id, content in messages:
        channel = world.channels[room_id]
        channel.last_message_id = message_id
        world.keep(Message(message_id, room_id, world.bot.id, content=content))


async def talk(sandbox: Sandbox, rooms: list[int], author: int, a_second: float) -> int:
    """Say `a_second` messages a second, in one room after the other, until cancelled.

    They are heard by the bot and stored nowhere. Return their number.
    """
    services, began, turns, said = sandbox.services, monotonic(), cycle(rooms), 0
    with suppress(asyncio.CancelledError):
        while True:
            due = int((monotonic() - began) * a_second)
            for room in islice(turns, due - said):
                message = Message(services.world.snowflakes.next(), room, author, content=CHAT)
                payload = services.payloads.message_event(message)
                guild_id = services.world.channels[room].guild_id
                services.events.to_bot("MESSAGE_CREATE", payload, guild_id)
            said = due
            await asyncio.sleep(TICK_SECONDS)
    return said


def tell(about: Any) -> None:
    """Write a line for the parent process."""
    sys.stdout.write(json.dumps(about) + "\n")
    sys.stdout.flush()


async def main() -> None:
    """Run the sandbox, and note each request with its time."""
    # While the collector runs, requests wait, and those of more than a second then come in one.
    gc.disable()
    async with Sandbox() as sandbox:
        notes = Notes(sandbox)
        talking: asyncio.Task[int]
        tell({"address": sandbox.address, "api": sandbox.api, "gateway": sandbox.gateway})
        while line := await asyncio.to_thread(sys.stdin.readline):
            match json.loads(line):
                case ["stand", messages]:
                    stand(sandbox, messages)
                    tell("done")
                case ["talk", rooms, author, a_second]:
                    talking = asyncio.create_task(talk(sandbox, rooms, author, a_second))
                    tell("done")
                case "silence":
                    talking.cancel()
                    tell(await talking)
                case "notes":
                    tell(notes.drained())


if __name__ == "__main__":
    asyncio.run(main())
