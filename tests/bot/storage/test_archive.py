"""Which stored matches the archive has; those that cannot be read are left out."""

import pytest

from bot.storage.tables.archive import archive_of
from bot.storage.tables.records import StoredMatch, UnreadableMatch
from bot.texts.language import Language
from bot.values.card import Address
from tests.helpers.rooms.cards import GUILD, HOST, ROOM, card_of
from tests.helpers.rooms.changes import OVER


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
        quarantined=None,
    )
    assert archive_of([match]).left_out == expected
