"""Posts for one reader: as direct messages, or as the answer to a button or a form."""

from dataclasses import replace
from typing import Any

import pytest

from bot.texts.clocks import countdown_to
from bot.values.post import Extras, Post, Reply, Worth
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import eventually
from tests.helpers.people import Listener
from tests.helpers.rooms.cards import DMO, EC
from tests.helpers.rooms.outboxes import MATCH, OutboxHarness

ANSWERS = {"method": "PATCH", "route": "/webhooks/"}


def private(content: str, **more: Any) -> Post:
    return Post(content, recipient=EC, **more)


async def test_private_posts_reach_only_their_reader_and_in_order(outbox: OutboxHarness):
    ec, dmo = outbox.world.ec, outbox.world.dmo
    message = await ec.tell("layout")
    for number in range(5):
        outbox.put(private(f"post {number}", extras=Extras(has_board=number % 2 == 0)))
    outbox.put(private("a reply", reply=Reply(message_id=int(message["id"]))))
    *posts, reply = await outbox.told(ec)
    assert [post["content"] for post in posts] == [f"post {number}" for number in range(5)]
    assert reply["content"] == "a reply"
    assert reply["message_reference"]["message_id"] == message["id"]
    assert [sequence for sequence, _ in outbox.reports] == list(range(1, 7))
    assert await outbox.told(dmo) == await outbox.texts() == []


async def test_rooms_and_readers_do_not_wait_for_another_reader(outbox: OutboxHarness):
    slow = {"method": "POST", "route": f"/channels/{await outbox.world.ec.direct()}/messages"}
    await outbox.world.fault(fault="latency", match=slow, seconds=600)
    outbox.put(Post("slow", recipient=EC))
    outbox.put(Post("to the room"))
    outbox.put(Post("fast", recipient=DMO))
    outbox.put(Post("elsewhere"), room=await outbox.world.new_room())
    await eventually(lambda: len(outbox.reports) == 3)
    assert {sequence for sequence, _ in outbox.reports} == {2, 3, 4}


async def test_what_a_reader_is_sent_with_a_turn_comes_after_the_turn_and_delays_no_answer(
    outbox: OutboxHarness,
):
    outbox.hold()
    outbox.put(Post("turn", starts_clock=True))
    outbox.put(private("its board", worth=Worth(expires_with_turn=True)))
    outbox.put(private("and more of it", worth=Worth(expires_with_turn=True)))
    outbox.put(private("an answer"))
    await outbox.holds(2)
    outbox.release()
    reported = [sequence for sequence, _ in await outbox.all_reported()]
    assert reported.index(1) < reported.index(2) < reported.index(3)
    told = ["an answer", "its board", "and more of it"]
    assert await outbox.texts_to(outbox.world.ec) == told


async def test_what_is_sent_with_a_turn_is_dropped_with_it(outbox: OutboxHarness):
    outbox.hold()
    outbox.put(Post("turn", starts_clock=True))
    await outbox.holds(1)
    outbox.put(private("its board", worth=Worth(expires_with_turn=True)), is_obsolete=lambda: True)
    outbox.release()
    (_, stands), dropped = await outbox.all_reported()
    assert stands
    assert dropped == (2, None)


async def test_closed_direct_messages_drop_a_post_and_everything_else_goes_on(
    outbox: OutboxHarness, caplog: pytest.LogCaptureFixture
):
    await outbox.world.fault(fault="dm-closed", count=None)
    outbox.put(private("a secret"))
    outbox.put(Post("to the room"))
    assert await outbox.texts() == ["to the room"]
    assert dict(outbox.reports)[1] is None
    assert outbox.obstacles == []
    assert "a secret" not in caplog.text
    await outbox.world.clear_faults()
    outbox.put(private("later"))
    assert await outbox.texts_to(outbox.world.ec) == ["later"]


