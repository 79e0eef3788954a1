"""The outbox, by the real library against the sandbox: in order, once, paced, never stuck."""

import asyncio
import threading
from itertools import product
from typing import Any

import pytest

from bot.posts.attachments import DescribedPicture, Parcel
from bot.posts.post import Post, placed
from bot.texts.countdowns import countdown
from bot.texts.matches import HEARD
from engine.clocks import Seconds
from tests.bot.cards import DMO, EC, in_outbox
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.office import MATCH, Office
from tests.waiting import eventually

POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
REACTIONS = {"route": "/reactions/"}


# In order, each as what it is


async def test_posts_stand_in_a_room_in_the_order_in_which_they_were_put(office: Office):
    for number in range(12):
        office.put(Post(f"letter {number}", board=number % 3 == 0))
    assert await office.texts() == [f"letter {number}" for number in range(12)]
    assert [sequence for sequence, _ in office.reports] == list(range(1, 13))


async def test_each_report_names_the_message_that_the_post_became(office: Office):
    office.put(Post("one"))
    office.put(Post("two"))
    posts = await office.posts()
    assert office.reports == [(at, int(post["id"])) for at, post in enumerate(posts, start=1)]


async def test_a_post_that_comes_while_others_wait_comes_after_them(office: Office):
    office.put(Post("one"))
    await eventually(lambda: office.reports)
    office.put(Post("two"))
    await office.all_reported()
    office.put(Post("three"))
    assert await office.texts() == ["one", "two", "three"]


async def test_a_room_does_not_wait_for_another(office: Office):
    other = await office.world.new_room()
    slow = {"method": "POST", "route": f"/channels/{office.room}/messages"}
    await office.world.fault(fault="latency", match=slow, seconds=60)
    office.put(Post("slow"))
    office.put(Post("fast"), room=other)
    await eventually(lambda: office.reports)
    assert [sequence for sequence, _ in office.reports] == [2]


async def test_a_post_pings_nobody_but_whom_it_names(office: Office):
    ec, dmo = office.world.ec.id, office.world.dmo.id
    said = f"<@{ec}> <@{dmo}> @everyone"
    office.put(Post(said, pings=(int(dmo),)))
    office.put(Post(said))
    pinged, silent = await office.posts()
    assert [user["id"] for user in pinged["mentions"]] == [dmo]
    assert silent["mentions"] == []
    assert not pinged["mention_everyone"]


async def test_a_board_is_a_described_picture_and_a_record_a_file(office: Office):
    office.put(Post("over", board=True, record=True))
    (post,) = await office.posts()
    board, record = post["attachments"]
    assert (board["filename"], board["description"]) == (
        f"match-{MATCH}-room-1-board.png",
        "a board",
    )
    assert record["filename"] == f"match-{MATCH}-room-1.dm"


async def test_countdowns_run_from_when_the_post_is_sent(office: Office):
    office.clock.ms = BEGAN_MS + 500
    office.put(Post(f"until {countdown(Seconds(60))}"))
    assert await office.texts() == [f"until <t:{BEGAN_MS // 1000 + 61}:R>"]


async def test_a_reply_answers_its_message_and_a_reaction_marks_it(office: Office):
    message = await office.world.ec.say(office.room, "E6 E7")
    office.put(Post("no", reply_to=int(message["id"])))
    office.put(Post(reaction=HEARD, reply_to=int(message["id"])))
    (reply,) = await office.posts()
    assert reply["message_reference"]["message_id"] == message["id"]
    assert reply["mentions"] == []
    assert office.reports[1] == (2, int(message["id"]))
    marked, _ = await office.world.host.history(office.room)
    assert [each["emoji"]["name"] for each in marked["reactions"]] == [HEARD]


async def test_a_reply_to_a_deleted_message_is_posted_all_the_same(office: Office):
    message = await office.world.ec.say(office.room, "E6 E8")
    await office.world.ec.delete(message)
    office.put(Post("no", reply_to=int(message["id"])))
    assert await office.texts() == ["no"]


async def test_every_post_teaches_the_clock_when_it_stood(office: Office):
    office.put(Post("board", board=True))
    office.put(Post("text"))
    posts = await office.posts()
    assert office.clock.observed == [int(post["id"]) for post in posts]


# What is not worth sending


async def test_a_reminder_that_comes_too_late_is_dropped(office: Office):
    office.put(Post("at the last moment", expires_ms=BEGAN_MS))
    office.put(Post("too late", expires_ms=BEGAN_MS - 1))
    office.put(Post("after"))
    assert await office.texts() == ["at the last moment", "after"]
    assert office.reports[1] == (2, None)


async def test_a_reminder_of_a_turn_that_is_over_is_dropped_and_no_other_post_is(office: Office):
    office.put(Post("reminder", for_turn=True), is_moot=lambda: True)
    office.put(Post("turn"), is_moot=lambda: True)
    assert await office.texts() == ["turn"]


async def test_a_reminder_that_grows_stale_while_it_is_tried_again_is_dropped(office: Office):
    await office.world.fault(fault="5xx-before", status=503, match=POSTS, seconds=60)
    office.put(Post("reminder", expires_ms=BEGAN_MS + 1_000))
    office.put(Post("turn"))
    office.clock.ms = BEGAN_MS + 1_001
    await eventually(lambda: office.reports)
    assert office.reports == [(1, None)]
    await office.world.clear_faults()
    assert await office.texts() == ["turn"]


