"""Hostile and damaged files: verify names what is wrong, and the bot still starts with the rest."""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Integer, text
from sqlalchemy.exc import DatabaseError

from bot.features import load_stores
from bot.storage.choices import read_choices
from bot.storage.databases.database import DatabaseUnavailableError
from bot.storage.databases.revisions import OtherDealerError
from bot.storage.maintenance import other_tables, verify
from bot.storage.store import Store
from bot.storage.tables.loading import DamagedDataError
from bot.storage.tables.records import ServerDefaults, UnreadableMatch
from bot.storage.tables.replay import Fault, replayed
from bot.storage.tables.schema import ENTRIES, INBOX, LATEST_MS, LIFE, MATCHES, POSTS
from bot.values.effects import SourcedEntry
from bot.values.events import PlayerMessage
from bot.values.post import Extras, Post, Reply
from engine.matches.match import Match
from engine.options import RowOne
from rendering.themes import Theme
from tests.bot.features import of_features
from tests.bot.storage.damage.test_verify import CONCEDED, LINES, keep, match_of
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.databases.disk import bytes_of
from tests.helpers.rooms.cards import ADA, BOB, DMO, EC, GUILD, HOST, ROOM, card_of
from tests.helpers.rooms.changes import OVER, change, post_of, spoil
from tests.helpers.rooms.servers import Server

load_stores()
POST = snowflake(BEGAN_MS + 1_000)
FORM = snowflake(BEGAN_MS + 9_000)
FIRST = 3
"""The first damaged match."""
OF_ONE_MATCH = (ENTRIES, POSTS, INBOX)
REFUSED = (
    OSError,
    DatabaseError,
    OtherDealerError,
    DatabaseUnavailableError,
    DamagedDataError,
)
"""The ends of a start, in one line, if the file as a whole is damaged."""

ROW = "its row in table {} cannot be read"
COLUMNS = [
    column
    for table in (MATCHES, *OF_ONE_MATCH)
    for column in table.columns
    if column.name not in {"id", "match_id", "interaction_id"}
]
DEEP = "[" * 100_000
UNREADABLE: dict[tuple[str, str], tuple[object, ...]] = {
    ("matches", "began_ms"): (LATEST_MS + 1,),
    ("matches", "wake_ms"): (LATEST_MS + 1,),
    ("matches", "away_since_ms"): (LATEST_MS + 1,),
    ("matches", "is_practice"): (2**31,),
    ("matches", "pings"): (2**31,),
    ("matches", "game"): ("chess", "x" * 100_000 + "\n", ""),
    ("matches", "options"): ('{"turn": "', "[1]", "null", DEEP, '{"x": "1"}', '{"turn": 5}'),
    ("matches", "reason"): ("abc", ""),
    ("matches", "winner"): ("abc", "ec"),
    ("matches", "ec_level"): ("abc", ""),
    ("matches", "standing"): ("{", "[1]", "NaN", "", DEEP),
    ("entries", "number"): (7, 2**31),
    ("entries", "who"): ("cat", ""),
    ("entries", "at"): ("now", "1e999", "NaN", "9" * 5_000, -1, ""),
    ("letters", "sequence"): (7, 2**63 - 1),
    ("letters", "log_length"): (99,),
    ("letters", "body"): (
        *("x", "[]", "", "null", DEEP, '{"pings": "A1"}', '{"pings": [-5]}'),
        *('{"reply_to": 1e30}', '{"to": "cat"}', f'{{"content": "x", "expires_ms": {10**23}}}'),
    ),
    ("letters", "state"): ("lost", "delivered"),
    ("letters", "message_id"): (7,),
    ("inbox", "interaction_id"): (-1,),
    ("inbox", "seat"): ("cat", ""),
    ("inbox", "token"): (None,),
    ("inbox", "text"): (None,),
}
"""Values with which the row as a whole cannot be read, by table and column."""
DAMAGES: tuple[tuple[str, str, object, str], ...] = (
    *((column.table.name, column.name, b"\xff\xfe", ROW) for column in COLUMNS),
    *((column.table.name, column.name, None, ROW) for column in COLUMNS if not column.nullable),
    *(
        (column.table.name, column.name, value, ROW)
        for column in COLUMNS
        for value in ("abc", -1, 1.5, 1e308, float("inf"), "9" * 5_000)
        if isinstance(column.type, Integer)
    ),
    *((*column, value, ROW) for column, values in UNREADABLE.items() for value in values),
    (
        "matches",
        "standing",
        "{}",
        "its log leads to another clock, position, to_act than what was kept",
    ),
    ("matches", "standing", None, ""),
    ("matches", "language", "xx", ""),
    ("entries", "at", "3", "entry 6 of its log cannot have been made at that time"),
    ("entries", "text", "abc", "entry 6 of its log is refused now (no-lot-due)"),
    ("entries", "match_id", 9_999, "its log leads to another position, to_act than what was kept"),
    ("entries", "source", f"post:{POST + 7}", ROW.format("letters")),
)
"""A value in a column of the last row of a match, and what is said of the match."""


