"""The processes that replay: animations in one, readers beside it, damage survived."""

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.features.replays.cog import step_of
from bot.live.services.animations import Animations
from bot.live.services.processes import READER
from bot.storage.tables.records import StoredMatch
from engine.refusals import NotASubmission
from rendering.animation import is_moving
from tests.engine.playing import begun, entry, fire_and_ice, played
from tests.helpers.rooms.cards import card_of
from tests.helpers.rooms.changes import unsourced

pytestmark = pytest.mark.asyncio(loop_scope="module")

LINES = ("dealer @1 posted", "ec @2 E6 E7", "dealer @7", "dealer @8 posted", "dmo @9 concede")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def replays() -> AsyncIterator[Animations]:
    replays = Animations()
    yield replays
    replays.close()


def stored(*lines: str) -> StoredMatch:
    match = played(begun(fire_and_ice(first="ec"), by_posts=True), *lines)
    return StoredMatch(card=card_of(match.game), entries=unsourced(match.entries))


async def animation(replays: Animations, match: StoredMatch) -> bytes:
    return await replays.animation(match.card, tuple(sourced.entry for sourced in match.entries))


async def test_a_step_and_an_animation_are_drawn_in_another_process(replays: Animations):
    match = stored(*LINES)
    assert (await step_of(match, 1)).number == 1
    assert is_moving(await animation(replays, match))
    assert os.getpid() not in replays.processes._pool._processes.keys() | READER._pool._processes


async def test_where_only_one_picture_was_seen_there_is_no_animation(replays: Animations):
    assert await animation(replays, stored("dealer @1 posted", "ec @2 concede")) == b""


async def test_only_one_animation_is_made_at_a_time_and_no_step_waits_for_it(replays: Animations):
    match = stored(*LINES)
    await asyncio.gather(*(animation(replays, match) for _ in range(2)), step_of(match, 0))
    for processes in (replays.processes, READER):
        assert len(processes._pool._processes) == 1
    assert replays.processes is not READER


async def test_a_log_that_cannot_be_replayed_spoils_nothing_else(replays: Animations):
    match = stored(*LINES)
    talk = unsourced([entry("dmo @9 pass the salt")])
    damaged = replace(match, entries=match.entries[:-1] + talk)
    with pytest.raises(NotASubmission, match="not-a-submission"):
        await step_of(damaged, 0)
    with pytest.raises(NotASubmission, match="not-a-submission"):
        await animation(replays, damaged)
    assert (await step_of(match, 0)).last == 2
