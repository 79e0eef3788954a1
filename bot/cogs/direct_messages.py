"""Listens to what people type and edit in direct messages with the Dealer."""

import discord
from discord.ext import commands

from bot.client.client import DealerClient


class DirectMessages(commands.Cog):
    """Hands direct messages on, whichever match they turn out to be for."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Hand on what is typed."""
        if message.guild is None:
            await self._hand_on(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Hand on what is edited; Discord also updates messages that nobody has edited."""
        if payload.guild_id is None and payload.message.edited_at:
            await self._hand_on(payload.message, is_edit=True)

    async def _hand_on(self, message: discord.Message, *, is_edit: bool = False) -> None:
        if not message.author.bot:
            await self.bot.direct_messages.hear(message, is_edit=is_edit)


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(DirectMessages(bot))
