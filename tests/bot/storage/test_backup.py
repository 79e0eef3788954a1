"""`dealer backup` and `dealer verify`, run by an operator while the bot runs."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import backup as backup_module
from bot.storage.backup import BackupFailed, back_up
from bot.storage.database import NoDatabase, connect_to_read
from bot.storage.store import Store
from tests.bot.cards import card_of
from tests.bot.changes import change, entry
from tests.bot.command_line import dealer

ENTRIES = 200


async def count_in(path: Path) -> int:
    """How many entries a Dealer finds in a file."""
    store = await Store.open(f"sqlite+aiosqlite:///{path}")
    matches = await store.live_matches()
    await store.close()
    return sum(len(match.entries) for match in matches)


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


async def given(*arguments: str | Path, folder: Path, database: Path | str) -> tuple[int, str, str]:
    """A command run in its own process: its status and its output."""
    url = f"sqlite+aiosqlite:///{database}"
    ended = await asyncio.to_thread(dealer, *arguments, folder=folder, DATABASE_URL=url)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


# The copy


async def test_a_copy_made_while_the_bot_writes_is_the_database_at_an_instant(
    store: Store, database: Path, tmp_path: Path
):
    match_id = await store.begin(card_of(), read_to=0)
    kept = 0

    async def play() -> None:
        nonlocal kept
        for number in range(ENTRIES):
            await store.commit(change(match_id, first_number=number, entries=(entry(number),)))
            kept += 1

    playing = asyncio.create_task(play())
    copies, target = [], tmp_path / "copies"
    target.mkdir()
    while not playing.done():
        before, path = kept, target / f"{len(copies)}.sqlite"
        await asyncio.to_thread(back_up, database, path)
        copies.append((before, path, kept))
    await playing
    assert len(copies) > 1
    for before, path, after in copies:
        assert before <= await count_in(path) <= after + 1


async def test_a_copy_is_one_sound_file_that_needs_no_others(
    store: Store, database: Path, tmp_path: Path
):
    match_id = await store.begin(card_of(), read_to=0)
    await store.commit(change(match_id, entries=(entry(0),)))
    target = tmp_path / "copy" / "dealer.sqlite"
    target.parent.mkdir()
    back_up(database, target)
    with closing(connect_to_read(target)) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert other.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert names_in(target.parent) == ["dealer.sqlite"]
    assert target.stat().st_mode & 0o077 == 0, "others may not read what is secret"


async def test_a_copy_of_a_killed_bots_database_has_everything_that_was_stored(
    store: Store, database: Path, tmp_path: Path
):
    match_id = await store.begin(card_of(), read_to=0)
    await store.commit(change(match_id, entries=(entry(0),)))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in ("dealer.sqlite", "dealer.sqlite-wal"):
        (crashed / name).write_bytes((database.parent / name).read_bytes())
    back_up(crashed / "dealer.sqlite", tmp_path / "copy.sqlite")
    assert await count_in(tmp_path / "copy.sqlite") == 1


async def test_an_existing_file_is_not_replaced(store: Store, database: Path, tmp_path: Path):
    await store.begin(card_of(), read_to=0)
    target = tmp_path / "copy.sqlite"
    target.write_bytes(b"precious")
    with pytest.raises(BackupFailed, match="already"):
        back_up(database, target)
    assert target.read_bytes() == b"precious"
    with pytest.raises(BackupFailed, match="already"):
        back_up(database, database)


async def test_a_file_that_appears_during_the_copying_is_not_replaced(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    target, sync = tmp_path / "copy.sqlite", backup_module._sync

    def appear(path: Path) -> None:
        sync(path)
        target.write_bytes(b"precious")

    monkeypatch.setattr(backup_module, "_sync", appear)
    with pytest.raises(BackupFailed, match="already"):
        back_up(database, target)
    assert target.read_bytes() == b"precious"
    assert names_in(tmp_path) == ["copy.sqlite", "kept"]


async def test_a_copy_that_is_cut_short_leaves_nothing_behind(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def cut_short(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", cut_short)
    with pytest.raises(BackupFailed, match="No space left"):
        back_up(database, tmp_path / "copy.sqlite")
    assert names_in(tmp_path) == ["kept"]


@pytest.mark.parametrize("content", [None, b"", b"no database at all"])
def test_no_copy_is_made_of_a_file_that_is_not_a_database(tmp_path: Path, content: bytes | None):
    source = tmp_path / "source.sqlite"
    if content is not None:
        source.write_bytes(content)
    before = names_in(tmp_path)
    with pytest.raises((NoDatabase, BackupFailed)):
        back_up(source, tmp_path / "copy.sqlite")
    assert names_in(tmp_path) == before


# The commands


async def test_an_operator_can_copy_and_check_a_database_in_use(
    store: Store, database: Path, tmp_path: Path
):
    await store.begin(card_of(), read_to=0)
    made = await given("backup", "copy.sqlite", folder=tmp_path, database=database)
    assert made == (0, f"{database} is copied to copy.sqlite.\n", "")
    counted = "live matches: 1 (0 quarantined), over: 0, faults: 0.\n"
    for arguments, path in (((), database), (("copy.sqlite",), "copy.sqlite")):
        found = await given("verify", *arguments, folder=tmp_path, database=database)
        assert found == (0, f"{path}: {counted}", "")
    again = await given("backup", "copy.sqlite", folder=tmp_path, database=database)
    assert again == (1, "", "copy.sqlite: the file already exists: name another.\n")


async def test_an_operator_is_told_each_fault(store: Store, database: Path, tmp_path: Path):
    await store.begin(card_of(), read_to=0)
    with closing(sqlite3.connect(database)) as other:
        other.execute("UPDATE matches SET game = 'chess'")
        other.commit()
    status, said, wrong = await given("verify", folder=tmp_path, database=database)
    assert (status, wrong) == (1, "")
    fault, counts = said.splitlines()
    assert fault == "match 1 in room 22: there is no game 'chess'"
    assert counts.endswith("faults: 1.")


@pytest.mark.parametrize("arguments", [["backup", "copy.sqlite"], ["verify"]])
async def test_a_missing_database_is_named_and_not_created(tmp_path: Path, arguments: list[str]):
    status, said, wrong = await given(*arguments, folder=tmp_path, database="missing.sqlite")
    assert (status, said) == (2, "")
    assert wrong == "missing.sqlite: there is no such file.\n"
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("arguments", [["backup", "copy.sqlite"], ["verify"]])
async def test_a_wrong_setting_is_named(tmp_path: Path, arguments: list[str]):
    ended = await asyncio.to_thread(dealer, *arguments, folder=tmp_path, DATABASE_URL="data")
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr.startswith(b"DATABASE_URL: ")


async def test_a_copy_that_cannot_be_written_is_named(store: Store, database: Path, tmp_path: Path):
    status, said, wrong = await given(
        "backup", "nowhere/copy.sqlite", folder=tmp_path, database=database
    )
    assert (status, said) == (1, "")
    assert wrong == "nowhere/copy.sqlite: No such file or directory.\n"
