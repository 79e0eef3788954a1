"""Reads a channel's history as Discord sends it, skipping what it cannot understand."""

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import discord

from bot.discord_internals import fetch_messages

log = logging.getLogger(__name__)

PAGE: Final = 100
TYPES: Final = {each.value: each for each in discord.MessageType}


@dataclass(frozen=True, slots=True)
class PastMessage:
    """A message in the history, with the few fields that are needed.

    Attributes:
        type: None if the library does not know it.
        files: The names of its attachments.
        replied_to: The message it answers.
    """

    id: int
    author: discord.Object
    type: discord.MessageType | None
    content: str
    edited_at: datetime | None
    files: tuple[str, ...]
    replied_to: int | None

    @classmethod
    def read(cls, raw: Any) -> "PastMessage":
        """Read one of Discord's own; raises any of several errors if it is not a message."""
        edited = raw.get("edited_timestamp")
        reference = raw.get("message_reference")
        replied_to = reference.get("message_id") if isinstance(reference, dict) else None
        return cls(
            id=int(raw["id"]),
            author=discord.Object(raw["author"]["id"]),
            type=TYPES.get(raw["type"]),
            content=raw["content"],
            edited_at=datetime.fromisoformat(edited) if edited else None,
            files=tuple(each["filename"] for each in raw.get("attachments", ())),
            replied_to=int(replied_to) if replied_to else None,
        )


Message: TypeAlias = discord.Message | PastMessage
"""A message from the gateway or from the history."""


async def read_history(
    client: discord.Client, channel_id: int, after: int, authors: frozenset[int]
) -> AsyncIterator[tuple[int, PastMessage | None]]:
    """The messages of a channel after an id, oldest first, each with its own id.

    A message that cannot be understood counts as None, unless one of the authors for whom the
    channel is read wrote it: their words must not be lost.

    Raises:
        discord.HTTPException: Discord does not answer, or does not let the Dealer read.
        ValueError, TypeError, LookupError: The answer holds something other than messages, or one
            of those authors' messages cannot be understood.
    """
    while True:
        page = await fetch_messages(client, channel_id, after, PAGE)
        for raw in sorted(page, key=lambda each: int(each["id"])):
            after = int(raw["id"])
            yield after, _understood(raw, authors)
        if len(page) < PAGE:
            return


def _understood(raw: Any, authors: frozenset[int]) -> PastMessage | None:
    try:
        return PastMessage.read(raw)
    except (ValueError, TypeError, LookupError) as error:
        if int(raw["author"]["id"]) in authors:
            raise
        log.warning("skipping message %s, which cannot be understood: %r", raw["id"], error)
        return None
