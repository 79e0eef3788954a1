"""While nothing can be kept: who is told, that nobody is charged, and what is not done."""

import asyncio
import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from bot.live import outages as standstill_module
from bot.live.outages import StorageOutage
from bot.live.runner import MatchRunner
from bot.storage import writer as keeping_module
from bot.storage.databases import sqlite as database_module
from bot.storage.writer import StorageUnavailableError
from bot.texts import matches
from engine.seats import Seat
from tests.end_to_end.helpers.matches import random_move
from tests.helpers.clocks.fake_clock import snowflake
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.databases.new_databases import set_pragma
from tests.helpers.people import from_dealer
from tests.helpers.rooms.cards import DMO
from tests.helpers.rooms.changes import host_roles
from tests.helpers.rooms.servers import Server

AWAY = from_dealer("was away for")
STANDSTILL = from_dealer(matches.STANDSTILL())


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_MS", 20)
    monkeypatch.setattr(keeping_module, "RETRY_SECONDS", 0.01)
    # Only where it is locked or full can nothing be kept, however slow the disk is.
    monkeypatch.setattr(keeping_module, "NO_ANSWER_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(standstill_module, "LONGEST_BLIP_SECONDS", 0.05)
    monkeypatch.setattr(standstill_module, "LOOK_EVERY_SECONDS", 0.01)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(sqlite3.connect(database, PATIENCE_SECONDS, isolation_level=None)) as other,
    ):
        patch.setattr("bot.live.runner.COMMAND_SECONDS", 0.5)
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
async def runner(server: Server) -> MatchRunner:
    await server.start()
    return await server.open()


async def count(server: Server, text: str) -> int:
    return sum(text in post["content"] for post in await server.world.host.history(server.room))


async def test_at_a_start_while_nothing_can_be_kept_every_room_and_the_host_are_told(
    server: Server, runner: MatchRunner, database: Path
):
    other = await server.open(room=await server.world.new_room())
    rooms = [str(other_runner.card.room_id) for other_runner in (runner, other)]
    await server.stop()
    server.__post_init__()
    host = server.world.host
    with locked(database):
        starting = asyncio.create_task(server.start())
        for room in rooms:
            await host.read(room, STANDSTILL)
        assert "database is locked" in await server.told(host, "I can't save anything right now")
        assert not starting.done()
    await starting
    for room in rooms:
        await host.read(room, AWAY)


async def test_a_ruling_that_cannot_be_kept_is_not_carried_out_later_either(
    server: Server, runner: MatchRunner, database: Path
):
    now = snowflake(server.clock.now_ms())
    with locked(database):
        await server.world.host.read(server.room, STANDSTILL)
        with pytest.raises(StorageUnavailableError):
            await runner.rule("abort", now)
        with pytest.raises(StorageUnavailableError):
            await server.registry.open_match(
                server.card(room=await server.world.new_room()), now + 1
            )
        with pytest.raises(StorageUnavailableError):
            await server.store.choices.put_host_role(1, 2)
    await server.world.host.read(server.room, AWAY)
    assert runner.match.result is None
    assert (await host_roles(server.store)).get(1) is None
    assert len(await server.store.live_matches()) == 1
    assert await runner.rule("abort", now + 2) is None


async def test_a_ruling_given_just_as_it_begins_is_either_kept_or_not_done(
    server: Server, runner: MatchRunner, database: Path
):
    with locked(database), pytest.raises(StorageUnavailableError):
        await runner.rule("abort", snowflake(server.clock.now_ms()))
    await asyncio.sleep(0)
    assert runner.match.result is None


async def test_a_short_lock_is_no_spell(
    server: Server, runner: MatchRunner, database: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(standstill_module, "LONGEST_BLIP_SECONDS", 3600.0)
    with locked(database):
        await eventually(lambda: server.store.write_retries.failing_seconds)
    await server.store.write_retries.restored()
    await server.hear(runner, "E6 E7")
    await eventually(lambda: runner.match.to_act == (DMO,))
    assert await count(server, matches.STANDSTILL()) == await count(server, "was away for") == 0


async def test_a_match_that_was_paused_is_told_that_it_is_over(
    server: Server, runner: MatchRunner, database: Path
):
    assert await runner.rule("pause", snowflake(server.clock.now_ms())) is None
    with locked(database):
        await server.world.host.read(server.room, STANDSTILL)
    await server.world.host.read(server.room, from_dealer(matches.KEPT_AGAIN()))
    assert runner.match.clock.paused_since is not None


async def test_a_disk_that_is_full_for_what_is_large_alone_stops_all_until_it_is_not(
    server: Server, runner: MatchRunner
):
    pages = await server.store.access.read(
        lambda connection: connection.scalar(text("PRAGMA page_count"))
    )
    await limit(server, pages)
    assert "full" in await fill(server, runner)
    entries = len(runner.match.entries)
    await limit(server, 10**6)
    await server.world.host.read(server.room, AWAY)
    await eventually(lambda: len(runner.match.entries) > entries)


async def limit(server: Server, pages: int) -> None:
    """Let the file have no more pages than so many, as if the disk ended there."""
    await set_pragma(server.store.access.database, f"max_page_count={pages}")


async def fill(server: Server, runner: MatchRunner) -> str:
    """Make moves until there is no room for them; return the host's reason."""
    generator, retries = Random(1), server.store.write_retries
    for _ in range(40):
        (seat,) = runner.match.to_act
        await server.world.people[seat.value].say(server.room, random_move(runner.match, generator))
        await server.hear(runner)
        await eventually(lambda seat=seat: retries.failing_seconds or has_moved(runner, seat))
        if retries.failing_seconds is not None:
            break
    await server.world.host.read(server.room, STANDSTILL)
    return await server.told(server.world.host, "I can't save anything right now")


def has_moved(runner: MatchRunner, seat: Seat) -> bool:
    return runner.match.to_act != (seat,) and runner.match.clock.started is not None


async def test_a_process_that_stops_while_it_tells_of_a_standstill_leaves_no_error_behind(
    server: Server, runner: MatchRunner, database: Path, monkeypatch: pytest.MonkeyPatch
):
    errors, is_telling = list[object](), asyncio.Event()

    async def never(*_: object, **__: object) -> None:
        is_telling.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(StorageOutage, "_post", never)
    asyncio.get_running_loop().set_exception_handler(lambda _, about: errors.append(about))
    with locked(database):
        await is_telling.wait()
        await server.registry.tasks.stop()
    gc.collect()
    await asyncio.sleep(0)
    assert errors == []
