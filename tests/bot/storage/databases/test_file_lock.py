"""The database file: one Dealer holds it, only its owner reads it, and its loss is noticed."""

import asyncio
import logging
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import pytest

from bot.storage.databases.atomic_file import BackupError
from bot.storage.databases.sqlite import FileLock
from bot.storage.maintenance import back_up, verify
from bot.storage.store import Store
from tests.helpers.databases.disk import names_in
from tests.helpers.rooms.cards import card_of
from tests.helpers.rooms.changes import change, entry, live


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")


# One Dealer at a time

TRY_EACH = """
import asyncio, sys
from bot.storage.databases.database import DatabaseInUseError
from bot.storage.store import Store

async def tried(name):
    try:
        store = await Store.open(f"sqlite:///{name}")
    except DatabaseInUseError:
        return "in use"
    return "free"

for name in sys.argv[1:]:
    print(asyncio.run(tried(name)))
"""


async def tried_elsewhere(*names: str | Path, folder: Path) -> list[str]:
    """Return for each of these names whether another process can lock the file by it."""
    command = [sys.executable, "-c", TRY_EACH, *map(str, names)]
    ended = await asyncio.to_thread(run, command, cwd=folder, capture_output=True, check=True)
    return ended.stdout.decode().splitlines()


async def test_a_second_dealer_is_refused_whatever_path_it_uses_and_takes_nothing_from_the_first(
    store: Store, database: Path
):
    match_id = await store.begin(card_of(), read_through=0)
    folder = database.parent
    (folder / "symbolic").symlink_to(database)
    (folder / "hard").hardlink_to(database)
    (folder / "folder").symlink_to(folder)
    names = [database.name, f"./{database.name}", folder / "folder" / database.name]
    names += ["symbolic", "hard", folder / "folder" / "symbolic"]
    beside(database, "-lock").unlink(missing_ok=True)
    assert await tried_elsewhere(*names, folder=folder) == ["in use"] * len(names)
    # The last process to close a file removes the files beside it.
    leaving = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM life')"
    )
    command = [sys.executable, "-c", f"{leaving}; c.close()", str(database)]
    await asyncio.to_thread(run, command, check=True)
    assert not await is_lost(store.access.database.lock)
    assert beside(database, "-wal").exists()
    await store.close()
    again = await Store.open(f"sqlite:///{folder / 'symbolic'}")
    assert (await live(again, match_id)).card.id == match_id
    await again.close()


# Only its owner reads it


async def test_only_the_owner_can_read_the_database(store: Store, database: Path):
    await store.begin(card_of(), read_through=0)
    await asyncio.to_thread(back_up, database, database.with_name("copy"))
    names = names_in(database.parent)
    assert set(names) >= {"copy", *(beside(database, item).name for item in ("", "-wal", "-shm"))}
    assert {mode_of(database.with_name(name)) for name in names} == {0o600}


@pytest.mark.parametrize("wider", [0o644, 0o660, 0o666])
async def test_a_file_that_others_could_read_is_made_private_and_that_is_logged_once(
    store: Store, database: Path, caplog: pytest.LogCaptureFixture, wider: int
):
    await store.close()
    beside(database, "").chmod(wider)
    caplog.set_level(logging.WARNING)
    for _ in range(2):
        again = await Store.open(f"sqlite:///{database}")
        modes = {mode_of(beside(database, suffix)) for suffix in ("", "-wal", "-shm")}
        await again.close()
        assert modes == {0o600}
    (text,) = [
        record.getMessage()
        for record in caplog.records
        if record.name == "bot.storage.databases.sqlite"
    ]
    assert "only its owner can" in text
    assert str(database) in text


# Loss


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"")
    other.rename(path)


async def is_lost(lock: FileLock) -> bool:
    """Return whether a first look already finds something replaced or deleted."""
    losing = asyncio.create_task(lock.loss())
    await asyncio.sleep(0)
    losing.cancel()
    return losing.done()


LOSSES: dict[str, tuple[Callable[[Path], None], str]] = {
    "deleted": (Path.unlink, "was deleted"),
    "replaced": (replace, "was replaced"),
    "deleted with its folder": (lambda path: shutil.rmtree(path.parent), "was deleted"),
    "its newer changes deleted": (lambda path: beside(path, "-wal").unlink(), "-wal was deleted"),
    "its index of them deleted": (lambda path: beside(path, "-shm").unlink(), "-shm was deleted"),
}


@pytest.mark.parametrize(("lose", "why"), LOSSES.values(), ids=LOSSES)
async def test_everything_in_a_lost_file_is_in_a_copy_next_to_it(
    store: Store, database: Path, lose: Callable[[Path], None], why: str
):
    match_id = await store.begin(card_of(), read_through=0)
    await store.commit(change(match_id, entries=(entry(0),)))
    assert not await is_lost(store.access.database.lock)
    lose(database)
    # Until the loss is noticed, more is stored.
    await store.commit(change(match_id, first_number=1, entries=(entry(1),)))
    assert why in await store.loss()
    copy = await store.rescue()
    assert copy == beside(database, "-rescued")
    assert mode_of(copy) == 0o600
    again = await Store.open(f"sqlite:///{copy}")
    assert [other_entry.entry for other_entry in (await live(again, match_id)).entries] == [
        entry(0).entry,
        entry(1).entry,
    ]
    await again.close()


async def test_no_copy_replaces_an_earlier_one(store: Store, database: Path):
    copies = [await store.rescue() for _ in range(3)]
    assert [path.name for path in copies] == [
        f"{database.name}-rescued{number}" for number in ("", "-2", "-3")
    ]
    for copy in copies:
        assert (await asyncio.to_thread(verify, copy)).faults == ()


async def test_a_copy_that_cannot_be_written_leaves_nothing_behind_and_says_why(
    store: Store, database: Path
):
    shutil.rmtree(database.parent)
    database.parent.write_text("in the way")
    with pytest.raises(BackupError, match="File exists"):
        await store.rescue()
    database.parent.unlink()
    assert (await store.rescue()).is_file()


async def test_reading_or_writing_does_not_recreate_a_lost_file(store: Store, database: Path):
    beside(database, "").unlink()
    await store.put_alive(5)
    await asyncio.gather(*(store.life() for _ in range(5)))
    assert names_in(database.parent) == [
        beside(database, suffix).name for suffix in ("-shm", "-wal")
    ]


async def test_a_link_that_now_points_elsewhere_counts_as_a_loss(tmp_path: Path):
    for name in ("one", "other"):
        (tmp_path / name).touch()
    link = tmp_path / "link"
    link.symlink_to("one")
    lock = FileLock(link)
    assert not await is_lost(lock)
    link.unlink()
    link.symlink_to("other")
    assert await lock.loss() == f"{link} was replaced"
    lock.release()
