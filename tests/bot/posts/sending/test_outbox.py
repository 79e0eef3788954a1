"""The outbox, through the real discord.py against the sandbox: in order, and never stuck."""

import asyncio
import threading
from collections import Counter
from dataclasses import replace
from itertools import product
from math import ceil
from unittest.mock import Mock

import pytest

from bot.posts.attachments import file_stems
from bot.posts.boards import DescribedPicture
from bot.posts.sending.delivery import nonce_of
from bot.texts.clocks import countdown, countdown_to
from bot.texts.matches import HEARD
from bot.values.discord_time import snowflake_ms
from bot.values.post import Extras, Post, Reply, Urgency, Worth, assign_places
from engine.clocks import Seconds
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.people import Message
from tests.helpers.rooms.cards import DMO, EC, in_outbox
from tests.helpers.rooms.outboxes import MATCH, POSTS, OutboxHarness, note_permits

EDITS = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
LATE = Post(
    f"## Turn\nuntil {countdown(Seconds(60))} at <t:9:R>", extras=Extras(has_board=True, words=())
)
"""By the clock of these tests it is written years before it stands."""


# In order


async def test_posts_arrive_in_a_room_in_the_order_in_which_they_were_put_in(outbox: OutboxHarness):
    for number in range(12):
        outbox.put(Post(f"post {number}", extras=Extras(has_board=number % 3 == 0)))
    assert await outbox.texts() == [f"post {number}" for number in range(12)]
    assert [sequence for sequence, _ in outbox.reports] == list(range(1, 13))


async def test_whatever_waits_or_is_on_its_way_is_undelivered(outbox: OutboxHarness):
    assert [*outbox.under_test.undelivered()] == []
    outbox.hold()
    for number in range(3):
        outbox.put(Post(f"post {number}"))
    outbox.put(Post("a board in words", recipient=EC, worth=Worth(expires_with_turn=True)))
    await outbox.holds(1)
    undelivered = [delivery.post.place.sequence for delivery in outbox.under_test.undelivered()]
    assert sorted(undelivered) == [1, 2, 3, 4]
    outbox.release()
    await outbox.all_reported()
    await eventually(lambda: [*outbox.under_test.undelivered()] == [])


async def test_posts_undelivered_when_the_outbox_closes_are_not_reported(outbox: OutboxHarness):
    await outbox.world.fault(fault="latency", match=POSTS, seconds=600)
    outbox.put(Post("one"))
    await outbox.under_test.close()
    assert outbox.reports == []


# Forms of a post


async def test_a_post_pings_only_the_users_it_names(outbox: OutboxHarness):
    ec, dmo = outbox.world.ec.id, outbox.world.dmo.id
    text = f"<@{ec}> <@{dmo}> @everyone"
    outbox.put(Post(text, pings=(int(dmo),)))
    outbox.put(Post(text))
    outbox.put(Post(text, pings=(int(ec), int(dmo))))
    item, nobody, both = await outbox.posts()
    assert [user["id"] for user in item["mentions"]] == [dmo]
    assert nobody["mentions"] == []
    assert {user["id"] for user in both["mentions"]} == {ec, dmo}
    assert not item["mention_everyone"]


async def test_a_board_is_a_picture_with_alt_text_and_a_record_is_a_file(outbox: OutboxHarness):
    outbox.put(Post("over", extras=Extras(has_board=True, has_record=True)))
    (post,) = await outbox.posts()
    board, record = post["attachments"]
    name = f"match-{MATCH}-room-1-board.png"
    assert (board["filename"], board["description"]) == (name, "a board")
    assert record["filename"] == f"match-{MATCH}-room-1.dm"


async def test_countdowns_run_from_the_moment_the_post_is_sent(outbox: OutboxHarness):
    outbox.clock.ms = BEGAN_MS + 500
    await outbox.world.fault(fault="latency", seconds=600, match=EDITS)
    outbox.put(Post(f"until {countdown(Seconds(60))}"))
    assert await outbox.texts() == [f"until <t:{BEGAN_MS // 1000 + 61}:R>"]


