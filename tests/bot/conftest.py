"""A store on a database of its own, tables and houses over it, and an outbox."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.posts.sending import outbox as outbox_module
from bot.posts.sending import room_rate_limit
from bot.posts.sending.requests import RateLimiter
from bot.storage.databases.dialects import SQLITE
from bot.storage.store import Store
from bot.texts.language import Language, speaking
from bot.values.discord_time import DiscordClock
from tests.helpers.databases.new_databases import make_databases_on_server, make_new_database  # noqa: F401 - fixtures
from tests.helpers.databases.postgres_server import Databases
from tests.helpers.rooms.live_rooms import Rooms, is_kept
from tests.helpers.rooms.outboxes import OutboxHarness, logged_in, open_outbox
from tests.helpers.rooms.servers import Server

TESTED_REQUESTS_A_SECOND = 1_000
TESTED_WINDOW_SECONDS = 0.01
"""So fast that only the tests of the rate limits wait for them."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "dealer.sqlite"


@pytest.fixture
def kind() -> str:
    return SQLITE


@pytest.fixture
async def url(request: pytest.FixtureRequest, kind: str, database: Path, new_database: Path) -> str:
    """Return the URL of a database with the Dealer's tables and nothing in them."""
    if kind == SQLITE:
        database.parent.mkdir()
        shutil.copy(new_database, database)
        return f"sqlite:///{database}"
    on_server: Databases = request.getfixturevalue("on_server")
    return await on_server.create()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
async def deal(store: Store) -> AsyncIterator[Rooms]:
    rooms = Rooms(store)
    yield rooms
    for room in rooms.open:
        await room.stop()
        await is_kept(room)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch, store: Store) -> AsyncIterator[Server]:
    monkeypatch.setattr(room_rate_limit, "ROOM_WINDOW_SECONDS", TESTED_WINDOW_SECONDS)
    limiter, clock = RateLimiter(TESTED_REQUESTS_A_SECOND), DiscordClock()
    async with logged_in(monkeypatch, limiter, clock) as (client, world, sandbox):
        server = Server(client, limiter, clock, world, store, sandbox)
        yield server
        await server.stop()


@pytest.fixture
async def outbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OutboxHarness]:
    monkeypatch.setattr(outbox_module, "FIRST_RETRY_SECONDS", 0.01)
    monkeypatch.setattr(room_rate_limit, "ROOM_WINDOW_SECONDS", TESTED_WINDOW_SECONDS)
    async with open_outbox(monkeypatch, RateLimiter(TESTED_REQUESTS_A_SECOND)) as harness:
        yield harness


@pytest.fixture
def encodes_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode no picture: only names and alt texts are compared."""
    monkeypatch.setattr("rendering.Picture.png", b"")


@pytest.fixture(params=list(Language))
def each_language(request: pytest.FixtureRequest) -> Iterator[Language]:
    """Yield a test once in each language: for what holds however long its words are."""
    with speaking(request.param):
        yield request.param
