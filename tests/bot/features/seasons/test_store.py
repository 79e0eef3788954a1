"""Seasons: one runs on a server at a time, over restarts, and a damaged one hides no other."""

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path

from bot.features.seasons.store import SeasonStore, StoredSeason
from bot.storage.store import Store
from bot.values.card import NO_STAKES, Stakes
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.processes.bot_process import DEALER
from tests.helpers.rooms.cards import GUILD, ROOM, card_of
from tests.helpers.rooms.changes import OVER, change, live, spoil

STAKES = Stakes("receives 1 garnet", "is eliminated")


def seasons_in(store: Store) -> SeasonStore:
    return SeasonStore(store.access)


async def test_a_season_begins_only_where_none_runs(store: Store):
    assert await seasons_in(store).start(GUILD, "Spring", 100)
    assert not await seasons_in(store).start(GUILD, "Summer", 200)
    assert await seasons_in(store).start(GUILD + 1, "Elsewhere", 200)
    assert await seasons_in(store).of_server(GUILD) == [StoredSeason(1, GUILD, "Spring", 100)]


async def test_a_season_ends_once(store: Store):
    assert await seasons_in(store).end(GUILD, 100) is None
    await seasons_in(store).start(GUILD, "Spring", 100)
    await seasons_in(store).start(GUILD + 1, "Elsewhere", 100)
    ended = StoredSeason(1, GUILD, "Spring", 100, 200)
    assert await seasons_in(store).end(GUILD, 200) == ended
    assert await seasons_in(store).end(GUILD, 300) is None
    assert await seasons_in(store).start(GUILD, "Summer", 300)
    assert await seasons_in(store).of_server(GUILD) == [
        ended,
        StoredSeason(3, GUILD, "Summer", 300),
    ]
    assert (await seasons_in(store).of_server(GUILD + 1))[0].ended_ms is None


async def test_a_match_is_for_what_its_season_said_when_it_began(store: Store, database: Path):
    earlier = await _play(store, began_ms=50)
    assert await seasons_in(store).start(GUILD, "Spring", 100, STAKES)
    for guild_id, began_ms, stakes in (
        (GUILD, 99, NO_STAKES),
        (GUILD, 100, STAKES),
        (GUILD + 1, 100, NO_STAKES),
    ):
        assert await seasons_in(store).stakes(guild_id, began_ms) == stakes
    number = await store.begin(card_of(began_ms=150, stakes=STAKES), read_through=0)
    ended = await seasons_in(store).end(GUILD, 200)
    assert ended == StoredSeason(1, GUILD, "Spring", 100, 200, STAKES)
    await seasons_in(store).start(GUILD, "Summer", 300)
    assert await seasons_in(store).stakes(GUILD, 300) == NO_STAKES
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    assert (await live(again, number)).card.stakes == STAKES
    before = await again.finished_match(id=earlier)
    assert before.card.stakes == NO_STAKES
    assert (await seasons_in(again).of_server(GUILD))[0].stakes == STAKES
    await again.close()


async def _play(store: Store, began_ms: int, guild_id: int = GUILD) -> int:
    number = await store.begin(card_of(began_ms=began_ms, guild_id=guild_id), read_through=0)
    await store.commit(change(number, outcome=OVER))
    return number


@on_both
async def test_only_matches_that_are_over_are_looked_back_at_and_only_those_of_the_server(
    store: Store,
):
    await _play(store, began_ms=99)
    over = await _play(store, began_ms=100)
    await _play(store, began_ms=100, guild_id=GUILD + 1)
    await store.begin(card_of(began_ms=100, room_id=ROOM + 1), read_through=0)
    matches = await seasons_in(store).finished_matches(GUILD, 100)
    assert [match.address.match_id for match in matches] == [over]


async def test_a_new_process_looks_for_faults_in_them_too(store: Store, database: Path):
    await seasons_in(store).start(GUILD, "Spring", 100)
    await spoil(store, "seasons", "began_ms", "abc", "id = 1")
    run = await asyncio.create_subprocess_exec(DEALER, "verify", database, stdout=PIPE)
    answers, _ = await run.communicate()
    assert b"a row in table seasons cannot be read" in answers
