"""The private channels of players: their facts and findings, and the matches that can use them.

In a private channel a player speaks to the Dealer while hosts read along. A match uses it only
while the other player cannot read it.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import aiohttp
import discord

from bot.cogs.bot import BotCog, DealerClient
from bot.features.private_channels import texts
from bot.features.private_channels.store import PrivateChannelStore
from bot.live.feature import Feature
from bot.live.services.checks import Finding, Severity, player_permissions
from bot.posts.sending.room import (
    PRIVATE_PERMISSIONS,
    MemberPermissions,
    is_fit_for_private,
    missing_in,
)
from bot.texts import checks
from bot.texts.seating import bold_name
from bot.values.card import MatchCard
from engine.seats import Seat

log = logging.getLogger(__name__)

LONGEST_SECONDS: Final = 1.5
"""Longest wait for Discord; the beginning of a match waits too."""


@dataclass(frozen=True, slots=True)
class PrivateChannel:
    """A channel in which a player speaks to the Dealer while hosts read along.

    Attributes:
        of_dealer: The Dealer's permissions there; None if the channel is gone.
        of_player: The player's permissions there; None if the channel is gone.
        reader: Name of the other player, if they can read it.
    """

    id: int
    of_dealer: MemberPermissions | None = None
    of_player: MemberPermissions | None = None
    reader: str | None = None

    @property
    def is_fit(self) -> bool:
        """True if the match can use it."""
        is_fit = self.of_dealer is not None and is_fit_for_private(self.of_dealer.in_room)
        return is_fit and self.reader is None


def channel_of(
    player: discord.Member, channel_id: int, other: discord.Member | None
) -> PrivateChannel:
    """Return the facts of a player's private channel, which the other player may not read."""
    channel = player.guild.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        return PrivateChannel(channel_id)
    can_read = other is not None and channel.permissions_for(other).view_channel
    return PrivateChannel(
        channel_id,
        of_dealer=MemberPermissions.of(player.guild.me, channel),
        of_player=MemberPermissions.of(player, channel),
        reader=other.display_name if other and can_read else None,
    )


def channel_findings(name: str, channel: PrivateChannel, role: str) -> Iterator[Finding]:
    """Yield findings about a player's private channel and how to fix them.

    `name` is the player's, `role` the Dealer's own role.
    """
    if channel.of_dealer is None or channel.of_player is None:
        yield Finding(Severity.WARNING, texts.GONE(player=bold_name(name)))
        return
    lacking = missing_in(channel.of_dealer.in_room, PRIVATE_PERMISSIONS)
    if lacking:
        is_fit = is_fit_for_private(channel.of_dealer.in_room)
        text = texts.dealer_lacks(lacking, channel.id, checks.in_room(channel.id, role))
        yield Finding(Severity.WARNING if is_fit else Severity.STOP, text)
    yield from player_permissions(channel.id, name, channel.of_player)
    if channel.reader is not None:
        yield Finding(Severity.STOP, texts.read_by(name, channel.id, channel.reader))
    if channel.is_fit:
        yield Finding(
            Severity.FINE, texts.IN_USE(player=bold_name(name), channel=f"<#{channel.id}>")
        )


class UnknownReaderError(Exception):
    """Error if Discord does not say whether somebody can read a channel."""


class PrivateChannels(Feature, BotCog):
    """The private channels on all servers, set by hosts."""

    def __init__(self, bot: DealerClient) -> None:
        super().__init__(bot)
        self.store = PrivateChannelStore(bot.store.access)

    async def of_match(self, card: MatchCard) -> tuple[MatchCard, dict[Seat, int]]:
        """Return a match with its usable private channels, and the unusable ones."""
        known = {} if card.is_direct else await self.store.of_server(card.guild_id)
        own = {
            seat: known[user_id]
            for seat in card.people
            if (user_id := card.players[seat].id) in known
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
        guild = self.bot.get_guild(guild_id)
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
