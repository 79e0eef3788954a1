"""A database on a server: one process owns it; whoever has lost it changes and says nothing."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.storage import writer
from bot.storage.databases import postgres
from bot.storage.databases.database import DatabaseInUseError
from bot.storage.databases.database_url import location_of
from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.databases.opening import alone
from bot.storage.store import Store
from bot.values.card import Person
from bot.values.post import Post, Reply
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.databases.postgres_server import CHEAPLY, Databases, Server, connected
from tests.helpers.processes.command_line import refused_start
from tests.helpers.processes.ports import free_port
from tests.helpers.rooms.cards import ADA, EC, card_of, in_outbox
from tests.helpers.rooms.changes import change, entry, host_roles, live

KINDS = [POSTGRESQL]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "READ_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "RESERVE_SECONDS", 0.01)
    monkeypatch.setattr(postgres, "PROVE_SECONDS", 0.01)


# One process owns it, the others wait


@pytest.fixture
async def reserve(
    store: Store, url: str, soon: None, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[asyncio.Task[Store]]:
    """Yield another process in reserve: its store, as soon as it owns the database."""
    caplog.set_level("INFO", "bot.storage.databases.postgres")
    opening = asyncio.create_task(Store.open(url))
    await eventually(
        lambda: [message for message in caplog.messages if "waiting in reserve" in message]
    )
    yield opening
    opening.cancel()
    for opened in await asyncio.gather(opening, return_exceptions=True):
        if isinstance(opened, Store):
            await opened.close()


async def is_cut_off(store: Store, writing: Awaitable[object]) -> None:
    """Check that a process learns that the database is not its own, and may say nothing more."""
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await store.loss() == postgres.LOST
    with pytest.raises(asyncio.CancelledError):
        await store.access.database.holds()
    assert await store.rescue() is None


async def test_whoever_loses_its_connection_writes_nothing_and_says_nothing_more(
    store: Store, url: str, on_server: Databases, reserve: asyncio.Task[Store]
):
    match_id = await store.begin(card_of(), read_through=0)
    await cut(url, on_server)
    owner = await reserve
    for _ in range(2):
        await is_cut_off(store, store.commit(change(match_id, entries=(entry(0),))))
    await is_cut_off(store, store.choices.put_host_role(1, 2))
    assert (await live(owner, match_id)).entries == ()
    assert (await host_roles(owner)).get(1) is None


async def cut(url: str, on_server: Databases) -> None:
    name = url.rpartition("/")[2]
    await on_server.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )


@pytest.mark.parametrize("is_in_transaction", [False, True])
async def test_the_database_is_taken_from_an_owner_that_is_silent(
    store: Store,
    reserve: asyncio.Task[Store],
    monkeypatch: pytest.MonkeyPatch,
    is_in_transaction: bool,
):
    """Be it frozen in the middle of a transaction, or not."""
    match_id = await store.begin(card_of(), read_through=0)
    frozen = store.access.database
    frozen._proving.cancel()
    commit = change(match_id, entries=(entry(0),))
    if is_in_transaction:
        with suppress(DBAPIError):
            async with frozen.writing.connect() as connection:
                await connection.exec_driver_sql("UPDATE matches SET read_to = 7")
                monkeypatch.setattr(postgres, "SILENT_SECONDS", 0.3)
                owner = await reserve
    else:
        monkeypatch.setattr(postgres, "SILENT_SECONDS", 0.3)
        owner = await reserve
    await is_cut_off(store, store.commit(commit))
    stored = await live(owner, match_id)
    assert (stored.entries, stored.read_through) == ((), 0)


async def test_an_owner_that_proves_to_live_keeps_the_database(
    store: Store, reserve: asyncio.Task[Store], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres, "SILENT_SECONDS", PATIENCE_SECONDS)
    asked: list[object] = []
    fetch = asyncpg.Connection.fetch

    async def counting(self: Any, query: str, *value: Any, **more: Any) -> Any:
        asked.extend(value[1:2])
        return await fetch(self, query, *value, **more)

    monkeypatch.setattr(asyncpg.Connection, "fetch", counting)
    await eventually(lambda: asked.count(postgres.COPY) >= 5)
    assert not reserve.done()
    assert await store.access.database.holds()


async def test_nothing_is_said_while_the_server_has_not_answered_for_a_while(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    database = store.access.database
    now = postgres._now()
    monkeypatch.setattr(postgres, "_now", lambda: now + postgres.PROVED_SECONDS)
    asking = asyncio.create_task(database.holds())
    await asyncio.sleep(0)
    assert not asking.done()
    monkeypatch.undo()
    assert await asking is False
    assert await database.holds() is True


async def test_whoever_copies_a_database_keeps_reserves_waiting_and_is_kept_out_by_an_owner(
    url: str, soon: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres, "SILENT_SECONDS", 0.3)
    caplog.set_level("INFO", "bot.storage.databases.postgres")
    async with alone(location_of(url)) as copying:
        opening = asyncio.create_task(Store.open(url))
        await eventually(
            lambda: [message for message in caplog.messages if "in reserve" in message]
        )
        await asyncio.sleep(0.5)
        await copying.exec_driver_sql("SELECT 1")
        assert not opening.done()
    store = await opening
    with pytest.raises(DatabaseInUseError):
        async with alone(location_of(url)):
            pass
    await store.close()


async def test_what_the_server_refuses_is_not_stored_and_its_connection_goes_on(store: Store):
    with pytest.raises(OperationalError):
        await store.access.write(lambda connection: connection.exec_driver_sql("SELECT 1 / 0"))
    await store.put_alive(6)
    assert (await store.life())[0] == 6


@pytest.mark.parametrize("is_committed", [True, False])
async def test_of_a_commit_whose_answer_is_lost_the_next_owner_knows(
    store: Store, reserve: asyncio.Task[Store], monkeypatch: pytest.MonkeyPatch, is_committed: bool
):
    match_id = await store.begin(card_of(), read_through=0)
    dialect = store.access.database.writing.dialect
    commit = dialect.do_commit

    def lose(connection: DBAPIConnection) -> None:
        if is_committed:
            commit(connection)
        raise ConnectionResetError

    monkeypatch.setattr(dialect, "do_commit", lose)
    await is_cut_off(store, store.commit(change(match_id, entries=(entry(0, "message:1"),))))
    monkeypatch.undo()
    assert len((await live(await reserve, match_id)).entries) == is_committed


# End of the server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server.running(*CHEAPLY) as server:
        yield server


@pytest.fixture
async def kept_there(server: Server) -> AsyncIterator[Store]:
    databases = Databases(server.port)
    store = await Store.open(await databases.create("template1"))
    yield store
    await store.close()


@pytest.mark.usefixtures("soon")
async def test_a_server_that_was_reached_once_is_waited_for_and_all_is_there(
    kept_there: Store, server: Server
):
    match_id = await kept_there.begin(card_of(), read_through=0)
    url = kept_there.access.database.writing.url.render_as_string(hide_password=False)
    await asyncio.to_thread(server.stop, signal.SIGQUIT)
    await is_cut_off(kept_there, kept_there.put_alive(1))
    opening = asyncio.create_task(Store.open(url, is_patient=True))
    server.start()
    again = await opening
    assert [match.address.match_id for match in await again.live_matches()] == [match_id]
    await again.close()


async def test_a_start_without_a_server_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url = f"postgresql+asyncpg://dealer@127.0.0.1:{free_port()}/dealer"
    line = await refused_start(url, tmp_path, monkeypatch)
    assert line.startswith(f"DATABASE_URL: {url} cannot be used (")


@pytest.fixture
async def hanging(kept_there: Store, server: Server) -> AsyncIterator[Callable[[int], None]]:
    """Yield a sender of signals to the server's processes that serve the store."""
    await kept_there.access.read(lambda connection: None)
    asking = await connected(server.port)
    rows = await asking.fetch("SELECT pid FROM pg_stat_activity WHERE application_name = 'dealer'")
    asking.terminate()

    def send(number: int) -> None:
        for row in rows:
            os.kill(row["pid"], number)

    yield send
    send(signal.SIGCONT)


