"""Matches that wait to begin, as they are kept: one in a room, and none begins twice."""

from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import text

from bot.features.panels.panel import End, Panel, set_up
from bot.features.panels.store import PanelStore, end_panel, refuse_if_waiting
from bot.storage.store import RoomTakenError, Store
from bot.storage.writer import StorageUnavailableError
from bot.values.card import Person
from bot.values.post import Post
from engine.opponents.thinking import Level
from engine.seats import Seat
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ROOM, card_of
from tests.helpers.rooms.changes import spoil

CARD = card_of(
    id=0,
    pings=False,
    players={
        Seat.EC: Person(2**62, "Ada 'the' \"queen\""),
        Seat.DMO: Person(2**61, "Dealer", Level.HARD),
    },
)
PANEL = set_up(CARD, BEGAN_MS + 1, asks_ready=True)


async def panels_of(store: Store) -> list[Panel]:
    panels, unreadable = await PanelStore(store.access).all()
    assert not unreadable
    return panels


async def test_a_panel_comes_back_as_it_was_kept(store: Store):
    panel = replace(PANEL, id=await PanelStore(store.access).set_up(PANEL))
    assert await panels_of(store) == [panel]
    changed = replace(
        panel,
        asks_ready=False,
        at_ms=None,
        ready=frozenset({Seat.DMO}),
        is_told=True,
        pressed_ms=BEGAN_MS + 2,
        is_missed=True,
        is_forced=True,
        blocker="I don't have *Attach Files*.",
        pinged=2,
        message_id=2**62,
        end=End.LAPSED,
    )
    await PanelStore(store.access).put(changed)
    assert await panels_of(store) == [changed]
    await PanelStore(store.access).drop(panel.id)
    assert await panels_of(store) == []


async def test_a_room_holds_one_match_live_or_waiting(store: Store):
    first = await PanelStore(store.access).set_up(PANEL)
    with pytest.raises(RoomTakenError):
        await PanelStore(store.access).set_up(PANEL)
    no_other = partial(refuse_if_waiting, room_id=ROOM)
    with pytest.raises(RoomTakenError):
        await store.begin(CARD, read_through=0, also=[no_other])
    await PanelStore(store.access).put(replace(PANEL, id=first, end=End.CANCELLED))
    await store.begin(CARD, read_through=0, also=[no_other])
    with pytest.raises(RoomTakenError):
        await PanelStore(store.access).set_up(PANEL)
    await PanelStore(store.access).set_up(replace(PANEL, card=replace(CARD, room_id=ROOM + 1)))


async def test_the_number_of_a_panel_that_is_gone_never_comes_again(store: Store):
    gone = await PanelStore(store.access).set_up(PANEL)
    await PanelStore(store.access).drop(gone)
    assert await PanelStore(store.access).set_up(PANEL) != gone


@on_both
async def test_a_match_begins_and_its_panel_ends_in_one_transaction(store: Store):
    panel_id = await PanelStore(store.access).set_up(PANEL)
    match_id = await store.begin(CARD, read_through=0, also=[partial(end_panel, panel_id=panel_id)])
    (live,) = await store.live_matches()
    assert live.address.match_id == match_id
    assert [panel.end for panel in await panels_of(store)] == [End.BEGUN]


@on_both
async def test_a_panel_waits_on_if_its_match_cannot_be_kept(store: Store):
    panel_id = await PanelStore(store.access).set_up(PANEL)
    statement = text("ALTER TABLE letters RENAME TO elsewhere")
    await store.access.write(lambda connection: connection.execute(statement))
    with pytest.raises(StorageUnavailableError):
        await store.begin(
            CARD, 0, (Post("The match is starting."),), [partial(end_panel, panel_id=panel_id)]
        )
    assert [panel.end for panel in await panels_of(store)] == [None]


async def test_a_panel_that_cannot_be_read_is_told_by_its_number(store: Store):
    for room_id in (ROOM, ROOM + 1):
        await PanelStore(store.access).set_up(replace(PANEL, card=replace(CARD, room_id=room_id)))
    await spoil(store, "panels", "hitch", b"\xff\xfe", "id = 2")
    panels, unreadable = await PanelStore(store.access).all()
    assert ([panel.id for panel in panels], unreadable) == ([1], [2])
