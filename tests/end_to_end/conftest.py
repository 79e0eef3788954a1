"""A sandbox with rate limits off, the bot in a process of its own, and people.

The tests share one sandbox, one bot and one event loop; each has a server of its own, with people
and rooms that no other test uses. Those that would disturb others have their own bot (`apart`).
"""

import functools
import re
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import pytest
import pytest_asyncio

from sandbox.guilds import guilds
from sandbox.server import Sandbox
from sandbox.state.models import Guild, User
from sandbox.state.new_world import FIRST_PEOPLE
from sandbox.state.world import World as SandboxWorld
from tests.end_to_end.helpers.followed_match import FollowedMatch
from tests.end_to_end.helpers.matches import World, abort_all
from tests.end_to_end.helpers.playing import Playing
from tests.helpers.browser import open_browser
from tests.helpers.clocks.waiting import PATIENCE_SECONDS
from tests.helpers.databases.new_databases import make_new_database  # noqa: F401 - a fixture
from tests.helpers.people import Listener, people_wait
from tests.helpers.processes.bot_forker import ANIMATES, Forker
from tests.helpers.processes.bot_process import BotProcess, with_settings
from tests.helpers.processes.ports import free_port
from tests.sandbox.clients import open_clients
from tests.sandbox.page.page_server import PageServer

ORPHANED = re.compile(
    rb'Traceback [^\n]*\n  File "<string>"[^\n]*\n'
    rb"(?:  [^\n]*spawn[^\n]*\n(?:    [^\n]*\n)*)+EOFError[^\n]*\n"
)
"""The last words of a child process whose parent was killed just as it started the child."""

HERE = Path(__file__).parent

Ears: TypeAlias = dict[str, Listener]
"""The listeners of the host, the players and the spectator."""

fixture = functools.partial(pytest_asyncio.fixture, loop_scope="package")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all tests of this folder share one event loop."""
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="package"), append=False)


def assert_no_fault_logged(bot: BotProcess) -> None:
    assert b"Traceback" not in ORPHANED.sub(b"", bot.log), bot.log.decode()


@asynccontextmanager
async def open_sandbox(shift: float = 0.0, **settings: Any) -> AsyncIterator[Sandbox]:
    """A sandbox in which people are as patient as the tests, and called the same on each server."""
    with pytest.MonkeyPatch.context() as patch, people_wait(PATIENCE_SECONDS):
        patch.setattr(guilds, "first_members", _first_members)
        sandbox = Sandbox(**({"rate_limits": False} | settings))
        sandbox.shift = shift
        async with sandbox:
            yield sandbox


def _first_members(world: SandboxWorld, guild: Guild) -> list[User]:
    people = [world.add_user(name, part, guild.id) for name, part in FIRST_PEOPLE]
    return [world.owner, world.bot, *people]


@pytest.fixture(scope="session")
def forker() -> Iterator[Forker]:
    with Forker() as forker:
        yield forker


@fixture(scope="package")
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@fixture(scope="package")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with open_sandbox() as sandbox:
        yield sandbox


async def running_bot(
    sandbox: Sandbox, forker: Forker, new_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """Yield a bot with a database of its own."""
    database = tmp_path_factory.mktemp("bot") / "dealer.sqlite"
    shutil.copy(new_database, database)
    async with started(BotProcess(sandbox, database, forker.begin)) as bot:
        yield bot


shared_bot = fixture(scope="package", name="shared_bot")(running_bot)


@asynccontextmanager
async def started(bot: BotProcess) -> AsyncIterator[BotProcess]:
    await bot.start()
    yield bot
    assert await bot.stop() == 0
    assert_no_fault_logged(bot)


@fixture()
async def world(sandbox: Sandbox, session: aiohttp.ClientSession) -> World:
    """Return a server that no test has used yet, with people of its own."""
    return await (await World.visit(session, sandbox.address)).new_guild()


@fixture()
async def bot(shared_bot: BotProcess, sandbox: Sandbox, world: World) -> AsyncIterator[BotProcess]:
    """Yield the bot that many tests share, running and without faults from earlier tests."""
    shared_bot.log = b""
    yield shared_bot
    sandbox.services.faults.clear()
    sandbox.services.guilds.end_outages()
    if not shared_bot.is_running:
        await shared_bot.start()
    await abort_all(world, shared_bot)
    assert_no_fault_logged(shared_bot)


@fixture()
async def animating(bot: BotProcess) -> AsyncIterator[None]:
    """Let the bot of a test make the animations of its matches."""
    usual, bot.begin = bot.begin, with_settings(bot.begin, **{ANIMATES: "1"})
    await bot.restart()
    yield
    bot.begin = usual


@fixture()
async def room(world: World, bot: BotProcess) -> str:
    """Return a game room that no test has used yet, in which the bot is there."""
    return await world.new_room()


@fixture()
async def ears(world: World, bot: BotProcess) -> AsyncIterator[Ears]:
    async with AsyncExitStack() as stack:
        roles = ("host", "ec", "dmo", "spectator")
        people = {role: Listener(world.people[role]) for role in roles}
        yield {role: await stack.enter_async_context(ear) for role, ear in people.items()}


@fixture()
async def host(world: World, bot: BotProcess) -> AsyncIterator[Listener]:
    async with Listener(world.host) as ear:
        yield ear


@fixture()
async def reader(world: World, bot: BotProcess) -> AsyncIterator[Listener]:
    async with Listener(world.spectator) as ear:
        yield ear


@fixture()
async def beginner(world: World, bot: BotProcess) -> AsyncIterator[Listener]:
    async with Listener(await world.newcomer()) as ear:
        yield ear


@fixture()
async def followed(world: World, bot: BotProcess) -> AsyncIterator[FollowedMatch]:
    async with Listener(world.spectator) as ear:
        yield FollowedMatch(world, ear)


@fixture(scope="package")
async def playing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Playing]:
    playing = Playing(tmp_path_factory.mktemp("play"))
    await playing.start(free_port())
    yield playing
    assert await playing.end(signal.SIGINT) == 0


@fixture(scope="package")
async def server(playing: Playing) -> AsyncIterator[PageServer]:
    async with open_browser() as browser, open_clients(playing, PageServer) as page_server:
        page_server.browser = browser
        yield page_server
