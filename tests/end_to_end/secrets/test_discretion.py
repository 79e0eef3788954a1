"""Tests that neither a secret nor a token gets into the log, whatever goes wrong on the way."""

import sqlite3
from collections.abc import AsyncIterator
from functools import partial
from itertools import cycle
from typing import Any

import pytest

from engine.seats import Seat
from sandbox.server import BOT_TOKEN
from tests.end_to_end.conftest import fixture
from tests.end_to_end.helpers.observers import CALLBACK, ObservedMatch, observed_match
from tests.games.compass_collisions.positions import DMO_LAYOUT, EC_LAYOUT
from tests.helpers.clocks.waiting import PATIENCE_SECONDS, eventually
from tests.helpers.people import Message, from_dealer
from tests.helpers.processes.bot_forker import Forker
from tests.helpers.processes.failing_parts import BROKEN, fail_on_demand

# The secrets in all their forms: as typed, as a value and in an alt text.
PRIVATE = ("EEWWFFA", "WWWWWWW", "F.E.W.F", "Cell(", "Element", "<Kind", "layout E", "layout W")

ON_THE_WAY: tuple[dict[str, Any], ...] = (
    {"fault": "5xx-before", "status": 503},
    {"fault": "5xx-after"},
    {"fault": "drop"},
    {"fault": "drop", "after": True},
    {"fault": "429", "seconds": 0.05},
)
WITH_LAYOUTS = list(zip(ON_THE_WAY, cycle((EC_LAYOUT, DMO_LAYOUT)), strict=False))
DIRECT = {"method": "POST", "route": "/channels/{channel_id}/messages"}
ANSWER = {"method": "PATCH", "route": "/webhooks/"}


@fixture(scope="module")
async def opened(
    forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ObservedMatch]:
    begin = partial(forker.begin, prepare=fail_on_demand)
    async with observed_match(begin, tmp_path_factory.mktemp("bot"), Seat.EC) as opened:
        await opened.live.deal("compass-collisions")
        yield opened


@fixture()
async def observed(opened: ObservedMatch) -> AsyncIterator[ObservedMatch]:
    """Yield a match with a new log, which is searched at the end of the test."""
    opened.bot.log = b""
    yield opened
    assert opened.bot.log
    for text in (*PRIVATE, BOT_TOKEN, *opened.sandbox.services.interactions._by_token):
        assert text not in opened.bot.log.decode()


async def logged(observed: ObservedMatch, *parts: str) -> None:
    """Wait until the log has all that."""
    await eventually(lambda: all(part in observed.bot.log.decode() for part in parts))


async def hidden(observed: ObservedMatch, text: str) -> Message:
    message = await observed.hiding.tell(text)
    return await observed.hiding.read(
        message["channel_id"], from_dealer(text.split()[1]), message["id"]
    )


async def test_faults_of_discords_are_logged_without_what_was_on_its_way(observed: ObservedMatch):
    for fault, layout in WITH_LAYOUTS:
        await observed.world.fault(match=DIRECT, count=1, **fault)
        await hidden(observed, layout)
    await logged(observed, "WARNING", "tried again")
    await observed.world.fault(fault="dm-closed", count=1)
    message = await observed.hiding.tell(EC_LAYOUT)
    await observed.world.host.read(
        observed.live.room, from_dealer("can't answer you"), message["id"]
    )
    await logged(observed, "is dropped: 403 Forbidden")


async def test_a_form_opens_whatever_happens_to_the_answer_that_opens_it(observed: ObservedMatch):
    for fault, layout in WITH_LAYOUTS:
        await observed.world.fault(match=CALLBACK, count=1, **fault)
        assert layout.split()[1] in (await observed.submit_by_form(layout))["content"]


async def test_a_form_whose_promise_or_answer_is_lost_is_answered_all_the_same(
    observed: ObservedMatch,
):
    for fault, layout in WITH_LAYOUTS:
        answer = await observed.submit_by_form(
            layout, meanwhile=observed.world.fault(match=CALLBACK, count=1, **fault)
        )
        assert layout.split()[1] in answer["content"]
    for fault, layout in WITH_LAYOUTS:
        await observed.world.fault(match=ANSWER, count=1, **fault)
        assert layout.split()[1] in (await observed.submit_by_form(layout))["content"]
    await logged(observed, "tried again")


async def test_a_form_that_is_never_acknowledged_counts_and_is_answered_by_direct_message(
    observed: ObservedMatch,
):
    before = await observed.hiding.tell("hello")
    await observed.send_form_unanswered(EC_LAYOUT, fault="5xx-before", status=404)
    answer = await observed.hiding.read(
        before["channel_id"], from_dealer(EC_LAYOUT.split()[1]), before["id"]
    )
    assert answer["attachments"]
    await observed.announced("has submitted")


@pytest.mark.parametrize("part", ["pictures", "posts", "hearing", "task"])
async def test_what_fails_here_is_logged_without_what_it_failed_at(
    observed: ObservedMatch, part: str
):
    broken = observed.bot.database.parent / BROKEN
    broken.write_text(part)
    if part in {"pictures", "task"}:
        answer = await hidden(observed, EC_LAYOUT)
        assert bool(answer["attachments"]) == (part == "task")
    else:
        await observed.hiding.tell(EC_LAYOUT)
    kind = "ValueError" if part == "task" else "KeyError"
    await logged(observed, "ERROR", kind, "Traceback")
    broken.unlink()
    await hidden(observed, DMO_LAYOUT)


async def test_a_database_that_cannot_be_written_is_logged_without_what_was_to_be_kept(
    observed: ObservedMatch,
):
    await hidden(observed, DMO_LAYOUT)
    with sqlite3.connect(observed.bot.database, PATIENCE_SECONDS, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        message = await observed.hiding.tell(EC_LAYOUT)
        await logged(observed, "the database is not writable", "locked")
        other.execute("ROLLBACK")
    await observed.hiding.reply(message)


async def test_a_restart_with_a_post_on_its_way_tells_the_log_nothing(observed: ObservedMatch):
    await observed.world.fault(fault="drop", match=DIRECT, seconds=600)
    message = await observed.hiding.tell(EC_LAYOUT)
    await logged(observed, "tried again")
    await observed.bot.kill()
    await observed.world.clear_faults()
    await observed.bot.start()
    assert EC_LAYOUT.split()[1] in (await observed.hiding.reply(message))["content"]
