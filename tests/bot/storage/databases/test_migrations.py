"""Migrations of the tables: up and down with data in them, and never half done."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, NullPool, create_engine, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.features import EXTENSIONS
from bot.storage.databases.database_url import location_of
from bot.storage.databases.dialects import POSTGRESQL, SQLITE
from bot.storage.databases.revisions import (
    UPGRADE_FIRST,
    newest_revision,
    oldest_revision,
    refuse_unknown,
)
from bot.storage.maintenance import verify
from bot.storage.store import Store
from bot.storage.tables.replay import replayed
from bot.storage.tables.schema import METADATA
from engine.game import CONCEDED, Outcome
from engine.matches.match import Match
from engine.records.record import write_record
from tests.end_to_end.helpers.matches import judge
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.databases.disk import bytes_of
from tests.helpers.databases.new_databases import on_both
from tests.helpers.processes.command_line import refused_start
from tests.helpers.rooms.cards import DMO, EC, card_of
from tests.helpers.rooms.changes import host_roles
from tests.helpers.rooms.live_rooms import SECOND, Room, is_kept


@contextmanager
def opened(path: Path) -> Iterator[Connection]:
    engine: Engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        yield connection
        connection.commit()
    engine.dispose()


async def changed(url: str, change: Callable[[Connection], None]) -> None:
    if url.startswith(SQLITE):
        with opened(location_of(url)) as connection:
            change(connection)
        return
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(change)


def configured(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    return config


def indexes_of(connection: Connection, table: str) -> list[str]:
    """Return the SQL of a table's indexes, including their conditions."""
    made = connection.execute(text(INDEXES[connection.dialect.name]), {"table": table})
    return sorted(sql for sql in made.scalars() if sql)


INDEXES = {
    SQLITE: "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :table",
    POSTGRESQL: "SELECT indexdef FROM pg_indexes WHERE tablename = :table",
}


def tables_of(connection: Connection) -> dict[str, Any]:
    about = inspect(connection)
    return {
        name: {
            "columns": [
                {key: str(value) for key, value in column.items()}
                for column in about.get_columns(name)
            ],
            "key": about.get_pk_constraint(name),
            "foreign": about.get_foreign_keys(name),
            "unique": about.get_unique_constraints(name),
            "indexes": indexes_of(connection, name),
        }
        for name in sorted(about.get_table_names())
        if name != "alembic_version"
    }


OF_FEATURES = {
    "panels": "bot.features.panels.cog",
    "practice_requests": "bot.features.practice.cog",
    "practice_rooms": "bot.features.practice.cog",
    "seasons": "bot.features.seasons.cog",
}
"""The tables of features. One that is taken out leaves its table until a revision drops it."""
COMPARED = {
    "compare_type": True,
    "compare_server_default": True,
    "include_name": lambda name, kind, _: kind != "table" or name in METADATA.tables,
}


@on_both
async def test_the_migrated_tables_are_those_of_the_code(url: str):
    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts=COMPARED)
        unknown = {*inspect(connection).get_table_names()} - {*METADATA.tables, "alembic_version"}
        assert unknown == {table for table, path in OF_FEATURES.items() if path not in EXTENSIONS}
        assert compare_metadata(context, METADATA) == []
        migrated = tables_of(connection)
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
        assert tables_of(connection) == migrated

    await changed(url, compare)


# Data stored by a Dealer of the oldest revision; never to be changed.
OLDEST = (
    """INSERT INTO matches (id, guild_id, room_id, game, options, ec_id, ec_name, dmo_id, dmo_name,
                            host_id, began_ms, read_to, wake_ms, reason, winner) VALUES
        (1, 11, 22, 'fire-and-ice', '{"seed": "7", "first": "ec", "fire": "ec", "row1": "bottom",
         "turn": "60", "reserve": "300", "takeback": "5", "choice": "60"}', 33, 'Ada', 44, 'Böb',
         55, 1700000000000, 900, 1700000065000, NULL, NULL),
        (2, 11, 22, 'fire-and-ice', '{"first": "dmo"}', 33, 'Ada', 44, 'Böb',
         55, 1600000000000, 800, NULL, 'conceded', 'dmo')""",
    """INSERT INTO entries VALUES
        (1, 0, 'dealer', '1.5', 'posted', 'post:777'),
        (1, 1, 'ec', '12.25', 'E6 E7', 'message:778'),
        (1, 2, 'dealer', '17.25', '', NULL),
        (2, 0, 'ec', '3', 'concede', 'message:601')""",
    """INSERT INTO letters VALUES
        (1, 1, 0, '{"content": "„post“ \\u0002+60000\\u0003", "pings": [33], "board": true,
         "opens": true}', 'delivered', 777),
        (1, 2, 2, '{"reaction": "👀", "reply_to": 778}', 'delivered', 778),
        (1, 3, 3, '{"content": "next", "pings": [44], "board": true, "opens": true}',
         'waiting', NULL),
        (2, 1, 1, '{"content": "over", "record": true}', 'dropped', NULL)""",
    "INSERT INTO life VALUES (1, 1700000017000)",
    "INSERT INTO host_roles VALUES (11, 99)",
    "INSERT INTO seasons VALUES (1, 11, 'Winter', 1600000000000, NULL)",
)


