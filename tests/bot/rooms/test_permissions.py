"""What the Dealer may do in a room decides whether a match can go on there."""

import discord
import pytest

from bot.cogs.permissions import ROOM_PERMISSIONS
from bot.rooms.obstacles import Lack, Obstacle
from bot.rooms.permissions import lacks_in, obstacle_in


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