def put_right(post: Message) -> str:
    """Return the late post, with a countdown to what is counted from its own stamp."""
    end_ms = snowflake_ms(int(post["id"])) + 60_000
    return f"## Turn\nuntil <t:{ceil(end_ms / 1000)}:R> at <t:9:R>"


async def is_put_right(outbox: OutboxHarness) -> None:
    (stood,) = await outbox.posts()
    posts = [stood]
    async with asyncio.timeout(PATIENCE_SECONDS):
        while posts[0]["content"] != put_right(stood):
            posts = await outbox.posts()
    unchanged = {name: stood[name] for name in ("id", "attachments", "components", "flags")}
    assert len(posts) == 1
    assert posts[0] | unchanged == posts[0]
    assert posts[0]["attachments"]
    assert posts[0]["components"]


async def test_a_countdown_that_is_off_is_put_right_once_and_all_else_stays(outbox: OutboxHarness):
    requests, asked = outbox.note_requests(), note_permits(outbox.limiter)
    outbox.put(replace(LATE, worth=replace(LATE.worth, urgency=Urgency.TURN)))
    await is_put_right(outbox)
    outbox.put(Post("next"))
    await outbox.all_reported()
    assert [request.method for request in requests] == ["POST", "PATCH", "POST"]
    assert asked == [Urgency.TURN, Urgency.USUAL, Urgency.USUAL]


async def test_a_later_process_that_finds_a_post_puts_it_right(outbox: OutboxHarness):
    await outbox.world.fault(fault="latency", seconds=600, match=EDITS)
    outbox.put(LATE)
    await outbox.all_reported()
    await outbox.restart_late()
    # The earlier process's edit may be on its way or never sent.
    await outbox.world.clear_faults()
    outbox.put_again(1)
    await is_put_right(outbox)


async def test_a_countdown_that_cannot_be_put_right_keeps_nothing_waiting(outbox: OutboxHarness):
    await outbox.world.fault(fault="refused", status=403, code=50001, match=EDITS)
    requests = outbox.note_requests()
    outbox.put(LATE)
    outbox.put(Post("next"))
    await eventually(
        lambda: Counter(request.method for request in requests) == {"POST": 2, "PATCH": 1}
    )
    assert (await outbox.texts())[-1] == "next"
    assert outbox.obstacles == []


@pytest.mark.parametrize(
    ("content", "is_over"), [(LATE.content, True), (f"until {countdown_to(BEGAN_MS)}", False)]
)
async def test_the_countdown_of_a_turn_that_is_over_stays_and_one_to_an_instant_is_right(
    outbox: OutboxHarness, content: str, *, is_over: bool
):
    requests = outbox.note_requests()
    outbox.put(Post(content), is_obsolete=lambda: is_over)
    outbox.put(Post("next"))
    await outbox.all_reported()
    assert {request.method for request in requests} == {"POST"}


async def test_a_reply_answers_its_message_and_a_reaction_marks_it(outbox: OutboxHarness):
    message = await outbox.world.ec.say(outbox.room, "E6 E7")
    outbox.put(Post("no", reply=Reply(message_id=int(message["id"]))))
    outbox.put(Post(reply=Reply(reaction=HEARD, message_id=int(message["id"]))))
    (reply,) = await outbox.posts()
    assert reply["message_reference"]["message_id"] == message["id"]
    assert reply["mentions"] == []
    assert outbox.reports[1] == (2, int(message["id"]))
    marked, _ = await outbox.world.host.history(outbox.room)
    assert [reaction["emoji"]["name"] for reaction in marked["reactions"]] == [HEARD]


async def test_a_reply_to_a_deleted_message_is_posted_and_a_reaction_to_it_dropped(
    outbox: OutboxHarness,
):
    message = await outbox.world.ec.say(outbox.room, "E6 E8")
    await outbox.world.ec.delete(message)
    outbox.put(Post(reply=Reply(reaction=HEARD, message_id=int(message["id"]))))
    outbox.put(Post("no", reply=Reply(message_id=int(message["id"]))))
    assert await outbox.texts() == ["no"]
    assert outbox.reports[0] == (1, None)


