"""Tests of the panels, and their answers to tests of the core."""

from bot.features.panels.panel import set_up
from bot.features.panels.store import PanelStore
from bot.storage.store import Store
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.rooms.cards import card_of

DAMAGES = (
    ("panels", "game", "chess"),
    ("panels", "end", "?"),
    ("panels", "ec_level", "?"),
    ("panels", "options", "["),
)
"""Values of columns that cannot be read."""


async def fill(store: Store, key: int) -> None:
    panel = set_up(card_of(id=0, room_id=key), BEGAN_MS, asks_ready=True)
    await PanelStore(store.access).set_up(panel)


async def contents_of(store: Store) -> dict[str, object]:
    panels, _ = await PanelStore(store.access).all()
    return {"panels": [panel.card.room_id for panel in panels]}
