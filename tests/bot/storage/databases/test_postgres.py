"""A database on a server: processes share it; nothing is lost or doubled when the server goes."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError

from bot.place import place_of
from bot.posts.post import Post
from bot.storage import write_retries, writer
from bot.storage.access import NotStored
from bot.storage.databases import postgres
from bot.storage.databases.database import DatabaseInUse
from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.databases.opening import alone
from bot.storage.store import Store
from tests.bot.cards import EC, card_of, in_outbox
from tests.bot.changes import change, entry, live
from tests.bot.command_line import refused_start
from tests.ports import free_port
from tests.postgres_server import CHEAPLY, Databases, Server, connected
from tests.waiting import PATIENCE_SECONDS, eventually

KINDS = [POSTGRESQL]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long."""
    monkeypatch.setattr(postgres, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "READ_SECONDS", 0.2)
    monkeypatch.setattr(write_retries, "RETRY_SECONDS", 0.01)


# Many processes, or one that copies


@pytest.mark.usefixtures("soon", "store")
async def test_processes_share_a_database_which_nobody_copies_meanwhile(url: str):
    other = await Store.open(url)
    await other.put_alive(3)
    with pytest.raises(DatabaseInUse):
        async with alone(place_of(url)):
            pass
    await other.close()


@pytest.mark.usefixtures("soon")
async def test_an_operator_is_told_so_in_one_line_without_the_password(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shown, secret = (url.replace("dealer@", f"dealer:{word}@") for word in ("***", "secret-word"))
    async with alone(place_of(url)):
        line = await refused_start(secret, tmp_path, monkeypatch)
    assert line.startswith(f"DATABASE_URL: {shown} is in use by another Dealer, or being copied")


async def cut(url: str, on_server: Databases) -> None:
    """Let the server end all connections to a database."""
    name = url.rpartition("/")[2]
    await on_server.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )


@pytest.mark.usefixtures("soon")
async def test_whoever_loses_the_database_to_a_copy_changes_nothing_and_learns_it(
    store: Store, url: str, on_server: Databases
):
    match_id = await store.begin(card_of(), read_to=0)
    await cut(url, on_server)
    async with alone(place_of(url)):
        with pytest.raises(NotStored):
            await store.servers.put_host_role(1, 2)
        for _ in range(2):
            with pytest.raises(OperationalError):
                await store.commit(change(match_id, entries=(entry(0),)))
        assert await store.loss() == "the database is being copied"
        assert await store.rescue() is None
        assert (await live(store, match_id)).entries == ()
        assert (await store.servers.host_roles()).get(1) is None


async def test_a_lost_connection_is_made_anew_and_has_the_lock_again(
    store: Store, url: str, on_server: Databases
):
    await cut(url, on_server)
    await store.write_retries.until_stored(lambda: store.put_alive(5))
    assert await store.alive_ms() == 5
    with pytest.raises(DatabaseInUse):
        async with alone(place_of(url)):
            pass


async def test_what_the_server_still_thinks_to_be_this_process_is_ended(store: Store, url: str):
    held = await connected(int(url.rpartition(":")[2].partition("/")[0]), url.rpartition("/")[2])
    lock = store.access.database._lock
    await store.access.database.writing.dispose()
    lock._former = await held.fetchrow(
        "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    )
    await store.put_alive(6)
    assert await store.alive_ms() == 6
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)):
        await held.fetchval("SELECT 1")
    held.terminate()


async def test_whoever_lost_the_connection_is_told_that_something_may_be_missed(
    store: Store, url: str, on_server: Databases
):
    heard: list[int | None] = []
    listening = asyncio.create_task(store.access.database.listen("topic", heard.append))
    await eventually(lambda: heard == [None])
    await cut(url, on_server)
    await eventually(lambda: heard == [None, None])
    await store.access.database.tell("topic", 3)
    await eventually(lambda: heard == [None, None, 3])
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


# A commit whose answer is lost


@pytest.mark.parametrize("is_committed", [True, False])
async def test_of_a_commit_whose_answer_is_lost_the_server_is_asked(
    store: Store, monkeypatch: pytest.MonkeyPatch, is_committed: bool
):
    match_id = await store.begin(card_of(), read_to=0)
    dialect, lost = store.access.database.writing.dialect, []
    commit = dialect.do_commit

    def lose(connection: DBAPIConnection) -> None:
        if lost:
            return commit(connection)
        lost.append(connection)
        if is_committed:
            commit(connection)
        raise ConnectionResetError

    monkeypatch.setattr(dialect, "do_commit", lose)
    storing = store.commit(change(match_id, entries=(entry(0, "message:1"),)))
    if is_committed:
        await storing
    else:
        with pytest.raises(OperationalError):
            await storing
    assert len(lost) == 1
    assert len((await live(store, match_id)).entries) == is_committed


