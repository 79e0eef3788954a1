"""Hostile and damaged files: verify names what is wrong, and the bot still starts with the rest."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import product
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from bot.live.values.effects import Sourced
from bot.live.values.events import Typed
from bot.posts.post import Post
from bot.storage.databases.database import CANNOT_BE_READ, NoDatabase
from bot.storage.databases.revisions import NewerDatabase, OlderDatabase
from bot.storage.store import Store
from bot.storage.tables.loading import Damaged, read_matches
from bot.storage.tables.records import Unreadable
from bot.storage.tables.schema import ENTRIES, INBOX, MATCHES, POSTS
from bot.storage.verify import Fault, replayed, verify
from engine.matches.match import Match
from engine.matches.standing import logged_standing
from tests.bot.cards import ADA, BOB, DMO, EC, GUILD, HOST, card_of
from tests.bot.changes import change, post_of
from tests.bot.fake_clock import BEGAN_MS, snowflake
from tests.bot.servers import Server
from tests.bot.storage.test_verify import CONCEDED, LINES, keep, match_of

POST = snowflake(BEGAN_MS + 1_000)
FORM = snowflake(BEGAN_MS + 9_000)
FIRST = 3
"""The first damaged match."""
OF_ONE_MATCH = (ENTRIES, POSTS, INBOX)
COLUMNS = [
    (table.name, each.name)
    for table in (MATCHES, *OF_ONE_MATCH)
    for each in table.columns
    if each is not MATCHES.c.id
]
VALUES: tuple[object, ...] = (
    *(None, -1, 0, 7, 1.5, 2**31, 2**63 - 1, 1e308, float("inf"), float("nan"), "", "abc", "-1"),
    *("1e999", "NaN", "9" * 5_000, "x" * 100_000, b"\xff\xfe", b"", "\x00", "[" * 100_000),
    *('{"a": ', "{}", "[1]", "null", '{"content": NaN}', '{"reply_to": 1e30, "pings": [-5]}'),
    *('{"token": 5, "to": "cat"}', '{"content": "x", "expires_ms": 99999999999999999999999}'),
)
SAMPLE = (None, -1, 1e308, "abc", "[1]", b"\xff\xfe")
REFUSED = (OSError, *CANNOT_BE_READ, NewerDatabase, OlderDatabase, NoDatabase, Damaged)
"""How a start may end, in one line, if the file as a whole is damaged."""


async def keep_one(store: Store, room: int) -> int:
    """A live match with a row in every table."""
    match = match_of(LINES)
    match_id = await store.begin(card_of(match.game, room_id=room), read_to=POST)
    sources = [f"post:{POST}", f"message:{POST + 1}", *([None] * len(match.entries))]
    posts = (
        Post("Begin.", pings=(ADA,), board=True, opens=True),
        Post(reaction="👀", reply_to=POST + 1),
        Post("Your answer.", to=EC, token="key", answers="interaction:5"),
    )
    await store.commit(
        change(
            match_id,
            entries=tuple(map(Sourced, match.entries, sources)),
            posts=tuple(post_of(match_id, at, each) for at, each in enumerate(posts, 1)),
            done=(1, POST),
            standing=logged_standing(match),
            read_to=POST + 1,
        )
    )
    await store.post_done(match_id, 2, POST + 1)
    await store.keep(match_id, Typed.by_form(EC, "hello", FORM + match_id, "key"), 5)
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


def multiply(other: sqlite3.Connection, count: int) -> None:
    """Copy the first match until there are this many."""
    for table in (MATCHES, *OF_ONE_MATCH):
        names = [each.name for each in table.columns]
        key = "id" if table is MATCHES else "match_id"
        shown = {key: "?1", "room_id": "room_id + ?1"}
        if table is INBOX:
            shown["interaction_id"] = "interaction_id + ?1"
        taken = ", ".join(shown.get(each, each) for each in names)
        other.executemany(
            f"INSERT INTO {table.name} ({', '.join(names)}) "
            f"SELECT {taken} FROM {table.name} WHERE {key} = 1",
            [(match_id,) for match_id in range(2, count + 2)],
        )


def spoil(other: sqlite3.Connection, match_id: int, table: str, column: str, value: object) -> None:
    """Put a value into a column of a match's last row, if SQLite accepts it there."""
    key = "id" if table == MATCHES.name else "match_id"
    last = f"SELECT max(rowid) FROM {table} WHERE {key} = ?"
    with suppress(sqlite3.IntegrityError):
        other.execute(
            f"UPDATE {table} SET {column} = ? WHERE rowid = ({last})",
            (value, match_id),
        )


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(SAMPLE, id="sample"),
        pytest.param(VALUES, id="all", marks=pytest.mark.exhaustive),
    ],
)
async def test_verify_names_only_the_matches_that_cannot_go_on(
    store: Store, database: Path, values: tuple[object, ...]
):
    damages = [(*column, value) for column, value in product(COLUMNS, values)]
    await keep_one(store, room=1_000)
    damage(database, damages)
    faults = (await asyncio.to_thread(verify, database)).faults
    assert all(each.isprintable() and len(each) <= 310 for each in faults)
    kept = await store.access.read(lambda each: list(read_matches(each, select(MATCHES.c.id))))
    assert len(kept) == 2 + len(damages)
    stuck = {each.match_id for each in kept if isinstance(replayed(each), Fault)}
    assert named_in(faults) == stuck
    assert not stuck & {1, 2}
    found = {damages[each - FIRST][:2] for each in stuck}
    # A match's last post or form, moved to another match, is not in the right place in either.
    strays = {("letters", "match_id"), ("inbox", "match_id")}
    assert set(COLUMNS) - found == strays
    assert all(
        any(f" of {table} belongs to no row" in each for each in faults) for table, _ in strays
    )


