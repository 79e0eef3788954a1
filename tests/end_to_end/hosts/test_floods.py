"""A player who floods the room holds up no board and no warning, as Discord limits a channel.

What counts is the order of the bot's requests, not how fast the machine is.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from sandbox.rate_limits import RateLimitedError
from sandbox.server import Sandbox
from sandbox.state.snowflakes import seconds_of
from tests.end_to_end.conftest import fixture, open_sandbox
from tests.end_to_end.helpers.apart import own_bot  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import deal, start, turn_after
from tests.helpers.games.samples import sample
from tests.helpers.people import Message, World, from_dealer

FLOOD = 60
POST = ("POST", "/channels/{channel_id}/messages")
"""Time to take a move back: longer than a slow machine needs to hear of it."""
UNDER_WAY = 3
"""So many requests may be under way already when a board is to be posted: one in each lane."""


@fixture(scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    """Yield a sandbox with Discord's rate limits."""
    async with open_sandbox(rate_limits=True) as sandbox:
        yield sandbox


@dataclass
class Counter:
    """The bot's posts to a channel, and how many of them were one too many."""

    posts: int = 0
    refused: int = 0


@dataclass
class Counts:
    """The bot's requests from now on."""

    sandbox: Sandbox
    channels: dict[str, Counter] = field(default_factory=dict)

    def __post_init__(self) -> None:
        limiter = self.sandbox.services.limiter
        self._count, limiter.count = limiter.count, self._counting  # type: ignore[method-assign]

    def of(self, channel: str) -> Counter:
        return self.channels.setdefault(channel, Counter())

    def stop(self) -> None:
        self.sandbox.services.limiter.count = self._count  # type: ignore[method-assign]

    def _counting(self, method: str, template: str, resource: str) -> Any:
        counter, is_post = self.of(resource), (method, template) == POST
        counter.posts += is_post
        try:
            return self._count(method, template, resource)
        except RateLimitedError:
            counter.refused += is_post
            raise


@pytest.fixture
def counts(sandbox: Sandbox) -> Any:
    counts = Counts(sandbox)
    yield counts
    counts.stop()


async def all_at_once(*doings: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*doings))


async def speaks_out_of_turn(world: World, room: str) -> None:
    await all_at_once(*(world.dmo.say(room, "E3 E2") for _ in range(FLOOD)))


async def errs_out_loud(world: World, room: str) -> None:
    await all_at_once(*(world.ec.say(room, "A1 I9") for _ in range(FLOOD)))


@pytest.mark.parametrize("flood", sample([speaks_out_of_turn, errs_out_loud], [errs_out_loud]))
async def test_a_board_stands_at_once_after_a_flood_of_refused_moves(
    world: World, room: str, counts: Counts, flood: Callable[[World, str], Awaitable[None]]
):
    await start(world, room)
    await flood(world, room)
    before = counts.of(room).posts
    move = await world.ec.say(room, "E6 E7")
    board = await turn_after(world, room, move, world.dmo)
    assert counts.of(room).posts - before <= UNDER_WAY
    # The other one plays on, and is heard as fast.
    before = counts.of(room).posts
    move = await world.dmo.say(room, "E3 E2")
    board = await turn_after(world, room, board, world.ec)
    assert counts.of(room).posts - before <= UNDER_WAY
    assert counts.of(room).refused == 0
    answers = await answers_to_players(world, room)
    assert 1 <= len(answers) <= most_answers(answers)
    assert int(board["id"]) > int(move["id"])


def most_answers(answers: list[Message]) -> int:
    """Return the most answers that a player may get in this time: two in each five seconds."""
    first, last = (seconds_of(int(item["id"])) for item in (answers[0], answers[-1]))
    return 2 * (int((last - first) / 5) + 2)


async def answers_to_players(world: World, room: str) -> list[Message]:
    return [message for message in await world.host.history(room) if from_dealer("❌")(message)]


async def test_each_answer_in_a_flood_is_for_all_that_was_refused_since_the_one_before(
    world: World, room: str, counts: Counts
):
    await start(world, room)
    await speaks_out_of_turn(world, room)
    last = await world.dmo.say(room, "E3 E2")
    await world.dmo.reply(last)
    answers = await answers_to_players(world, room)
    assert sum(map(messages_answered, answers)) == FLOOD + 1
    assert counts.of(room).refused == 0


def messages_answered(answer: Message) -> int:
    """Return the number of messages that an answer is for."""
    before = re.search(r"(?:([0-9]+) messages|message) before it do", answer["content"])
    return 1 + (int(before[1] or 1) if before else 0)


async def test_a_warning_comes_in_time_in_a_flood(world: World, room: str, counts: Counts):
    opening = await start(world, room, turn=32)
    flooding = asyncio.create_task(speaks_on_and_on(world, room))
    warning = await world.host.read(room, from_dealer("⏰"), opening["id"])
    flooding.cancel()
    assert f"<@{world.ec.id}> 30 s of turn time left" in warning["content"]
    assert counts.of(room).refused == 0


async def speaks_on_and_on(world: World, room: str) -> None:
    for _ in range(8):
        await all_at_once(*(world.dmo.say(room, "E3 E2") for _ in range(10)))
        await asyncio.sleep(0.3)


async def test_whoever_floods_in_private_delays_nobody_else(
    world: World, room: str, counts: Counts
):
    await deal(world, room, "demeters-anguish")
    conversation = await world.ec.direct()
    await all_at_once(*(world.ec.say(conversation, "flower C3 C4") for _ in range(20)))
    before = counts.of(conversation).posts
    await world.dmo.reply(await world.dmo.tell("flower X H8 G8 I8 H7 H9"))
    await world.host.read(room, from_dealer("has submitted"))
    assert counts.of(room).refused == counts.of(await world.dmo.direct()).refused == 0
    # It is the flooded conversation alone that is still being answered.
    assert before < 20
