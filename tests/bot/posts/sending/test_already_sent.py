"""Before a post is sent again the bot looks for an earlier copy, so none ever arrives twice.

In each of these tests Discord has forgotten the nonces, so only the history can tell.
"""

from io import BytesIO
from typing import Any

import discord
import pytest

from bot.posts.sending import requests
from bot.storage.store import Store
from bot.texts.clocks import countdown, may_read
from bot.values.post import Extras, Post, Reply
from engine.clocks import Seconds
from sandbox.rest.api import ConnectionCutError
from tests.bot.posts.sending.post_cases import cases_of
from tests.bot.storage.test_store import change
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DMO, EC, card_of, in_outbox
from tests.helpers.rooms.outboxes import MATCH, POSTS, READINGS, OutboxHarness

# After the end of a process


async def test_a_post_delivered_before_the_process_was_killed_is_not_sent_again(
    outbox: OutboxHarness,
):
    cases = await cases_of(outbox)
    for case in cases:
        case.put()
    await outbox.all_reported()
    outbox.clock.ms += 60_000
    assert await outbox.finds_again(*range(1, 2 * len(cases) + 1))
    for case in cases:
        await case.stands_once()


async def test_a_post_that_was_not_sent_before_the_kill_is_sent(outbox: OutboxHarness):
    cases = await cases_of(outbox)
    for case in cases:
        await case.fault(fault="latency", seconds=600)
        case.put()
    await eventually(lambda: not outbox.sandbox.services.faults.waiting())
    await outbox.restart_late()
    outbox.put_again(*range(1, 2 * len(cases) + 1))
    await outbox.all_reported()
    for case in cases:
        await case.stands_once()


async def test_a_late_request_of_the_killed_process_posts_nothing_twice(outbox: OutboxHarness):
    messages, late = outbox.sandbox.services.messages, list[tuple[Any, ...]]()
    post = messages.post

    def post_late(*value: Any) -> Any:
        if late:
            return post(*value)
        late.append(value)
        raise ConnectionCutError

    messages.post = post_late  # type: ignore[method-assign]
    outbox.put(Post("one"))
    await eventually(lambda: late)
    await outbox.restart()
    outbox.put_again(1)
    await outbox.all_reported()
    post(*late[0])
    assert await outbox.texts() == ["one"]


async def test_of_two_posts_with_the_same_text_the_second_is_not_mistaken_for_the_first(
    outbox: OutboxHarness,
):
    outbox.put(Post("paused"))
    await outbox.all_reported()
    outbox.put(Post("paused"))
    outbox.put(Post("after"))
    await outbox.all_reported()
    await outbox.restart_late()
    outbox.put_again(1, 2)
    first, second, _ = await outbox.posts()
    assert outbox.reports == [(1, int(first["id"])), (2, int(second["id"]))]


async def test_an_earlier_post_known_to_be_delivered_is_not_what_is_looked_for(
    outbox: OutboxHarness,
):
    outbox.put(Post("paused"))
    ((_, delivered),) = await outbox.all_reported()
    await outbox.restart_late()
    outbox.put_again(1, sequence=2, number=2, comes_after=delivered)
    posts = await outbox.posts()
    assert [post["content"] for post in posts] == ["paused", "paused"]
    assert outbox.reports == [(2, int(posts[1]["id"]))]


async def test_other_peoples_messages_are_not_posts(outbox: OutboxHarness):
    for person in (outbox.world.ec, outbox.world.host):
        await person.say(outbox.room, "paused")
    outbox.put(Post("paused"), is_new=False)
    (post,) = await outbox.posts()
    assert outbox.reports == [(1, int(post["id"]))]


async def test_a_reply_to_another_message_is_a_different_post(outbox: OutboxHarness):
    first, second = [await outbox.world.ec.say(outbox.room, "E6 E9") for _ in range(2)]
    outbox.put(Post("no", reply=Reply(message_id=int(first["id"]))))
    await outbox.all_reported()
    await outbox.restart_late()
    outbox.put(Post("no", reply=Reply(message_id=int(second["id"]))), is_new=False)
    assert [post["content"] for post in await outbox.posts()] == ["no", "no"]


@pytest.mark.parametrize(("match_id", "sequence"), [(71, 1), (7, 11), (1, 7)])
async def test_a_picture_from_another_post_is_a_different_post(
    outbox: OutboxHarness, match_id: int, sequence: int
):
    turn = Post("turn", extras=Extras(has_board=True))
    for numbers in ((match_id, sequence), (7, 1)):
        outbox.put(in_outbox(turn, *numbers, number=numbers[1]), is_new=False)
    first, second = await outbox.posts()
    assert outbox.reports == [(sequence, int(first["id"])), (1, int(second["id"]))]


