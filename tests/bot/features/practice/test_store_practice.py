from dataclasses import replace
from functools import partial

from bot.features.practice.store import PracticeRequest, PracticeStore, drop_request
from bot.storage.store import Store
from engine.opponents.thinking import Level
from engine.seats import Seat
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ADA, BOB, GUILD, ROOM, card_of

REQUEST = PracticeRequest(
    user_id=ADA,
    user_name="Ada 'the' \"queen\"",
    interaction_id=2**62,
    guild_id=GUILD,
    room_id=ROOM,
    game="fire-and-ice",
    seat=Seat.DMO,
    level=Level.HARD,
)
BOBS = replace(REQUEST, user_id=BOB, interaction_id=2**61)


async def test_requests_come_back_the_oldest_first(store: Store):
    for request in (REQUEST, BOBS):
        await PracticeStore(store.access).put_request(request)
    assert await PracticeStore(store.access).requests() == [BOBS, REQUEST]


@on_both
async def test_a_new_request_takes_the_place_of_an_older_one(store: Store):
    await PracticeStore(store.access).put_request(REQUEST)
    other = replace(REQUEST, game="flower-field", seat=Seat.EC, interaction_id=2**62 + 1)
    await PracticeStore(store.access).put_request(other)
    assert await PracticeStore(store.access).requests() == [other]


async def test_whoever_gets_their_match_waits_no_longer(store: Store):
    for request in (REQUEST, BOBS):
        await PracticeStore(store.access).put_request(request)
    drop = partial(drop_request, user_id=ADA)
    await store.begin(card_of(host_id=ADA, is_practice=True), read_through=0, also=[drop])
    assert await PracticeStore(store.access).requests() == [BOBS]
    (live,) = await store.live_matches()
    assert live.card.is_practice


async def test_nobody_waits_for_a_room_that_is_closed_for_practice(store: Store):
    for room in (ROOM, ROOM + 1, ROOM):
        await PracticeStore(store.access).open_room(GUILD, room)
    await PracticeStore(store.access).put_request(REQUEST)
    await PracticeStore(store.access).close_room(ROOM)
    assert await PracticeStore(store.access).rooms(GUILD) == (ROOM + 1,)
    assert await PracticeStore(store.access).requests() == []