async def keep_one(store: Store, room: int) -> int:
    """Return a live match with a row in every table."""
    match = match_of(LINES)
    match_id = await store.begin(card_of(match.game, room_id=room), read_through=POST)
    sources = [f"post:{POST}", f"message:{POST + 1}", *([None] * len(match.entries))]
    posts = (
        Post("Begin.", pings=(ADA,), extras=Extras(has_board=True), starts_clock=True),
        Post(reply=Reply(reaction="👀", message_id=POST + 1)),
        Post("Your answer.", recipient=EC, reply=Reply(token="key", source="interaction:5")),
    )
    await store.commit(
        change(
            match_id,
            entries=tuple(map(SourcedEntry, match.entries, sources)),
            posts=tuple(post_of(match_id, index, post) for index, post in enumerate(posts, 1)),
            completed_post=(1, POST),
            standing=match.standing(is_logged=True),
            read_through=POST + 1,
        )
    )
    await store.post_done(match_id, 2, POST + 1)
    await store.keep(match_id, PlayerMessage.by_interaction(EC, "hello", FORM + match_id, "key"), 5)
    return match_id


@contextmanager
def changing(database: Path) -> Iterator[sqlite3.Connection]:
    """Write to a file behind the Dealer's back, without the checks of its tables."""
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA writable_schema=ON")
        other.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
        other.commit()
    with closing(sqlite3.connect(database)) as other:
        yield other
        other.commit()


def damage(database: Path) -> None:
    """Copy match 1 once, and then once for each kind of damage, which it gets."""
    with changing(database) as other:
        other.execute("DROP INDEX ix_matches_one_live_a_room")
        for table in (MATCHES, *OF_ONE_MATCH):
            names = [other_column.name for other_column in table.columns]
            key = "id" if table is MATCHES else "match_id"
            message = {key: "?1", "room_id": "room_id + ?1"}
            if table is INBOX:
                message["interaction_id"] = "interaction_id + ?1"
            taken = ", ".join(message.get(name, name) for name in names)
            other.executemany(
                f"INSERT INTO {table.name} ({', '.join(names)}) "
                f"SELECT {taken} FROM {table.name} WHERE {key} = 1",
                [(match_id,) for match_id in range(2, FIRST + len(DAMAGES))],
            )
        for match_id, (table, column, value, _) in enumerate(DAMAGES, start=FIRST):
            key = "id" if table == MATCHES.name else "match_id"
            last = f"SELECT max(rowid) FROM {table} WHERE {key} = ?"
            other.execute(
                f"UPDATE {table} SET {column} = ? WHERE rowid = ({last})", (value, match_id)
            )


def said_of_matches(faults: tuple[str, ...]) -> dict[int, list[str]]:
    messages = defaultdict[int, list[str]](list)
    for fault in faults:
        assert fault.isprintable()
        match, _, label = fault.partition(": ")
        if match.startswith("match "):
            messages[int(match.split()[1])].append(label)
    return messages


async def test_damage_is_named_by_match_and_table_and_nothing_is_quoted(
    store: Store, database: Path
):
    await keep_one(store, room=1_000)
    await asyncio.to_thread(damage, database)
    findings = await asyncio.to_thread(verify, database)
    assert findings.live + findings.over == FIRST - 1 + len(DAMAGES)
    message = said_of_matches(findings.faults)
    wrong = [
        (table, column, value, expected, name)
        for match_id, (table, column, value, expected) in enumerate(DAMAGES, start=FIRST)
        if (name := " and ".join(message[match_id])) != expected.format(table)
    ]
    assert wrong == []
    assert not message[1] + message[2]


