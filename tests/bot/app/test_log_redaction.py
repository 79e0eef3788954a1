"""The log shows where an exception was raised and of what kind it is, but no secret or token."""

import asyncio
import io
import logging
from collections.abc import Callable, Iterator

import aiohttp
import pytest
from pydantic import TypeAdapter
from sqlalchemy.exc import OperationalError

from bot.app.logs import DiscreetFormatter, log_uncaught
from bot.values.post import Post
from engine.matches.entries import Entry, Speaker

SECRET = "hide A1 red"
TOKEN = "aW50ZXJhY3Rpb246MTIz"
URL = f"https://discord.com/api/v10/webhooks/12/{TOKEN}/messages/@original?wait=true"


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter("%(levelname)s %(message)s"))
    logger = logging.getLogger("bot")
    logger.addHandler(handler)
    yield logger, written
    logger.removeHandler(handler)


def quoting() -> None:
    raise KeyError(Entry(Speaker.EC, 0, SECRET))


def wrapping() -> None:
    try:
        quoting()
    except KeyError as error:
        raise RuntimeError(f"failed at {error}") from error


def validating() -> None:
    TypeAdapter(Post).validate_python({"content": [SECRET]})


@pytest.mark.parametrize(
    ("fail", "kinds"),
    [
        (quoting, ["builtins.KeyError"]),
        (wrapping, ["builtins.KeyError", "builtins.RuntimeError"]),
        (validating, ["ValidationError"]),
    ],
)
def test_only_the_kind_and_the_frames_of_an_exception_are_logged(
    log: tuple[logging.Logger, io.StringIO], fail: Callable[[], None], kinds: list[str]
):
    logger, written = log
    try:
        fail()
    except Exception:
        logger.exception("something failed")
    text = written.getvalue()
    assert text.startswith("ERROR something failed\nTraceback")
    assert [text.index(kind) for kind in kinds] == sorted(text.index(kind) for kind in kinds)
    assert fail.__name__ in text
    assert SECRET not in text


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ConnectionTimeoutError("the host does not answer"),
        OperationalError("INSERT", {}, Exception("the host does not answer")),
        OSError(111, "the host does not answer"),
    ],
)
def test_the_message_of_a_connection_or_database_error_is_logged(
    log: tuple[logging.Logger, io.StringIO], error: Exception
):
    logger, written = log
    logger.error("something failed", exc_info=error)
    assert "the host does not answer" in written.getvalue()


@pytest.mark.parametrize("url", [URL, URL.replace("webhooks", "interactions"), f"'{URL[:-33]}'"])
def test_an_address_is_logged_without_its_token(log: tuple[logging.Logger, io.StringIO], url: str):
    logger, written = log
    error = aiohttp.ConnectionTimeoutError(f"Connection timeout to host {url}")
    logger.warning("a letter failed: %s", error, exc_info=error)
    assert "timeout to host" in written.getvalue()
    assert "/12/..." in written.getvalue()
    assert TOKEN not in written.getvalue()


async def test_an_uncaught_exception_is_logged_without_arguments_or_results(
    log: tuple[logging.Logger, io.StringIO],
):
    _, written = log
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(log_uncaught)
    try:

        async def fail(text: str) -> None:
            raise ValueError(text)

        task = asyncio.create_task(fail(SECRET), name="table 7")
        await asyncio.wait([task])
        del task
        loop.call_soon(quoting)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    finally:
        loop.set_exception_handler(before)
    words = written.getvalue()
    assert "table 7" in words
    assert "ValueError" in words
    assert "KeyError" in words
    assert SECRET not in words
