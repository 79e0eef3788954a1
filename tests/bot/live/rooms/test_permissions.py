"""The Dealer's permissions in a room, which decide whether a match can go on there."""

import pytest

from bot.posts.sending.room import NEEDED, ROOM_PERMISSIONS, lacks_in, obstacle_in
from bot.values.obstacles import Obstacle, OptionalPermission
from tests.bot.live.rooms.test_checks import all_but


@pytest.mark.parametrize(
    ("missing", "obstacle", "lacks"),
    [
        ((), None, ()),
        (("view_channel",), Obstacle.FORBIDDEN, ()),
        (("send_messages",), Obstacle.FORBIDDEN, ()),
        (("read_message_history",), Obstacle.NO_HISTORY, ()),
        (("send_messages", "read_message_history"), Obstacle.FORBIDDEN, ()),
        (("attach_files",), None, (OptionalPermission.FILES,)),
        (("add_reactions",), None, (OptionalPermission.REACTIONS,)),
        (
            ("attach_files", "add_reactions"),
            None,
            (OptionalPermission.FILES, OptionalPermission.REACTIONS),
        ),
    ],
)
def test_what_is_missing_shuts_a_room_or_can_be_done_without(missing, obstacle, lacks):
    assert obstacle_in(all_but(*missing)) is obstacle
    assert lacks_in(all_but(*missing)) == lacks


def test_each_permission_that_a_match_needs_is_watched():
    assert [
        permission for permission in ROOM_PERMISSIONS if obstacle_in(all_but(permission))
    ] == list(NEEDED)
    assert [permission.value for permission in OptionalPermission] == [
        permission for permission in ROOM_PERMISSIONS if permission not in NEEDED
    ]
