"""One browser and one sandbox with its bot for all of the page's tests; a room for each."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.browser import open_browser
from tests.sandbox.page.page_server import PageServer, open_page_server


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def server(browser: Browser) -> AsyncIterator[PageServer]:
    async with open_page_server(browser) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="package")
async def room(server: PageServer) -> str:
    """A room in which nothing has been said."""
    return await server.new_room()
