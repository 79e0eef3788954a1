"""The common parts of the page's tests: a sandbox with a bot, a browser, and disturbances."""

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Locator, Page, WebSocketRoute

from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.browser import Chat, open_chat
from tests.helpers.people import Person
from tests.helpers.processes.sandbox_process import start_module
from tests.sandbox.clients import Clients, open_clients


class PageServer(Clients):
    """A running sandbox with plain clients of its people, and a browser to look at it."""

    browser: Browser

    def chat(
        self, person: str, room: str | None = None, **options
    ) -> AbstractAsyncContextManager[Chat]:
        """Return the page as one person."""
        return open_chat(self.browser, f"{self.address}/", person, room, **options)

    async def new_room(self) -> str:
        return (await self.control("POST", "world", {"channels": 1})).body["channels"][-1]["name"]

    async def path(self, room: str) -> str:
        """Return the path of a room's channel."""
        channels = (await self.control("GET", "world")).body["channels"]
        return "/channels/" + next(item["id"] for item in channels if item["name"] == room)

    async def say(self, person: Person, room: str, *texts: str) -> None:
        for text in texts:
            await self.post(person, room, {"content": text})

    async def post(self, person: Person, room: str, message: dict[str, Any]) -> Any:
        """Post any message in a room for someone, without the page."""
        path = f"{await self.path(room)}/messages"
        return (await person.expect(200, "POST", path, message)).body


class GatewayProxy:
    """Stands between the page and the gateway, so that a test can cut the connection."""

    def __init__(self, *, is_cut: bool = False) -> None:
        self.is_cut = is_cut
        self.sockets = []

    async def install(self, page: Page) -> None:
        await page.route_web_socket(re.compile("gateway"), self.connect)

    async def connect(self, socket: WebSocketRoute) -> None:
        """Let a new socket through, unless the connection is cut."""
        if self.is_cut:
            await socket.close(code=4000, reason="the connection is cut")
        else:
            self.sockets.append((socket, socket.connect_to_server()))

    async def cut(self, code: int) -> None:
        """Close every socket on both sides, and let no new one through."""
        self.is_cut = True
        for page_side, server_side in self.sockets:
            await server_side.close(code=code, reason="")
            await page_side.close(code=code, reason="")


@asynccontextmanager
async def running_bot(sandbox: Sandbox) -> AsyncIterator[None]:
    arguments = (sandbox.api, sandbox.gateway, BOT_TOKEN)
    process = await start_module("tests.sandbox.page.showcase_bot", *arguments)
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.terminate()
        await process.communicate()


@asynccontextmanager
async def open_page_server(browser: Browser) -> AsyncIterator[PageServer]:
    """Yield a sandbox of its own with nobody but people, for a browser to look at."""
    async with Sandbox() as sandbox, open_clients(sandbox, PageServer) as page_server:
        page_server.browser = browser
        yield page_server


TOO_SMALL = """
() => [...document.querySelectorAll("button, input, textarea, a.button")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => !node.closest(".markdown, p"))
  .map((node) => [node.getBoundingClientRect(), node])
  .filter(([box]) => box.width > 0 && (box.height < 40 || box.width < 40))
  .map(([box, node]) => `${node.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)
"""


async def too_small(page: Page) -> list[str]:
    """Return controls smaller than 40 px, too small for fingers, except links in running text."""
    return await page.evaluate(TOO_SMALL)


async def press_all(page: Page, *keys: str) -> None:
    """Press one key after another."""
    for key in keys:
        await page.keyboard.press(key)


def tool(message: Locator, name: str) -> Locator:
    return message.get_by_role("button", name=name, exact=True)
