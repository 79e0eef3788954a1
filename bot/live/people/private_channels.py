"""The private channels of players, and the matches in which they can be used.

In a private channel a player speaks to the Dealer while hosts read along. A match uses it only
while the other player cannot read it.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

import aiohttp
import discord

from bot.posts.sending.room import is_fit_for_private
from bot.storage.store import Store
from bot.values.card import MatchCard
from engine.seats import Seat

log = logging.getLogger(__name__)

LONGEST_SECONDS: Final = 1.5
"""Longest wait for Discord; the beginning of a match waits too."""


class UnknownReaderError(Exception):
    """Error if Discord does not say whether somebody can read a channel."""


@dataclass(frozen=True)
class PrivateChannels:
    """The private channels on all servers, set by hosts."""

    client: discord.Client
    store: Store

    async def of_match(self, card: MatchCard) -> tuple[MatchCard, dict[Seat, int]]:
        """Return a match with its usable private channels, and the unusable ones."""
        known = {} if card.is_direct else await self.store.choices.private_channels(card.guild_id)
        known_channels = {seat: known.get(card.players[seat].id) for seat in card.people}
        own = {
            seat: channel_id
            for seat, channel_id in known_channels.items()
            if channel_id is not None
        }
        fit = {
            seat: channel_id
            for seat, channel_id in own.items()
            if await self.is_private(card, seat, channel_id)
        }
        unfit = {seat: channel_id for seat, channel_id in own.items() if seat not in fit}
        return replace(card, private_channels=fit), unfit

    async def is_private(self, card: MatchCard, seat: Seat, channel_id: int) -> bool:
        """Return whether a channel serves a seat, and the other seat cannot read it.

        False if that is unknown.
        """
        other = card.players[seat.opponent]
        channel = self.fit_channel(card.guild_id, channel_id)
        if channel is None or other.level is not None:
            return channel is not None
        try:
            return await self.reader(channel, other.id) is None
        except UnknownReaderError:
            return False

    def fit_channel(self, guild_id: int, channel_id: int) -> discord.TextChannel | None:
        """Return a channel in which the Dealer can speak with a player; None if it cannot."""
        guild = self.client.get_guild(guild_id)
        channel = guild.get_channel(channel_id) if guild else None
        if not isinstance(channel, discord.TextChannel):
            return None
        return channel if is_fit_for_private(channel.permissions_for(channel.guild.me)) else None

    async def reader(self, channel: discord.TextChannel, user_id: int) -> discord.Member | None:
        """Return a user as a channel's reader, or None; raise UnknownReaderError if unknown."""
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                member = await channel.guild.fetch_member(user_id)
        except discord.NotFound:
            return None
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("cannot tell whether %s can read %s: %s", user_id, channel.id, error)
            raise UnknownReaderError from error
        return member if channel.permissions_for(member).view_channel else None
