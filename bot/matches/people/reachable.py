"""Finds out, before a match with secrets, whether its players can be reached in private.

The only way is to say something to them: what will come. Whoever was reached there within the last
week is not told again.
"""

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from bot.discord_clock import DiscordClock, snowflake_ms
from bot.rooms.checks import Player, Private
from bot.rooms.facts import LONGEST_SECONDS
from bot.storage.store import Store

log = logging.getLogger(__name__)

STAYS_REACHED_MS: Final = 7 * 24 * 3600 * 1000


async def reach(
    client: discord.Client, store: Store, clock: DiscordClock, player: Player, said: str
) -> Private:
    """Tell somebody what will come, unless that was done of late; return whether it reached them.

    They are told in their private channel, if they have one that serves.

    Raises:
        NotStored: The database cannot store it right now.
    """
    user_id, channel_id = player.id, player.fit_channel
    place, pinged = channel_id or user_id, discord.Object(user_id)
    told = await store.people.reached(place)
    if told and clock.now_ms() - snowflake_ms(told) < STAYS_REACHED_MS:
        return Private.REACHED
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            channel = (
                client.get_partial_messageable(channel_id)
                if channel_id
                else await client.create_dm(pinged)
            )
            # By its nonce Discord knows a repetition, even by a process that knows nothing of it.
            message = await channel.send(
                f"<@{user_id}> {said}" if channel_id else said,
                nonce=f"reach{user_id}",
                allowed_mentions=discord.AllowedMentions(users=[pinged]),
            )
    except discord.Forbidden:
        return Private.CLOSED
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("cannot tell whether %s takes direct messages: %r", user_id, error)
        return Private.UNKNOWN
    await store.people.put_reached(place, message.id)
    return Private.REACHED
