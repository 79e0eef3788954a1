"""`/match follow` and `/match mirror`: pings about a match, and its boards in another room."""

from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction
from bot.cogs.interactions import DeclinedError, reply, when_done
from bot.cogs.permissions import (
    require_guild,
    require_host,
    require_live,
    require_no_private_channel,
    require_text_channel,
)
from bot.live.feature import Claim
from bot.live.runner import MatchRunner
from bot.posts.sending.room import NEEDED_IN_MIRROR, own_role
from bot.texts import following
from bot.texts.hosts import checks
from bot.values.card import Follower

EVERY_TURN: Final = "every turn"
OFF: Final = "off"


class Following(commands.Cog):
    """The commands, which are part of the cog of `/match`."""

    bot: DealerClient

    @app_commands.command(description="Be pinged about the match here")
    @app_commands.describe(pings="What I ping you for (every turn if not set)")
    async def follow(
        self, interaction: Interaction, pings: Literal["every turn", "result", "off"] = EVERY_TURN
    ) -> None:
        """Ping the user about the match here, or the one that is mirrored here."""
        guild, audiences = require_guild(interaction), self.bot.registry.store.audiences
        here = interaction.channel_id or 0
        runner = require_live(interaction, room_id=audiences.room_behind(here))
        match_id, user_id = runner.card.id, interaction.user.id
        if pings == OFF:
            await when_done(interaction, audiences.unfollow(match_id, user_id))
            runner.note_readers()
            await reply(interaction, following.NO_LONGER())
            return
        every_turn = pings == EVERY_TURN
        place, is_mirror = _place_of(runner, self.bot, guild, interaction)
        follower = Follower(user_id, place, every_turn)
        if not await when_done(interaction, audiences.follow(match_id, follower)):
            raise DeclinedError(following.TOO_MANY())
        runner.note_readers()
        if every_turn and not is_mirror:
            await reply(interaction, following.follows_result_only(place))
        else:
            await reply(interaction, following.follows(place, every_turn=every_turn))

    @app_commands.command(description="Copy the boards of this room to another one (hosts)")
    @app_commands.describe(channel="Where the audience can talk (not set: stop copying)")
    async def mirror(
        self, interaction: Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        """Copy the boards of all matches in this room elsewhere, until a host ends that."""
        guild = await require_host(interaction)
        room = require_text_channel(interaction.channel, guild)
        changing = self._open(room, channel) if channel else self._close(room)
        await reply(interaction, await when_done(interaction, changing))

    async def _open(self, room: discord.TextChannel, value: discord.TextChannel) -> str:
        channel = require_text_channel(value, room.guild)
        await _require_mirror(self.bot, room, channel)
        is_public = channel.permissions_for(room.guild.default_role).view_channel
        audiences = self.bot.registry.store.audiences
        await audiences.open_mirror(room.id, channel.id, is_public=is_public)
        self.bot.registry.note_audience(room.id)
        return following.mirrors(channel.id)

    async def _close(self, room: discord.TextChannel) -> str:
        audiences = self.bot.registry.store.audiences
        before = audiences.mirror_of(room.id)
        if before is None:
            raise DeclinedError(following.NO_MIRROR())
        await audiences.close_mirror(room.id)
        self.bot.registry.note_audience(room.id)
        return following.mirrors_no_longer(before)


def _place_of(
    runner: MatchRunner, bot: DealerClient, guild: discord.Guild, interaction: Interaction
) -> tuple[int, bool]:
    """Return the channel for a user's pings, and whether it is the mirror."""
    mirror = bot.registry.store.audiences.mirror_of(runner.card.room_id)
    channel, member = guild.get_channel(mirror or 0), interaction.user
    if not isinstance(channel, discord.TextChannel) or not isinstance(member, discord.Member):
        return runner.card.room_id, False
    is_read = channel.permissions_for(member).view_channel
    return (channel.id if is_read else runner.card.room_id), is_read


async def _require_mirror(
    bot: DealerClient, room: discord.TextChannel, channel: discord.TextChannel
) -> None:
    """Check that a channel can be the mirror of a room, or raise Declined."""
    registry = bot.registry
    if channel.id == room.id:
        raise DeclinedError(following.same_room(channel.id))
    if Claim.MATCH in await registry.claims(channel):
        raise DeclinedError(following.has_match(channel.id))
    await require_no_private_channel(registry, channel)
    other = registry.store.audiences.room_behind(channel.id)
    if other not in {None, room.id}:
        raise DeclinedError(following.is_taken(channel.id, other))
    allowed = channel.permissions_for(room.guild.me)
    missing = [permission for permission in NEEDED_IN_MIRROR if not getattr(allowed, permission)]
    if missing:
        place = checks.in_room(channel.id, own_role(room.guild))
        raise DeclinedError(checks.lacks(missing, channel.id, place))
