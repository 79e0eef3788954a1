"""Finds out whether players are still on the server where their match is played."""

import logging
from typing import Final

import aiohttp
import discord

from bot.card import MatchCard
from engine.seats import Seat

log = logging.getLogger(__name__)

UNKNOWN_MEMBER: Final = 10007


class Members:
    """Asks Discord who is on a server; without a privileged intent, the gateway does not tell."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def has_left(self, card: MatchCard, seat: Seat) -> bool:
        """Whether a player is known to have left the server."""
        if card.is_direct:
            return False
        try:
            guild = self._client.get_guild(card.guild_id)
            guild = guild or await self._client.fetch_guild(card.guild_id, with_counts=False)
            await guild.fetch_member(card.players[seat].id)
        except discord.NotFound as error:
            return error.code == UNKNOWN_MEMBER
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("match %s: cannot tell who has left: %s", card.id, error)
        return False
