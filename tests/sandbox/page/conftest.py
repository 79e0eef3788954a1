"""One browser and one sandbox with its bot for all of the page's tests; a room for each.

To load the page takes longer than most tests. Those that need it as it is when freshly loaded, or
on a phone, open it themselves; all others of a file share one, `chat`.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.helpers.browser import Chat, open_browser
from tests.sandbox.page.page_server import PageServer, open_page_server, running_bot


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def server(browser: Browser) -> AsyncIterator[PageServer]:
    """Yield a sandbox with its bot, whose files the browser asks for once, not with each page."""
    async with open_page_server(browser) as page_server, running_bot(page_server.sandbox):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sandbox.server.FRESH", {"Cache-Control": "max-age=3600"})
            yield page_server


@pytest_asyncio.fixture(loop_scope="package")
async def room(server: PageServer) -> str:
    return await server.new_room()


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def open_chat(server: PageServer) -> AsyncIterator[Chat]:
    async with server.chat("Ada") as chat:
        yield chat


@pytest_asyncio.fixture(loop_scope="package")
async def chat(open_chat: Chat, room: str) -> AsyncIterator[Chat]:
    """Yield the page as Ada, in a room in which nothing has been said."""
    await open_chat.page.keyboard.press("Escape")  # closes what the last test has left open
    await open_chat.become("Ada")
    await open_chat.enter(room)
    yield open_chat
    assert not open_chat.errors, open_chat.errors
