"""The limit of one room: boards and warnings never wait, whatever else is posted there."""

import pytest

from bot.posts.sending import room_rate_limit
from bot.posts.sending.room_rate_limit import (
    MAX_BEFORE_A_REPLY,
    MAX_NOT_URGENT,
    MAX_OF_A_KIND,
    ROOM_WINDOW_SECONDS,
    RoomRateLimiter,
)
from bot.texts.matches import HEARD, HEARD_IN_WORDS
from bot.values.post import Extras, Post, Reply, Urgency, Worth
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.outboxes import OutboxHarness

DISCORDS_MOST = 5
TURN = Post("turn", worth=Worth(urgency=Urgency.TURN))
SAID = Post("paused")


def reply(seat: str = "ec", reaction: str | None = None) -> Post:
    return Post(
        "no", reply=Reply(acknowledges=EC if seat == "ec" else DMO, message_id=1, reaction=reaction)
    )


def send(room: RoomRateLimiter, post: Post, now: float, *, stands: bool = True) -> None:
    room.end(room.begin(post, now), now, stands=stands)


@pytest.mark.parametrize(
    ("sent", "post", "waits"),
    [
        ([], SAID, False),
        ((MAX_NOT_URGENT - 1) * [SAID], SAID, False),
        (MAX_NOT_URGENT * [SAID], SAID, True),
        (MAX_BEFORE_A_REPLY * [SAID], reply(), True),
        ((MAX_OF_A_KIND - 1) * [reply()], reply(), False),
        (MAX_OF_A_KIND * [reply()], reply(), True),
        (MAX_OF_A_KIND * [reply()], reply("dmo"), False),
        (MAX_OF_A_KIND * [reply()], reply(reaction=HEARD), False),
    ],
)
def test_a_post_that_is_not_urgent_leaves_room_for_one_that_is(
    sent: list[Post], post: Post, *, waits: bool
):
    room = RoomRateLimiter()
    for number, other_post in enumerate(sent):
        send(room, other_post, number / 10)
    assert (room.seconds_to_wait(post, 1.0) > 0) is waits
    assert room.seconds_to_wait(post, 1.0 + ROOM_WINDOW_SECONDS) == 0


def test_no_window_ever_fills_up_with_posts_that_are_not_urgent():
    room, now, stood = RoomRateLimiter(), 0.0, list[float]()
    asked = 20 * [SAID, reply(), reply("dmo")]
    while asked:
        now += min(room.seconds_to_wait(request, now) for request in asked)
        post = next(request for request in asked if not room.seconds_to_wait(request, now))
        asked.remove(post)
        send(room, post, now)
        stood.append(now)
        in_window = sum(index > now - ROOM_WINDOW_SECONDS for index in stood)
        assert in_window <= MAX_NOT_URGENT < DISCORDS_MOST


def test_a_dropped_post_does_not_count():
    room = RoomRateLimiter()
    for _ in range(9):
        send(room, SAID, 0.0, stands=False)
    assert room.seconds_to_wait(SAID, 0.0) == 0


def test_replies_have_an_order_of_their_own():
    orders = [item.order for item in (TURN, SAID, reply(), reply("dmo"), Post(recipient=EC))]
    assert len({*orders}) == len(orders)


# In the outbox


async def test_held_back_posts_let_urgent_ones_pass_and_keep_their_own_order(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room_rate_limit, "ROOM_WINDOW_SECONDS", 600.0)
    lines = [f"said {number}" for number in range(MAX_NOT_URGENT + 2)]
    for text in lines:
        outbox.put(Post(text))
    await eventually(lambda: len(outbox.reports) == MAX_NOT_URGENT)
    outbox.put(Post("turn", worth=Worth(urgency=Urgency.TURN)))
    outbox.put(Post("warning", worth=Worth(urgency=Urgency.WARNING)))
    await eventually(lambda: len(outbox.reports) == MAX_NOT_URGENT + 2)
    # The window is over.
    outbox.under_test._room_limiters.clear()
    outbox.under_test.retry(int(outbox.room))
    assert await outbox.texts() == [
        *lines[:MAX_NOT_URGENT],
        "turn",
        "warning",
        *lines[MAX_NOT_URGENT:],
    ]


async def test_a_post_that_is_not_held_back_comes_before_a_later_urgent_one(outbox: OutboxHarness):
    outbox.put(Post("result of the move"))
    outbox.put(TURN)
    assert await outbox.texts() == ["result of the move", "turn"]


async def test_a_reply_that_cannot_be_posted_holds_up_nothing_else(outbox: OutboxHarness):
    message = await outbox.world.ec.say(outbox.room, "E6 E9")
    await outbox.world.fault(fault="latency", match={"route": "/reactions/"}, seconds=600)
    outbox.put(Post(reply=Reply(reaction=HEARD, message_id=int(message["id"]), acknowledges=EC)))
    outbox.put(TURN)
    outbox.put(Post("no", reply=Reply(message_id=int(message["id"]), acknowledges=DMO)))
    await eventually(lambda: len(outbox.reports) == 2)
    assert {sequence for sequence, _ in outbox.reports} == {2, 3}


async def test_a_reply_and_a_turn_are_both_found_again_whichever_came_first(outbox: OutboxHarness):
    message = await outbox.world.ec.say(outbox.room, "E6 E9")
    outbox.put(Post("turn", worth=Worth(urgency=Urgency.TURN), extras=Extras(has_board=True)))
    await outbox.all_reported()
    outbox.put(Post("no", reply=Reply(message_id=int(message["id"]), acknowledges=EC)))
    assert await outbox.finds_again(2, 1)


async def test_a_reaction_never_waits_but_its_words_wait_like_any_message(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room_rate_limit, "ROOM_WINDOW_SECONDS", 600.0)
    message = int((await outbox.world.ec.say(outbox.room, "E6 E9"))["id"])
    reaction = Post(reply=Reply(reaction=HEARD, message_id=message, acknowledges=EC))
    for _ in range(MAX_NOT_URGENT):
        outbox.put(reaction)
    await outbox.all_reported()
    refused = {"fault": "refused", "status": 403, "code": 90001}
    await outbox.world.fault(**refused, match={"route": "/reactions/"}, count=MAX_OF_A_KIND + 1)
    for _ in range(MAX_OF_A_KIND + 1):
        outbox.put(reaction)
    await eventually(lambda: outbox.under_test._room_limiters)
    await eventually(lambda: len(outbox.reports) == MAX_NOT_URGENT + MAX_OF_A_KIND)
    # The window is over.
    outbox.under_test._room_limiters.clear()
    outbox.under_test.retry(int(outbox.room))
    assert await outbox.texts() == (MAX_OF_A_KIND + 1) * [HEARD_IN_WORDS()]
