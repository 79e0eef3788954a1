"""Which thought comes first in the pool: a turn never waits for more than one of an analysis."""

import asyncio
from typing import Any

import pytest

from bot.live.services.thinking import Thinkers
from bot.live.services.thought import Question
from engine.games import GAMES
from engine.opponents.thinking import Level, SearchResult
from engine.seats import Seat
from tests.helpers.clocks.waiting import settled

GAME = GAMES["fire-and-ice"](first=Seat.EC)
QUESTION = Question(GAME, GAME.view(GAME.begin(), Seat.EC), Seat.EC, Level.EASY)
ANSWER = SearchResult("E6 E7", 0.5)


class Pool:
    """Answers what it is asked, always the same, once it is told to."""

    def __init__(self, answer: Any) -> None:
        self.asked: list[asyncio.Future[Any]] = []
        self._answer = answer

    async def ask(self, *_: Any) -> Any:
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]

    async def answer(self, number: int) -> None:
        self.asked[number].set_result(self._answer)
        await settled()


@pytest.fixture
def pool() -> Pool:
    return Pool(ANSWER)


@pytest.fixture
def thinkers(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> Thinkers:
    made = Thinkers()
    monkeypatch.setattr(made, "_ask", pool.ask)
    return made


async def test_an_analysis_waits_until_no_turn_is_thought_about(thinkers: Thinkers, pool: Pool):
    turns = [asyncio.create_task(thinkers.choose(QUESTION, 1.0)) for _ in range(2)]
    await settled()
    analysis = asyncio.create_task(thinkers.assess(QUESTION, 1.0))
    await settled()
    for number in range(2):
        assert len(pool.asked) == 2
        await pool.answer(number)
    assert len(pool.asked) == 3
    await pool.answer(2)
    assert [await turn for turn in turns] == ["E6 E7", "E6 E7"]
    assert await analysis == ANSWER


async def test_a_turn_does_not_wait_for_an_analysis(thinkers: Thinkers, pool: Pool):
    analysis = asyncio.create_task(thinkers.assess(QUESTION, 1.0))
    await settled()
    turn = asyncio.create_task(thinkers.choose(QUESTION, 1.0))
    await settled()
    assert len(pool.asked) == 2
    await pool.answer(1)
    assert turn.done()
    await pool.answer(0)
    await analysis


async def test_analyses_take_turns(thinkers: Thinkers, pool: Pool):
    analyses = [asyncio.create_task(thinkers.assess(QUESTION, 1.0)) for _ in range(2)]
    await settled()
    assert len(pool.asked) == 1
    await pool.answer(0)
    assert len(pool.asked) == 2
    await pool.answer(1)
    await asyncio.gather(*analyses)
