"""Tests of rulings, and their answers to tests of the core."""

from bot.features.rulings.store import Proposal, ProposalStore
from bot.storage.store import Store
from bot.values.card import Person
from engine.opponents.thinking import Level

DAMAGES = (("proposals", "person_level", "?"),)
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    person = Person(key, "Ada", Level.HARD)
    await ProposalStore(store.access).put(key, Proposal(1, "seat ec", 0, "", person))


async def contents_of(store: Store) -> dict[str, object]:
    proposals = ProposalStore(store.access)
    return {"proposals": [await proposals.get(key) for key in (1, 2)]}
