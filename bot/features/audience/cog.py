"""`/match follow` and `/match mirror`: pings about a match, and its boards in another room."""

import logging
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, command
from bot.cogs.permissions import (
    require_guild,
    require_host,
    require_live,
    require_no_private_channel,
    require_text_channel,
)
from bot.features.audience import texts
from bot.features.audience.posts import Follower
from bot.features.audience.store import Audiences
from bot.live.feature import Claim, Feature
from bot.live.runner import MatchRunner
from bot.posts.sending.room import NEEDED_FOR_BOARDS, missing_in, own_role
from bot.texts import checks
from bot.texts.language import speaking
from bot.values.obstacles import HostRemark
from bot.values.tasks import Tasks

EVERY_TURN: Final = "every turn"
OFF: Final = "off"


log = logging.getLogger(__name__)


class Following(Feature):
    """Repeats the boards of rooms elsewhere, and pings those who follow a match."""

    below = "match"

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        self.audiences = Audiences(bot.store.access)
        bot.features.board_tellers.append(self.audiences.posts_about)
        self._tasks = Tasks("audience")

    async def before_resume(self) -> None:
        """Read who follows what."""
        await self.audiences.start()

    async def before_stop(self) -> None:
        """Store nothing more."""
        await self._tasks.stop()

    def channel_lost(self, channel_id: int) -> None:
        """Remove a mirror that is gone, or closed to the Dealer."""
        room_id = self.audiences.room_behind(channel_id)
        if room_id is None:
            return
        log.warning("the boards of room %s can no longer be repeated in %s", room_id, channel_id)
        self._tasks.spawn(self.audiences.lose_mirror(room_id))
        runner = self.bot.runners.in_room(room_id)
        if runner:
            with speaking(runner.card.language):
                text = texts.MIRROR_LOST(channel=f"<#{channel_id}>", room=room_id)
            runner.enqueue(HostRemark(f"mirror:{channel_id}", text))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a mirror is gone for good."""
        self.channel_lost(channel.id)

    @command(description="Be pinged about the match here")
    @app_commands.describe(pings="What I ping you for (every turn if not set)")
    async def follow(
        self, interaction: Interaction, pings: Literal["every turn", "result", "off"] = EVERY_TURN
    ) -> str:
        """Ping the user about the match here, or the one that is mirrored here."""
        guild, audiences = require_guild(interaction), self.audiences
        here = interaction.channel_id or 0
        runner = require_live(interaction, room_id=audiences.room_behind(here))
        match_id, user_id = runner.card.id, interaction.user.id
        if pings == OFF:
            await audiences.unfollow(match_id, user_id)
            return texts.NO_LONGER()
        every_turn = pings == EVERY_TURN
        place, is_mirror = self._place_of(runner, guild, interaction)
        if not await audiences.follow(match_id, Follower(user_id, place, every_turn)):
            raise DeclinedError(texts.TOO_MANY())
        return texts.follows(place, every_turn=every_turn, is_mirror=is_mirror)

    @command(description="Copy the boards of this room to another one (hosts)")
    @app_commands.describe(channel="Where the audience can talk (not set: stop copying)")
    async def mirror(
        self, interaction: Interaction, channel: discord.TextChannel | None = None
    ) -> str:
        """Copy the boards of all matches in this room elsewhere, until a host ends that."""
        guild = await require_host(interaction)
        room = require_text_channel(interaction.channel, guild)
        if channel:
            await self._require_mirror(room, require_text_channel(channel, guild))
            is_public = channel.permissions_for(guild.default_role).view_channel
            await self.audiences.open_mirror(room.id, channel.id, is_public=is_public)
            return texts.MIRROR_SET(channel=channel.id)
        before = self.audiences.mirror_of(room.id)
        if before is None:
            raise DeclinedError(texts.NO_MIRROR())
        await self.audiences.close_mirror(room.id)
        return texts.MIRROR_REMOVED(channel=before)

    def _place_of(
        self, runner: MatchRunner, guild: discord.Guild, interaction: Interaction
    ) -> tuple[int, bool]:
        mirror = self.audiences.mirror_of(runner.card.room_id)
        channel, member = guild.get_channel(mirror or 0), interaction.user
        if not isinstance(channel, discord.TextChannel) or not isinstance(member, discord.Member):
            return runner.card.room_id, False
        is_read = channel.permissions_for(member).view_channel
        return (channel.id if is_read else runner.card.room_id), is_read

    async def _require_mirror(
        self, room: discord.TextChannel, channel: discord.TextChannel
    ) -> None:
        if channel.id == room.id:
            raise DeclinedError(texts.SAME_ROOM(channel=channel.id))
        if Claim.MATCH in await self.bot.registry.claims(channel):
            raise DeclinedError(texts.ROOM_OF_A_MATCH(channel=channel.id))
        await require_no_private_channel(self.bot.registry, channel)
        other = self.audiences.room_behind(channel.id)
        if other not in {None, room.id}:
            raise DeclinedError(texts.MIRROR_TAKEN(channel=channel.id, room=other))
        missing = missing_in(channel.permissions_for(room.guild.me), NEEDED_FOR_BOARDS)
        if missing:
            place = checks.in_room(channel.id, own_role(room.guild))
            raise DeclinedError(checks.lacks(missing, channel.id, place))


setup = setup_of(Following)
