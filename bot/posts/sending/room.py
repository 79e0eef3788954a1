"""A channel's history as Discord sends it, without the messages that cannot be understood."""

import logging
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import aiohttp
import discord

from bot.posts.sending.discord_internals import fetch_messages
from bot.values.discord_time import snowflake_ms, timestamp_ms
from bot.values.obstacles import Obstacle, OptionalPermission

log = logging.getLogger(__name__)

PAGE: Final = 100
TYPES: Final = {message_type.value: message_type for message_type in discord.MessageType}


@dataclass(frozen=True, slots=True)
class PastMessage:
    """A message in the history, with the few fields that are needed.

    Attributes:
        type: None if the library does not know it.
        files: Names of its attachments.
        replied_to: Message it answers.
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
            files=tuple(attachment["filename"] for attachment in raw.get("attachments", ())),
            replied_to=int(replied_to) if replied_to else None,
        )


Message: TypeAlias = discord.Message | PastMessage
"""A message from the gateway or from the history."""


def said_ms(message: Message) -> int:
    """Return the time of a message's present text."""
    if message.edited_at:
        return timestamp_ms(message.edited_at)
    return snowflake_ms(message.id)


async def read_history(
    client: discord.Client, channel_id: int, after_id: int, authors: frozenset[int]
) -> AsyncIterator[tuple[int, PastMessage | None]]:
    """Yield the messages of a channel after an id, oldest first, each with its own id.

    A message that cannot be understood counts as None, unless one of `authors` wrote it: their
    words must not be lost.

    Raises:
        discord.HTTPException: Discord does not answer, or does not let the Dealer read.
        ValueError, TypeError, LookupError: The answer holds something other than messages, or one
            of those authors' messages cannot be understood.
    """
    while True:
        page = await fetch_messages(client, channel_id, after_id, PAGE)
        for raw in sorted(page, key=lambda message: int(message["id"])):
            after_id = int(raw["id"])
            yield after_id, _understood(raw, authors)
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


NEEDED: Final = ("view_channel", "send_messages", "read_message_history")
"""The permissions without which the Dealer can hold no match in a room."""
ROOM_PERMISSIONS: Final = (*NEEDED, *(permission.value for permission in OptionalPermission))
"""All that the Dealer uses in a room."""
PLAYER_PERMISSIONS: Final = ("view_channel", "send_messages")
NEEDED_FOR_BOARDS: Final = (*NEEDED, OptionalPermission.FILES.value)
"""Permissions needed in a channel outside a match's room, where posts come with pictures."""
PRIVATE_PERMISSIONS: Final = (*NEEDED_FOR_BOARDS, "embed_links", OptionalPermission.REACTIONS.value)
"""All that it should have in a private channel."""


@dataclass(frozen=True, slots=True)
class MemberPermissions:
    """A member's permissions in a room, those of their roles, and the end of any time-out."""

    in_room: discord.Permissions
    on_server: discord.Permissions
    timed_out_ms: int | None = None

    @classmethod
    def of(cls, member: discord.Member, room: discord.TextChannel) -> "MemberPermissions":
        """Return a member's permissions in a room."""
        return cls(room.permissions_for(member), member.guild_permissions, timed_out_ms(member))


def timed_out_ms(member: discord.Member) -> int | None:
    """Return the end of a member's time-out, in which they may only read; None without one."""
    until = member.timed_out_until
    return timestamp_ms(until) if until and member.is_timed_out() else None


def allowed_in(client: discord.Client, guild_id: int, room_id: int) -> discord.Permissions | None:
    """Return the Dealer's permissions in a room; None if the gateway has not told."""
    guild = client.get_guild(guild_id)
    room = guild.get_channel(room_id) if guild and not guild.unavailable else None
    return room.permissions_for(room.guild.me) if room else None


def obstacle_in(allowed: discord.Permissions) -> Obstacle | None:
    """Return why no match can go on with these permissions; None if one can."""
    if not (allowed.view_channel and allowed.send_messages):
        return Obstacle.FORBIDDEN
    # Without this permission Discord shows an empty room, and says nothing about it.
    return None if allowed.read_message_history else Obstacle.NO_HISTORY


def missing_in(allowed: discord.Permissions, names: Iterable[str]) -> list[str]:
    """Return those of some permissions that are not among these."""
    return [name for name in names if not getattr(allowed, name)]


def is_fit_for_private(allowed: discord.Permissions) -> bool:
    """Return whether these permissions suffice for a private channel."""
    return not missing_in(allowed, NEEDED_FOR_BOARDS)


def lacks_in(allowed: discord.Permissions) -> tuple[OptionalPermission, ...]:
    """Return the missing permissions that a match can do without."""
    return tuple(
        permission for permission in OptionalPermission if not getattr(allowed, permission.value)
    )


def own_role(guild: discord.Guild) -> str:
    """Return the name of the role that Discord made for the Dealer when it was invited."""
    return guild.self_role.name if guild.self_role else guild.me.name


# Reading

MAX_TRIES: Final = 3
"""Number of failed readings, for a reason that will not pass, before the host is told."""


class RoomClosedError(Exception):
    """Error for a room that does not show its messages."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.value)


READING_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError, RoomClosedError)
"""Errors between here and Discord; any other is a fault, here or there."""


def obstacle_behind(error: Exception, tries: int) -> Obstacle | None:
    """Return why a room cannot be read after so many tries; None if another may help."""
    match error:
        case RoomClosedError():
            return error.obstacle
        case discord.NotFound():
            return Obstacle.GONE
        case discord.Forbidden():
            return Obstacle.FORBIDDEN
        case discord.HTTPException() if error.status in {401, 429} or error.status >= 500:
            return None
        case aiohttp.ClientError() | OSError():
            return None
    return Obstacle.UNREADABLE if tries >= MAX_TRIES else None
