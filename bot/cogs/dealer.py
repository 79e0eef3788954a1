"""`/dealer`: the settings of a server, which say who its hosts are."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.client import DealerClient
from bot.client.command_tree import Declined
from bot.cogs.permissions import require_manager
from bot.incoming.replies import reply, when_done
from bot.texts import hosts


@app_commands.default_permissions(manage_guild=True)
class DealerCog(
    commands.GroupCog, group_name="dealer", group_description="Settings of the Dealer (hosts)"
):
    """Settings of a server, for those who manage it."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @app_commands.command(
        name="host-role", description="Choose the role that makes someone a host (hosts)"
    )
    @app_commands.describe(role="Everyone with it can start, pause, resume and abort matches")
    async def host_role(
        self, interaction: discord.Interaction[DealerClient], role: discord.Role
    ) -> None:
        """Make everyone with a role a host."""
        guild = require_manager(interaction)
        if role.is_default():
            raise Declined(hosts.EVERYONE_NO_HOST)
        store = self.bot.registry.store
        await when_done(interaction, store.put_host_role(guild.id, role.id))
        await reply(interaction, hosts.host_role_set(role.id))


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(DealerCog(bot))
