"""The meaning of failures; whatever goes wrong, each post arrives once, in its place."""

import asyncio
from math import inf
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.posts.sending import failures, requests
from bot.posts.sending import outbox as outbox_module
from bot.posts.sending.failures import Failure, failure_of
from bot.posts.sending.outbox import Lane
from bot.values.obstacles import Obstacle
from bot.values.post import Extras, Post, Reply, Worth
from tests.bot.posts.sending.post_cases import cases_of
from tests.helpers.clocks.fake_clock import BEGAN_MS
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import EC
from tests.helpers.rooms.outboxes import POSTS, OutboxHarness


@pytest.fixture(autouse=True)
def _tried_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(failures.PAUSES, Failure.FORBIDDEN, 0.01)
    monkeypatch.setitem(failures.PAUSES, Failure.UNAUTHORIZED, 0.01)


def named(fault: dict[str, Any]) -> str:
    return " ".join(str(value) for value in fault.values())


# Meanings of Discord's answers


def answer(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="no"), {"code": code, "message": "no"})


PLAIN, BOARD, MARK = (
    Post("turn"),
    Post("turn", extras=Extras(has_board=True)),
    Post(reply=Reply(reaction="x", message_id=1)),
)
TO_PLAYER, TO_HOST = (
    Post("no", recipient=EC, extras=Extras(has_board=True)),
    Post("no", for_host=True),
)
ANYTHING = (PLAIN, BOARD, MARK, TO_PLAYER, TO_HOST)
MEANINGS: list[tuple[tuple[Post, ...], Exception, Failure]] = [
    *((ANYTHING, answer(status), Failure.PASSING) for status in (408, 429, 500, 502, 503)),
    *((ANYTHING, error, Failure.PASSING) for error in (OSError(), TimeoutError(), ValueError())),
    (ANYTHING, answer(401), Failure.UNAUTHORIZED),
    *(
        ((PLAIN, BOARD, TO_PLAYER, TO_HOST), answer(number), Failure.NOT_TAKEN)
        for number in (400, 413)
    ),
    ((BOARD, MARK), answer(403, 50013), Failure.PART_FORBIDDEN),
    ((MARK,), answer(403, 90001), Failure.PART_FORBIDDEN),
    ((PLAIN,), answer(403, 50013), Failure.FORBIDDEN),
    ((PLAIN, BOARD), answer(403, 50001), Failure.FORBIDDEN),
    ((PLAIN, BOARD), answer(404, 10003), Failure.GONE),
    ((MARK,), answer(400), Failure.UNDELIVERABLE),
    ((MARK,), answer(403, 50001), Failure.UNDELIVERABLE),
    ((MARK,), answer(404, 10008), Failure.UNDELIVERABLE),
    ((TO_PLAYER, TO_HOST), answer(403, 50007), Failure.UNDELIVERABLE),
    ((TO_PLAYER, TO_HOST), answer(404), Failure.UNDELIVERABLE),
    ((TO_PLAYER,), answer(403, 50278), Failure.UNDELIVERABLE),
    ((TO_HOST,), answer(403, 50278), Failure.NO_SHARED_SERVER),
]


@pytest.mark.parametrize(
    ("posts", "error", "failure"), MEANINGS, ids=[f"{error!r}" for _, error, _ in MEANINGS]
)
def test_each_of_discords_answers_has_one_meaning(
    posts: tuple[Post, ...], error: Exception, failure: Failure
):
    assert {failure_of(post, error) for post in posts} == {failure}


def test_a_post_already_in_words_has_nothing_left_to_leave_out():
    forbidden = answer(403, 50013)
    assert failure_of(BOARD, forbidden, is_in_words=True) is Failure.FORBIDDEN
    assert failure_of(MARK, forbidden, is_in_words=True) is Failure.UNDELIVERABLE


# Each kind of post


FAULTS: list[dict[str, Any]] = [
    {"fault": "429", "seconds": 0.05, "count": 2},
    {"fault": "429", "seconds": 0.05, "via": False},
    {"fault": "429", "seconds": 0.05, "global": True},
    *(
        {"fault": fault, "status": status}
        for fault in ("5xx-before", "5xx-after")
        for status in (408, 502, 503)
    ),
    {"fault": "drop", "count": 2},
    {"fault": "drop", "count": 2, "after": True},
    {"fault": "refused", "status": 401},
    {"fault": "latency", "seconds": 600, "count": 2},
]