async def test_a_start_quarantines_only_those_matches_and_goes_on_with_all_others(
    server: Server, database: Path
):
    await keep_one(server.store, room=1_000)
    await asyncio.to_thread(damage, database)
    await server.start()
    # A match with a result is over, whatever the result says.
    live = {
        match_id: words
        for match_id, (_, column, _, words) in enumerate(DAMAGES, start=FIRST)
        if column != "reason"
    }
    stuck = {match_id for match_id, words in live.items() if words}
    assert set(server.quarantine._matches) == stuck
    assert all(map(server.runners.of_match, {1, 2, *live} - stuck))


LACKING = (
    ("DELETE FROM entries WHERE match_id = 1 AND number = 3", ROW.format("entries")),
    (
        "DELETE FROM entries WHERE match_id = 1 AND number = 5",
        "its log leads to another position, to_act than what was kept",
    ),
    ("DELETE FROM letters WHERE match_id = 1 AND sequence = 2", ROW.format("letters")),
    ("DELETE FROM letters WHERE match_id = 1", ROW.format("letters")),
    ("UPDATE entries SET who = 'cat', text = 7 WHERE match_id = 1", ROW.format("entries")),
    ("UPDATE letters SET body = '' WHERE match_id = 1", ROW.format("letters")),
)
"""Damage to several rows of match 1, and the report of it."""


@pytest.mark.parametrize(("statement", "fault"), LACKING)
async def test_missing_rows_are_named_once_and_hold_up_no_other_match(
    store: Store, database: Path, statement: str, fault: str
):
    for room in (1_000, 1_001):
        await keep_one(store, room)
    await keep(store, match_of((*LINES, *CONCEDED)), 1_002)
    with changing(database) as other:
        other.execute(statement)
    findings = await asyncio.to_thread(verify, database)
    assert findings.faults == (f"match 1 in room 1000: {fault}",)
    assert (findings.live, findings.over) == (2, 1)
    match, sound, *_ = await store.live_matches()
    assert isinstance(replayed(sound), Match)
    assert replayed(match) == Fault(fault)


async def test_a_match_that_cannot_be_read_has_what_can_and_each_table_is_named(
    store: Store, database: Path
):
    await keep_one(store, 1_000)
    with changing(database) as other:
        other.execute("UPDATE matches SET room_id = 'abc', game = 'chess'")
        other.execute("UPDATE letters SET state = 'lost' WHERE sequence = 1")
    tables = [ROW.format(item) for item in ("matches", "letters")]
    assert (await asyncio.to_thread(verify, database)).faults == tuple(
        f"match 1: {table}" for table in tables
    )
    (match,) = await store.live_matches()
    assert isinstance(match, UnreadableMatch)
    assert replayed(match) == Fault(" and ".join(tables))
    address = match.address
    assert (address.match_id, address.guild_id, address.room_id, address.host_id) == (
        1,
        GUILD,
        0,
        HOST,
    )
    assert (address.player_ids, address.began_ms) == ({EC: ADA, DMO: BOB}, BEGAN_MS)
    assert (match.is_over, match.quarantined_ms) == (False, None)
    assert [post.place.sequence for post in match.waiting] == [3]


async def fill(store: Store, key: int) -> None:
    """Put a row with a key into each table that says nothing of a match."""
    choices = store.choices
    await store.put_alive(7)
    await choices.put_host_role(key, 5)
    await choices.put_server_defaults(key, ServerDefaults(RowOne.TOP, ready=False))
    await choices.choose_theme(key, Theme.PRINT)
    choices.hear(key, "de")
    await asyncio.gather(*choices._tasks._running)
    await choices.choose_text_boards(key, is_sent=True)
    for feature in of_features():
        await feature.fill(store, key)


async def contents_of(store: Store) -> dict[str, object]:
    choices = await store.access.read(read_choices)
    contents: dict[str, object] = {table.name: rows for table, rows in choices.items()}
    for feature in of_features():
        contents |= await feature.contents_of(store)
    return contents


OTHER_DAMAGES: tuple[tuple[str, str, object], ...] = (
    *(
        (table.name, column.name, b"\xff\xfe")
        for table in other_tables()
        for column in table.columns
        if table is not LIFE and not column.foreign_keys and column.name != "id"
    ),
    *(("server_defaults", item, -1) for item in ("ready", "pings")),
    *(("server_defaults", "row1", item) for item in ("left", 7)),
    *(damage for feature in of_features() for damage in getattr(feature, "DAMAGES", ())),
)
"""A value in a column of the last row of a table that says nothing of a match by itself."""