async def test_a_start_quarantines_only_those_matches_and_goes_on_with_all_others(
    server: Server, database: Path
):
    # A match with a result is over, whatever the result says.
    columns = [each for each in COLUMNS if each != (MATCHES.name, "reason")]
    damages = [(*column, value) for column in columns for value in ("abc", 2**63 - 1)]
    await keep_one(server.store, room=1_000)
    damage(database, damages)
    await server.registry.start()
    quarantined = set(server.registry.quarantine._matches)
    assert quarantined == named_in((await asyncio.to_thread(verify, database)).faults)
    going_on = set(range(1, FIRST + len(damages))) - quarantined
    assert {1, 2} <= going_on
    assert all(server.registry.runner_of(each) for each in going_on)


def damage(database: Path, damages: list[tuple[str, str, object]]) -> None:
    """Add a sound match to the first, and one match for each kind of damage."""
    with changing(database) as other:
        multiply(other, 1 + len(damages))
        for match_id, each in enumerate(damages, start=FIRST):
            spoil(other, match_id, *each)


def named_in(faults: tuple[str, ...]) -> set[int]:
    """The matches that are named."""
    return {int(each.split()[1].rstrip(":")) for each in faults if each.startswith("match ")}


IN_ROOM = "match 1 in room 1000: "
SPOILT: tuple[tuple[str, str, object, str], ...] = (
    ("matches", "game", "chess", "there is no game 'chess'"),
    ("matches", "game", "x" * 100_000 + "\n", f"there is no game '{'x' * 60}...'"),
    ("matches", "options", '{"turn": "', "its options cannot be read (JSONDecodeError)"),
    ("matches", "options", "[1]", "its options cannot be read (AttributeError)"),
    ("matches", "options", '{"x": "1"}', "its options cannot be read (BadOption)"),
    ("matches", "options", '{"turn": 5}', "its options cannot be read (TypeError)"),
    ("matches", "standing", "{", "its position cannot be read (JSONDecodeError)"),
    ("entries 1", "who", "cat", "entry 2 of its log cannot be read (ValueError)"),
    ("entries 0", "at", "now", "entry 1 of its log cannot be read (ValueError)"),
    ("entries 1", "at", "1e999", "entry 2 of its log cannot be read (ValueError)"),
    ("entries 3", "at", "3", "entry 4 of its log cannot have been made at that time"),
    ("entries 1", "text", "E6 E8", "entry 2 of its log is refused now (not-adjacent)"),
    ("letters 2", "body", "x", "its post 2 cannot be read (ValidationError)"),
    ("letters 1", "body", "[]", "its post 1 cannot be read (ValidationError)"),
    ("letters 1", "body", '{"pings": "A1"}', "its post 1 cannot be read (ValidationError)"),
    ("letters 2", "state", "lost", "its post 2 cannot be read"),
    ("letters 3", "log_length", 99, "its post 3 shows a position that its log does not reach"),
)
"""A value in a row of match 1, and what is said of it."""
BROKEN = (
    ("UPDATE matches SET room_id = 'abc' WHERE id = 1", "match 1: its room_id cannot be read"),
    (
        "UPDATE matches SET reason = NULL WHERE id = 3",
        "match 3 in room 1002: its result cannot be read (ValueError)",
    ),
    ("DELETE FROM entries WHERE number = 3 AND {}", f"{IN_ROOM}entry 4 of its log is missing"),
    (
        "DELETE FROM entries WHERE number = 5 AND {}",
        f"{IN_ROOM}its log leads to another position, to_act than what was kept",
    ),
    ("DELETE FROM letters WHERE sequence = 2 AND {}", f"{IN_ROOM}its post 2 is missing"),
    (
        "DELETE FROM letters WHERE {}",
        f"{IN_ROOM}the post that entry 1 of its log refers to is missing",
    ),
    (
        "UPDATE letters SET match_id = 99 WHERE sequence = 3 AND {}",
        "row 3 of letters belongs to no row of matches",
    ),
    ("INSERT INTO life VALUES (1, 'yesterday')", "alive_ms of life cannot be read"),
)


