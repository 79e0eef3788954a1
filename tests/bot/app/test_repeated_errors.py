"""An error that comes again and again is logged once a minute, with how many were left out."""

import asyncio
import errno
import io
import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from bot.app import logs
from bot.app.run import set_up_logging

TEXT = "socket.accept() out of system resource"

log = logging.getLogger("bot")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Log as the bot does, but into a text."""
    root, level, written = logging.getLogger(), logging.getLogger().level, io.StringIO()
    monkeypatch.setattr(root, "handlers", [])
    set_up_logging("INFO")
    (handler,) = root.handlers
    handler.setStream(written)
    yield written
    handler.close()
    root.setLevel(level)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(seconds=1_000.0)
    monkeypatch.setattr(logs, "monotonic", lambda: clock.seconds, raising=False)
    return clock


def accept() -> None:
    raise OSError(errno.EMFILE, "Too many open files")


def accept_in_vain() -> None:
    """Report what asyncio reports of each connection while there are no descriptors left."""
    try:
        accept()
    except OSError as error:
        context = {"message": TEXT, "exception": error}
        logs.log_uncaught(asyncio.AbstractEventLoop(), context)


def look_up() -> None:
    {}["a"]


def look_up_another() -> None:
    {}["b"]


def new_in(written: io.StringIO) -> str:
    text = written.getvalue()
    written.seek(0)
    written.truncate()
    return text


def test_errors_of_a_kind_are_written_once_a_minute_and_counted(
    written: io.StringIO, clock: SimpleNamespace
):
    for _ in range(1_000):
        accept_in_vain()
    text = new_in(written)
    assert (text.count(TEXT), text.count("Traceback")) == (1, 1)
    clock.seconds += 59
    accept_in_vain()
    log.info("all is well")
    assert TEXT not in new_in(written)
    clock.seconds += 1
    accept_in_vain()
    told, *lines = new_in(written).splitlines()
    assert f"ERROR bot.app.logs: 1000 more like this were left out: uncaught: {TEXT}" in told
    assert sum(TEXT in line for line in lines) == 1


def test_the_next_line_or_the_end_tells_how_many_were_left_out(
    written: io.StringIO, clock: SimpleNamespace
):
    for _ in range(3):
        accept_in_vain()
    clock.seconds += 60
    log.info("all is well")
    assert "2 more like this" in new_in(written)
    for _ in range(5):
        accept_in_vain()
    logging.getLogger().handlers[0].close()
    assert "4 more like this" in new_in(written)


def test_errors_of_different_kinds_and_warnings_are_all_written(written: io.StringIO):
    for number in range(3):
        log.error("match %s is quarantined: %s", number, "its log is damaged")
        log.warning("a notice could not be posted")
    fails: tuple[Callable[[], None], ...] = (look_up, look_up_another)
    for fail in fails:
        try:
            fail()
        except KeyError:
            log.exception("something failed")
    text = new_in(written)
    assert text.count("is quarantined") == text.count("could not be posted") == 3
    assert text.count("builtins.KeyError") == 2
