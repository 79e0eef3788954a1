"""Progress in tutorials, stored for each person and game."""

from pathlib import Path

from bot.features.lessons.store import TutorialProgress, TutorialStore
from bot.storage.store import Store
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ADA, BOB

SEA, FIRE = "deep-sea-voyage", "fire-and-ice"


async def test_people_go_on_where_they_are_in_each_game(store: Store, database: Path):
    for person, game, number in ((ADA, FIRE, 3), (ADA, SEA, 2), (BOB, FIRE, 5), (ADA, FIRE, 4)):
        await TutorialStore(store.access).put(person, game, TutorialProgress(number))
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    tutorials = TutorialStore(again.access)
    assert await tutorials.get(ADA, FIRE) == TutorialProgress(4)
    assert await tutorials.get(ADA, SEA) == TutorialProgress(2)
    assert await tutorials.get(BOB, FIRE) == TutorialProgress(5)
    assert await tutorials.get(BOB, SEA) == TutorialProgress()
    await again.close()


@on_both
async def test_what_was_finished_once_stays_so(store: Store):
    for number, was_finished in ((6, False), (7, True), (1, False)):
        await TutorialStore(store.access).put(
            ADA, FIRE, TutorialProgress(number, was_finished=was_finished)
        )
    assert await TutorialStore(store.access).get(ADA, FIRE) == TutorialProgress(
        1, was_finished=True
    )
