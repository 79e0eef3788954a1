"""A room that cannot be read is tried again while that may help."""

import aiohttp
import pytest

from bot.posts.sending.room import MAX_TRIES, RoomClosedError, obstacle_behind
from bot.values.obstacles import Obstacle
from tests.bot.posts.sending.test_failures import answer


@pytest.mark.parametrize(
    ("error", "at_once", "in_the_end"),
    [
        (RoomClosedError(Obstacle.NO_HISTORY), Obstacle.NO_HISTORY, Obstacle.NO_HISTORY),
        (answer(403), Obstacle.FORBIDDEN, Obstacle.FORBIDDEN),
        (answer(404), Obstacle.GONE, Obstacle.GONE),
        # These pass, however long they take.
        (answer(401), None, None),
        (answer(429), None, None),
        (answer(500), None, None),
        (answer(503), None, None),
        (aiohttp.ClientConnectionError(), None, None),
        (ConnectionResetError(), None, None),
        (TimeoutError(), None, None),
        # These do not.
        (answer(400), None, Obstacle.UNREADABLE),
        (answer(410), None, Obstacle.UNREADABLE),
        (KeyError("type"), None, Obstacle.UNREADABLE),
        (TypeError("no list"), None, Obstacle.UNREADABLE),
    ],
    ids=repr,
)
def test_a_room_that_cannot_be_read_is_given_up_only_where_time_will_not_help(
    error: Exception, at_once: Obstacle | None, in_the_end: Obstacle | None
):
    assert obstacle_behind(error, 1) is at_once
    assert obstacle_behind(error, MAX_TRIES - 1) is at_once
    assert obstacle_behind(error, MAX_TRIES) is in_the_end
