"""A sandbox of its own for each test, its rate limits off, except for those who test them."""

from collections.abc import AsyncIterator

import pytest

from sandbox.server import Sandbox
from tests.sandbox.support import Bot, Town, open_town, running


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Sandbox(rate_limits=False) as sandbox, open_town(sandbox) as town:
        yield town


@pytest.fixture
async def strict_town() -> AsyncIterator[Town]:
    async with Sandbox() as sandbox, open_town(sandbox) as town:
        yield town


@pytest.fixture
async def bot(town: Town) -> AsyncIterator[Bot]:
    async with running(Bot(), town.sandbox) as bot:
        yield bot