def rows_of(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Return everything in the tables, but for changes by newer revisions."""
    bounds = {"host_ms", "earliest_ms", "latest_ms"}
    other = {"winner_stake", "loser_stake", "said_ms", *bounds}
    passing = {"alembic_version", "shards", "budgets"}
    names = (name for name in inspect(connection).get_table_names() if name not in passing)
    return {
        name: [
            {key: value for key, value in row.items() if key not in other}
            for row in connection.exec_driver_sql(f"SELECT * FROM {name}").mappings()
        ]
        for name in names
    }


@pytest.fixture
def oldest(tmp_path: Path) -> Path:
    path = tmp_path / "oldest.sqlite"
    with opened(path) as connection:
        command.upgrade(configured(connection), oldest_revision())
        for statement in OLDEST:
            connection.exec_driver_sql(statement)
    return path


async def test_matches_stored_at_the_oldest_revision_go_on(oldest: Path):
    store = await Store.open(f"sqlite:///{oldest}")
    (live,), latest = await store.live_matches(), await store.latest_match(22)
    assert (await store.life())[0] == 1_700_000_017_000
    assert (await host_roles(store)).get(11) == 99
    await store.close()
    assert live.card.names == {EC: "Ada", DMO: "Böb"}
    assert live.card.game == fire_and_ice(seed="7", first="ec", fire="ec")
    assert [entry.source for entry in live.entries] == ["post:777", "message:778", None]
    assert [post.content for post in live.waiting] == ["next"]
    assert (live.last_sequence, live.turn_post.place.sequence, live.read_through) == (3, 3, 900)
    assert (live.standing, live.quarantined_ms, live.outcome) == (None, None, None)
    assert (latest.card.id, latest.outcome) == (2, Outcome(DMO, CONCEDED))
    assert isinstance(replayed(live), Match)
    assert (await asyncio.to_thread(verify, oldest)).faults == ()


LIVE = Path(__file__).with_name("live_matches.sql")
"""The live matches of a Dealer of commit 0791b2e that was killed; never to be changed."""
MOVES = {
    1: (DMO, "C3 D3"),
    2: (DMO, "ec1 west, ec2 south"),
    3: (DMO, "flower I4 H5 I5 J5 I6"),
    4: (DMO, "pass"),
    5: (DMO, "E5 blue"),
    6: (DMO, "F4 purple, E5 red"),
    7: (DMO, "flower G7 F8 G8 G9 G10"),
    8: (EC, "takeback"),
    9: (DMO, "E7 E8"),
    10: (EC, "rock F3 G3 F4 G4"),
    11: (EC, "A2=MA"),
}
"""The next action in each: 1, 4 and 10 have posts that wait, 7 a secret, 8 a held move.

9 runs on reserve, 10 is practice.
"""


async def test_all_live_matches_of_the_oldest_dealer_go_on_and_have_a_record(tmp_path: Path):
    path = tmp_path / "live.sqlite"
    with opened(path) as connection:
        command.upgrade(configured(connection), oldest_revision())
        for statement in LIVE.read_text().split(";\n"):
            connection.exec_driver_sql(statement)
    store = await Store.open(f"sqlite:///{path}")
    alive_ms = (await store.life())[0] - BEGAN_MS
    back_ms, posted_ms, done_ms = (alive_ms + count * 10 * SECOND for count in (1, 2, 3))
    for stored, (seat, move) in zip(await store.live_matches(), MOVES.values(), strict=True):
        assert isinstance(replayed(stored), Match)
        room = Room(store, stored.card)
        await room.resume(alive_ms, back_ms)
        if room.runner.live.turn_message_id is None:
            await room.stands(room.runner.live.turn_post_sequence, posted_ms)
        is_secret = room.match.game.takes_secrets(room.match.state)
        await (room.whispers if is_secret else room.typed)(seat, move, done_ms)
        assert f"{seat} {move}" in room.log
        assert any(post.place.log_length == len(room.log) for post in room.sent)
        await is_kept(room)
        await room.typed(EC, "concede", done_ms + SECOND)
        record = write_record(room.match.game, stored.card.names_at_first, room.match.entries)
        assert judge(record)["result"] == {"winner": DMO, "reason": "conceded"}
        await is_kept(room)
        await room.stop()
    await store.close()


SLOW = (
    """UPDATE matches SET options = json_set(options, '$.turn', '259200', '$.reserve', '7200')
        WHERE id = 1""",
    "INSERT INTO entries VALUES (1, 3, 'dealer', '18', 'posted', 'post:780')",
    "UPDATE letters SET state = 'delivered', message_id = 780 WHERE sequence = 3",
)


async def test_a_turn_of_three_days_goes_on_after_an_upgrade(oldest: Path):
    with opened(oldest) as connection:
        for statement in SLOW:
            connection.exec_driver_sql(statement)
    store = await Store.open(f"sqlite:///{oldest}")
    (live,) = await store.live_matches()
    await store.close()
    match = replayed(live)
    assert isinstance(match, Match)
    assert match.clock.flag_at == 18 + 259_200 + 7_200
    assert match.next_wake() == 18 + 129_600


def test_what_was_stored_survives_going_up_and_down(oldest: Path):
    with opened(oldest) as connection:
        before, tables = rows_of(connection), tables_of(connection)
        for _ in range(2):
            command.upgrade(configured(connection), "head")
            assert rows_of(connection) == before
            command.downgrade(configured(connection), oldest_revision())
            assert rows_of(connection) == before
            assert tables_of(connection) == tables


OF_SEVERAL_SHARDS = (
    "INSERT INTO life VALUES (2, 1700000016000), (3, 1700000018000)",
    "INSERT INTO shards VALUES (0, 3, 'host:1', 7, 0), (1, 3, 'host:2', 8, 0), (2, 3, NULL, 0, 0)",
    """INSERT INTO inbox VALUES (5, 1, 'ec', 'token', 'E6 E7', NULL, NULL, NULL),
        (6, 1, 'ec', NULL, 'E6 E7', NULL, 6, 1700000017000)""",
)


async def test_of_several_shards_the_longest_gap_stays_and_what_leaves_no_trace_on_discord(
    oldest: Path,
):
    with opened(oldest) as connection:
        for statement in OF_SEVERAL_SHARDS:
            connection.exec_driver_sql(statement)
    store = await Store.open(f"sqlite:///{oldest}")
    (live,) = await store.live_matches()
    assert (await store.life())[0] == 1_700_000_016_000
    await store.put_alive(1_700_000_019_000)
    assert (await store.life())[0] == 1_700_000_019_000
    await store.close()
    assert [event.inbox_id for event in live.inbox] == [5]


# Deletion frees room on a page, but the bytes are still there.
DELETED = (
    "PRAGMA secure_delete=OFF",
    """INSERT INTO letters VALUES (1, 8, 0, '{"token": "spent-token"}', 'waiting', NULL)""",
    "DELETE FROM letters WHERE sequence = 8",
)


async def test_a_migration_leaves_nothing_in_the_file_that_was_deleted(oldest: Path):
    with opened(oldest) as connection:
        for statement in DELETED:
            connection.exec_driver_sql(statement)
    assert b"spent-token" in bytes_of(oldest)
    store = await Store.open(f"sqlite:///{oldest}")
    assert b"spent-token" not in bytes_of(oldest)
    await store.close()


async def test_every_revision_goes_down_and_up(url: str):
    def go_down_and_up(connection: Connection) -> None:
        config = configured(connection)
        command.downgrade(config, oldest_revision())
        _, *later = reversed(list(ScriptDirectory.from_config(config).walk_revisions()))
        for revision in later:
            command.upgrade(config, revision.revision)
            refuse_unknown(connection)
            reached = tables_of(connection)
            command.downgrade(config, "-1")
            command.upgrade(config, revision.revision)
            assert tables_of(connection) == reached
        assert ScriptDirectory.from_config(config).get_heads() == [newest_revision()]

    await changed(url, go_down_and_up)


# Another Dealer's file


@pytest.fixture
def unknown(oldest: Path, revision: str) -> Path:
    with opened(oldest) as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    return oldest


def contents_of(folder: Path) -> dict[str, bytes]:
    """Return all files except the empty one with which a Dealer locks the database."""
    files = (path for path in folder.iterdir() if not path.name.endswith("-lock"))
    return {file.name: file.read_bytes() for file in files}


@pytest.mark.parametrize(
    ("revision", "is_from", "what_to_do"),
    [
        ("9999", "a newer Dealer (revision 9999 ", "start that one"),
        ("0020", "an old Dealer (revision 0020)", UPGRADE_FIRST),
        ("0001", "an old Dealer (revision 0001)", UPGRADE_FIRST),
    ],
)
async def test_a_file_of_an_unknown_revision_is_refused_in_one_line_and_left_unchanged(
    unknown: Path, is_from: str, what_to_do: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    before = contents_of(unknown.parent)
    url = f"sqlite:///{unknown}"
    line = await refused_start(url, tmp_path, monkeypatch)
    assert line.startswith(f"DATABASE_URL: {url} is from {is_from}")
    assert what_to_do in line
    assert contents_of(unknown.parent) == before


# A start that is cut short


async def test_a_first_start_that_is_cut_short_is_completed_by_the_next(
    database: Path, monkeypatch: pytest.MonkeyPatch
):
    url, cut_short = f"sqlite:///{database}", OperationalError("cut short", None, Exception())
    with monkeypatch.context() as broken:
        broken.setattr(op, "create_index", Mock(side_effect=cut_short))
        with pytest.raises(OperationalError):
            await Store.open(url)
    store = await Store.open(url)
    await store.begin(card_of(), read_through=0)
    await store.close()
