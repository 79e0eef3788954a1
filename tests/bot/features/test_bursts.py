"""A burst of what only readers wait for is done one piece after the other, beside the boards."""

import asyncio
import threading
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from bot.features.lessons import rules, tutorial
from bot.features.replays import analysis
from bot.posts.attachments import PAINTER
from engine.games.fire_and_ice.rules import FireAndIce
from engine.seats import Seat
from tests.helpers.clocks.waiting import PATIENCE_SECONDS

OF_EACH = 5


class DoneError(Exception):
    """The end of a piece of work, with no answer to give."""


async def test_a_board_waits_for_one_piece_of_a_burst_at_most(monkeypatch: pytest.MonkeyPatch):
    started, may_end = list[str](), threading.Event()

    def piece(*_: object, **__: object) -> NoReturn:
        started.append(threading.current_thread().name)
        assert may_end.wait(PATIENCE_SECONDS)
        raise DoneError

    monkeypatch.setattr(rules, "shown_page", piece)
    monkeypatch.setattr(tutorial, "_drawn", piece)
    monkeypatch.setattr(analysis, "Course", SimpleNamespace(of=piece))
    for module in (rules, tutorial):
        monkeypatch.setattr(module, "theme_for", lambda _: None)
    reader: Any = SimpleNamespace(
        client=SimpleNamespace(user=None), user=SimpleNamespace(display_name="Ada")
    )
    page: Any = SimpleNamespace(match="a match", seat=Seat.EC)
    analyses: Any = object()
    burst = [
        asyncio.ensure_future(operation)
        for _ in range(OF_EACH)
        for operation in (
            rules._show(reader, FireAndIce(), 0, 1),
            tutorial._pictures(reader, page),
            analysis.Analysis._analyse(analyses, reader, analyses, analyses),
        )
    ]
    await asyncio.sleep(0)
    loop = asyncio.get_running_loop()
    begun_before_a_board = await loop.run_in_executor(PAINTER, lambda: len(started))
    may_end.set()
    errors = await asyncio.gather(*burst, return_exceptions=True)
    assert all(isinstance(error, DoneError) for error in errors), errors
    assert started == len(burst) * ["reader_0"]
    assert begun_before_a_board <= 1