async def test_a_server_that_does_not_answer_counts_as_failing_until_it_does(
    kept_there: Store, hanging: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writer, "NO_ANSWER_SECONDS", 0.01)
    retries = kept_there.write_retries
    hanging(signal.SIGSTOP)
    storing = asyncio.create_task(retries.until_stored(lambda: kept_there.put_alive(7)))
    await eventually(lambda: retries.failing_seconds is not None)
    assert retries.reason == "it does not answer"
    assert not storing.done()
    hanging(signal.SIGCONT)
    await storing
    assert retries.failing_seconds is None
    assert (await kept_there.life())[0] == 7


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "STATEMENT_SECONDS", 2.0)


@pytest.mark.usefixtures("impatient")
async def test_a_server_that_does_not_answer_keeps_no_bot_from_ending(
    kept_there: Store, hanging: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writer, "CLOSE_SECONDS", 0.01)
    hanging(signal.SIGSTOP)
    storing = asyncio.create_task(kept_there.put_alive(8))
    await asyncio.sleep(0)
    await asyncio.wait_for(kept_there.close(), PATIENCE_SECONDS)
    with pytest.raises(asyncio.CancelledError):
        await storing


# Stored data


async def test_what_no_server_can_store_is_replaced_in_a_text(store: Store):
    card = card_of()
    players = {**card.players, EC: Person(ADA, "a\0b\ud800c")}
    await store.begin(replace(card, players=players), read_through=0)
    stored = await store.latest_match(card.room_id)
    assert stored.card.players[EC].name == "a\N{REPLACEMENT CHARACTER}b?c"


async def test_a_told_post_keeps_no_token_and_all_else_it_says(store: Store):
    match_id = await store.begin(card_of(), read_through=0)
    text = 'the "token": "abc" of \\ and \x00 and "token"'
    posts = tuple(
        in_outbox(Post(text, recipient=EC, reply=Reply(token=token)), match_id, number, 0)
        for number, token in enumerate(('a "to\\ken', "other"), start=1)
    )
    await store.commit(change(match_id, posts=posts))
    await store.post_done(match_id, 1, 5)

    def bodies(connection: Connection) -> list[str]:
        stored = "SELECT body::text FROM letters ORDER BY sequence"
        return list(connection.exec_driver_sql(stored).scalars())

    sentence, waiting = await store.access.read(bodies)
    assert '"token": null' in sentence
    assert "to\\\\ken" not in sentence
    assert '"other"' in waiting
    post = await store.post(match_id, posts[0].readers, 1)
    assert (post.content, post.reply.token) == (text, None)
