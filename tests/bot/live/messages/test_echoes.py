"""The gateway tells of the Dealer's own posts, too: so it has told of all that came before them."""

from typing import Any

import pytest

from bot.values.post import Place, Post
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.live_rooms import POSTED_MS, Room, Rooms

POST = snowflake(BEGAN_MS + POSTED_MS, 1)
OPENING = Post(place=Place(sequence=1))


def count_commits(room: Room) -> list[object]:
    commits, commit = list[object](), room.store.commit

    async def counted(effects: object, *also: Any, **more: Any) -> None:
        commits.append(effects)
        await commit(effects, *also, **more)

    room.store.commit = counted
    return commits


async def comes(room: Room, event: str) -> None:
    if event == "echo":
        room.runner.hear_echo(POST)
    else:
        room.runner.report(OPENING, POST)
    await room.happen()


@pytest.mark.parametrize(
    ("events", "is_heard"),
    [
        # A connection of its own brings each, so either may come first.
        (["echo", "delivery"], True),
        (["delivery", "echo"], True),
        (["delivery"], False),
    ],
)
async def test_a_room_is_heard_up_to_the_post_that_opened_the_turn_once_it_is_echoed(
    deal: Rooms, events: list[str], is_heard: bool
):
    room = await deal(posted=False)
    counted = count_commits(room)
    for event in events:
        await comes(room, event)
    # Data that a restart could read again is stored with the next write.
    assert len(counted) == 1
    await room.store.put_alive(BEGAN_MS)
    assert ((await room.stored()).read_through == POST) == is_heard