@pytest.mark.parametrize("fault", FAULTS, ids=named)
async def test_a_post_of_each_kind_arrives_once_and_in_its_place(
    outbox: OutboxHarness,
    fault: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    """A request without an answer is given up, and made again; a rejected token is an error."""
    if fault["fault"] == "latency":
        monkeypatch.setattr(requests, "ANSWER_SECONDS", 0.3)
    cases = await cases_of(outbox)
    for case in cases:
        await case.fault(**fault)
        case.put()
    reports = await outbox.all_reported()
    ids = [message_id for case in cases for message_id in await case.stands_once()]
    assert dict(reports) == dict(enumerate(ids, start=1))
    assert len(reports) == len(ids)
    errors = {record.levelname for record in caplog.records if "token" in record.message}
    assert errors == {"ERROR"} if fault.get("status") == 401 else not errors


# Turns wait for no long pause


async def test_a_turns_post_and_those_before_it_are_tried_at_least_every_ten_seconds(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    waits = list[float | None]()

    async def noting(_: Lane, seconds: float | None) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(Lane, "wait", noting)
    await outbox.world.fault(fault="5xx-before", status=503, match=POSTS, count=30)
    outbox.put(Post("reply"))
    outbox.put(Post("turn", starts_clock=True))
    assert await outbox.texts() == ["reply", "turn"]
    assert max(seconds or inf for seconds in waits) <= 10


async def test_a_turns_post_ends_the_pause_between_two_tries(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox_module, "FIRST_RETRY_SECONDS", inf)
    monkeypatch.setattr(outbox_module, "LONGEST_RETRY_SECONDS", inf)
    requests = outbox.note_requests()
    await outbox.world.fault(fault="5xx-before", status=503, match=POSTS)
    outbox.put(Post("reply"))
    await eventually(lambda: requests)
    outbox.put(Post("turn", starts_clock=True))
    assert await outbox.texts() == ["reply", "turn"]


# Reminders are never late


async def test_a_reminder_is_given_up_while_discord_py_waits_and_the_next_post_follows(
    outbox: OutboxHarness,
):
    await outbox.world.fault(fault="429", match=POSTS, seconds=1.5)
    outbox.put(Post("reminder", worth=Worth(expires_ms=BEGAN_MS + 100)))
    outbox.put(Post("turn"))
    assert await outbox.texts() == ["turn"]
    assert [sequence for sequence, _ in outbox.reports] == [1, 2]
    assert outbox.reports[0] == (1, None)
    # The abandoned try wakes up and finds that it may no longer send.
    await eventually(lambda: not outbox.under_test._tasks)
    assert await outbox.texts() == ["turn"]


async def test_a_reminder_given_up_during_a_global_limit_blocks_nobody(outbox: OutboxHarness):
    await outbox.world.fault(fault="429", match=POSTS, seconds=0.5, **{"global": True})
    outbox.put(Post("reminder", worth=Worth(expires_ms=BEGAN_MS + 100)))
    outbox.put(Post("turn"))
    outbox.put(Post("elsewhere"), room=await outbox.world.new_room())
    assert await outbox.texts() == ["turn"]
    assert len(outbox.reports) == 3


async def test_a_reminder_that_grows_stale_while_being_sent_is_not_reported_as_dropped(
    outbox: OutboxHarness,
):
    await outbox.world.fault(fault="latency", match=POSTS, seconds=4)
    outbox.put(Post("reminder", worth=Worth(expires_ms=BEGAN_MS + 3_000)))
    outbox.put(Post("turn"))
    posts = await outbox.posts()
    assert [post["content"] for post in posts] == ["reminder", "turn"]
    assert outbox.reports == [(1, int(posts[0]["id"])), (2, int(posts[1]["id"]))]


@pytest.mark.parametrize(
    "worth",
    [Worth(expires_ms=BEGAN_MS + 60_000), Worth(expires_with_turn=True)],
    ids=["late", "over"],
)
async def test_a_reminder_that_is_worth_nothing_by_the_time_of_its_permit_is_dropped(
    outbox: OutboxHarness, worth: Worth
):
    outbox.hold()
    outbox.put(Post("reminder", worth=worth), is_obsolete=lambda: outbox.clock.ms > BEGAN_MS)
    await outbox.holds(1)
    outbox.clock.ms = BEGAN_MS + 60_001
    outbox.put(Post("turn"))
    outbox.release()
    assert await outbox.texts() == ["turn"]
    assert outbox.reports[0] == (1, None)


# Rooms in which nothing can be posted


async def obstruct(outbox: OutboxHarness, **fault: Any) -> None:
    await outbox.world.fault(match=POSTS, count=None, **fault)


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_forbidden_room_is_reported_once_and_nothing_is_lost(
    outbox: OutboxHarness, code: int
):
    await obstruct(outbox, fault="refused", status=403, code=code)
    for number in range(3):
        outbox.put(Post(str(number)))
    await eventually(lambda: outbox.obstacles)
    requests = outbox.note_requests()
    await eventually(lambda: len(requests) > 3)
    assert outbox.obstacles == [Obstacle.FORBIDDEN]
    # A host who says that the room is open again is told that it is not.
    outbox.under_test.retry(int(outbox.room))
    await eventually(lambda: len(outbox.obstacles) == 2)
    assert outbox.obstacles == 2 * [Obstacle.FORBIDDEN]
    await outbox.world.clear_faults()
    assert await outbox.texts() == ["0", "1", "2"]


async def test_each_spell_of_an_obstacle_is_reported(outbox: OutboxHarness):
    for text in ("one", "two"):
        await outbox.world.fault(fault="forbidden", match=POSTS, count=3)
        outbox.put(Post(text))
        await outbox.all_reported()
    assert outbox.obstacles == 2 * [Obstacle.FORBIDDEN]
    assert await outbox.texts() == ["one", "two"]


@pytest.mark.parametrize("guild", [None, SimpleNamespace(unavailable=True)], ids=str)
async def test_a_room_that_is_gone_in_an_outage_is_not_tried_again_until_asked(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch, guild: Any
):
    monkeypatch.setattr(outbox.client, "get_guild", lambda _: guild)
    waits, wait = list[float | None](), Lane.wait

    async def noting(lane: Lane, seconds: float | None) -> None:
        waits.append(seconds)
        await wait(lane, seconds)

    monkeypatch.setattr(Lane, "wait", noting)
    await obstruct(outbox, fault="refused", status=404, code=10003)
    outbox.put(Post("one"))
    outbox.put(Post("two"))
    await eventually(lambda: outbox.obstacles)
    assert outbox.obstacles == [Obstacle.GONE]
    await eventually(lambda: waits)
    assert waits == [None]
    await outbox.world.clear_faults()
    assert outbox.reports == []
    outbox.under_test.retry(int(outbox.room))
    assert await outbox.texts() == ["one", "two"]


async def test_a_post_for_a_room_that_is_gone_for_good_is_dropped_once(
    outbox: OutboxHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox.client, "get_guild", lambda _: SimpleNamespace(unavailable=False))
    await obstruct(outbox, fault="refused", status=404, code=10003)
    requests = outbox.note_requests()
    outbox.put(Post("one"))
    outbox.put(Post("two"))
    assert await outbox.all_reported() == [(1, None), (2, None)]
    assert len(requests) == 2
    assert outbox.obstacles == [Obstacle.GONE]


async def test_a_reminder_grows_stale_even_in_a_room_that_is_gone(outbox: OutboxHarness):
    await obstruct(outbox, fault="refused", status=404, code=10003)
    outbox.put(Post("reminder", worth=Worth(expires_ms=BEGAN_MS + 50)))
    await eventually(lambda: outbox.obstacles or outbox.reports)
    outbox.clock.ms = BEGAN_MS + 51
    assert await outbox.all_reported() == [(1, None)]


# Posts that Discord never takes


@pytest.mark.parametrize("status", [400, 413])
async def test_a_rejected_post_goes_in_its_simplest_form(outbox: OutboxHarness, status: int):
    message = await outbox.world.ec.say(outbox.room, "E6 E7")
    await outbox.world.fault(fault="refused", status=status, match=POSTS)
    outbox.put(
        Post(
            "x" * 1999,
            extras=Extras(has_board=True, has_record=True),
            reply=Reply(message_id=int(message["id"])),
        )
    )
    outbox.put(Post("after"))
    plain, result = await outbox.posts()
    assert (plain["content"], plain["attachments"]) == ("x" * 1999, [])
    assert not plain.get("message_reference")
    assert result["content"] == "after"
    assert [message_id for _, message_id in outbox.reports] == [int(plain["id"]), int(result["id"])]


@pytest.mark.parametrize("times", [1, 2])
async def test_a_form_called_invalid_once_keeps_its_picture(outbox: OutboxHarness, times: int):
    await outbox.world.fault(fault="refused", code=50035, match=POSTS, count=times)
    outbox.put(Post("a turn", extras=Extras(has_board=True)))
    (post,) = await outbox.posts()
    assert len(post["attachments"]) == (times == 1)


async def test_a_post_that_is_too_long_is_cut(outbox: OutboxHarness):
    outbox.put(Post("x" * 2001))
    assert await outbox.texts() == ["x" * 2000]


async def test_a_post_that_is_never_accepted_is_dropped_and_the_next_one_follows(
    outbox: OutboxHarness, caplog: pytest.LogCaptureFixture
):
    await outbox.world.fault(fault="refused", status=400, match=POSTS, count=2)
    outbox.put(Post("a turn"))
    outbox.put(Post("after"))
    assert await outbox.texts() == ["after"]
    assert outbox.reports[0] == (1, None)
    assert [record.levelname for record in caplog.records if "dropped" in record.message] == [
        "ERROR"
    ]
    assert "a turn" not in caplog.text
