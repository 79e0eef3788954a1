"""A sandbox with rate limits off, the bot in a process of its own, and people.

The tests of a file share one sandbox, one bot and one event loop; each has a room of its own.
"""

import functools
import re
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from tests.bot_forker import Forker
from tests.bot_process import BotProcess
from tests.browser import open_browser
from tests.databases import make_new_database  # noqa: F401 - a fixture
from tests.end_to_end.followed_match import FollowedMatch
from tests.end_to_end.playing import Playing
from tests.people import Listener, World, people_wait
from tests.ports import free_port
from tests.sandbox.page.page_server import PageServer
from tests.waiting import PATIENCE_SECONDS

ORPHANED = re.compile(
    rb'Traceback [^\n]*\n  File "<string>"[^\n]*\n'
    rb"(?:  [^\n]*spawn[^\n]*\n(?:    [^\n]*\n)*)+EOFError[^\n]*\n"
)
"""What a child process says whose parent was killed just as it started the child."""

shared = functools.partial(pytest_asyncio.fixture, scope="module", loop_scope="module")


def assert_no_fault_logged(bot: BotProcess) -> None:
    assert b"Traceback" not in ORPHANED.sub(b"", bot.log), bot.log.decode()


@pytest.fixture(scope="session")
def forker() -> Iterator[Forker]:
    with Forker() as forker:
        yield forker


@shared()
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(rate_limits=False) as sandbox:
        with people_wait(PATIENCE_SECONDS):
            yield sandbox


@shared()
async def bot(
    sandbox: Sandbox, forker: Forker, new_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    database = tmp_path_factory.mktemp("bot") / "dealer.sqlite"
    shutil.copy(new_database, database)
    bot = BotProcess(sandbox, database, forker.begin)
    await bot.start()
    yield bot
    await bot.stop()
    assert_no_fault_logged(bot)


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


@shared()
async def playing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Playing]:
    playing = Playing(tmp_path_factory.mktemp("play"))
    await playing.start(free_port())
    yield playing
    assert await playing.end(signal.SIGINT) == 0


@shared()
async def server(playing: Playing) -> AsyncIterator[PageServer]:
    async with open_browser() as browser, aiohttp.ClientSession() as http:
        yield PageServer(playing.address, browser, http)
