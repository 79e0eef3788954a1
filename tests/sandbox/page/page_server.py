"""The common parts of the page's tests: a sandbox with a bot, a browser, and disturbances."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser, Locator, Page, WebSocketRoute

from sandbox import server
from sandbox.server import BOT_TOKEN, Sandbox
from tests.helpers.browser import Chat, open_chat
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.people import people_wait

PROJECT = Path(__file__).parents[3]


@dataclass
class PageServer:
    """A running sandbox with its bot, and a browser to look at it."""

    address: str
    browser: Browser
    http: aiohttp.ClientSession

    def chat(
        self, person: str, room: str | None = None, **options
    ) -> AbstractAsyncContextManager[Chat]:
        """Return the page as one person."""
        return open_chat(self.browser, self.address, person, room, **options)

    async def new_room(self) -> str:
        more = {"channels": 1}
        async with self.http.post(f"{self.address}sandbox/world", json=more) as answer:
            return (await answer.json())["channels"][-1]["name"]

    async def fail_next(self, fault: str, method: str, route: str) -> None:
        """Make a person's next request to a route fail."""
        match = {"method": method, "route": route, "who": "people"}
        body = {"fault": fault, "match": match, "count": 1}
        async with self.http.post(f"{self.address}sandbox/faults", json=body) as answer:
            assert answer.ok, await answer.text()

    async def control(self, method: str, name: str, body: Any = None) -> Any:
        """Use one of the sandbox's control routes."""
        url = f"{self.address}sandbox/{name}"
        async with self.http.request(method, url, json=body) as answer:
            assert answer.ok, await answer.text()
            return None if answer.status == 204 else await answer.json()

    async def ask(self, person: str, method: str, path: str, body: Any = None) -> Any:
        world = await self.control("GET", "world")
        token = next(user["token"] for user in world["users"] if user["name"] == person)
        url, headers = f"{world['api']}{path}", {"Authorization": token}
        async with self.http.request(method, url, headers=headers, json=body) as answer:
            assert answer.ok, await answer.text()
            return None if answer.status == 204 else await answer.json()

    async def room_id(self, name: str) -> str:
        world = await self.control("GET", "world")
        return next(channel["id"] for channel in world["channels"] if channel["name"] == name)

    async def say(self, person: str, room: str, *texts: str) -> None:
        for text in texts:
            await self.post(person, room, {"content": text})

    async def post(self, person: str, room: str, message: dict[str, Any]) -> Any:
        """Post any message in a room for someone, without the page."""
        path = f"/channels/{await self.room_id(room)}/messages"
        return await self.ask(person, "POST", path, message)


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
    arguments = ("-m", "tests.sandbox.page.showcase_bot", sandbox.api, sandbox.gateway, BOT_TOKEN)
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=PROJECT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.terminate()
        await process.communicate()


@asynccontextmanager
async def open_page_server(browser: Browser) -> AsyncIterator[PageServer]:
    """Yield a sandbox and its bot, both running, for a browser to look at."""
    async with aiohttp.ClientSession() as http, Sandbox(port=0) as sandbox, running_bot(sandbox):
        with people_wait(PATIENCE_SECONDS), pytest.MonkeyPatch.context() as patch:
            # The browser asks for the page's forty files once, not with each page.
            patch.setattr(server, "FRESH", {"Cache-Control": "max-age=3600"})
            yield PageServer(f"{sandbox.address}/", browser, http)


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


async def focused_label(page: Page) -> str:
    return await page.evaluate("document.activeElement.getAttribute('aria-label')")


async def press_all(page: Page, *keys: str) -> None:
    """Press one key after another."""
    for key in keys:
        await page.keyboard.press(key)


def tool(message: Locator, name: str) -> Locator:
    return message.get_by_role("button", name=name, exact=True)