# What goes wrong


@pytest.mark.parametrize(
    "fault",
    [
        {"fault": "5xx-before", "status": 503},
        {"fault": "5xx-after", "status": 503},
        {"fault": "drop"},
        {"fault": "drop", "after": True},
        {"fault": "429", "seconds": 0.01},
    ],
    ids=["refused", "refused after the effect", "cut", "cut after the effect", "429"],
)
@pytest.mark.parametrize("board", [False, True], ids=["text", "board"])
async def test_a_post_is_tried_until_it_stands_and_stands_once(
    office: Office, fault: dict[str, Any], board: bool
):
    await office.world.fault(**fault, match=POSTS, count=2)
    office.put(Post("one", board=board))
    office.put(Post("two"))
    assert await office.texts() == ["one", "two"]


async def test_all_tries_of_a_post_have_the_same_nonce_and_no_two_posts_have():
    def nonce(match_id: int, number: int, post: Post) -> str:
        in_place = in_outbox(post, match_id, 9, number=number)
        return Parcel(1, 1, None, in_place, tuple, str, BEGAN_MS, True, bool).nonce

    told = (Post(), Post(to=EC), Post(to=DMO), Post(for_host=True))
    named = list(product((1, 11, 111), (1, 13, 14, 0xE1), told))
    assert len({nonce(*each) for each in named}) == len(named)
    assert nonce(1, 1, told[0]) == nonce(1, 1, told[0])
    assert len(nonce(10**6, 10**5, told[0])) <= 25


def test_what_others_can_see_of_a_post_does_not_count_what_is_told_in_private():
    posts = (Post(to=EC), Post("turn"), Post(to=EC), Post(for_host=True), Post("next"))
    in_place = placed(posts, MATCH, 0, last=7, told={"room": 2})
    assert [each.sequence for each in in_place] == [8, 9, 10, 11, 12]
    assert [each.number for each in in_place] == [1, 3, 2, 1, 4]
    fewer = placed(posts[1::3], MATCH, 0, last=0, told={"room": 2})
    parcels = [
        Parcel(1, 1, None, each, tuple, str, BEGAN_MS, True, bool)
        for each in (in_place[1], in_place[4], *fewer)
    ]
    assert [each.file_stem for each in parcels[:2]] == [each.file_stem for each in parcels[2:]]
    assert [each.nonce for each in parcels[:2]] == [each.nonce for each in parcels[2:]]


async def test_a_reaction_to_a_deleted_message_is_dropped_and_the_queue_goes_on(office: Office):
    message = await office.world.ec.say(office.room, "E6 E7")
    await office.world.ec.delete(message)
    office.put(Post(reaction=HEARD, reply_to=int(message["id"])))
    office.put(Post("after"))
    assert await office.texts() == ["after"]
    assert office.reports[0] == (1, None)


async def test_a_reaction_that_fails_is_tried_again(office: Office):
    message = await office.world.ec.say(office.room, "E6 E7")
    await office.world.fault(fault="5xx-before", status=503, match=REACTIONS)
    office.put(Post(reaction=HEARD, reply_to=int(message["id"])))
    assert await office.all_reported() == [(1, int(message["id"]))]


def failing() -> Any:
    raise OSError("no picture")


async def test_a_picture_that_cannot_be_drawn_does_not_keep_the_text_back(
    office: Office, caplog: pytest.LogCaptureFixture
):
    office.put(Post("turn", board=True), pictures=failing)
    (post,) = await office.posts()
    assert (post["content"], post["attachments"]) == ("turn", [])
    assert "cannot be made" in caplog.text


async def test_pictures_are_drawn_beside_the_event_loop(office: Office):
    drawn_in: list[int] = []

    def draw() -> tuple[DescribedPicture, ...]:
        drawn_in.append(threading.get_ident())
        return ()

    office.put(Post("turn", board=True), pictures=draw)
    await office.all_reported()
    assert len(drawn_in) == 1
    assert threading.get_ident() not in drawn_in


async def test_what_was_not_delivered_before_the_end_is_not_reported(office: Office):
    await office.world.fault(fault="latency", match=POSTS, seconds=60)
    office.put(Post("one"))
    await asyncio.wait_for(office.outbox.close(), 10)
    assert office.reports == []


# Whom it pings, and what it teaches the clock


@pytest.mark.parametrize("pings", [(), (1,), (1, 2)])
def test_mentions_are_allowed_for_the_named_users_alone(pings: tuple[int, ...]):
    post = Post(pings=pings)
    parcel = Parcel(1, 1, None, post, tuple, str, BEGAN_MS, True, bool)
    allowed = parcel.mentions.to_dict()
    assert (allowed["parse"], allowed["users"]) == ([], list(pings))
    assert not allowed.get("replied_user")


async def test_a_post_that_may_have_been_sent_before_teaches_the_clock_nothing(office: Office):
    office.put(Post("left waiting by an earlier process"), is_new=False)
    await office.all_reported()
    assert office.clock.observed == []


async def test_a_second_try_teaches_the_clock_nothing(office: Office):
    await office.world.fault(fault="drop", match=POSTS, count=1)
    office.put(Post("tried twice"))
    await office.all_reported()
    assert office.clock.observed == []
