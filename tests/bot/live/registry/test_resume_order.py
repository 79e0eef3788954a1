"""After a restart, those matches are resumed first in whose rooms something has happened."""

from dataclasses import replace

import pytest

from bot.live.services.resume_order import ResumeOrder
from bot.storage.tables.records import LiveRoom
from engine.seats import Seat
from tests.helpers.rooms.outboxes import address_of

GUILD, OTHER_GUILD = 7, 8


def live_room(number: int, guild_id: int, room_id: int, known_to: int = 100) -> LiveRoom:
    address = address_of(guild_id, room_id, {Seat.EC: 1, Seat.DMO: 2}, host_id=3)
    return LiveRoom(replace(address, match_id=number), known_to)


ROOMS = [live_room(number, GUILD, 10 * number) for number in range(1, 6)]


def order_of(rooms: list[LiveRoom], newest: dict[int, int]) -> ResumeOrder:
    order = ResumeOrder(newest.get)
    order.expect(rooms)
    return order


def next_in(order: ResumeOrder) -> int | None:
    room = order.pop()
    return room and room.address.match_id


def rest(order: ResumeOrder) -> list[int]:
    return [room.address.match_id for room in iter(order.pop, None)]


@pytest.mark.parametrize(
    ("newest", "expected"),
    [
        ({}, [1, 2, 3, 4, 5]),
        ({30: 101, 50: 777}, [3, 5, 1, 2, 4]),
        # It was heard, or is the Dealer's own; the one after it is deleted.
        ({10: 100, 20: 99, 30: 101}, [3, 1, 2, 4, 5]),
    ],
)
def test_rooms_with_a_message_that_nobody_has_heard_come_first(
    newest: dict[int, int], expected: list[int]
):
    assert rest(order_of(ROOMS, newest)) == expected


def test_a_room_where_somebody_types_meanwhile_comes_before_all_others():
    order = order_of(ROOMS, {50: 777})
    assert next_in(order) == 5
    order.hasten_room(40)
    # That match goes on already; and there is none in that room.
    order.hasten_room(50)
    order.hasten_room(60)
    assert rest(order) == [4, 1, 2, 3]


def test_what_discord_tells_of_a_server_counts_once_it_is_told():
    newest = dict[int, int]()
    order = order_of([*ROOMS, live_room(6, OTHER_GUILD, 60)], newest)
    newest |= {20: 101, 60: 101}
    order.hasten_guild(GUILD)
    assert next_in(order) == 2
    order.hasten_guild(OTHER_GUILD)
    assert rest(order) == [6, 1, 3, 4, 5]


def test_every_match_is_resumed_once_even_if_its_room_cannot_be_read_from_the_database():
    order = order_of([live_room(number, 0, 0, 0) for number in (1, 2)], {})
    order.hasten_room(0)
    assert rest(order) == [1, 2]
