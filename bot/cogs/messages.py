"""Listens to what people type, edit and delete in game rooms and in private."""

import discord
from discord.ext import commands

from bot.client.client import DealerClient
from bot.live.values.events import Deleted


class Messages(commands.Cog):
    """Hands on what is said in a room to the cog of its game, and what is said in private.

    One listener hears for all games: discord.py makes a task for each listener of an event.
    """

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Hand on what is typed."""
        await self._hear(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Hand on what is edited; it may have been typed before this process began.

        Discord also updates messages that nobody has edited.
        """
        if payload.message.edited_at:
            await self._hear(payload.message, is_edit=True)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Hand on that a message in a room is deleted."""
        self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Hand on that several messages in a room are deleted at once."""
        self._deleted(payload.channel_id, payload.message_ids)

    async def _hear(self, message: discord.Message, *, is_edit: bool = False) -> None:
        runner = self.bot.registry.runner_in(message.channel.id) if message.guild else None
        if runner:
            self.bot.hearing_of(runner.card).hear(runner, message, is_edit=is_edit)
        elif not message.author.bot:
            await self.bot.direct_messages.hear(message, is_edit=is_edit)

    def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        """Tell the match, whoever wrote or deleted them: one of them may hold a move."""
        runner = self.bot.registry.runner_in(channel_id)
        if runner:
            for message_id in sorted(message_ids):
                runner.put(Deleted(message_id, self.bot.registry.clock.now_ms()))


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Messages(bot))
