"""Animations on their way: after the result, in nobody's way, once, and never in words."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.values.post import Extras, Place, Post, Urgency, Worth
from tests.bot.posts.sending.test_in_words import deny
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Message
from tests.helpers.rooms.outboxes import MATCH, OutboxHarness, nothing

GIF = b"GIF89a" + bytes(20)
POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
ANIMATION = Post(
    "the whole match", extras=Extras(has_animation=True), worth=Worth(urgency=Urgency.REPORT)
)


class Maker:
    def __init__(self, gif: bytes = GIF) -> None:
        self.gif = gif
        self.asked = 0
        self.may_make = asyncio.Event()

    async def make(self) -> bytes:
        self.asked += 1
        await self.may_make.wait()
        return self.gif


def name_of(post: Message) -> str:
    (attached,) = post["attachments"]
    return str(attached["filename"])


async def test_the_animation_is_made_once_the_result_stands_and_keeps_nothing_waiting(
    outbox: OutboxHarness,
):
    maker = Maker()
    outbox.hold()
    outbox.put(Post("result"))
    outbox.put(ANIMATION, animation=maker.make)
    await outbox.holds(1)
    assert not maker.asked
    outbox.release()
    await eventually(lambda: maker.asked)
    outbox.put(Post("the next match"))
    await eventually(lambda: len(outbox.reports) == 2)
    maker.may_make.set()
    *other_items, animation = await outbox.posts()
    assert [other_item["content"] for other_item in other_items] == ["result", "the next match"]
    assert name_of(animation) == f"match-{MATCH}-room-2-replay.gif"


async def test_nothing_of_another_match_holds_an_animation_back(outbox: OutboxHarness):
    maker = Maker()
    maker.may_make.set()
    outbox.hold()
    outbox.put(Post("of another match", place=Place(match_id=MATCH + 1, sequence=1, number=1)))
    await outbox.holds(1)
    outbox.put(ANIMATION, animation=maker.make)
    await outbox.holds(2)
    outbox.release()
    assert sorted(await outbox.texts()) == ["of another match", "the whole match"]


async def test_an_animation_that_cannot_be_made_or_shows_nothing_is_dropped(
    outbox: OutboxHarness, caplog: pytest.LogCaptureFixture
):
    async def fail() -> bytes:
        raise ValueError

    outbox.put(ANIMATION, animation=fail)
    outbox.put(ANIMATION, animation=nothing)
    assert await outbox.all_reported() == [(1, None), (2, None)]
    assert await outbox.texts() == []
    assert "cannot make a file" in caplog.text


@pytest.mark.parametrize("knows", [True, False], ids=["known beforehand", "refused"])
async def test_where_files_are_forbidden_it_is_dropped_and_nobody_is_told(
    outbox: OutboxHarness, knows: bool, monkeypatch: pytest.MonkeyPatch
):
    maker = Maker()
    maker.may_make.set()
    allowed = SimpleNamespace(send_messages=True, attach_files=False) if knows else None
    monkeypatch.setattr("bot.posts.sending.delivery.allowed_in", lambda *_: allowed)
    await deny(outbox, "attach_files")
    outbox.put(ANIMATION, animation=maker.make)
    assert await outbox.all_reported() == [(1, None)]
    assert (maker.asked, outbox.lacks, outbox.obstacles) == (0 if knows else 1, [], [])