async def test_pictures_are_drawn_outside_the_event_loop(outbox: OutboxHarness):
    drawn_in: list[int] = []

    def draw() -> tuple[DescribedPicture, ...]:
        drawn_in.append(threading.get_ident())
        return ()

    outbox.put(Post("turn", extras=Extras(has_board=True)), pictures=draw)
    await outbox.all_reported()
    assert len(drawn_in) == 1
    assert threading.get_ident() not in drawn_in


async def test_a_picture_that_cannot_be_drawn_does_not_hold_up_the_text(
    outbox: OutboxHarness, caplog: pytest.LogCaptureFixture
):
    fail = Mock(side_effect=OSError("no picture"))
    outbox.put(Post("turn", extras=Extras(has_board=True)), pictures=fail)
    (post,) = await outbox.posts()
    assert (post["content"], post["attachments"]) == ("turn", [])
    assert "cannot make a file" in caplog.text


# Identity of posts


def test_no_two_posts_share_a_nonce_and_it_fits_discords_limit():
    readers = (Post(), Post(recipient=EC), Post(recipient=DMO), Post(for_host=True))
    places = product((1, 11, 111), (1, 13, 14, 0xE1), readers)
    posts = [in_outbox(post, match_id, 9, number=number) for match_id, number, post in places]
    assert len({nonce_of(post, BEGAN_MS) for post in posts}) == len(posts)
    assert nonce_of(posts[0], BEGAN_MS) != nonce_of(posts[0], BEGAN_MS + 1)
    assert len(nonce_of(in_outbox(Post(), 10**6, 9, number=10**5), BEGAN_MS)) <= 25


def test_what_others_see_of_a_post_does_not_count_private_ones():
    posts = (
        Post(recipient=EC),
        Post("turn"),
        Post(recipient=EC),
        Post(for_host=True),
        Post("next"),
    )
    many = assign_places(posts, MATCH, 0, last_sequence=7, post_counts={"room": 2})
    assert [other_item.place.sequence for other_item in many] == [8, 9, 10, 11, 12]
    assert [other_item.place.number for other_item in many] == [1, 3, 2, 1, 4]
    public = assign_places(posts[1::3], MATCH, 0, last_sequence=0, post_counts={"room": 2})
    for item, other in zip((many[1], many[4]), public, strict=True):
        assert nonce_of(item, BEGAN_MS) == nonce_of(other, BEGAN_MS)
        assert file_stems(item)[0] == file_stems(other)[0]


# Expiry


async def test_a_reminder_that_comes_too_late_is_dropped(outbox: OutboxHarness):
    outbox.put(Post("at the last moment", worth=Worth(expires_ms=BEGAN_MS)))
    outbox.put(Post("too late", worth=Worth(expires_ms=BEGAN_MS - 1)))
    outbox.put(Post("after"))
    assert await outbox.texts() == ["at the last moment", "after"]
    assert outbox.reports[1] == (2, None)


# Setting the clock


async def test_a_post_teaches_the_clock_when_it_arrived(outbox: OutboxHarness):
    outbox.put(Post("board", extras=Extras(has_board=True)))
    outbox.put(Post("text"))
    posts = await outbox.posts()
    assert outbox.clock.observed == [snowflake_ms(int(post["id"])) for post in posts]


async def test_a_post_that_may_have_been_sent_before_teaches_the_clock_nothing(
    outbox: OutboxHarness,
):
    outbox.put(Post("left waiting by an earlier process"), is_new=False)
    await outbox.all_reported()
    await outbox.world.fault(fault="drop", match=POSTS)
    outbox.put(Post("tried twice"))
    await outbox.all_reported()
    assert outbox.clock.observed == []


async def test_a_board_waits_behind_one_message_of_pings_at_most(outbox: OutboxHarness):
    outbox.hold()
    asked, mirror = note_permits(outbox.limiter), await outbox.world.new_room()
    for number in range(15):
        pings = Post(f"pings {number}", audience=int(mirror), worth=Worth(Urgency.AUDIENCE))
        outbox.put(pings)
    await eventually(lambda: asked)
    outbox.put(Post("board", worth=Worth(Urgency.TURN)))
    await eventually(lambda: len(asked) == 2)
    assert asked == [Urgency.AUDIENCE, Urgency.TURN]
    outbox.release()
    assert await outbox.texts() == ["board"]
    assert len(await outbox.texts(mirror)) == 15