@pytest.mark.parametrize(
    ("name", "is_it"), [("match-7-12-board.png", True), ("match-7-1.dm", False)]
)
async def test_a_post_by_an_older_dealer_is_recognised_by_the_sequence_in_its_file_names(
    outbox: OutboxHarness, name: str, is_it: bool
):
    room = outbox.client.get_partial_messageable(int(outbox.room))
    stands = await room.send("turn", file=discord.File(BytesIO(b"a picture"), name))
    outbox.put(
        in_outbox(Post("turn", extras=Extras(has_board=True)), MATCH, 12, number=4), is_new=False
    )
    posts = await outbox.posts()
    assert len(posts) == 1 + (not is_it)
    assert (outbox.reports == [(12, stands.id)]) is is_it


async def test_a_post_is_found_among_more_messages_than_a_page_holds(outbox: OutboxHarness):
    for number in range(105):
        await outbox.world.spectator.say(outbox.room, f"chatter {number}")
    outbox.put(Post("turn", extras=Extras(has_board=True)))
    assert await outbox.finds_again(1)


async def test_a_history_that_cannot_be_read_is_read_again(outbox: OutboxHarness):
    outbox.put(Post("one"))
    await outbox.all_reported()
    await outbox.world.fault(fault="5xx-before", status=503, match=READINGS, count=2)
    assert await outbox.finds_again(1)
    assert await outbox.texts() == ["one"]


# Within a process


async def test_the_bot_looks_for_an_old_try_that_may_have_worked(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(requests, "NONCE_KEEPS_SECONDS", -1)
    cases = [
        other_case for other_case in await cases_of(outbox) if not other_case.post.reply.reaction
    ]
    nonces = outbox.sandbox.services.messages._nonces
    for case in cases:
        await case.fault(fault="drop", after=True)
        case.put()
    await eventually(lambda: len(nonces) >= len(cases))
    await outbox.world.fault(fault="forget-nonces")
    await outbox.all_reported()
    for case in cases:
        await case.stands_once()


async def test_discord_py_does_not_repeat_a_request_that_may_have_posted_long_ago(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(requests, "NONCE_KEEPS_SECONDS", 0.5)
    await outbox.world.fault(fault="5xx-after", status=502, match=POSTS)
    outbox.put(Post("one"))
    # It sleeps for a second before it tries again.
    await eventually(lambda: outbox.sandbox.services.messages._nonces)
    await outbox.world.fault(fault="forget-nonces")
    assert await outbox.texts() == ["one"]


async def test_a_rejected_try_leaves_nothing_to_look_for(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(requests, "NONCE_KEEPS_SECONDS", -1)
    await outbox.world.fault(fault="refused", status=400, match=READINGS, count=None)
    await outbox.world.fault(fault="429", match=POSTS, seconds=0.01, via=False)
    await outbox.world.fault(fault="429", match=POSTS, seconds=0.01)
    outbox.put(Post("one"))
    assert await outbox.texts() == ["one"]


# In the store and in the whole bot


async def test_the_store_knows_which_message_a_waiting_post_comes_after(store: Store):
    match_id = await store.begin(card_of(), read_through=0)
    tos = (None, EC, None, DMO, None, EC)
    posts = tuple(
        in_outbox(Post(str(sequence), recipient=to), match_id, sequence)
        for sequence, to in enumerate(tos, start=1)
    )
    await store.commit(change(match_id, posts=posts, completed_post=(1, 100)))
    await store.post_done(match_id, 2, 200)
    await store.post_done(match_id, 3, None)
    (stored,) = await store.live_matches()
    assert {post.place.sequence: post.place.comes_after for post in stored.waiting} == {
        4: 0,
        5: 100,
        6: 200,
    }
    assert {post.place.sequence: post.place.number for post in stored.waiting} == {4: 1, 5: 3, 6: 2}
    assert stored.post_counts == {"room": 3, "ec": 2, "dmo": 1}


@pytest.mark.parametrize(
    ("content", "text", "is_same"),
    [
        ("until " + countdown(Seconds(60)), "until <t:1700000060:R>", True),
        (countdown(Seconds(60)) + " or " + countdown(Seconds(5)), "<t:1:R> or <t:2:R>", True),
        ("until " + countdown(Seconds(60)), "until <t:soon:R>", False),
        ("a.c", "abc", False),
        ("a **b** (c)\n", "a **b** (c)", True),
        ("one", "one two", False),
        ("one\ntwo", "one\ntwo", True),
    ],
)
def test_a_text_is_recognised_by_everything_except_its_countdowns(
    content: str, text: str, is_same: bool
):
    assert may_read(content, text) == is_same