# When the server goes


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server(*CHEAPLY)
    server.start()
    yield server
    server.remove()


@pytest.fixture
async def kept_there(server: Server) -> AsyncIterator[Store]:
    databases = Databases(server.port)
    store = await Store.open(await databases.create("template1"))
    yield store
    await store.close()


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    ("how", "times"),
    [
        pytest.param(signal.SIGQUIT, 1, id="crashed"),
        pytest.param(signal.SIGINT, 3, id="stopped again and again", marks=pytest.mark.exhaustive),
        pytest.param(signal.SIGQUIT, 3, id="crashed again and again", marks=pytest.mark.exhaustive),
    ],
)
async def test_nothing_is_lost_or_doubled_while_the_server_goes_and_comes_back(
    kept_there: Store, server: Server, how: signal.Signals, times: int
):
    store, matches, entries = kept_there, 8, 40
    ids = [await store.begin(card_of(room_id=room), read_to=0) for room in range(1, matches + 1)]

    async def play(match_id: int) -> None:
        for number in range(entries):
            effects = change(match_id, first_number=number, entries=(entry(number),))
            await store.write_retries.until_stored(lambda effects=effects: store.commit(effects))

    playing = [asyncio.create_task(play(each)) for each in ids]
    for _ in range(times):
        await asyncio.to_thread(server.stop, how)
        server.start()
        (await connected(server.port)).terminate()
    await asyncio.gather(*playing)
    assert store.write_retries.failing_seconds is None
    stored = await store.live_matches()
    assert [len(each.entries) for each in stored] == [entries] * matches


@pytest.mark.usefixtures("soon")
async def test_a_command_is_told_that_nothing_is_kept_while_the_server_is_away(
    kept_there: Store, server: Server
):
    await asyncio.to_thread(server.stop)
    with pytest.raises(NotStored):
        await kept_there.servers.put_host_role(1, 2)
    server.start()
    await kept_there.write_retries.until_stored(lambda: kept_there.put_alive(1))
    assert (await kept_there.servers.host_roles()).get(1) is None


async def test_a_start_without_a_server_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url = f"postgresql+asyncpg://dealer@127.0.0.1:{free_port()}/dealer"
    line = await refused_start(url, tmp_path, monkeypatch)
    assert line.startswith(f"DATABASE_URL: {url} cannot be used (")


@pytest.fixture
async def hanging(kept_there: Store, server: Server) -> AsyncIterator[Callable[[int], None]]:
    """Sends a signal to the server's processes that serve the store."""
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
    monkeypatch.setattr(write_retries, "NO_ANSWER_SECONDS", 0.01)
    retries = kept_there.write_retries
    hanging(signal.SIGSTOP)
    storing = asyncio.create_task(retries.until_stored(lambda: kept_there.put_alive(7)))
    await eventually(lambda: retries.failing_seconds is not None)
    assert retries.reason == "it does not answer"
    assert not storing.done()
    hanging(signal.SIGCONT)
    await storing
    assert retries.failing_seconds is None
    assert await kept_there.alive_ms() == 7


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No statement is waited for as long as usual."""
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


# What is stored


async def test_what_no_server_can_store_is_replaced_in_a_text(store: Store):
    await store.servers.start_season(1, "a\0b\ud800c", 5)
    (season,) = await store.servers.seasons(1)
    assert season.title == "a\N{REPLACEMENT CHARACTER}b?c"


async def test_a_told_post_keeps_no_token_and_all_else_it_says(store: Store):
    match_id = await store.begin(card_of(), read_to=0)
    said = 'the "token": "abc" of \\ and \x00 and "token"'
    posts = tuple(
        in_outbox(Post(said, to=EC, token=token), match_id, number, 0)
        for number, token in enumerate(('a "to\\ken', "other"), start=1)
    )
    await store.commit(change(match_id, posts=posts))
    await store.post_done(match_id, 1, 5)

    def bodies(connection: Connection) -> list[str]:
        stored = "SELECT body::text FROM letters ORDER BY sequence"
        return list(connection.exec_driver_sql(stored).scalars())

    told, waiting = await store.access.read(bodies)
    assert '"token": null' in told
    assert "to\\\\ken" not in told
    assert '"other"' in waiting
    post = await store.post(match_id, posts[0].readers, 1)
    assert post
    assert (post.content, post.token) == (said, None)
