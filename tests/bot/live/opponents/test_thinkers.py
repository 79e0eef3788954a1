"""The processes in which the Dealer thinks: started when needed, replaced when ended."""

import asyncio
import os
import pickle
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.live.services.thinking import Thinkers
from bot.live.services.thought import Question
from engine.games import GAMES
from engine.opponents.thinking import Level, SearchResult
from engine.seats import Seat
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.waiting import eventually
from tests.helpers.games.offered import PLAYED

GAME = fire_and_ice(first="ec")
QUESTION = Question(GAME, GAME.view(GAME.begin(), Seat.EC), Seat.EC, Level.EASY)
SECONDS = 60.0
SEED = 0x5EED_5EED_5EED_5EED


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    thinkers = Thinkers()
    yield thinkers
    thinkers.close()


def _pids(thinkers: Thinkers) -> list[int]:
    return [*thinkers._processes._pool._processes]


async def test_a_process_is_ready_before_anything_is_asked_and_chooses_an_action(
    thinkers: Thinkers,
):
    assert thinkers._processes._pool is None
    await thinkers.prepare(GAME)
    (ready,) = _pids(thinkers)
    text = await thinkers.choose(QUESTION, SECONDS)
    state = GAME.begin()
    GAME.act(state, Seat.EC, GAME.read(state, Seat.EC, text))
    assert _pids(thinkers) == [ready]
    assert ready != os.getpid()


async def test_a_process_that_is_ended_is_replaced_for_all_who_wait(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
):
    await thinkers.choose(QUESTION, SECONDS)
    for pid in (before := _pids(thinkers)):
        os.kill(pid, signal.SIGKILL)
    texts = await asyncio.gather(*(thinkers.choose(QUESTION, SECONDS) for _ in range(3)))
    assert all(texts)
    assert not {*before} & {*_pids(thinkers)}
    assert caplog.text.count("was ended") == 1


async def test_time_ends_the_strongest_thinking_and_a_stop_ends_the_processes(thinkers: Thinkers):
    question = Question(GAME, QUESTION.view, Seat.EC, Level.HARD)
    assert await thinkers.choose(question, 0.01)
    pids = _pids(thinkers)
    thinking = asyncio.create_task(thinkers.choose(question, SECONDS))
    await asyncio.sleep(0)
    thinkers.close()
    await asyncio.gather(thinking, return_exceptions=True)
    await eventually(lambda: not any(map(_is_running, pids)))


def _is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("name", PLAYED)
async def test_no_process_is_handed_the_seed_of_a_match(
    name: str, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
):
    handed = []

    async def ask(_: object, *value: object) -> SearchResult[str]:
        handed.append(pickle.dumps(value))
        return SearchResult("", 0.5)

    monkeypatch.setattr(thinkers._processes, "ask", ask)
    game = GAMES[name](seed=SEED)
    question = Question(game, game.view(game.beginning, Seat.EC), Seat.EC, Level.EASY)
    await thinkers.prepare(game)
    await thinkers.choose(question, SECONDS)
    await thinkers.assess(question, SECONDS)
    seed = SEED.to_bytes(8, "little")
    assert seed in pickle.dumps(game)
    assert [seed in content for content in handed] == [False] * len(handed)
    # Nothing else is withheld.
    assert pickle.loads(handed[-1])[0] == replace(question, game=replace(game, seed=0))
