"""To which season each finished match belongs."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.site.build import load
from bot.features.seasons.store import SeasonStore, StoredSeason
from bot.storage.store import Store
from bot.storage.tables.archive import archive_of
from bot.storage.tables.records import StoredMatch
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import GUILD, card_of
from tests.helpers.rooms.changes import OVER, change

SPRING = StoredSeason(1, GUILD, "Spring", 100, 200)
SUMMER = StoredSeason(2, GUILD, "Summer", 300)
ELSEWHERE = StoredSeason(3, GUILD + 1, "Elsewhere", 0)


@pytest.mark.parametrize(
    ("began_ms", "expected"),
    [(99, ""), (100, "Spring"), (199, "Spring"), (200, ""), (299, ""), (300, "Summer")],
)
def test_a_match_belongs_to_the_season_that_ran_on_its_server_when_it_began(
    began_ms: int, expected: str
):
    match = StoredMatch(card=card_of(began_ms=began_ms), outcome=OVER)
    archive = archive_of([match], [ELSEWHERE, SPRING, SUMMER])
    assert [section.title for section in archive.sections if section.matches] == [expected]


def test_seasons_stand_in_their_order_and_those_outside_come_first_if_there_are_any():
    assert [section.title for section in archive_of([]).sections] == [""]
    assert [section.title for section in archive_of([], [SPRING, SUMMER]).sections] == [
        "Spring",
        "Summer",
    ]
    outside = StoredMatch(card=card_of(began_ms=250), outcome=OVER)
    result = archive_of([outside], [SPRING, SUMMER])
    assert [section.title for section in result.sections] == ["", "Spring", "Summer"]
    assert result.matches[0].card == outside.card


async def test_an_archive_has_the_seasons_of_its_server(store: Store, database: Path):
    for guild_id, title in ((GUILD, "Spring"), (GUILD + 1, "Elsewhere")):
        await SeasonStore(store.access).start(guild_id, title, BEGAN_MS)
    for number, began_ms in enumerate((BEGAN_MS - 1, BEGAN_MS), start=1):
        await store.begin(card_of(began_ms=began_ms), read_to=0)
        await store.commit(change(number, outcome=OVER))
    sections = (await asyncio.to_thread(load, database, GUILD)).sections
    assert [(section.title, len(section.matches)) for section in sections] == [
        ("", 1),
        ("Spring", 1),
    ]
    assert [
        section.title for section in (await asyncio.to_thread(load, database, None)).sections
    ] == [
        "",
        "Spring",
        "Elsewhere",
    ]
