"""Which matches the archive has: to which season each belongs, and what is left out."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.site.build import load
from bot.features.seasons.store import SeasonStore, StoredSeason
from bot.storage.store import Store
from bot.storage.tables.archive import archive_of
from bot.storage.tables.records import StoredMatch, UnreadableMatch
from bot.texts.language import Language
from bot.values.card import Address
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import GUILD, HOST, ROOM, card_of
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
        await store.begin(card_of(began_ms=began_ms), read_through=0)
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


# What is left out


def test_only_matches_that_are_over_are_in_it_and_practice_is_left_out():
    loaded = [
        StoredMatch(card=card_of(id=1), outcome=OVER),
        StoredMatch(card=card_of(id=2)),
        StoredMatch(card=card_of(id=3, is_practice=True), outcome=OVER),
    ]
    assert [match.card.id for match in archive_of(loaded).matches] == [1]


WHY = "its row in table matches cannot be read"


@pytest.mark.parametrize(("is_practice", "expected"), [(False, ((7, WHY),)), (True, ())])
def test_what_cannot_be_read_is_left_out_with_the_reason_and_practice_without_a_word(
    is_practice: bool, expected: tuple[tuple[int, str], ...]
):
    match = UnreadableMatch(
        address=Address(7, GUILD, ROOM, {}, HOST, 150, Language.EN, is_practice),
        damaged=("matches",),
        waiting=(),
        is_over=True,
        quarantined_ms=None,
    )
    assert archive_of([match]).left_out == expected
