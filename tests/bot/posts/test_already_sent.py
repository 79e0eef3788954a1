"""A letter that may stand already is looked up before it is sent again, and never stands twice.

Each time the nonces are forgotten, so that only the room's history can tell.
"""

import asyncio
from io import BytesIO

import discord
import pytest

from bot.live.events import Delivered
from bot.posts import request_guard
from bot.posts.post import Post
from bot.storage.store import Store
from bot.texts.countdowns import countdown, may_read
from engine.clocks import Seconds
from tests.bot.cards import DMO, EC, card_of, in_outbox
from tests.bot.office import Office
from tests.bot.post_cases import KINDS, cases_of
from tests.bot.servers import Server
from tests.bot.storage.test_store import change
from tests.people import from_dealer
from tests.waiting import eventually

POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
READINGS = {"method": "GET", "route": "/channels/{channel_id}/messages"}


async def dies(office: Office) -> None:
    """The process ends, and comes back so late that no repetition is recognised by its nonce."""
    await office.restart()
    await office.world.fault(fault="forget-nonces")
    office.reports.clear()
    office.put_in = 0


# After the end of a process


async def test_what_stood_when_the_process_was_killed_is_not_sent_again(office: Office):
    cases = await cases_of(office)
    for case in cases:
        case.put()
    before = dict(await office.all_reported())
    await dies(office)
    office.clock.ms += 60_000
    office.put_again(*range(1, 2 * len(cases) + 1))
    assert dict(await office.all_reported()) == before
    for case in cases:
        await case.stands_once()


@pytest.mark.parametrize("kind", KINDS)
async def test_what_had_not_been_sent_is_sent(office: Office, kind: str):
    (case,) = [each for each in await cases_of(office) if each.post is KINDS[kind]]
    await case.fault(fault="latency", seconds=60)
    case.put()
    await asyncio.sleep(0.02)
    await dies(office)
    office.put_again(1, 2)
    await office.all_reported()
    await case.stands_once()


async def test_a_request_of_the_killed_process_that_is_still_on_its_way_posts_nothing_twice(
    office: Office,
):
    await office.world.fault(fault="latency", match=POSTS, seconds=0.2)
    office.put(Post("one"))
    await asyncio.sleep(0.05)
    await office.restart()
    office.put_again(1)
    await asyncio.sleep(0.3)
    office.put_in = 1
    assert await office.texts() == ["one"]


async def test_of_two_posts_that_say_the_same_the_second_is_not_taken_for_the_first(
    office: Office,
):
    office.put(Post("paused"))
    await office.all_reported()
    office.put(Post("paused"))
    office.put(Post("after"))
    await office.all_reported()
    await dies(office)
    office.put_again(1, 2)
    first, second, _ = await office.posts()
    assert office.reports == [(1, int(first["id"])), (2, int(second["id"]))]


async def test_what_was_delivered_before_is_not_what_is_looked_for(office: Office):
    office.put(Post("paused"))
    ((_, delivered),) = await office.all_reported()
    await dies(office)
    again = Post("paused", match_id=7, sequence=2, comes_after=delivered or 0)
    office.put_again(1, post=again)
    posts = await office.posts()
    assert [each["content"] for each in posts] == ["paused", "paused"]
    assert office.reports == [(2, int(posts[1]["id"]))]


async def test_what_others_say_is_no_post(office: Office):
    for person in (office.world.ec, office.world.host):
        await person.say(office.room, "paused")
    office.put(Post("paused"), is_new=False)
    (post,) = await office.posts()
    assert office.reports == [(1, int(post["id"]))]


async def test_a_reply_to_another_message_is_another_post(office: Office):
    first, second = [await office.world.ec.say(office.room, "E6 E9") for _ in range(2)]
    office.put(Post("no", reply_to=int(first["id"])))
    await office.all_reported()
    await dies(office)
    office.put(Post("no", reply_to=int(second["id"])), is_new=False)
    assert await office.texts() == ["no", "no"]


@pytest.mark.parametrize(("match_id", "sequence"), [(71, 1), (7, 11), (1, 7)])
async def test_a_picture_of_another_post_is_another_post(
    office: Office, match_id: int, sequence: int
):
    for numbers in ((match_id, sequence), (7, 1)):
        post = in_outbox(Post("turn", board=True), *numbers, number=numbers[1])
        office.put(post, is_new=False)
    first, second = await office.posts()
    assert office.reports == [(sequence, int(first["id"])), (1, int(second["id"]))]


