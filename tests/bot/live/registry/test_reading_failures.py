"""A room that cannot be read is tried again while that may help."""

from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.posts.sending.room import MAX_TRIES, RoomClosedError, obstacle_behind
from bot.values.obstacles import Obstacle


def answered(status: int) -> Exception:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="no"), "no")


@pytest.mark.parametrize(
    ("error", "at_once", "in_the_end"),
    [
        (RoomClosedError(Obstacle.NO_HISTORY), Obstacle.NO_HISTORY, Obstacle.NO_HISTORY),
        (answered(403), Obstacle.FORBIDDEN, Obstacle.FORBIDDEN),
        (answered(404), Obstacle.GONE, Obstacle.GONE),
        # These pass, however long they take.
        (answered(401), None, None),
        (answered(429), None, None),
        (answered(500), None, None),
        (answered(503), None, None),
        (aiohttp.ClientConnectionError(), None, None),
        (ConnectionResetError(), None, None),
        (TimeoutError(), None, None),
        # These do not.
        (answered(400), None, Obstacle.UNREADABLE),
        (answered(410), None, Obstacle.UNREADABLE),
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