@pytest.mark.parametrize(
    "fault",
    [
        None,
        {"fault": "drop", "after": True, "count": 2},
        {"fault": "drop", "count": 2},
        {"fault": "429", "seconds": 0.01},
    ],
    ids=["no fault", "cut after the effect", "cut before it", "429"],
)
async def test_a_post_with_a_token_fills_in_the_promised_answer_once(
    outbox: OutboxHarness, fault: dict[str, object] | None
):
    ec, dmo = outbox.world.ec, outbox.world.dmo
    async with Listener(ec) as ear, Listener(dmo) as other:
        token = await outbox.promise_an_answer(ec)
        if fault:
            await outbox.world.fault(match=ANSWERS, **fault)
        outbox.put(
            private(
                f"a secret until {countdown_to(BEGAN_MS)}",
                reply=Reply(token=token),
                extras=Extras(has_board=True),
            )
        )
        (_, promised), (_, answered) = await outbox.all_reported()
        answer = await ear.answer()
        assert answer["content"] == f"a secret until <t:{BEGAN_MS // 1000}:R>"
        (picture,) = answer["attachments"]
        assert picture["filename"] == f"match-{MATCH}-ec-2-board.png"
        assert answered == int(answer["id"])
        assert not any("a secret" in str(data) for _, data in other.events)
    assert promised
    assert [name for name, _ in ear.events if name == "MESSAGE_CREATE"] == []
    assert await outbox.told(ec) == []


async def test_an_answer_whose_token_has_expired_becomes_a_direct_message(
    outbox: OutboxHarness, caplog: pytest.LogCaptureFixture
):
    outbox.put(private("a secret", reply=Reply(token="of-long-ago"), extras=Extras(has_board=True)))
    outbox.put(private("after"))
    secret, result = await outbox.told(outbox.world.ec)
    assert (secret["content"], result["content"]) == ("a secret", "after")
    assert [attachment["filename"] for attachment in secret["attachments"]] == [
        f"match-{MATCH}-ec-1-board.png"
    ]
    assert outbox.reports[0] == (1, int(secret["id"]))
    assert "of-long-ago" not in caplog.text
    assert "a secret" not in caplog.text


async def test_a_private_post_pings_nobody(outbox: OutboxHarness):
    ec = outbox.world.ec
    text = f"<@{outbox.world.dmo.id}> @everyone"
    token = await outbox.promise_an_answer(ec)
    outbox.put(private(text))
    async with Listener(ec) as ear:
        outbox.put(private(text, reply=Reply(token=token)))
        answer = await ear.wait("MESSAGE_UPDATE")
    (post,) = await outbox.told(ec)
    for item in (answer, post):
        assert (item["mentions"], item["mention_everyone"]) == ([], False)


async def test_an_answer_goes_where_it_was_asked_for_and_anything_else_to_the_private_channel(
    outbox: OutboxHarness,
):
    ec, channel = outbox.world.ec, await outbox.world.new_room()
    address = replace(outbox.address(), private_channels={EC: int(channel)})
    asked_direct, asked_there = await ec.tell("layout"), await ec.say(channel, "layout")
    for post in (
        private("direct", reply=Reply(message_id=int(asked_direct["id"]))),
        private("there", reply=Reply(message_id=int(asked_there["id"]), channel_id=int(channel))),
        private("unasked"),
        private(
            "elsewhere", reply=Reply(message_id=int(asked_there["id"]), channel_id=int(outbox.room))
        ),
        Post("to the other seat", recipient=DMO),
        Post("to the host", for_host=True),
    ):
        outbox.put(post, address=address)
    await outbox.all_reported()
    there = [message["content"] for message in await ec.history(channel)]
    assert sorted(await outbox.texts_to(ec)) == ["direct", "elsewhere"]
    assert there == ["layout", "there", "unasked"]
    assert await outbox.texts_to(outbox.world.dmo) == ["to the other seat"]


async def test_a_post_for_a_private_channel_that_is_gone_becomes_a_direct_message(
    outbox: OutboxHarness,
):
    channel = await outbox.world.new_room()
    address = replace(outbox.address(), private_channels={EC: int(channel)})
    asked = await outbox.world.ec.say(channel, "layout")
    await outbox.world.host.request("DELETE", f"/channels/{channel}")
    outbox.put(
        private("a secret", reply=Reply(message_id=int(asked["id"]), channel_id=int(channel))),
        address=address,
    )
    assert await outbox.texts_to(outbox.world.ec) == ["a secret"]
    assert outbox.obstacles == []
