"""`dealer copy`: everything moves, of live matches too, or nothing does."""

import asyncio
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import insert, text

from bot.storage.databases.database_url import DatabaseLocation, location_of
from bot.storage.databases.dialects import POSTGRESQL, SQLITE
from bot.storage.databases.opening import read_from
from bot.storage.databases.revisions import UPGRADE_FIRST, oldest_revision
from bot.storage.maintenance import CopyError, copy
from bot.storage.store import Store
from bot.storage.tables.loading import rows_in
from bot.storage.tables.schema import METADATA
from bot.values.post import Post, Reply
from tests.bot.features import of_features
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.databases.disk import names_in
from tests.helpers.databases.new_databases import on_both
from tests.helpers.databases.postgres_server import Databases
from tests.helpers.processes.command_line import given
from tests.helpers.rooms.cards import GUILD, ROOM, card_of
from tests.helpers.rooms.changes import change, entry, live, post_of


@pytest.fixture
def into() -> str:
    return SQLITE


@pytest.fixture
async def new(request: pytest.FixtureRequest, tmp_path: Path, into: str) -> str:
    """Return the URL of a place in which there is nothing."""
    if into == SQLITE:
        return f"sqlite:///{tmp_path / 'new.sqlite'}"
    on_server: Databases = request.getfixturevalue("on_server")
    return await on_server.create("template1")


async def filled(store: Store) -> int:
    over = await store.begin(card_of(), read_through=0)
    await store.quarantine_match(over, "it cannot go on", 1)
    await store.abort_quarantined(over, BEGAN_MS + 1, "interaction:1")
    live_id = await store.begin(card_of(fire_and_ice(seed="5")), read_through=2**62)
    posts = (post_of(live_id, 1, Post("„waits“ 🔥", reply=Reply(token="t"))), post_of(live_id, 2))
    await store.commit(change(live_id, posts=posts))
    await store.post_done(live_id, 2, 7)
    for feature in of_features():
        await feature.fill(store, live_id)
    await store.choices.put_host_role(GUILD, 2**63 - 1)
    await store.put_alive(6)
    return live_id


def contents(place: DatabaseLocation) -> dict[str, list]:
    """Return all rows of a database, in the order of their keys."""
    return read_from(
        place,
        lambda connection: {
            table.name: sorted(map(tuple, connection.execute(rows_in(table))), key=repr)
            for table in METADATA.sorted_tables
        },
    )


@pytest.mark.parametrize(
    ("kind", "into"),
    [
        (SQLITE, POSTGRESQL),
        (POSTGRESQL, SQLITE),
        pytest.param(SQLITE, SQLITE, marks=pytest.mark.exhaustive),
        pytest.param(POSTGRESQL, POSTGRESQL, marks=pytest.mark.exhaustive),
    ],
)
async def test_everything_is_in_the_copy_and_a_live_match_goes_on_there(
    store: Store, url: str, new: str
):
    live_id = await filled(store)
    before = await live(store, live_id)
    await store.close()
    steps: list[tuple[int, int]] = []
    findings = await copy(
        location_of(url), location_of(new), lambda done, total: steps.append((done, total))
    )
    assert (findings.live, findings.over, findings.faults) == (1, 1, ())
    assert steps[-1][0] == steps[-1][1] > 7
    assert steps == sorted(steps)
    item, other = [
        await asyncio.to_thread(contents, location_of(other_text)) for other_text in (url, new)
    ]
    assert item == other
    again = await Store.open(new)
    assert await live(again, live_id) == before
    await again.commit(change(live_id, entries=(entry(0),)))
    assert await again.begin(card_of(room_id=ROOM + 1), read_through=0) == live_id + 1
    await again.close()


@pytest.mark.parametrize("into", [POSTGRESQL])
async def test_many_rows_are_copied_in_several_parts(store: Store, url: str, new: str):
    roles = [{"guild_id": number, "role_id": number} for number in range(1, 1_502)]
    table = METADATA.tables["host_roles"]
    await store.access.write_once(lambda connection: connection.execute(insert(table), roles))
    await store.close()
    steps: list[int] = []
    await copy(location_of(url), location_of(new), lambda done, _: steps.append(done))
    assert steps == [500, 1_000, 1_500, 1_501]
    assert await asyncio.to_thread(contents, location_of(new)) == await asyncio.to_thread(
        contents, location_of(url)
    )


@on_both
async def test_a_database_that_a_bot_uses_is_not_copied(store: Store, url: str, new: str):
    with pytest.raises(CopyError, match="in use by a Dealer: stop that one first"):
        await copy(location_of(url), location_of(new), Mock())
    await store.put_alive(1)


async def use(url: str) -> None:
    await (await Store.open(url)).close()


@pytest.mark.parametrize("into", [SQLITE, POSTGRESQL])
async def test_a_target_that_has_anything_is_refused_and_left_alone(
    store: Store, url: str, new: str
):
    await store.close()
    await use(new)
    before = await asyncio.to_thread(contents, location_of(new))
    with pytest.raises(CopyError, match="already"):
        await copy(location_of(url), location_of(new), Mock())
    assert await asyncio.to_thread(contents, location_of(new)) == before


SPOILT: dict[str, tuple[str, str]] = {
    "a fault": ("UPDATE matches SET game = 'chess'", "has faults"),
    "an old Dealer": ("UPDATE alembic_version SET version_num = '0001'", UPGRADE_FIRST),
    "an earlier Dealer": (
        f"UPDATE alembic_version SET version_num = '{oldest_revision()}'",
        "start this one to bring them up to date",
    ),
    "a newer Dealer": ("UPDATE alembic_version SET version_num = '9999'", "use that one"),
    "no Dealer": ("DROP TABLE alembic_version", "not a database of the Dealer's"),
}


@pytest.mark.parametrize(("spoil", "why"), SPOILT.values(), ids=SPOILT)
async def test_what_is_not_sound_is_not_copied(
    store: Store, url: str, new: str, spoil: str, why: str
):
    await filled(store)
    await store.access.write_once(lambda connection: connection.execute(text(spoil)))
    await store.close()
    with pytest.raises(CopyError, match=why):
        await copy(location_of(url), location_of(new), Mock())
    await use(new)


@pytest.mark.parametrize("into", [SQLITE, POSTGRESQL])
async def test_a_copy_that_fails_halfway_leaves_nothing(
    store: Store, url: str, new: str, tmp_path: Path
):
    await filled(store)
    await store.close()

    def fail(done: int, _: int) -> None:
        if done > 3:
            raise OSError(5, "broken")

    with pytest.raises(CopyError, match="broken"):
        await copy(location_of(url), location_of(new), fail)
    assert {*names_in(tmp_path)} <= {"kept"}
    await copy(location_of(url), location_of(new), Mock())


async def test_an_operator_copies_with_a_command(store: Store, url: str, new: str):
    await filled(store)
    await store.close()
    ended = await asyncio.to_thread(given, "copy", url, new)
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert "live matches: 1 (0 quarantined), over: 1. Both have been verified." in ended.stdout
    refused = await asyncio.to_thread(given, "copy", url, "mysql://x/y")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1
