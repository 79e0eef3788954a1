"""What shuts a room, and what a match can do without."""

from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.cogs.permissions import ROOM_PERMISSIONS
from bot.matches.reading_failures import MOST_TRIES, RoomShut, obstacle_behind
from bot.obstacles import Lack, Obstacle
from bot.room_permissions import lacks_in, obstacle_in


def all_but(*missing: str) -> discord.Permissions:
    granted = dict.fromkeys(ROOM_PERMISSIONS, True) | dict.fromkeys(missing, False)
    return discord.Permissions(**granted)


@pytest.mark.parametrize(
    ("missing", "obstacle", "lacks"),
    [
        ((), None, ()),
        (("view_channel",), Obstacle.FORBIDDEN, ()),
        (("send_messages",), Obstacle.FORBIDDEN, ()),
        (("read_message_history",), Obstacle.NO_HISTORY, ()),
        (("send_messages", "read_message_history"), Obstacle.FORBIDDEN, ()),
        (("attach_files",), None, (Lack.FILES,)),
        (("add_reactions",), None, (Lack.REACTIONS,)),
        (("attach_files", "add_reactions"), None, (Lack.FILES, Lack.REACTIONS)),
    ],
)
def test_what_is_missing_shuts_a_room_or_can_be_done_without(missing, obstacle, lacks):
    assert obstacle_in(all_but(*missing)) is obstacle
    assert lacks_in(all_but(*missing)) == lacks


def test_each_permission_that_a_start_demands_is_watched():
    watched = [each for each in ROOM_PERMISSIONS if obstacle_in(all_but(each))]
    without = [each.value for each in Lack]
    assert sorted(watched + without) == sorted(ROOM_PERMISSIONS)


def answered(status: int) -> Exception:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="no"), "no")


@pytest.mark.parametrize(
    ("error", "at_once", "in_the_end"),
    [
        (RoomShut(Obstacle.NO_HISTORY), Obstacle.NO_HISTORY, Obstacle.NO_HISTORY),
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
    assert obstacle_behind(error, MOST_TRIES - 1) is at_once
    assert obstacle_behind(error, MOST_TRIES) is in_the_end
