import asyncio
from math import inf
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.cogs.interactions import DeclinedError
from bot.features.replays import analysis
from bot.features.replays import texts as analyses
from bot.features.replays.analysis import Analysis
from bot.live.runners import Runners
from bot.texts import answers
from engine.games import GAMES
from engine.matches.match import Match
from engine.opponents.thinking import SearchResult
from engine.records.record import read_record
from engine.records.referee import final_match
from engine.seats import Seat
from rendering.themes import Theme
from tests.bot.cogs.test_permissions import interaction_of
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import card_of

MOVES = "game: fire-and-ice\nfirst: ec\n\nec F4 G4\ndmo E6 F6\n"
OVER = final_match(read_record(f"{MOVES}ec concede\n"))


class Asked:
    """Somebody gives the command in a room where a match was dealt last."""

    def __init__(self, latest: Match | None) -> None:
        self.seconds = 0.0
        self.thinking = asyncio.Event()
        self.thinking.set()
        card = card_of(GAMES["fire-and-ice"](first=Seat.EC))
        client = SimpleNamespace(
            registry=SimpleNamespace(
                latest_in=AsyncMock(return_value=latest and (card, latest)), free_room=lambda: None
            ),
            services=SimpleNamespace(thinkers=SimpleNamespace(assess=self._assess)),
            runners=Runners(),
            choices=SimpleNamespace(theme_of_person=lambda *_: Theme.DARK),
        )
        self.cog = Analysis(client)  # type: ignore[arg-type]
        self.interaction = interaction_of(client=client)

    async def _assess(self, question: Any, seconds: float) -> SearchResult[str]:
        self.seconds += seconds
        await self.thinking.wait()
        return SearchResult("C4 D4", 0.9)

    async def give(self) -> None:
        await Analysis.analyse.callback(self.cog, self.interaction)  # type: ignore[arg-type]

    @property
    def edits(self) -> list[Any]:
        return [call.kwargs for call in self.interaction.edit_original_response.await_args_list]

    @property
    def progress(self) -> list[str]:
        return [edit["content"] for edit in self.edits[:-1]]


@pytest.mark.parametrize(
    ("latest", "why"),
    [(None, answers.NO_MATCH()), (final_match(read_record(MOVES)), analyses.NOT_OVER())],
)
async def test_only_a_match_that_is_over_is_analysed(latest: Match | None, why: str):
    asked = Asked(latest)
    with pytest.raises(DeclinedError, match=why):
        await asked.give()
    assert asked.edits == []


@pytest.mark.parametrize(("seconds", "edits"), [(inf, [0]), (0, [0, 1, 2])])
async def test_progress_is_told_no_more_often_than_every_so_many_seconds(
    seconds: float, edits: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(analysis, "PROGRESS_SECONDS", seconds)
    asked = Asked(OVER)
    await asked.give()
    assert asked.progress == [analyses.progress(done, 3) for done in edits]


def analysed(asked: Asked) -> int:
    return len([edit for edit in asked.edits if "attachments" in edit])


async def test_a_second_analysis_waits_for_the_first_and_says_so():
    asked = Asked(OVER)
    asked.thinking.clear()
    both = [asyncio.create_task(asked.give())]
    await eventually(lambda: asked.edits)
    both.append(asyncio.create_task(asked.give()))
    await eventually(lambda: asked.edits[-1]["content"] == analyses.WAITS())
    assert analysed(asked) == 0
    asked.thinking.set()
    await asyncio.gather(*both)
    assert analysed(asked) == 2


async def test_an_analysis_that_would_wait_too_long_is_declined(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(analysis, "LONGEST_WAIT_SECONDS", 0)
    asked = Asked(OVER)
    asked.thinking.clear()
    first = asyncio.create_task(asked.give())
    await eventually(lambda: asked.edits)
    with pytest.raises(DeclinedError, match="Run the command again"):
        await asked.give()
    asked.thinking.set()
    await first
    assert analysed(asked) == 1


@pytest.mark.parametrize("limit", [0.3, 0.6, 100])
async def test_a_long_match_takes_no_longer_than_an_answer_may(
    limit: float, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(analysis, "MAX_SECONDS", limit)
    asked = Asked(OVER)
    await asked.give()
    assert asked.seconds == pytest.approx(min(limit, 3 * analysis.POSITION_SECONDS))
