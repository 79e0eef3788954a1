"""A sandbox of its own for each test, its rate limits off, except for those who test them."""

from collections.abc import AsyncIterator

import pytest

from sandbox.server import Sandbox
from tests.sandbox.clients import Bot, Clients, Socket, open_clients, running


@pytest.fixture
async def clients() -> AsyncIterator[Clients]:
    async with Sandbox(rate_limits=False) as sandbox, open_clients(sandbox) as clients:
        yield clients


@pytest.fixture
async def rate_limited_clients() -> AsyncIterator[Clients]:
    async with Sandbox() as sandbox, open_clients(sandbox) as clients:
        yield clients


@pytest.fixture
async def bot(clients: Clients) -> AsyncIterator[Bot]:
    async with running(Bot(), clients.sandbox) as bot:
        yield bot


@pytest.fixture
async def dealer(clients: Clients) -> Socket:
    """Return a session of the bot, with all intents."""
    return await clients.watch_as_bot()


@pytest.fixture
async def watcher(clients: Clients) -> Socket:
    """Return a session of a player."""
    return await clients.watch(clients.ada)
