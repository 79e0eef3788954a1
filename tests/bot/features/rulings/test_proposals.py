"""A proposed ruling is given once, and forgotten in the transaction that stores it."""

from functools import partial

import pytest

from bot.features.rulings.store import NotProposedError, Proposal, ProposalStore, drop_judged
from bot.storage.store import Store
from tests.helpers.rooms.live_rooms import SECOND, Rooms

NUMBER = 2**62
DROP = partial(drop_judged, number=NUMBER)


async def test_a_proposed_ruling_is_given_once_and_forgotten_with_that(deal: Rooms, store: Store):
    room = await deal()
    proposals = ProposalStore(store.access)
    await proposals.put(NUMBER, Proposal(room.card.id, "pause", 0))
    before = room.match
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("bot.storage.store.entry_row", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await room.ruled("pause", 10 * SECOND, 1, also=DROP)
    assert room.match == before
    assert await proposals.get(NUMBER)
    assert await room.ruled("pause", 11 * SECOND, 2, also=DROP) is None
    assert await proposals.get(NUMBER) is None
    with pytest.raises(NotProposedError):
        await room.ruled("resume", 12 * SECOND, 3, also=DROP)
    assert room.log == ["dealer posted", "host pause"]


async def test_a_proposed_ruling_that_is_refused_is_forgotten(deal: Rooms, store: Store):
    room = await deal()
    proposals = ProposalStore(store.access)
    await proposals.put(NUMBER, Proposal(room.card.id, "resume", 0))
    assert await room.ruled("resume", 10 * SECOND, 1, also=DROP)
    assert await proposals.get(NUMBER) is None
