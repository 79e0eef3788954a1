"""Which stored matches the archive has, and to which season each belongs."""

import pytest

from bot.features.seasons.archive import archive_of
from bot.storage.tables.records import StoredMatch, StoredSeason, Unreadable
from bot.texts.language import Language
from bot.values.card import Address
from engine.game import Outcome, Reason
from tests.bot.cards import EC, GUILD, HOST, ROOM, card_of

OVER = Outcome(EC, Reason.CONCEDED)


def test_only_matches_that_are_over_are_in_it_and_practice_is_left_out():
    loaded = [
        StoredMatch(card=card_of(id=1), outcome=OVER),
        StoredMatch(card=card_of(id=2)),
        StoredMatch(card=card_of(id=3, is_practice=True), outcome=OVER),
    ]
    assert [each.card.id for each in archive_of(loaded).matches] == [1]


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
    found = archive_of([match], [ELSEWHERE, SPRING, SUMMER])
    assert [each.title for each in found.seasons if each.matches] == [expected]


def test_seasons_stand_in_their_order_and_those_outside_come_first_if_there_are_any():
    assert [each.title for each in archive_of([]).seasons] == [""]
    assert [each.title for each in archive_of([], [SPRING, SUMMER]).seasons] == ["Spring", "Summer"]
    outside = StoredMatch(card=card_of(began_ms=250), outcome=OVER)
    found = archive_of([outside], [SPRING, SUMMER])
    assert [each.title for each in found.seasons] == ["", "Spring", "Summer"]
    assert found.matches[0].card == outside.card


WHY = "its row in table matches cannot be read"


@pytest.mark.parametrize(("is_practice", "expected"), [(False, ((7, WHY),)), (True, ())])
def test_what_cannot_be_read_is_left_out_with_the_reason_and_practice_without_a_word(
    is_practice: bool, expected: tuple[tuple[int, str], ...]
):
    match = Unreadable(
        address=Address(7, GUILD, ROOM, {}, HOST, 150, Language.EN, is_practice),
        damaged=("matches",),
        waiting=(),
        is_over=True,
        quarantined=None,
    )
    assert archive_of([match], [SPRING]).left_out == expected
