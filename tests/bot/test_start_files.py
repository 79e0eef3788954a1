"""The files that a host hands in at a match's start: read as text, or declined with why not."""

import asyncio
from dataclasses import dataclass
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.client import Declined
from bot.cogs import base

GONE = discord.NotFound(Mock(status=404, reason="Not Found"), "")


@dataclass
class File:
    """A file as far as a start command looks at it."""

    content: bytes = b""
    error: Exception | None = None
    seconds: float = 0

    @property
    def size(self) -> int:
        return len(self.content)

    async def read(self) -> bytes:
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        return self.content


@pytest.mark.parametrize("content", [b"1,2/3", "\ufeff1,2/3".encode()])
async def test_a_file_is_read_as_text_with_or_without_a_byte_order_mark(content: bytes):
    assert await base._text_of("erosion", File(content)) == "1,2/3"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (File(b"\xff\xfe1\x00"), "no text in UTF-8"),
        (File(b"1" * (base.LARGEST_FILE + 1)), "too large"),
        (File(error=GONE), "cannot be fetched"),
        (File(error=aiohttp.ServerDisconnectedError()), "cannot be fetched"),
        (File(error=ConnectionResetError()), "cannot be fetched"),
        (File(seconds=60), "cannot be fetched"),
    ],
    ids=["encoding", "size", "gone", "disconnected", "reset", "slow"],
)
async def test_a_file_that_cannot_be_taken_is_declined_with_the_reason(
    file: File, why: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(base, "LONGEST_FETCH_SECONDS", 0.01)
    with pytest.raises(Declined) as declined:
        await base._text_of("erosion", file)
    assert why in declined.value.reason
    assert "`erosion`" in declined.value.reason
    assert declined.value.reason.count(".") == 1
