"""`dealer backup` of a server's database: what `pg_dump` writes, `pg_restore` gives back."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.storage.databases.database_url import location_of
from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.maintenance import verify
from bot.storage.store import Store
from tests.helpers.databases.disk import names_in
from tests.helpers.databases.postgres_server import Databases, programs
from tests.helpers.processes.command_line import Ended, given
from tests.helpers.rooms.cards import card_of

KINDS = [POSTGRESQL]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")


async def back_up(url: str) -> Ended:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DATABASE_URL", url)
        return await asyncio.to_thread(given, "backup", "copy.dump")


def restore(dump: Path, url: str) -> None:
    into = url.replace("+asyncpg", "")
    subprocess.run([programs() / "pg_restore", "--exit-on-error", "-d", into, dump], check=True)


async def test_a_backup_of_a_database_in_use_is_restored_whole(
    store: Store, url: str, tmp_path: Path, on_server: Databases
):
    match_id = await store.begin(card_of(), read_through=0)
    assert await back_up(url) == Ended(0, f"{url} is copied to copy.dump.\n", "")
    assert (tmp_path / "copy.dump").stat().st_mode & 0o777 == 0o600
    new = await on_server.create("template1")
    await asyncio.to_thread(restore, tmp_path / "copy.dump", new)
    assert (await asyncio.to_thread(verify, location_of(new))).live == 1
    again = await Store.open(new)
    assert [match.address.match_id for match in await again.live_matches()] == [match_id]
    await again.close()
    words = "copy.dump: the file already exists: name another.\n"
    assert await back_up(url) == Ended(1, "", words)


@pytest.mark.usefixtures("store")
async def test_without_pg_dump_one_line_says_so(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    ended = await back_up(url)
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (1, 1)
    assert ended.stderr.startswith("copy.dump: pg_dump is not installed")
    assert {*names_in(tmp_path)} <= {"kept"}


async def test_a_database_that_is_not_a_dealers_is_not_backed_up(store: Store, url: str):
    await store.access.write_once(
        lambda connection: connection.execute(text("DROP TABLE alembic_version"))
    )
    await store.close()
    words = f"{url}: it is not a database of the Dealer's.\n"
    assert await back_up(url) == Ended(2, "", words)


async def test_a_database_that_is_not_there_is_named(url: str):
    ended = await back_up(f"{url}_not_there")
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (2, 1)
    assert ended.stderr.startswith(f"{url}_not_there: it cannot be read (")
