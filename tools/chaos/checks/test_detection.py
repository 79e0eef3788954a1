"""Tests that chaos would see a commit that was not synced, or was not the owner's."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import make_url

from bot.storage.databases import postgres
from bot.storage.store import Store
from tests.helpers.databases.postgres_server import connected
from tests.helpers.rooms.cards import card_of
from tools.chaos.checks.losses import StoredData
from tools.chaos.checks.problems import ANIMATION, order_faults_of_matches
from tools.chaos.people.watch import Post
from tools.chaos.several.ledger import Ledger

COMMIT = """
import os, sqlite3, sys
from pathlib import Path
from tests.helpers.databases.kept_databases import OnFile
from tests.helpers.databases.synced_files import Recorder
file, synchronous = OnFile(Path(sys.argv[1])), sys.argv[2]
Recorder(file.synced).install()
connection = sqlite3.connect(file.path)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("CREATE TABLE log (line)")
connection.execute("PRAGMA wal_checkpoint")
connection.execute(f"PRAGMA synchronous = {synchronous}")
connection.execute("INSERT INTO log VALUES (1)")
connection.commit()
print(len(file.synced_copy(file.path.with_name("copy")).rows("SELECT * FROM log")), flush=True)
# SQLite would call what Python has thrown away.
os._exit(0)
"""


@pytest.mark.parametrize(("synchronous", "rows"), [("FULL", 1), ("NORMAL", 0), ("OFF", 0)])
def test_a_power_cut_loses_what_a_lesser_sync_has_not_synced(
    tmp_path: Path, synchronous: str, rows: int
) -> None:
    command = [sys.executable, "-c", COMMIT, str(tmp_path / "dealer.sqlite"), synchronous]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    assert int(run.stdout) == rows


@pytest.mark.exhaustive
async def test_the_ledger_names_who_commits_to_a_database_that_another_one_owns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres, "OWNER", "1")
    async with Ledger.on_new_server() as (server, ledger):
        url = ledger.database.url
        store = await Store.open(url)
        await store.begin(card_of(), read_through=0)
        assert not ledger.trespasses()
        stranger = await connected(server.port, make_url(url).database or "")
        await stranger.execute("SET application_name = '2'")
        await stranger.execute("UPDATE matches SET read_to = 1")
        await stranger.close()
        await store.close()
        assert ledger.commits() == 2
        (trespass,) = ledger.trespasses()
    assert trespass.startswith("process 2 has committed 1 changes of matches, while process 1")


@pytest.mark.parametrize(
    ("late", "readers", "faults"),
    [("A result", "R", 1), ("A copy", "A", 1), (ANIMATION, "R", 0), ("A secret", "E", 0)],
)
def test_a_post_below_the_next_matchs_opening_is_a_fault_unless_it_is_an_animation(
    late: str, readers: str, faults: int
) -> None:
    told = ((7, "An opening"), (8, "An opening"), (7, late))
    posts = [Post(Mock(), text, match_id, readers) for match_id, text in told]
    assert len([*order_faults_of_matches(1, posts)]) == faults


@pytest.mark.parametrize(("logged", "faults"), [("3", 1), ("2", 0)])
def test_an_acknowledged_ruling_is_lost_unless_a_press_of_its_button_is_logged(
    logged: str, faults: int
) -> None:
    confirmed = StoredData(confirmed=frozenset({frozenset({"1", "2"})}))
    assert len(confirmed.lost_from(StoredData(logged=frozenset({logged})))) == faults
