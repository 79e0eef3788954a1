"""After a restart, those matches are resumed first in whose rooms something has happened."""

import pytest

from bot.live.services.resume_order import ResumeOrder
from bot.storage.tables.records import LiveRoom

GUILD, OTHER_GUILD = 7, 8
ROOMS = [LiveRoom(number, GUILD, 10 * number, (1, 2), known_to=100) for number in range(1, 6)]


def order_of(rooms: list[LiveRoom], newest: dict[int, int]) -> ResumeOrder:
    order = ResumeOrder(newest.get)
    order.expect(rooms)
    return order


def next_in(order: ResumeOrder) -> int | None:
    room = order.pop()
    return room and room.match_id


def rest(order: ResumeOrder) -> list[int]:
    return [room.match_id for room in iter(order.pop, None)]


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
    order = order_of([*ROOMS, LiveRoom(6, OTHER_GUILD, 60, (1, 2), known_to=100)], newest)
    newest |= {20: 101, 60: 101}
    order.hasten_guild(GUILD)
    assert next_in(order) == 2
    order.hasten_guild(OTHER_GUILD)
    assert rest(order) == [6, 1, 3, 4, 5]


def test_every_match_is_resumed_once_even_if_its_room_cannot_be_read_from_the_database():
    order = order_of([LiveRoom(1, 0, 0, (0, 0), 0), LiveRoom(2, 0, 0, (0, 0), 0)], {})
    order.hasten_room(0)
    assert rest(order) == [1, 2]
