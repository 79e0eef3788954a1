"""A sandbox, the people there, and starts of the bot in this process."""

from collections.abc import AsyncIterator, Callable

import aiohttp
import pytest

from bot.storage.store import Store
from sandbox.server import Sandbox
from tests.bot.app.starts import Start
from tests.end_to_end.helpers.matches import World
from tests.sandbox.clients import point_at


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        # A test has several starts in a few seconds.
        sandbox.services.limiter.settings.seconds_between_identifies = 0.0
        point_at(monkeypatch, sandbox.api, sandbox.gateway)
        yield sandbox


@pytest.fixture
async def world(sandbox: Sandbox) -> AsyncIterator[World]:
    async with aiohttp.ClientSession() as session:
        yield await World.visit(session, sandbox.address)


@pytest.fixture
async def begin(store: Store, sandbox: Sandbox) -> AsyncIterator[Callable[[], Start]]:
    starts: list[Start] = []

    def begin_one() -> Start:
        starts.append(Start(store))
        return starts[-1]

    yield begin_one
    for start in starts:
        await start.close()
