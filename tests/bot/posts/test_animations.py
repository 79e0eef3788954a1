"""Animations on their way: after the result, in nobody's way, once, and never in words."""

import asyncio
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from bot.values.post import Extras, Place, Post, Urgency, Worth
from tests.bot.posts.sending.test_in_words import deny
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.outboxes import MATCH, OutboxHarness, nothing

GIF = b"GIF89a" + bytes(20)
ANIMATION = Post(
    "the whole match", extras=Extras(has_animation=True), worth=Worth(urgency=Urgency.REPORT)
)


async def test_the_animation_is_made_once_the_result_stands_and_keeps_nothing_waiting(
    outbox: OutboxHarness,
):
    begins, may_make = asyncio.Event(), asyncio.Event()

    async def make() -> bytes:
        begins.set()
        await may_make.wait()
        return GIF

    outbox.hold()
    outbox.put(Post("result"))
    outbox.put(ANIMATION, animation=make)
    await outbox.holds(1)
    assert not begins.is_set()
    outbox.release()
    await begins.wait()
    outbox.put(Post("the next match"))
    await eventually(lambda: len(outbox.reports) == 2)
    may_make.set()
    *other_items, animation = await outbox.posts()
    assert [other_item["content"] for other_item in other_items] == ["result", "the next match"]
    (attached,) = animation["attachments"]
    assert attached["filename"] == f"match-{MATCH}-room-2-replay.gif"


async def test_nothing_of_another_match_holds_an_animation_back(outbox: OutboxHarness):
    outbox.hold()
    outbox.put(Post("of another match", place=Place(match_id=MATCH + 1, sequence=1, number=1)))
    await outbox.holds(1)
    outbox.put(ANIMATION, animation=AsyncMock(return_value=GIF))
    await outbox.holds(2)
    outbox.release()
    assert sorted(await outbox.texts()) == ["of another match", "the whole match"]


async def test_an_animation_that_cannot_be_made_or_shows_nothing_is_dropped(
    outbox: OutboxHarness, caplog: pytest.LogCaptureFixture
):
    outbox.put(ANIMATION, animation=AsyncMock(side_effect=ValueError))
    outbox.put(ANIMATION, animation=nothing)
    assert await outbox.all_reported() == [(1, None), (2, None)]
    assert await outbox.texts() == []
    assert "cannot make a file" in caplog.text


@pytest.mark.parametrize("knows", [True, False], ids=["known beforehand", "refused"])
async def test_where_files_are_forbidden_it_is_dropped_and_nobody_is_told(
    outbox: OutboxHarness, knows: bool, monkeypatch: pytest.MonkeyPatch
):
    make = AsyncMock(return_value=GIF)
    allowed = SimpleNamespace(send_messages=True, attach_files=False) if knows else None
    monkeypatch.setattr("bot.posts.sending.delivery.allowed_in", lambda *_: allowed)
    await deny(outbox, "attach_files")
    outbox.put(ANIMATION, animation=make)
    assert await outbox.all_reported() == [(1, None)]
    assert (make.await_count, outbox.lacks, outbox.obstacles) == (0 if knows else 1, [], [])
