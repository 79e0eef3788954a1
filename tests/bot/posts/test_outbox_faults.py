"""Whatever goes wrong on the way, each letter stands once, in its place, and is reported once."""

import asyncio
from typing import Any

import pytest

from bot.obstacles import Obstacle
from bot.posts import outbox as outbox_module
from bot.posts import request_guard
from bot.posts.failures import Verdict
from bot.posts.post import Post
from tests.bot.cards import EC
from tests.bot.fake_clock import BEGAN_MS
from tests.bot.office import Office
from tests.bot.post_cases import Case, cases_of
from tests.waiting import eventually

POSTS = {"method": "POST", "route": "/channels/{channel_id}/messages"}
ANSWER_SECONDS = 0.3


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_guard, "ANSWER_SECONDS", ANSWER_SECONDS)
    monkeypatch.setitem(outbox_module.RESTS, Verdict.FORBIDDEN, 0.01)
    monkeypatch.setitem(outbox_module.RESTS, Verdict.TRY_RARELY, 0.01)


def named(fault: dict[str, Any]) -> str:
    return " ".join(str(value) for value in fault.values())


FAULTS: list[dict[str, Any]] = [
    {"fault": "429", "seconds": 0.05},
    {"fault": "429", "seconds": 0.05, "via": False},
    {"fault": "429", "seconds": 0.05, "global": True},
    *(
        {"fault": fault, "status": status}
        for fault in ("5xx-before", "5xx-after")
        for status in (500, 502, 503, 504)
    ),
    {"fault": "drop"},
    {"fault": "drop", "after": True},
    {"fault": "refused", "status": 401},
]


@pytest.mark.parametrize("fault", FAULTS, ids=named)
async def test_each_kind_of_post_stands_once_and_in_its_place(
    office: Office, fault: dict[str, Any]
):
    cases = await cases_of(office)
    for case in cases:
        await case.fault(**fault)
        case.put()
    reports = await office.all_reported()
    await assert_all_stand(cases, reports)


async def assert_all_stand(cases: list[Case], reports: list[tuple[int, int | None]]) -> None:
    ids = [message_id for case in cases for message_id in await case.stands_once()]
    assert dict(reports) == dict(enumerate(ids, start=1))
    assert len(reports) == len(ids)


async def test_a_request_that_hangs_takes_its_effect_late_and_still_stands_once(office: Office):
    cases = await cases_of(office)
    for case in cases:
        await case.fault(fault="latency", seconds=2 * ANSWER_SECONDS)
        case.put()
    reports = await office.all_reported()
    # The requests that were given up are still being served.
    await asyncio.sleep(2 * ANSWER_SECONDS)
    await assert_all_stand(cases, reports)


async def test_a_room_in_which_nothing_is_answered_is_tried_on_and_on(office: Office):
    case = await Case.of(office, "picture")
    await case.fault(fault="latency", seconds=60, count=3)
    case.put()
    reports = await office.all_reported()
    await assert_all_stand([case], reports)


# Reminders are not told late


async def test_a_reminder_is_given_up_while_the_library_waits_and_the_next_post_follows(
    office: Office,
):
    await office.world.fault(fault="429", match=POSTS, seconds=1.5)
    office.put(Post("reminder", expires_ms=BEGAN_MS + 100))
    office.put(Post("turn"))
    assert await office.texts() == ["turn"]
    assert [sequence for sequence, _ in office.reports] == [1, 2]
    assert office.reports[0] == (1, None)
    # What was given up wakes up to find that it may not be sent.
    await eventually(lambda: not office.outbox._tries)
    assert await office.texts() == ["turn"]


async def test_a_reminder_that_is_given_up_in_a_global_limit_keeps_nobody_waiting(office: Office):
    await office.world.fault(fault="429", match=POSTS, seconds=0.5, **{"global": True})
    office.put(Post("reminder", expires_ms=BEGAN_MS + 100))
    office.put(Post("turn"))
    office.put(Post("elsewhere"), room=await office.world.new_room())
    assert await office.texts() == ["turn"]
    assert len(office.reports) == 3


async def test_a_reminder_that_is_on_the_wire_when_it_grows_stale_is_not_denied(office: Office):
    await office.world.fault(fault="latency", match=POSTS, seconds=0.2)
    office.put(Post("reminder", expires_ms=BEGAN_MS + 100))
    office.put(Post("turn"))
    posts = await office.posts()
    assert [each["content"] for each in posts] == ["reminder", "turn"]
    assert office.reports == [(1, int(posts[0]["id"])), (2, int(posts[1]["id"]))]


async def test_a_reminder_that_grows_stale_while_it_waits_for_its_turn_is_dropped(office: Office):
    office.limiter._free_at = asyncio.get_running_loop().time() + 0.3
    office.put(Post("reminder", expires_ms=BEGAN_MS + 100))
    await eventually(lambda: office.limiter._waiting)
    office.clock.ms = BEGAN_MS + 101
    office.put(Post("turn"))
    assert await office.texts() == ["turn"]
    assert office.reports[0] == (1, None)


async def test_a_reminder_of_a_turn_that_ends_while_it_waits_for_its_turn_is_dropped(
    office: Office,
):
    is_over = []
    office.limiter._free_at = asyncio.get_running_loop().time() + 0.2
    office.put(Post("reminder", for_turn=True), is_moot=lambda: bool(is_over))
    await eventually(lambda: office.limiter._waiting)
    is_over.append("moved")
    office.put(Post("turn"))
    assert await office.texts() == ["turn"]
    assert office.reports[0] == (1, None)


