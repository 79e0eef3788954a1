"""What is told is heard in every process."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.storage.databases.dialects import POSTGRESQL
from bot.storage.store import Store
from tests.databases import on_both
from tests.waiting import eventually

TOPIC, OTHER_TOPIC = "dealer_test", "dealer_other"
MANY = 20


@pytest.fixture
async def other(url: str, store: Store, kind: str) -> AsyncIterator[Store]:
    """The same database in another process; with a file there is none."""
    opened = await Store.open(url) if kind == POSTGRESQL else store
    yield opened
    if opened is not store:
        await opened.close()


@on_both
async def test_all_that_is_told_at_once_is_heard_by_whoever_listens_to_it(
    store: Store, other: Store
):
    heard: list[int | None] = []
    aside: list[int | None] = []
    database = other.access.database
    listening = [
        asyncio.create_task(database.listen(TOPIC, heard.append)),
        asyncio.create_task(database.listen(OTHER_TOPIC, aside.append)),
    ]
    # With a server, whoever begins to listen may have missed something.
    is_server = database.is_shared
    await eventually(lambda: not is_server or (heard and aside))
    await asyncio.sleep(0)
    await asyncio.gather(*(store.access.database.tell(TOPIC, each) for each in range(MANY)))
    await eventually(lambda: len([each for each in heard if each is not None]) == MANY)
    assert sorted(each for each in heard if each is not None) == [*range(MANY)]
    assert aside == ([None] if is_server else [])
    for each in listening:
        each.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
