"""`dealer backup` and `dealer verify`, run by an operator while the bot runs."""

import asyncio
import os
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.storage.databases import atomic_file as backup_module
from bot.storage.databases.atomic_file import BackupError
from bot.storage.databases.database import DatabaseUnavailableError
from bot.storage.databases.sqlite import connect_to_read
from bot.storage.maintenance import back_up
from bot.storage.store import Store
from tests.bot.storage.damage.test_verify import spoil
from tests.helpers.databases.disk import names_in
from tests.helpers.processes.command_line import Ended, dealer, given
from tests.helpers.rooms.cards import card_of
from tests.helpers.rooms.changes import change, entry

COPIES = 5


async def count_in(path: Path) -> int:
    store = await Store.open(f"sqlite:///{path}")
    matches = await store.live_matches()
    await store.close()
    return sum(len(match.entries) for match in matches)


# The copy


async def test_a_copy_made_while_the_bot_writes_is_the_database_at_an_instant(
    store: Store, database: Path, tmp_path: Path
):
    match_id = await store.begin(card_of(), read_through=0)
    stored, is_enough = 0, False

    async def play() -> None:
        nonlocal stored
        while not is_enough:
            await store.commit(change(match_id, first_number=stored, entries=(entry(stored),)))
            stored += 1

    playing = asyncio.create_task(play())
    copies, target = [], tmp_path / "copies"
    target.mkdir()
    for number in range(COPIES):
        before, path = stored, target / f"{number}.sqlite"
        await asyncio.to_thread(back_up, database, path)
        copies.append((before, path, stored))
    is_enough = True
    await playing
    assert copies[0][0] < copies[-1][2], "something was written meanwhile"
    for before, path, result in copies:
        assert before <= await count_in(path) <= result + 1


async def test_a_copy_is_one_sound_file_that_needs_no_others(
    store: Store, database: Path, tmp_path: Path
):
    match_id = await store.begin(card_of(), read_through=0)
    await store.commit(change(match_id, entries=(entry(0),)))
    target = tmp_path / "copy" / "dealer.sqlite"
    target.parent.mkdir()
    await asyncio.to_thread(back_up, database, target)
    with closing(connect_to_read(target)) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert other.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert names_in(target.parent) == ["dealer.sqlite"]
    assert target.stat().st_mode & 0o077 == 0, "others may not read what is secret"


async def test_an_existing_file_is_not_replaced(store: Store, database: Path, tmp_path: Path):
    await store.begin(card_of(), read_through=0)
    target = tmp_path / "copy.sqlite"
    target.write_bytes(b"precious")
    with pytest.raises(BackupError, match="already"):
        await asyncio.to_thread(back_up, database, target)
    assert target.read_bytes() == b"precious"
    with pytest.raises(BackupError, match="already"):
        await asyncio.to_thread(back_up, database, database)


async def test_a_file_that_appears_during_the_copying_is_not_replaced(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    target, sync = tmp_path / "copy.sqlite", backup_module._sync

    def appear(path: Path) -> None:
        sync(path)
        target.write_bytes(b"precious")

    monkeypatch.setattr(backup_module, "_sync", appear)
    with pytest.raises(BackupError, match="already"):
        await asyncio.to_thread(back_up, database, target)
    assert target.read_bytes() == b"precious"
    assert names_in(tmp_path) == ["copy.sqlite", "kept"]


async def test_a_copy_that_is_cut_short_leaves_nothing_behind(
    store: Store, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, os.strerror(28))))
    with pytest.raises(BackupError, match="No space left"):
        await asyncio.to_thread(back_up, database, tmp_path / "copy.sqlite")
    assert names_in(tmp_path) == ["kept"]


@pytest.mark.parametrize("content", [None, b"", b"no database at all"])
def test_no_copy_is_made_of_a_file_that_is_not_a_database(tmp_path: Path, content: bytes | None):
    source = tmp_path / "source.sqlite"
    if content is not None:
        source.write_bytes(content)
    before = names_in(tmp_path)
    with pytest.raises((DatabaseUnavailableError, BackupError)):
        back_up(source, tmp_path / "copy.sqlite")
    assert names_in(tmp_path) == before


# The commands


@pytest.fixture
def folder(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give commands in an empty folder, with the settings of the bot."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url_of(database))
    return tmp_path


def url_of(database: Path | str) -> str:
    return f"sqlite:///{database}"


async def test_an_operator_can_copy_and_check_a_database_in_use(
    store: Store, database: Path, folder: Path
):
    await store.begin(card_of(), read_through=0)

    # From another process, as it is used: the locks of one process do not keep itself out.
    copying = await asyncio.to_thread(
        dealer, "backup", "copy.sqlite", folder=folder, DATABASE_URL=url_of(database)
    )
    assert (copying.returncode, copying.stderr) == (0, b"")
    assert copying.stdout.decode() == f"{database} is copied to copy.sqlite.\n"
    counted = "live matches: 1 (0 quarantined), over: 0, faults: 0.\n"
    checked = await asyncio.to_thread(given, "verify")
    assert checked == Ended(0, f"{database}: {counted}", "")
    assert await asyncio.to_thread(given, "verify", "copy.sqlite") == Ended(
        0, f"copy.sqlite: {counted}", ""
    )
    again = await asyncio.to_thread(given, "backup", "copy.sqlite")
    assert again == Ended(1, "", "copy.sqlite: the file already exists: name another.\n")


@pytest.mark.usefixtures("folder")
async def test_an_operator_is_told_each_fault(store: Store, database: Path):
    await store.begin(card_of(), read_through=0)
    spoil(database, "UPDATE matches SET game = 'chess'")
    answers = await asyncio.to_thread(given, "verify")
    assert (answers.exit_code, answers.stderr) == (1, "")
    fault, counts = answers.stdout.splitlines()
    assert fault == "match 1 in room 22: its row in table matches cannot be read"
    assert counts.endswith("faults: 1.")


COMMANDS = pytest.mark.parametrize(
    "arguments", [["backup", "copy.sqlite"], ["verify"], ["site", "pages"]]
)


@COMMANDS
def test_a_missing_database_is_named_and_not_created(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
):
    monkeypatch.setenv("DATABASE_URL", url_of("missing.sqlite"))
    assert given(*arguments) == Ended(2, "", "missing.sqlite: there is no such file.\n")
    assert names_in(folder) == []


@COMMANDS
@pytest.mark.usefixtures("folder")
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, arguments: list[str]):
    monkeypatch.setenv("DATABASE_URL", "data")
    answers = given(*arguments)
    assert (answers.exit_code, answers.stdout) == (1, "")
    assert answers.stderr.startswith("DATABASE_URL: ")


@pytest.mark.usefixtures("folder")
async def test_a_copy_that_cannot_be_written_is_named(store: Store, database: Path):
    await store.begin(card_of(), read_through=0)
    answers = await asyncio.to_thread(given, "backup", "nowhere/copy.sqlite")
    assert answers == Ended(1, "", "nowhere/copy.sqlite: No such file or directory.\n")
