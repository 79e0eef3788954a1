"""Gathers what a check looks at in a room: what the Dealer may do there, and what it is told."""

import asyncio
from typing import Final

import aiohttp
import discord

from bot.rooms.checks import Facts, checked
from bot.rooms.permissions import Allowed, own_role
from bot.texts.hosts import checks as texts

LONGEST_SECONDS: Final = 5.0
"""How long Discord may take; whoever has a match checked waits for it."""


async def facts_of_room(client: discord.Client, room: discord.TextChannel) -> Facts:
    """What is known of a room, whatever is to be played there."""
    return Facts(
        room_id=room.id,
        allowed=Allowed.of(room.guild.me, room),
        role=own_role(room.guild),
        reads_messages=await _reads_messages(client),
    )


async def hitch_in(
    client: discord.Client, guild_id: int, room_id: int, *, force: bool
) -> str | None:
    """What keeps a match from beginning in a room, and where to mend it; "" where nothing does.

    It is what a start would be refused for. None where that cannot be known, as in an outage.
    """
    guild = client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return None
    room = guild.get_channel(room_id)
    if not isinstance(room, discord.TextChannel):
        return texts.ROOM_GONE()
    check = checked(await facts_of_room(client, room))
    return "\n".join(each.line for each in check.stops(force=force))


async def _reads_messages(client: discord.Client) -> bool:
    """Whether Discord gives the Dealer the text of messages: it did at the last login at least."""
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            flags = (await client.application_info()).flags
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        return True
    return flags.gateway_message_content or flags.gateway_message_content_limited
