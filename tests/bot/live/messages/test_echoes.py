"""The gateway tells of the Dealer's own posts, too: so it has told of all that came before them."""

from typing import Any

import pytest

from bot.values.events import GapEnded, PostDelivered
from tests.helpers.clocks.fake_clock import BEGAN_MS, snowflake
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.live_rooms import POSTED_MS, SECOND, Room, Rooms, typed

POST = snowflake(BEGAN_MS + POSTED_MS, 1)
STANDS = PostDelivered(1, POST, BEGAN_MS + POSTED_MS, is_in_room=True)


def count_commits(room: Room) -> list[object]:
    commits, commit = list[object](), room.store.commit

    async def counted(effects: object, **more: Any) -> None:
        commits.append(effects)
        await commit(effects, **more)

    room.store.commit = counted
    return commits


async def comes(room: Room, event: str) -> None:
    if event == "echo":
        room.runner.hear_echo(POST)
    else:
        room.runner.report(STANDS)
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


async def test_what_still_waits_to_be_judged_is_not_passed_over(deal: Rooms):
    room = await deal(posted=False)
    room.runner.hear_echo(POST)
    early = typed(EC, "E6 E7", POSTED_MS - 1)
    await room.happen(GapEnded(None), early)
    await comes(room, "delivery")
    # Another process would have to read it again.
    assert (await room.stored()).read_through < early.snowflake


async def test_an_echo_of_any_other_post_is_not_worth_a_commit(deal: Rooms):
    room = await deal()
    counted = count_commits(room)
    other = snowflake(BEGAN_MS + 9 * SECOND)
    room.runner.report(PostDelivered(77, other, BEGAN_MS + 9 * SECOND, is_in_room=True))
    await room.happen()
    room.runner.hear_echo(other)
    await room.happen()
    assert len(counted) == 1
