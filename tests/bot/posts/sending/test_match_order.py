"""A room's posts go in the order of its matches, whatever waits for what."""

import asyncio
from dataclasses import replace

import pytest

from bot.posts.sending import room_rate_limit
from bot.values.post import Extras, Post, Reply, Urgency, Worth
from tests.helpers.clocks.waiting import eventually, settled
from tests.helpers.rooms.cards import EC, in_outbox
from tests.helpers.rooms.outboxes import POSTS, OutboxHarness

FIRST, SECOND = 7, 8
OPENING = Post("opening", starts_clock=True, worth=Worth(Urgency.TURN))


async def answer_in(outbox: OutboxHarness, text: str) -> Post:
    """Return an answer to a player in the room, for which no other post of its match waits."""
    message = await outbox.world.ec.say(outbox.room, "E6 E7")
    return Post(text, reply=Reply(message_id=int(message["id"]), acknowledges=EC))


def put(outbox: OutboxHarness, match_id: int, *posts: Post) -> None:
    for post in posts:
        sequence = len(outbox._put) + 1
        outbox.put(in_outbox(post, match_id, sequence, number=sequence))


async def test_an_opening_waits_for_an_answer_of_the_match_before_and_makes_it_as_urgent(
    outbox: OutboxHarness,
):
    answer = await answer_in(outbox, "answer")
    outbox.hold()
    put(outbox, FIRST, answer, Post("result"))
    put(outbox, SECOND, OPENING)
    undelivered = [*outbox.under_test.undelivered()]
    assert {delivery.guard.urgency for delivery in undelivered} == {Urgency.TURN}
    outbox.release()
    texts = await outbox.texts()
    assert sorted(texts[:2]) == ["answer", "result"]
    assert texts[2] == "opening"


async def test_an_opening_has_a_failed_answer_of_the_match_before_tried_again_at_once(
    outbox: OutboxHarness,
):
    answer = await answer_in(outbox, "answer")
    await outbox.world.fault(fault="refused", status=403, code=50001, match=POSTS)
    put(outbox, FIRST, answer)
    await eventually(lambda: outbox.obstacles)
    put(outbox, SECOND, OPENING)
    assert await outbox.texts() == ["answer", "opening"]


async def test_what_comes_late_of_the_match_before_goes_ahead_of_all_that_waits(
    outbox: OutboxHarness,
):
    outbox.hold()
    put(outbox, FIRST, Post("result"))
    put(outbox, SECOND, OPENING, Post("news"))
    put(outbox, FIRST, Post("late"))
    outbox.release()
    assert await outbox.texts() == ["result", "late", "opening", "news"]


async def test_an_opening_does_not_overtake_the_match_before_where_the_room_is_full(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room_rate_limit, "ROOM_WINDOW_SECONDS", 0.2)
    talk = [f"post {number}" for number in range(6)]
    put(outbox, FIRST, *map(Post, talk))
    put(outbox, SECOND, OPENING)
    assert await outbox.texts() == [*talk, "opening"]


async def test_the_next_match_waits_until_what_became_of_a_result_is_stored(outbox: OutboxHarness):
    stored, noted = asyncio.Event(), list[int]()
    report = outbox.under_test.report

    async def note(post: Post, message_id: int | None) -> None:
        await stored.wait()
        noted.append(post.place.match_id)
        report(post, message_id)

    outbox.under_test.report = note
    requests = outbox.note_requests()
    put(outbox, FIRST, Post("result"))
    put(outbox, SECOND, replace(OPENING, extras=Extras(has_board=True)))
    await settled()
    assert len(requests) <= 1
    stored.set()
    assert await outbox.texts() == ["result", "opening"]
    assert noted == [FIRST, SECOND]


async def test_an_animation_delays_no_opening(outbox: OutboxHarness):
    drawn = asyncio.Event()

    async def gif() -> bytes:
        await drawn.wait()
        return b"GIF"

    animation = Post("animation", extras=Extras(has_animation=True))
    outbox.put(in_outbox(animation, FIRST, 1, number=1), animation=gif)
    put(outbox, SECOND, OPENING)
    await eventually(lambda: outbox.reports)
    drawn.set()
    assert await outbox.texts() == ["opening", "animation"]
