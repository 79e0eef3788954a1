"""Hears what becomes of servers, rooms and the Dealer's own permissions there."""

import discord
from discord.ext import commands

from bot.client import DealerClient
from bot.obstacles import Lacking, Obstacle, Slowed, is_too_slow
from bot.room_permissions import lacks_in, obstacle_in


class ServerListener(commands.Cog):
    """Lets matches wait where the Dealer is shut out, and for servers that Discord has lost."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """A new session lists the servers, and has not told of any yet."""
        self.bot.registry.begin_session({guild.id for guild in self.bot.guilds})

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has an outage, and tells nothing of a server until that is over."""
        self.bot.registry.lose_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server has come as a whole: as a session begins, or after an outage."""
        self._regain(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The Dealer is a member again; Discord does not always tell that from an outage's end."""
        self._regain(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The Dealer is no member any more."""
        self.bot.registry.leave_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """A role of the Dealer's may allow less than before."""
        self._look_over(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role of the Dealer's may be gone."""
        self._look_over(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """The Dealer's own membership has changed; of others it is told nothing."""
        self._look_over(member.guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A room is gone for good."""
        self.bot.registry.obstruct(channel.id, Obstacle.GONE)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """A room may have been shut to the Dealer, or slowed down."""
        self._look_at(channel)
        runner = self.bot.registry.runner_in(channel.id)
        slow = getattr(channel, "slowmode_delay", 0)
        is_new = slow != getattr(before, "slowmode_delay", 0)
        if runner and is_new and is_too_slow(slow, runner.card.game):
            self.bot.registry.remark(channel.id, Slowed(slow))

    def _regain(self, guild: discord.Guild) -> None:
        self._look_over(guild)
        self.bot.registry.regain_guild(guild.id)

    def _look_over(self, guild: discord.Guild) -> None:
        for runner in self.bot.registry.runners_of(guild.id):
            room = guild.get_channel(runner.card.room_id)
            if room:
                self._look_at(room)

    def _look_at(self, room: discord.abc.GuildChannel) -> None:
        """Let the match of a room know what the Dealer may not do there."""
        allowed = room.permissions_for(room.guild.me)
        obstacle = obstacle_in(allowed)
        if obstacle:
            self.bot.registry.obstruct(room.id, obstacle)
            return
        for lack in lacks_in(allowed):
            self.bot.registry.remark(room.id, Lacking(lack))


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(ServerListener(bot))
