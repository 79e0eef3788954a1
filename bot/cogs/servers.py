"""Listens for outages, for lost servers and rooms, and for changes to the Dealer's permissions."""

import discord
from discord.ext import commands

from bot.card import NO_SERVER
from bot.client.client import DealerClient
from bot.rooms.obstacles import Lacking, Obstacle, Slowed
from bot.rooms.permissions import lacks_in, obstacle_in
from bot.rooms.slow_mode import is_too_slow


class Servers(commands.Cog):
    """Lets matches wait where the Dealer is shut out, and while Discord has an outage."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[DealerClient]) -> None:
        """Note that the session tells what is pressed and commanded."""
        self.bot.registry.prove_alive(interaction.guild_id or NO_SERVER)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a session goes on."""
        self.bot.registry.prove_session(shard_id)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Note which servers a new session lists; each is told of later."""
        guilds = {each.id for each in self.bot.guilds if each.shard_id == shard_id}
        self.bot.registry.begin_session(shard_id, guilds)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note an outage: Discord tells nothing of the server until it is over."""
        self.bot.registry.lose_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note that Discord tells of a server: as a session begins, or after an outage."""
        self._regain(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the Dealer is on a server again, or that an outage is over."""
        self._regain(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the Dealer was removed from a server."""
        self.bot.registry.leave_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Look again at what the Dealer may do: one of its roles may allow less."""
        self._look_over(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Look again at what the Dealer may do: one of its roles may be gone."""
        self._look_over(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Look again at what the Dealer may do: Discord tells it of no other member."""
        self._look_over(member.guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a room, or a private channel, is gone for good."""
        self.bot.registry.obstruct(channel.id, Obstacle.GONE)
        self.bot.registry.lose_mirror(channel.id)
        await self.bot.registry.look_at_private_channel(channel.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Look at what the Dealer may do there, at slow mode, at who reads a private channel."""
        self._look_at(channel)
        runner = self.bot.registry.runner_in(channel.id)
        slow = getattr(channel, "slowmode_delay", 0)
        is_new = slow != getattr(before, "slowmode_delay", 0)
        if runner and is_new and is_too_slow(slow, runner.card.game):
            self.bot.registry.remark(channel.id, Slowed(slow))
        await self.bot.registry.look_at_private_channel(channel.id)

    def _regain(self, guild: discord.Guild) -> None:
        self._look_over(guild)
        self.bot.registry.regain_guild(guild.id)

    def _look_over(self, guild: discord.Guild) -> None:
        for runner in self.bot.registry.runners_of(guild.id):
            room = guild.get_channel(runner.card.room_id)
            if room:
                self._look_at(room)
            self.bot.registry.drop_unfit_channels(runner)

    def _look_at(self, room: discord.abc.GuildChannel) -> None:
        """Tell the match in a room what the Dealer may not do there."""
        allowed = room.permissions_for(room.guild.me)
        obstacle = obstacle_in(allowed)
        if obstacle:
            self.bot.registry.obstruct(room.id, obstacle)
            return
        for lack in lacks_in(allowed):
            self.bot.registry.remark(room.id, Lacking(lack))


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Servers(bot))