# Rooms in which nothing can be posted


async def obstruct(office: Office, **fault: Any) -> None:
    await office.world.fault(match=POSTS, count=None, **fault)


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_forbidden_room_is_told_of_once_and_nothing_is_lost(office: Office, code: int):
    await obstruct(office, fault="refused", status=403, code=code)
    for number in range(3):
        office.put(Post(str(number)))
    await eventually(lambda: office.obstacles)
    assert office.obstacles == [(1, Obstacle.FORBIDDEN)]
    # Who says that it is open again is told that it is not.
    office.outbox.retry(int(office.room))
    await eventually(lambda: len(office.obstacles) == 2)
    assert office.obstacles[1] == (1, Obstacle.FORBIDDEN)
    await office.world.clear_faults()
    assert await office.texts() == ["0", "1", "2"]


async def test_each_spell_of_an_obstacle_is_told_of(office: Office):
    for text in ("one", "two"):
        await office.world.fault(fault="forbidden", match=POSTS, count=3)
        office.put(Post(text))
        await office.all_reported()
    assert office.obstacles == [(1, Obstacle.FORBIDDEN), (2, Obstacle.FORBIDDEN)]
    assert await office.texts() == ["one", "two"]


async def test_a_forbidden_room_is_tried_rarely_and_at_once_when_asked(
    office: Office, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(outbox_module.RESTS, Verdict.FORBIDDEN, 600)
    await office.world.fault(fault="forbidden", match=POSTS)
    office.put(Post("one"))
    await eventually(lambda: office.obstacles)
    await asyncio.sleep(0.05)
    assert office.reports == []
    office.outbox.retry(int(office.room))
    assert await office.texts() == ["one"]


async def test_a_room_that_is_gone_is_tried_only_when_asked(office: Office):
    await obstruct(office, fault="refused", status=404, code=10003)
    office.put(Post("one"))
    office.put(Post("two"))
    await eventually(lambda: office.obstacles)
    assert office.obstacles == [(1, Obstacle.GONE)]
    await office.world.clear_faults()
    await asyncio.sleep(0.05)
    assert office.reports == []
    office.outbox.retry(int(office.room))
    assert await office.texts() == ["one", "two"]


async def test_a_reminder_grows_stale_also_in_a_room_that_is_gone(office: Office):
    await obstruct(office, fault="refused", status=404, code=10003)
    office.put(Post("reminder", expires_ms=BEGAN_MS + 50))
    await eventually(lambda: office.obstacles)
    office.clock.ms = BEGAN_MS + 51
    assert await office.all_reported() == [(1, None)]


async def test_a_deleted_room_is_an_obstacle_and_keeps_no_other_room_waiting(office: Office):
    room = await office.world.new_room()
    await office.world.host.request("DELETE", f"/channels/{room}")
    office.put(Post("lost"), room=room)
    office.put(Post("elsewhere"))
    await eventually(lambda: office.obstacles and office.reports)
    assert office.obstacles == [(1, Obstacle.GONE)]
    assert [sequence for sequence, _ in office.reports] == [2]


async def test_the_obstacle_of_a_room_is_no_word_on_who_is_told_in_private(office: Office):
    ec = office.world.ec
    await office.world.fault(fault="forbidden", match=POSTS)
    office.put(Post("in private", to=EC), reader_id=int(ec.id))
    assert await office.all_reported() == [(1, None)]
    assert office.obstacles == []


# What is never taken


@pytest.mark.parametrize("status", [400, 413])
async def test_a_post_that_is_not_taken_goes_in_its_simplest_form(office: Office, status: int):
    message = await office.world.ec.say(office.room, "E6 E7")
    await office.world.fault(fault="refused", status=status, match=POSTS)
    office.put(Post("x" * 1999, board=True, record=True, reply_to=int(message["id"])))
    office.put(Post("after"))
    plain, after = await office.posts()
    assert (plain["content"], plain["attachments"]) == ("x" * 1999, [])
    assert not plain.get("message_reference")
    assert after["content"] == "after"
    assert [message_id for _, message_id in office.reports] == [int(plain["id"]), int(after["id"])]


async def test_a_post_that_is_too_long_is_cut(office: Office):
    office.put(Post("x" * 2001))
    assert await office.texts() == ["x" * 2000]


async def test_a_post_that_is_never_taken_is_dropped_and_the_room_goes_on(
    office: Office, caplog: pytest.LogCaptureFixture
):
    await office.world.fault(fault="refused", status=400, match=POSTS, count=2)
    office.put(Post("a turn"))
    office.put(Post("after"))
    assert await office.texts() == ["after"]
    assert office.reports[0] == (1, None)
    assert [each.levelname for each in caplog.records if "dropped" in each.message] == ["ERROR"]
    assert "a turn" not in caplog.text


async def test_a_refused_token_is_an_error_in_the_log_and_nothing_is_lost(
    office: Office, caplog: pytest.LogCaptureFixture
):
    await office.world.fault(fault="refused", status=401, match=POSTS, count=2)
    office.put(Post("one"))
    office.put(Post("two"))
    assert await office.texts() == ["one", "two"]
    assert {each.levelname for each in caplog.records if "token" in each.message} == {"ERROR"}
