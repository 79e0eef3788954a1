"""Knows who is a host on a server: whoever manages it, or has the role that it has chosen.

The roles are in memory: what somebody types in a room is judged in the order in which Discord tells
of it, and no reading may come in between.
"""

import discord

from bot.storage.choices import Choices


class Hosts:
    """Who hosts on each server."""

    def __init__(self, client: discord.Client, choices: Choices) -> None:
        self._client = client
        self._choices = choices

    def has_role(self, member: discord.Member) -> bool:
        """Whether somebody has their server's host role, which cannot be everyone's."""
        roles = {each.id for each in member.roles if not each.is_default()}
        return self._choices.host_role_of(member.guild.id) in roles

    def includes(self, author: discord.abc.User) -> bool:
        """Whether whoever wrote a message on a server is a host there; other bots never are."""
        if author.bot or not isinstance(author, discord.Member):
            return False
        return author.guild_permissions.manage_guild or self.has_role(author)

    async def include(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody of whom only the id is known is a host on a server, as Discord says now.

        Raises:
            discord.HTTPException: Discord does not answer.
        """
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            return self.includes(await guild.fetch_member(user_id))
        except discord.NotFound:
            return False
