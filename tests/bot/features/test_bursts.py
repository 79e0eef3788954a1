"""A burst of what only readers wait for is done one piece after the other, beside the boards."""

import asyncio
import os
from types import SimpleNamespace
from typing import Any, NoReturn
from unittest.mock import AsyncMock

import pytest

from bot.features.lessons import rules, tutorial
from bot.features.replays import analysis, cog
from bot.live.services.processes import READER
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import Seat

OF_EACH = 5


def piece(*_: object, **__: object) -> NoReturn:
    """End a piece of work with no answer to give; tell the process and its priority."""
    raise ValueError(os.getpid(), os.nice(0))


async def test_a_board_waits_for_one_piece_of_a_burst_at_most(monkeypatch: pytest.MonkeyPatch):
    """All of them are done in one process, of a lower priority than the one with the boards."""
    monkeypatch.setattr(rules, "shown_page", piece)
    monkeypatch.setattr(tutorial, "described_pictures", piece)
    monkeypatch.setattr(cog, "shown_step", piece)
    monkeypatch.setattr(analysis, "Course", SimpleNamespace(of=piece))
    for module in (rules, tutorial):
        monkeypatch.setattr(module, "theme_for", lambda _: None)
    reader: Any = SimpleNamespace(
        client=SimpleNamespace(user=None), user=SimpleNamespace(display_name="Ada")
    )
    page: Any = SimpleNamespace(match="a match", seat=Seat.EC, marks=None)
    stored: Any = SimpleNamespace(card="a card", entries=())
    burst = [
        asyncio.ensure_future(operation)
        for _ in range(OF_EACH)
        for operation in (
            rules._show(reader, FireAndIce(), 0, 1),
            tutorial._pictures(reader, page),
            cog.step_of(stored, 0),
            analysis.Analysis._analyse(AsyncMock(), reader, "a card", "a match"),  # type: ignore[arg-type]
        )
    ]
    errors = await asyncio.gather(*burst, return_exceptions=True)
    assert all(isinstance(error, ValueError) for error in errors), errors
    assert READER._pool is not None
    ((process, niceness),) = {error.args for error in errors if isinstance(error, ValueError)}
    assert {process} == READER._pool._processes.keys() - {os.getpid()}
    assert niceness > os.nice(0)