@pytest.mark.parametrize(
    ("name", "is_it"), [("match-7-12-board.png", True), ("match-7-1.dm", False)]
)
async def test_a_post_of_an_older_dealer_is_known_by_the_sequence_in_its_files_names(
    office: Office, name: str, is_it: bool
):
    room = office.client.get_partial_messageable(int(office.room))
    stands = await room.send("turn", file=discord.File(BytesIO(b"a picture"), name))
    office.put(in_outbox(Post("turn", board=True), 7, 12, number=4), is_new=False)
    posts = await office.posts()
    assert len(posts) == 1 + (not is_it)
    assert (office.reports == [(12, stands.id)]) is is_it


async def test_a_post_is_found_among_more_messages_than_a_page_holds(office: Office):
    for number in range(105):
        await office.world.spectator.say(office.room, f"chatter {number}")
    office.put(Post("turn", board=True))
    before = list(await office.all_reported())
    await dies(office)
    office.put_again(1)
    assert await office.all_reported() == before


async def test_a_history_that_cannot_be_read_is_read_again(office: Office):
    office.put(Post("one"))
    before = list(await office.all_reported())
    await dies(office)
    await office.world.fault(fault="5xx-before", status=503, match=READINGS, count=2)
    office.put_again(1)
    assert await office.all_reported() == before
    assert await office.texts() == ["one"]


# Within a process


async def test_a_try_of_unknown_effect_that_is_long_ago_is_looked_up(
    office: Office, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_guard, "NONCE_KEEPS_SECONDS", -1)
    cases = [each for each in await cases_of(office) if not each.post(1).reaction]
    for case in cases:
        await case.fault(fault="drop", after=True)
        case.put()
    await eventually(lambda: len(office.sandbox.services.messages._nonces) >= len(cases))
    await office.world.fault(fault="forget-nonces")
    await office.all_reported()
    for case in cases:
        await case.stands_once()


async def test_the_library_repeats_no_post_by_itself_that_may_stand_since_long_ago(
    office: Office, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_guard, "NONCE_KEEPS_SECONDS", 0.5)
    await office.world.fault(fault="5xx-after", status=502, match=POSTS)
    office.put(Post("one"))
    # It sleeps for a second before it tries again.
    await eventually(lambda: office.sandbox.services.messages._nonces)
    await office.world.fault(fault="forget-nonces")
    assert await office.texts() == ["one"]


async def test_a_refusal_leaves_no_doubt_and_nothing_is_looked_up(
    office: Office, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(request_guard, "NONCE_KEEPS_SECONDS", -1)
    await office.world.fault(fault="refused", status=400, match=READINGS, count=None)
    await office.world.fault(fault="429", match=POSTS, seconds=0.01, via=False)
    await office.world.fault(fault="429", match=POSTS, seconds=0.01)
    office.put(Post("one"))
    assert await office.texts() == ["one"]


# What the store and the whole bot know of it


async def test_the_store_tells_after_what_a_waiting_post_stands(store: Store):
    match_id = await store.begin(card_of(), read_to=0)
    tos = (None, EC, None, DMO, None, EC)
    posts = tuple(
        in_outbox(Post(str(sequence), to=to), match_id, sequence)
        for sequence, to in enumerate(tos, start=1)
    )
    await store.commit(change(match_id, posts=posts, done=(1, 100)))
    await store.post_done(match_id, 2, 200)
    await store.post_done(match_id, 3, None)
    (stored,) = await store.live_matches()
    after = {each.sequence: each.comes_after for each in stored.waiting}
    assert after == {4: 0, 5: 100, 6: 200}
    assert {each.sequence: each.number for each in stored.waiting} == {4: 1, 5: 3, 6: 2}
    assert stored.told == {"room": 3, "ec": 2, "dmo": 1}


async def test_a_turn_that_was_told_but_not_kept_is_told_once(server: Server):
    runner = await server.open()
    put = runner.put
    # Killed between the sending and the keeping.
    runner.put = lambda event: None if isinstance(event, Delivered) else put(event)  # type: ignore[method-assign]
    await server.world.ec.say(server.room, "E6 E7")
    await server.hear(runner)
    await server.world.host.read(server.room, from_dealer("E6 (white) and E7 (red)"))
    await server.world.fault(fault="forget-nonces")
    await server.restart()
    again = server.registry.runner_in(int(server.room))
    assert again
    await eventually(lambda: again.match.started is not None)
    assert len(await server.boards()) == 2


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
def test_a_text_is_known_by_all_but_its_countdowns(content: str, text: str, is_same: bool):
    assert may_read(content, text) == is_same
