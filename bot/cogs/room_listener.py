"""Hears what is typed, edited and deleted in game rooms and puts it on the match's table."""

import discord
from discord.ext import commands

from bot.client import DealerClient
from bot.incoming.messages import edited, hear
from bot.live.events import Deleted


class RoomListener(commands.Cog):
    """Listens to raw events, since a message may be older than the process."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A message stands in some channel."""
        if message.author.bot or not self.bot.registry.is_open:
            return
        if message.guild is None:
            await self.bot.direct_messages.hear(message)
            return
        runner = self.bot.registry.runner_in(message.channel.id)
        if runner:
            hear(runner, message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A message changed; only an edit by its author has a time of its own."""
        if payload.guild_id is None:
            await self._edited_in_private(payload.message)
            return
        runner = self.bot.registry.runner_in(payload.channel_id)
        change = edited(runner.card, payload.message) if runner else None
        if runner and change:
            runner.put(change)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message is gone."""
        self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Several messages are gone at once."""
        self._deleted(payload.channel_id, payload.message_ids)

    @commands.Cog.listener()
    async def on_socket_event_type(self, event_type: str) -> None:
        """Anything that the gateway says proves that it is alive; with READY a session begins."""
        if event_type != "READY":
            self.bot.registry.prove_alive()

    async def _edited_in_private(self, message: discord.Message) -> None:
        if message.edited_at and not message.author.bot and self.bot.registry.is_open:
            await self.bot.direct_messages.hear(message, is_edit=True)

    def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        runner = self.bot.registry.runner_in(channel_id)
        if runner:
            at_ms = self.bot.registry.clock.now_ms()
            for message_id in sorted(message_ids):
                runner.put(Deleted(message_id, at_ms))


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(RoomListener(bot))