def spoiling(where: str, column: str) -> str:
    """Return the statement that puts a value into a row of match 1."""
    table, _, number = where.partition(" ")
    key = {"matches": "id = 1", "entries": f"{{}} AND number = {number}"}
    return (
        f"UPDATE {table} SET {column} = ? WHERE {key.get(table, f'{{}} AND sequence = {number}')}"
    )


@pytest.mark.parametrize(
    ("statement", "values", "fault"),
    [
        *((spoiling(*row[:2]), row[2:3], IN_ROOM + row[3]) for row in SPOILT),
        *((statement, (), fault) for statement, fault in BROKEN),
    ],
    ids=[*(f"{row[0]} {row[1]}" for row in SPOILT), *(statement for statement, _ in BROKEN)],
)
async def test_each_kind_of_damage_is_named_in_one_line_and_holds_up_no_other_match(
    store: Store, database: Path, statement: str, values: tuple[object, ...], fault: str
):
    for room in (1_000, 1_001):
        await keep_one(store, room)
    await keep(store, match_of((*LINES, *CONCEDED)), 1_002)
    with changing(database) as other:
        assert other.execute(statement.format("match_id = 1"), values).rowcount
    findings = await asyncio.to_thread(verify, database)
    assert findings.faults == (fault,)
    assert findings.live + findings.over == 3
    assert await store.alive_ms() is None
    one, sound, *_ = await store.live_matches()
    assert isinstance(replayed(sound), Match)
    if isinstance(one, Unreadable):
        assert (one.match_id, one.guild_id, one.host_id) == (1, GUILD, HOST)
        assert one.player_ids == {EC: ADA, DMO: BOB}
        assert (one.began_ms, one.is_over, one.quarantined) == (BEGAN_MS, False, None)
        assert one.reason in fault


async def test_every_problem_of_a_match_is_named_and_its_host_told_the_first_few(
    store: Store, database: Path
):
    await keep_one(store, 1_000)
    with changing(database) as other:
        for column in ("room_id", "host_id", "began_ms"):
            other.execute(f"UPDATE matches SET {column} = 'abc'")
        other.execute("UPDATE entries SET who = 'cat' WHERE number < 5")
        other.execute("UPDATE letters SET body = ''")
    faults = (await asyncio.to_thread(verify, database)).faults
    assert len(faults) == len(set(faults)) == 1 + 5 + 3
    (match,) = await store.live_matches()
    told = replayed(match)
    assert isinstance(told, Fault)
    assert told.reason.count(" and ") == 2


async def test_a_quarantined_match_can_be_ended_whatever_is_wrong_with_it(
    store: Store, database: Path
):
    await keep_one(store, 1_000)
    with changing(database) as other:
        other.execute("UPDATE matches SET began_ms = 'abc'")
        other.execute("UPDATE entries SET number = 'x', at = '1e999' WHERE number = 3")
        other.execute("UPDATE letters SET sequence = 9223372036854775807 WHERE sequence = 3")
    told = await store.quarantine_match(1, "why", BEGAN_MS, [Post("It waits.")])
    assert [each.sequence for each in told] == [3]
    await store.abort_quarantined(1, BEGAN_MS, "interaction:7", [Post("It is over.")])
    assert await store.live_matches() == []


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 5))]
)
async def test_damaged_pages_are_named_and_cause_nothing_worse_than_a_refused_start(
    store: Store, database: Path, tmp_path: Path, seed: int
):
    for room in range(8):
        await keep_one(store, 1_000 + room)
    await store.close()
    sound = read(database)
    for number in range(8):
        generator = Random(f"{seed} {number}")
        damaged = write(tmp_path / f"{number}.sqlite", scratched(generator, sound))
        with suppress(NoDatabase):
            assert all(
                each.isprintable() for each in (await asyncio.to_thread(verify, damaged)).faults
            )
        with suppress(*REFUSED):
            again = await Store.open(f"sqlite:///{damaged}")
            try:
                for match in await again.live_matches():
                    replayed(match)
            finally:
                await again.close()


def scratched(generator: Random, content: bytes) -> bytes:
    """A file with some bytes overwritten, or a piece overwritten or cut off."""
    scratched = bytearray(content)
    at = generator.randrange(100 if generator.random() < 0.7 else 0, len(content))
    match generator.randrange(4):
        case 0:
            del scratched[at:]
        case 1:
            scratched[at : at + 512] = generator.randbytes(512)
        case 2:
            page = at // 4096 * 4096
            scratched[page : page + 4096] = bytes(4096)
        case _:
            for _ in range(20):
                scratched[generator.randrange(100, len(scratched))] = generator.randrange(256)
    return bytes(scratched)


def read(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