async def test_a_damaged_row_of_another_table_is_as_if_it_was_not_there(
    store: Store, database: Path
):
    await keep_one(store, ROOM)
    await fill(store, 1)
    expected = await contents_of(store)
    await fill(store, 2)
    whole = await contents_of(store)
    for table, column, value in OTHER_DAMAGES:
        last = f"rowid = (SELECT max(rowid) FROM {table})"
        query = text(f'SELECT "{column}" FROM {table} WHERE {last}')
        sound = await store.access.read(lambda connection, query=query: connection.scalar(query))
        await spoil(store, table, column, value, last)
        results = await contents_of(store)
        assert results == whole | {table: expected[table]}, (table, column, value)
        await spoil(store, table, column, sound, last)
    assert await contents_of(store) == whole
    assert (await asyncio.to_thread(verify, database)).faults == ()


async def test_each_damaged_table_is_named_once(store: Store, database: Path):
    await keep_one(store, ROOM)
    for key in (1, 2):
        await fill(store, key)
    for table in other_tables():
        column = next(
            other_column
            for other_column in reversed(table.columns)
            if not other_column.foreign_keys
        )
        last = f"rowid = (SELECT max(rowid) FROM {table.name})"
        await spoil(store, table.name, column.name, b"\xff\xfe", last)
    faults = (await asyncio.to_thread(verify, database)).faults
    assert faults == tuple(
        f"a row in table {other_table.name} cannot be read" for other_table in other_tables()
    )


async def test_a_quarantined_match_can_be_ended_whatever_is_wrong_with_it(
    store: Store, database: Path
):
    await keep_one(store, 1_000)
    with changing(database) as other:
        other.execute("UPDATE matches SET began_ms = 'abc'")
        other.execute("UPDATE entries SET number = 'x', at = '1e999' WHERE number = 3")
        other.execute("UPDATE letters SET sequence = 9223372036854775807 WHERE sequence = 3")
    posts = await store.quarantine_match(1, "why", BEGAN_MS, [Post("It waits.")])
    assert [message.place.sequence for message in posts] == [3]
    more = await store.abort_quarantined(1, BEGAN_MS, "interaction:7", [Post("It is over.")])
    assert await store.live_matches() == []
    waiting = [post for _, post in await store.waiting_posts_of_ended()]
    assert waiting[-2:] == [*posts, *more]


async def test_an_unreadable_match_does_not_hold_up_the_posts_of_ended_matches(
    store: Store, database: Path
):
    for room in (1, 2):
        match_id = await store.begin(
            card_of(room_id=room), read_through=0, posts=[Post("It is over.")]
        )
        await store.commit(change(match_id, outcome=OVER))
    with changing(database) as other:
        other.execute("UPDATE matches SET game = 'chess' WHERE id = 1")
    waiting = await store.waiting_posts_of_ended()
    assert [(match.address.match_id, post.content) for match, post in waiting] == [
        (1, "It is over."),
        (2, "It is over."),
    ]


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 5))]
)
async def test_damaged_pages_are_named_and_cause_nothing_worse_than_a_refused_start(
    store: Store, database: Path, tmp_path: Path, seed: int
):
    for room in range(8):
        await keep_one(store, 1_000 + room)
    await store.close()
    sound = bytes_of(database)
    for number in range(8):
        generator = Random(f"{seed} {number}")
        damaged = tmp_path / f"{number}.sqlite"
        damaged.write_bytes(scratched(generator, sound))
        with suppress(DatabaseUnavailableError):
            assert all(
                fault.isprintable() for fault in (await asyncio.to_thread(verify, damaged)).faults
            )
        with suppress(*REFUSED):
            again = await Store.open(f"sqlite:///{damaged}")
            try:
                for match in await again.live_matches():
                    replayed(match)
            finally:
                await again.close()


def scratched(generator: Random, content: bytes) -> bytes:
    scratched = bytearray(content)
    index = generator.randrange(100 if generator.random() < 0.7 else 0, len(content))
    match generator.randrange(4):
        case 0:
            del scratched[index:]
        case 1:
            scratched[index : index + 512] = generator.randbytes(512)
        case 2:
            page = index // 4096 * 4096
            scratched[page : page + 4096] = bytes(4096)
        case _:
            for _ in range(20):
                scratched[generator.randrange(100, len(scratched))] = generator.randrange(256)
    return bytes(scratched)
