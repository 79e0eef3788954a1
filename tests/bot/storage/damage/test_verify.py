"""The findings of `dealer verify`, and the checks a match must pass before it goes on."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.databases.database import DatabaseUnavailableError
from bot.storage.databases.revisions import UPGRADE_FIRST
from bot.storage.maintenance import Findings, verify
from bot.storage.store import Store
from bot.storage.tables.records import StoredMatch
from bot.storage.tables.replay import Fault, replayed
from bot.values.effects import SourcedEntry
from engine.matches.match import Match
from tests.engine.playing import begun, fire_and_ice, over, played
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import EC, ROOM, card_of
from tests.helpers.rooms.changes import change, unsourced

LINES = (
    "dealer @1 posted",
    "ec @12.5 E6 E7",
    "dealer @17.5",
    "dealer @18 posted",
    "dmo @40.25 E3 F3",
    "dealer @45.25",
)
CONCEDED = ("ec @60 concede",)


def match_of(lines: Iterable[str]) -> Match:
    return played(begun(fire_and_ice(first="ec"), by_posts=True), *lines)


def stored_of(match: Match) -> StoredMatch:
    return StoredMatch(
        card=card_of(match.game),
        entries=unsourced(match.entries),
        standing=match.standing(is_logged=True),
        outcome=match.result,
    )


def without(stored: StoredMatch, number: int) -> StoredMatch:
    entries = stored.entries
    return replace(stored, entries=entries[: number - 1] + entries[number:])


# One match


@pytest.mark.parametrize("lines", [(), LINES[:1], LINES[:2], LINES, LINES + CONCEDED])
def test_a_sound_match_is_the_one_its_log_leads_to(lines: tuple[str, ...]):
    match = match_of(lines)
    again = replayed(stored_of(match))
    assert (again.state, again.entries, again.result) == (match.state, match.entries, match.result)


def test_a_match_without_a_stored_standing_is_checked_by_its_log_alone():
    stored = replace(stored_of(match_of(LINES)), standing=None)
    assert isinstance(replayed(stored), Match)
    assert isinstance(replayed(without(stored, 2)), Fault)


def test_a_log_that_crashes_the_engine_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    stored = stored_of(match_of(LINES))
    monkeypatch.setattr(Match, "enter", lambda *_: 1 / 0)
    caplog.set_level(logging.DEBUG)
    fault = replayed(stored)
    assert fault == Fault("entry 1 of its log cannot be judged (ZeroDivisionError)")
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("key", "value"), [("position", "other"), ("to_act", []), ("clock", {"ec": {"reserve": 0.5}})]
)
def test_a_match_that_stands_elsewhere_than_its_log_leads_is_a_fault(key: str, value: object):
    stored = stored_of(match_of(LINES))
    fault = replayed(replace(stored, standing=stored.standing | {key: value}))
    assert fault == Fault(f"its log leads to another {key} than what was kept")


def test_a_result_must_be_both_in_the_log_and_in_the_match():
    live, ended = stored_of(match_of(LINES)), stored_of(match_of(LINES + CONCEDED))
    for spoilt in (
        replace(live, outcome=ended.outcome, standing=None),
        replace(ended, outcome=None),
        replace(ended, outcome=over(EC, "conceded")),
    ):
        fault = replayed(spoilt)
        assert "conceded" in fault.reason


# A whole file


async def keep(store: Store, match: Match, room: int, *, with_standing: bool = True) -> int:
    match_id = await store.begin(card_of(match.game, room_id=room), read_through=0)
    entries = tuple(SourcedEntry(entry, f"event:{n}") for n, entry in enumerate(match.entries))
    standing = match.standing(is_logged=True) if with_standing else None
    await store.commit(change(match_id, entries=entries, standing=standing, outcome=match.result))
    return match_id


@pytest.fixture
async def three(store: Store, database: Path) -> Path:
    await keep(store, match_of(LINES), ROOM)
    await keep(store, match_of(LINES[:2]), ROOM + 1, with_standing=False)
    await keep(store, match_of(LINES + CONCEDED), ROOM + 2)
    return database


def spoil(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as other:
        assert other.execute(statement).rowcount > 0
        other.commit()


async def test_checking_a_sound_file_counts_its_matches_and_changes_nothing_in_it(
    three: Path, store: Store
):
    before = await store.live_matches()
    with closing(sqlite3.connect(three)) as other:
        version = other.execute("PRAGMA data_version").fetchone()
        assert await asyncio.to_thread(verify, three) == Findings((), 2, 0, 1)
        assert other.execute("PRAGMA data_version").fetchone() == version
    assert await store.live_matches() == before


async def test_a_match_that_a_host_ended_because_it_could_not_go_on_is_no_longer_a_fault(
    three: Path, store: Store
):
    spoil(three, "DELETE FROM entries WHERE match_id = 1 AND number = 5")
    await store.quarantine_match(1, "why", BEGAN_MS)
    findings = await asyncio.to_thread(verify, three)
    assert (len(findings.faults), findings.live, findings.quarantined) == (1, 2, 1)
    assert (await store.live_matches())[0].quarantined_ms == BEGAN_MS
    with closing(sqlite3.connect(three)) as other:
        reasons = other.execute("SELECT aside_reason FROM matches WHERE id = 1").fetchall()
    assert reasons == [("why",)]
    await store.abort_quarantined(1, BEGAN_MS, "interaction:1")
    findings = await asyncio.to_thread(verify, three)
    assert (findings.faults, findings.live, findings.quarantined, findings.over) == ((), 1, 0, 2)


async def test_a_damaged_page_is_found(store: Store, database: Path):
    for room in range(40):
        await keep(store, match_of(LINES), room)
    await store.close()
    with closing(sqlite3.connect(database)) as other:
        root = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'")
        page = root.fetchone()[0]
    with database.open("r+b") as file:
        file.seek(4096 * (page - 1) + 8)
        file.write(b"\xff" * 64)
    assert any(
        "the file is damaged" in fault
        for fault in (await asyncio.to_thread(verify, database)).faults
    )


@pytest.mark.parametrize(
    ("revision", "fault"),
    [("0001", UPGRADE_FIRST), ("0021", "an earlier Dealer"), ("9999", "a newer Dealer")],
)
async def test_tables_of_another_version_are_named(three: Path, revision: str, fault: str):
    spoil(three, f"UPDATE alembic_version SET version_num = '{revision}'")
    (only,) = (await asyncio.to_thread(verify, three)).faults
    assert fault in only


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + bytes(2000)])
def test_a_file_that_is_not_a_dealers_database_is_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "some"
    path.write_bytes(content)
    with pytest.raises(DatabaseUnavailableError, match="database of the Dealer's"):
        verify(path)
    assert path.read_bytes() == content


def test_another_programs_database_and_a_missing_file_are_refused(tmp_path: Path):
    path = tmp_path / "other"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE matches (id)")
    with pytest.raises(DatabaseUnavailableError):
        verify(path)
    for missing in (tmp_path / "missing", tmp_path):
        with pytest.raises(DatabaseUnavailableError, match="no such file"):
            verify(missing)
    assert [other_path.name for other_path in tmp_path.iterdir()] == ["other"]


async def test_a_file_with_an_odd_name_can_be_checked(tmp_path: Path):
    odd = tmp_path / "my data?mode=rw #1 100%25.sqlite"
    with closing(sqlite3.connect(odd)) as other:
        other.execute("CREATE TABLE alembic_version (version_num)")
        other.execute("INSERT INTO alembic_version VALUES ('0021')")
        other.commit()
    assert "an earlier Dealer" in (await asyncio.to_thread(verify, odd)).faults[0]
