"""The files that a host gives a start command: read as text, or declined with the reason."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.cogs.interactions import DeclinedError
from bot.features.starting import options

CHUNK = 1024
BOMB_BYTES = 10 * 1024 * 1024
# Buffers of both ends of a connection, beyond the headers' size.
IN_FLIGHT = 8 * 1024 * 1024


@dataclass
class FileServer:
    """A server of one file, which notes how much of it was read."""

    answer: Callable[["FileServer", web.Request], Awaitable[web.StreamResponse]]
    sent: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        self.headers = dict(request.headers)
        return await self.answer(self, request)


@pytest.fixture
async def fetch() -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """Give a start command the file of a server; return what is read of it."""
    servers: list[TestServer] = []

    async def fetch(server: FileServer) -> str:
        app = web.Application()
        app.router.add_get("/file.txt", server.serve)
        servers.append(TestServer(app))
        await servers[-1].start_server()
        # The size is only what somebody claims.
        file = SimpleNamespace(url=str(servers[-1].make_url("/file.txt")), size=9)
        return await options._text_of("erosion", file)  # type: ignore[arg-type]

    yield fetch
    for server in servers:
        await server.close()


def answering(content: bytes = b"", status: int = 200, **headers: str) -> FileServer:
    async def answer(server: FileServer, _: web.Request) -> web.StreamResponse:
        return web.Response(body=content, status=status, headers=headers)

    return FileServer(answer)


async def cut(server: FileServer, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "100"})
    await response.prepare(request)
    await response.write(b"1")
    request.transport.abort()
    return response


async def slow(server: FileServer, request: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    raise AssertionError


async def endless(server: FileServer, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    while server.sent < 100 * BOMB_BYTES:
        await response.write(b"1" * CHUNK)
        server.sent += CHUNK
    return response


@pytest.mark.parametrize("content", [b"1,2/3", "\ufeff1,2/3".encode()])
async def test_a_file_is_read_as_text_with_or_without_a_byte_order_mark(content: bytes, fetch):
    assert await fetch(answering(content)) == "1,2/3"


async def test_a_file_of_the_largest_size_is_read_whole(fetch):
    assert len(await fetch(answering(b"1" * options.LARGEST_FILE))) == options.LARGEST_FILE


@pytest.mark.parametrize(
    ("server", "why"),
    [
        (answering(b"\xff\xfe1\x00"), "isn't text in UTF-8"),
        (answering(gzip.compress(b"1" * BOMB_BYTES), **{"Content-Encoding": "gzip"}), "isn't text"),
        (answering(gzip.compress(b"1,2/3"), **{"Content-Encoding": "gzip"}), "isn't text"),
        (answering(b"1" * (options.LARGEST_FILE + 1)), "too large"),
        (FileServer(endless), "too large"),
        (answering(status=404), "couldn't get the file"),
        (answering(status=500), "couldn't get the file"),
        (FileServer(cut), "couldn't get the file"),
        (FileServer(slow), "couldn't get the file"),
    ],
    ids=["encoding", "bomb", "packed", "size", "endless", "gone", "broken", "cut", "slow"],
)
async def test_a_bad_file_is_declined_with_the_reason(
    server: FileServer, why: str, fetch, monkeypatch: pytest.MonkeyPatch
):
    if server.answer is slow:
        monkeypatch.setattr(options, "LONGEST_FETCH_SECONDS", 0.01)
    with pytest.raises(DeclinedError) as declined:
        await fetch(server)
    assert why in declined.value.reason
    assert "`erosion`" in declined.value.reason
    assert declined.value.reason.count(".") == 1


async def test_no_more_of_a_file_is_fetched_than_is_allowed(fetch):
    server = FileServer(endless)
    with pytest.raises(DeclinedError):
        await fetch(server)
    assert server.sent < IN_FLIGHT


async def test_a_file_is_requested_uncompressed(fetch):
    server = answering(b"1")
    await fetch(server)
    assert server.headers["Accept-Encoding"] == "identity"
