"""Progress in tutorials, stored for each person and game."""

from bot.features.lessons.store import TutorialProgress, TutorialStore
from bot.storage.store import Store
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ADA

FIRE = "fire-and-ice"


@on_both
async def test_what_was_finished_once_stays_so(store: Store):
    for number, was_finished in ((6, False), (7, True), (1, False)):
        await TutorialStore(store.access).put(
            ADA, FIRE, TutorialProgress(number, was_finished=was_finished)
        )
    assert await TutorialStore(store.access).get(ADA, FIRE) == TutorialProgress(
        1, was_finished=True
    )
