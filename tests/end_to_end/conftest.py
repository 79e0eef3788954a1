"""A sandbox with rate limits off, the bot in a process of its own, and people.

The tests of a file share one sandbox, one bot and one event loop; each has a room of its own.
"""

import functools
from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from tests.bot_forker import Forker
from tests.bot_process import BotProcess
from tests.end_to_end.followed_match import FollowedMatch
from tests.people import Listener, World

shared = functools.partial(pytest_asyncio.fixture, scope="module", loop_scope="module")


@pytest.fixture(scope="session")
def forker() -> Iterator[Forker]:
    with Forker() as forker:
        yield forker


@shared()
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(rate_limits=False) as sandbox:
        yield sandbox


@shared()
async def bot(
    sandbox: Sandbox, forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    bot = BotProcess(sandbox, tmp_path_factory.mktemp("bot") / "dealer.sqlite", forker.begin)
    await bot.start()
    yield bot
    await bot.stop()
    assert b"Traceback" not in bot.log, bot.log.decode()


@shared()
async def world(sandbox: Sandbox) -> AsyncIterator[World]:
    async with aiohttp.ClientSession() as session:
        yield await World.visit(session, sandbox.address)


@shared(scope="function")
async def room(world: World) -> str:
    """A game room that no test has used yet."""
    return await world.new_room()


@shared(scope="function")
async def followed(world: World, bot: BotProcess) -> AsyncIterator[FollowedMatch]:
    async with Listener(world.spectator) as ear:
        followed = FollowedMatch(world, ear)
        yield followed
        if not followed.is_over:
            await followed.abort()
