"""`dealer backup` of a server's database: what `pg_dump` writes, `pg_restore` gives back."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.place import place_of
from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.bot.cards import card_of
from tests.bot.command_line import dealer
from tests.postgres_server import Databases, programs

KINDS = [POSTGRESQL]


async def back_up(url: str, folder: Path, path: str = "") -> tuple[int, str, str]:
    ended = await asyncio.to_thread(
        dealer, "backup", "copy.dump", folder=folder, DATABASE_URL=url, PATH=path or with_programs()
    )
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def names_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def with_programs() -> str:
    return f"{programs()}{os.pathsep}{os.environ['PATH']}"


def restore(dump: Path, url: str) -> None:
    into = url.replace("+asyncpg", "")
    subprocess.run([programs() / "pg_restore", "--exit-on-error", "-d", into, dump], check=True)


async def test_a_backup_of_a_database_in_use_is_restored_whole(
    store: Store, url: str, tmp_path: Path, on_server: Databases
):
    match_id = await store.begin(card_of(), read_to=0)
    assert await back_up(url, tmp_path) == (0, f"{url} is copied to copy.dump.\n", "")
    assert (tmp_path / "copy.dump").stat().st_mode & 0o777 == 0o600
    new = await on_server.create("template1")
    await asyncio.to_thread(restore, tmp_path / "copy.dump", new)
    assert (await asyncio.to_thread(verify, place_of(new))).live == 1
    again = await Store.open(new)
    assert [each.match_id for each in await again.live_matches()] == [match_id]
    await again.close()
    await on_server.drop(new)
    said = "copy.dump: the file already exists: name another.\n"
    assert await back_up(url, tmp_path) == (1, "", said)


@pytest.mark.usefixtures("store")
async def test_without_pg_dump_one_line_says_so(url: str, tmp_path: Path):
    status, _, said = await back_up(url, tmp_path, path=str(tmp_path))
    assert (status, len(said.splitlines())) == (1, 1)
    assert said.startswith("copy.dump: pg_dump is not installed")
    assert names_in(tmp_path) <= {"kept"}


async def test_a_database_that_is_not_a_dealers_is_not_backed_up(
    store: Store, url: str, tmp_path: Path
):
    await store.access.promptly(
        lambda connection: connection.execute(text("DROP TABLE alembic_version"))
    )
    await store.close()
    said = f"{url}: it is not a database of the Dealer's.\n"
    assert await back_up(url, tmp_path) == (2, "", said)


async def test_a_server_that_cannot_be_reached_is_named(tmp_path: Path, on_server: Databases):
    url = (await on_server.create()) + "_not_there"
    status, _, said = await back_up(url, tmp_path)
    assert (status, len(said.splitlines())) == (2, 1)
    assert said.startswith(f"{url}: it cannot be read (")
