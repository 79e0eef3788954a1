"""Who waits to practise, and where: one request for each person, until a match is theirs."""

from dataclasses import replace

from bot.storage.store import Store
from bot.storage.tables.records import PracticeRequest
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
    for each in (REQUEST, BOBS):
        await store.people.put_practice_request(each)
    assert await store.people.practice_requests() == [BOBS, REQUEST]


@on_both
async def test_a_new_request_takes_the_place_of_an_older_one(store: Store):
    await store.people.put_practice_request(REQUEST)
    other = replace(REQUEST, game="flower-field", seat=Seat.EC, interaction_id=2**62 + 1)
    await store.people.put_practice_request(other)
    assert await store.people.practice_requests() == [other]


async def test_whoever_gets_their_match_waits_no_longer(store: Store):
    for each in (REQUEST, BOBS):
        await store.people.put_practice_request(each)
    await store.begin(card_of(host_id=ADA, is_practice=True), read_to=0)
    assert await store.people.practice_requests() == [BOBS]
    (live,) = await store.live_matches()
    assert live.card.is_practice


async def test_a_match_that_counts_takes_nobody_off_the_list(store: Store):
    await store.people.put_practice_request(REQUEST)
    await store.begin(card_of(host_id=ADA), read_to=0)
    assert await store.people.practice_requests() == [REQUEST]


async def test_nobody_waits_for_a_room_that_is_closed_for_practice(store: Store):
    for room in (ROOM, ROOM + 1, ROOM):
        await store.servers.open_practice_room(GUILD, room)
    await store.people.put_practice_request(REQUEST)
    await store.servers.close_practice_room(ROOM)
    assert await store.servers.practice_rooms(GUILD) == (ROOM + 1,)
    assert await store.people.practice_requests() == []
