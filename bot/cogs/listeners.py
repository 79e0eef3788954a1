"""Listeners for edits, deletions, outages, lost rooms, and changes of permissions."""

import discord
from discord.ext import commands

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.components import carry_out
from bot.posts.sending.room import lacks_in, obstacle_in
from bot.values.card import NO_SERVER
from bot.values.discord_time import snowflake_ms
from bot.values.events import MessageDeleted
from bot.values.obstacles import Obstacle, SlowModeTooLong, is_too_slow


class Listeners(BotCog):
    """Tells matches of edits and deletions, and lets them wait while the Dealer is shut out."""

    # Messages

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Hand on an edit; the message may be older than this process.

        Discord also updates messages that nobody has edited.
        """
        if payload.message.edited_at:
            await self.bot.on_message(payload.message, is_edit=True)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Hand on the deletion of a message in a room."""
        self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Hand on the deletion of several messages in a room at once."""
        self._deleted(payload.channel_id, payload.message_ids)

    def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        """Tell the match of deletions, whoever's message it was: one of them may hold a move."""
        runner = self.bot.runners.in_room(channel_id)
        if runner:
            for message_id in sorted(message_ids):
                runner.enqueue(MessageDeleted(message_id, self.bot.clock.now_ms()))

    # Sessions, servers and rooms

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Note that the session reports interactions, and carry out a component or a form."""
        self.bot.clock.hear(snowflake_ms(interaction.id))
        self.bot.outages.prove_alive(interaction.guild_id or NO_SERVER)
        await carry_out(interaction)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note an outage: Discord reports nothing of the server until it is over."""
        self.bot.outages.lose_guild(guild.id)

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_join")
    async def regain(self, guild: discord.Guild) -> None:
        """Note that Discord reports a server: in a new session, after an outage or an absence."""
        self._look_over(guild)
        self.bot.outages.regain_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the Dealer was removed from a server."""
        self.bot.outages.leave_guild(guild.id)

    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    @commands.Cog.listener("on_member_update")
    async def look_again(self, *changed: discord.Role | discord.Member) -> None:
        """Check the Dealer's permissions: its roles may allow less, and it is the only member."""
        self._look_over(changed[-1].guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a room is gone for good."""
        self.bot.registry.obstruct(channel.id, Obstacle.GONE)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Check the permissions and the slow mode."""
        self._look_at(channel)
        runner = self.bot.runners.in_room(channel.id)
        slow = getattr(channel, "slowmode_delay", 0)
        is_new = slow != getattr(before, "slowmode_delay", 0)
        if runner and is_new and is_too_slow(slow, runner.card.game):
            self.bot.registry.remark(channel.id, SlowModeTooLong(slow))

    def _look_over(self, guild: discord.Guild) -> None:
        for runner in self.bot.runners.on_server(guild.id):
            room = guild.get_channel(runner.card.room_id)
            if room:
                self._look_at(room)

    def _look_at(self, room: discord.abc.GuildChannel) -> None:
        allowed = room.permissions_for(room.guild.me)
        obstacle = obstacle_in(allowed)
        if obstacle:
            self.bot.registry.obstruct(room.id, obstacle)
            return
        for lack in lacks_in(allowed):
            self.bot.registry.remark(room.id, lack)


setup = setup_of(Listeners)
