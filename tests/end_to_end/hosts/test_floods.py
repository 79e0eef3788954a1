"""A player who floods the room holds up no board and no warning, as Discord limits a channel.

What counts is the order of the bot's requests, not how fast the machine is.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from sandbox.server import Sandbox
from sandbox.state.snowflakes import seconds_of
from tests.end_to_end.conftest import fixture, open_sandbox
from tests.end_to_end.helpers.apart import own_bot  # noqa: F401 - fixtures
from tests.end_to_end.helpers.matches import World
from tests.helpers.counting import Request, note_requests
from tests.helpers.games.samples import sample
from tests.helpers.people import Message, Person, from_dealer

FLOOD = 60
POST = "POST /channels/{channel_id}/messages"
UNDER_WAY = 3
"""So many requests may be under way already when a board is to be posted: one in each lane."""


@fixture(scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    """Yield a sandbox with Discord's rate limits."""
    async with open_sandbox(rate_limits=True) as sandbox:
        yield sandbox


@dataclass
class Counts:
    """The bot's posts by channel, and how many of them were one too many."""

    posts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def note(self, request: Request) -> None:
        if request.route == POST:
            self.posts[request.resource] += 1
            self.refused[request.resource] += request.is_refused


@pytest.fixture
def counts(sandbox: Sandbox) -> Counts:
    counts = Counts()
    note_requests(sandbox, counts.note)
    return counts


async def flood(person: Person, room: str, text: str, times: int = FLOOD) -> None:
    await asyncio.gather(*(person.say(room, text) for _ in range(times)))


OUT_OF_TURN, ILLEGAL = ("dmo", "E3 E2"), ("ec", "A1 I9")


@pytest.mark.parametrize("refused", sample([OUT_OF_TURN, ILLEGAL], [ILLEGAL]))
async def test_a_board_stands_at_once_after_a_flood_of_refused_moves(
    world: World, room: str, counts: Counts, refused: tuple[str, str]
):
    role, text = refused
    await world.start(room)
    await flood(world.people[role], room, text)
    before = counts.posts[room]
    move = await world.ec.say(room, "E6 E7")
    board = await world.turn_after(room, move, world.dmo)
    assert counts.posts[room] - before <= UNDER_WAY
    # The other one plays on, and is heard as fast.
    before = counts.posts[room]
    await world.dmo.say(room, "E3 E2")
    await world.turn_after(room, board, world.ec)
    assert counts.posts[room] - before <= UNDER_WAY
    assert counts.refused[room] == 0
    answers = await answers_to_players(world, room)
    assert 1 <= len(answers) <= most_answers(answers)


def most_answers(answers: list[Message]) -> int:
    """Return the most answers that a player may get in this time: two in each five seconds."""
    first, last = (seconds_of(int(item["id"])) for item in (answers[0], answers[-1]))
    return 2 * (int((last - first) / 5) + 2)


async def answers_to_players(world: World, room: str) -> list[Message]:
    return [message for message in await world.host.history(room) if from_dealer("❌")(message)]


async def test_each_answer_in_a_flood_is_for_all_that_was_refused_since_the_one_before(
    world: World, room: str, counts: Counts
):
    await world.start(room)
    await flood(world.dmo, room, "E3 E2")
    last = await world.dmo.say(room, "E3 E2")
    await world.dmo.reply(last)
    answers = await answers_to_players(world, room)
    assert sum(map(messages_answered, answers)) == FLOOD + 1
    assert counts.refused[room] == 0


def messages_answered(answer: Message) -> int:
    """Return the number of messages that an answer is for."""
    before = re.search(r"(?:([0-9]+) messages|message) before it do", answer["content"])
    return 1 + (int(before[1] or 1) if before else 0)


async def test_a_warning_comes_in_time_in_a_flood(world: World, room: str, counts: Counts):
    opening = await world.start(room, turn=32)
    flooding = asyncio.create_task(speaks_on_and_on(world, room))
    warning = await world.host.read(room, from_dealer("⏰"), opening["id"])
    flooding.cancel()
    assert f"<@{world.ec.id}> 30 s of turn time left" in warning["content"]
    assert counts.refused[room] == 0


async def speaks_on_and_on(world: World, room: str) -> None:
    for _ in range(8):
        await flood(world.dmo, room, "E3 E2", 10)
        await asyncio.sleep(0.3)


async def test_whoever_floods_in_private_delays_nobody_else(
    world: World, room: str, counts: Counts
):
    await world.deal(room, "demeters-anguish")
    conversation = await world.ec.direct()
    await flood(world.ec, conversation, "flower C3 C4", 20)
    before = counts.posts[conversation]
    await world.dmo.reply(await world.dmo.tell("flower X H8 G8 I8 H7 H9"))
    await world.host.read(room, from_dealer("has submitted"))
    assert counts.refused[room] == counts.refused[await world.dmo.direct()] == 0
    # It is the flooded conversation alone that is still being answered.
    assert before < 20
