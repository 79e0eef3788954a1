"""The files that a host hands in at a match's start: read as text, or declined with why not."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.cogs.games import base
from bot.command_tree import Declined

CHUNK = 1024
BOMB_BYTES = 10 * 1024 * 1024
# What a connection buffers besides what has been asked for, on both sides of it.
IN_FLIGHT = 8 * 1024 * 1024


@dataclass
class Shelf:
    """A server of one file, which notes how much of it was taken."""

    answer: Callable[["Shelf", web.Request], Awaitable[web.StreamResponse]]
    taken: int = 0
    asked: dict[str, str] = field(default_factory=dict)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        self.asked = dict(request.headers)
        return await self.answer(self, request)


@pytest.fixture
async def fetch() -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """Hand in the file of a shelf as a start command's option; what is read of it."""
    servers: list[TestServer] = []

    async def fetch(shelf: Shelf) -> str:
        app = web.Application()
        app.router.add_get("/file.txt", shelf.serve)
        servers.append(TestServer(app))
        await servers[-1].start_server()
        # Its size is what somebody else says of it.
        file = SimpleNamespace(url=str(servers[-1].make_url("/file.txt")), size=9)
        return await base._text_of("erosion", file)  # type: ignore[arg-type]

    yield fetch
    for server in servers:
        await server.close()


def holding(content: bytes, **headers: str) -> Shelf:
    async def answer(shelf: Shelf, _: web.Request) -> web.StreamResponse:
        return web.Response(body=content, headers=headers)

    return Shelf(answer)


def failing(status: int) -> Shelf:
    async def answer(shelf: Shelf, _: web.Request) -> web.StreamResponse:
        return web.Response(status=status)

    return Shelf(answer)


async def cut(shelf: Shelf, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "100"})
    await response.prepare(request)
    await response.write(b"1")
    assert request.transport
    request.transport.abort()
    return response


async def slow(shelf: Shelf, request: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    raise AssertionError


async def endless(shelf: Shelf, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    while shelf.taken < 100 * BOMB_BYTES:
        await response.write(b"1" * CHUNK)
        shelf.taken += CHUNK
    return response


@pytest.mark.parametrize("content", [b"1,2/3", "\ufeff1,2/3".encode()])
async def test_a_file_is_read_as_text_with_or_without_a_byte_order_mark(content: bytes, fetch):
    assert await fetch(holding(content)) == "1,2/3"


async def test_a_file_as_large_as_may_be_is_read_whole(fetch):
    assert len(await fetch(holding(b"1" * base.LARGEST_FILE))) == base.LARGEST_FILE


@pytest.mark.parametrize(
    ("shelf", "why"),
    [
        (holding(b"\xff\xfe1\x00"), "isn't text in UTF-8"),
        (holding(gzip.compress(b"1" * BOMB_BYTES), **{"Content-Encoding": "gzip"}), "no text"),
        (holding(gzip.compress(b"1,2/3"), **{"Content-Encoding": "gzip"}), "no text"),
        (holding(b"1" * (base.LARGEST_FILE + 1)), "too large"),
        (Shelf(endless), "too large"),
        (failing(404), "couldn't get the file"),
        (failing(500), "couldn't get the file"),
        (Shelf(cut), "couldn't get the file"),
        (Shelf(slow), "couldn't get the file"),
    ],
    ids=["encoding", "bomb", "packed", "size", "endless", "gone", "broken", "cut", "slow"],
)
async def test_a_file_that_cannot_be_taken_is_declined_with_the_reason(
    shelf: Shelf, why: str, fetch, monkeypatch: pytest.MonkeyPatch
):
    if shelf.answer is slow:
        monkeypatch.setattr(base, "LONGEST_FETCH_SECONDS", 0.01)
    with pytest.raises(Declined) as declined:
        await fetch(shelf)
    assert why in declined.value.reason
    assert "`erosion`" in declined.value.reason
    assert declined.value.reason.count(".") == 1


async def test_no_more_of_a_file_is_taken_than_it_may_have(fetch):
    shelf = Shelf(endless)
    with pytest.raises(Declined):
        await fetch(shelf)
    assert shelf.taken < IN_FLIGHT


async def test_a_file_is_asked_for_unpacked(fetch):
    shelf = holding(b"1")
    await fetch(shelf)
    assert shelf.asked["Accept-Encoding"] == "identity"


async def test_nothing_is_unpacked_on_the_way(fetch, monkeypatch: pytest.MonkeyPatch):
    """However small a file is on its way, its content never becomes longer than that."""
    read: list[int] = []
    beginning_of = base._beginning_of

    async def noted(url: str) -> bytes:
        content = await beginning_of(url)
        read.append(len(content))
        return content

    monkeypatch.setattr(base, "_beginning_of", noted)
    packed = gzip.compress(b"1" * BOMB_BYTES)
    assert len(packed) < base.LARGEST_FILE
    with pytest.raises(Declined):
        await fetch(holding(packed, **{"Content-Encoding": "gzip"}))
    assert read == [len(packed)]
