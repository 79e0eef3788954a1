"""A later version comes in beside those that run, which go on until they are stopped."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import pytest
from sqlalchemy import make_url

from sandbox.server import Sandbox
from tests.bot_forker import Forker
from tests.bot_process import READY, BotProcess
from tests.databases import make_databases_on_server  # noqa: F401 - a fixture
from tests.end_to_end.apart import own_sandbox  # noqa: F401 - fixtures
from tests.end_to_end.conftest import fixture
from tests.end_to_end.matches import clock_runs, gaps, result_after, start, turn_after
from tests.end_to_end.shards import guilds_on_shards, process
from tests.people import World
from tests.postgres_server import Databases

WAITING = b"in reserve"
MIGRATION = """
    ALTER TABLE matches ADD COLUMN later INTEGER;
    ALTER TABLE entries ADD COLUMN later TEXT NOT NULL DEFAULT '';
    ALTER TABLE shards ADD COLUMN later INTEGER;
    CREATE TABLE later (id INTEGER PRIMARY KEY);
    UPDATE alembic_version SET version_num = '9999';
"""
"""What a later version does as it starts, which only adds."""


@fixture(scope="module")
async def url(on_server: Databases) -> str:
    return await on_server.create()


@fixture(scope="module")
async def fleet(
    sandbox: Sandbox, forker: Forker, url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[dict[str, BotProcess]]:
    """A process that serves both shards, one in reserve, and one that has yet to start."""
    folder = tmp_path_factory.mktemp("bots")
    async with AsyncExitStack() as stack:
        yield {
            name: await stack.enter_async_context(process(sandbox, forker, folder / name, url))
            for name in ("first", "reserve", "late")
        }


async def migrate(url: str) -> None:
    """Bring a database to what a later version makes of it, while others use it."""
    place = make_url(url)
    connection = await asyncpg.connect(
        host=place.host, port=place.port, user=place.username, database=place.database
    )
    await connection.execute(MIGRATION)
    await connection.close()


async def test_matches_go_on_beside_a_later_version_and_no_earlier_one_is_started(
    world: World, fleet: dict[str, BotProcess], url: str
):
    first, reserve, late = fleet.values()
    await first.start(READY, times=2)
    await reserve.start(WAITING)
    guild = (await guilds_on_shards(world))[1]
    room = await guild.new_room()
    opening = await start(guild, room, takeback=0)
    await clock_runs(guild, room)
    await migrate(url)
    move = await guild.ec.say(room, "E6 E7")
    await turn_after(guild, room, move, guild.dmo)
    await late.start(b"newer Dealer")
    assert await late.ended() == 1
    # Whoever waits takes over at once what is given back.
    assert await first.stop() == 0
    move = await guild.dmo.say(room, "E3 F3")
    await turn_after(guild, room, move, guild.ec)
    assert await gaps(guild, room) == 1
    await guild.ec.say(room, "concede")
    await result_after(guild, room, opening)
