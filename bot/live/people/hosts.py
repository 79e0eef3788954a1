"""The hosts of a server: its managers, and the members of its chosen role.

The roles are in memory: a room's messages are judged in the order in which Discord reports them,
and no reading may come in between.
"""

import discord

from bot.storage.choices import Choices


class Hosts:
    """The hosts of each server."""

    def __init__(self, client: discord.Client, choices: Choices) -> None:
        self._client = client
        self._choices = choices

    def has_role(self, member: discord.Member) -> bool:
        """Return whether a member has their server's host role, which cannot be everyone's."""
        roles = {role.id for role in member.roles if not role.is_default()}
        return self._choices.host_role_of(member.guild.id) in roles

    def includes(self, author: discord.abc.User) -> bool:
        """Return whether a message's author is a host on its server; other bots never are."""
        if author.bot or not isinstance(author, discord.Member):
            return False
        return author.guild_permissions.manage_guild or self.has_role(author)

    async def include(self, guild_id: int, user_id: int) -> bool:
        """Return whether a user is a host, as Discord says now, or raise discord.HTTPException."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            return self.includes(await guild.fetch_member(user_id))
        except discord.NotFound:
            return False
