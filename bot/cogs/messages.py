"""Listens to what people type, edit and delete in game rooms and in private."""

import discord
from discord.ext import commands

from bot.client.client import DealerClient
from bot.incoming.messages import hear, hear_deletion, hear_edit, line_in_room
from bot.matches.runner import MatchRunner


class Messages(commands.Cog):
    """Hands on what is said in a room to its match, and what is said in private to whichever it is.

    One listener hears for all games: discord.py makes a task for each listener of an event.
    """

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Hand on what is typed."""
        runner = self.bot.registry.runner_in(message.channel.id) if message.guild else None
        if runner:
            hear(runner, message)
            self._hear_host(runner, message)
        else:
            await self._hear_in_private(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Hand on what is edited; it may have been typed before this process began.

        Discord also updates messages that nobody has edited.
        """
        runner = self.bot.registry.runner_in(payload.channel_id)
        if runner:
            hear_edit(runner, payload.message)
            if payload.message.edited_at:
                self._hear_host(runner, payload.message)
        elif payload.message.edited_at:
            await self._hear_in_private(payload.message, is_edit=True)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Hand on that a message in a room is deleted."""
        self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Hand on that several messages in a room are deleted at once."""
        self._deleted(payload.channel_id, payload.message_ids)

    def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        runner = self.bot.registry.runner_in(channel_id)
        if runner:
            hear_deletion(runner, message_ids, self.bot.registry.clock.now_ms())

    def _hear_host(self, runner: MatchRunner, message: discord.Message) -> None:
        """Hand on a line by which a host judges the match."""
        line = line_in_room(runner.card, message)
        if line and self.bot.registry.hosts.includes(message.author):
            runner.put(line)

    async def _hear_in_private(self, message: discord.Message, *, is_edit: bool = False) -> None:
        if not message.author.bot:
            await self.bot.direct_messages.hear(message, is_edit=is_edit)


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Messages(bot))
