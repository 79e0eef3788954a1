"""`/dealer private-channel`, and what becomes of private channels in matches."""

from itertools import chain
from typing import Any, Final, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, command
from bot.cogs.permissions import require_host, require_text_channel
from bot.features.private_channels import texts
from bot.features.private_channels.channels import (
    PrivateChannels,
    UnknownReaderError,
    channel_findings,
    channel_of,
)
from bot.live.feature import Claim
from bot.live.runner import MatchRunner
from bot.live.services.checks import Check, Severity
from bot.posts.compose import Composer
from bot.posts.sending.room import own_role
from bot.texts.language import speaking
from bot.texts.seating import at_most, bold_name
from bot.values.card import MatchCard
from bot.values.events import PrivateChannelChanged
from bot.values.post import Post
from engine.seats import Seat
from engine.words.sentences import listing

MAX_ASKED: Final = 10
"""Largest number of people that Discord is asked about: each is a request."""


class PrivateChannelCog(PrivateChannels):
    """Gives players private channels, as long as these are private in their matches."""

    below = "dealer"

    # Matches

    async def before_match(self, card: MatchCard) -> tuple[MatchCard, tuple[Post, ...]]:
        """Let its players speak in their private channels; tell its host of unusable ones."""
        card, unfit = await self.of_match(card)
        with speaking(card.language):
            composer = Composer(card)
            return card, tuple(composer.channel_lost(*lost) for lost in unfit.items())

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Claim a player's private channel."""
        known = await self.store.of_server(channel.guild.id)
        return Claim.PRIVATE if channel.id in known.values() else None

    def before_catch_up(self, runner: MatchRunner) -> None:
        """Remove channels that are gone, or closed to the Dealer, from a match."""
        for seat, channel_id in runner.card.private_channels.items():
            if not self.fit_channel(runner.card.guild_id, channel_id):
                runner.enqueue(PrivateChannelChanged(seat, None, is_lost=True))

    async def find_channels(self, runner: MatchRunner) -> None:
        """Give the players of a live match their present private channels."""
        card, unfit = await self.of_match(runner.card)
        for seat in card.people:
            channel_id = card.private_channels.get(seat)
            await runner.process(PrivateChannelChanged(seat, channel_id, is_lost=seat in unfit))

    # Changes on Discord

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    @commands.Cog.listener("on_member_update")
    async def look_over(self, *changed: discord.Guild | discord.Role | discord.Member) -> None:
        """Check a server's channels: unheard changes, or the Dealer's roles, may allow less."""
        last = changed[-1]
        guild = last if isinstance(last, discord.Guild) else last.guild
        for runner in self.bot.runners.on_server(guild.id):
            self.before_catch_up(runner)

    @commands.Cog.listener("on_guild_channel_delete")
    @commands.Cog.listener("on_guild_channel_update")
    async def look_at(self, *changed: discord.abc.GuildChannel) -> None:
        """Remove a channel that has become unfit from its matches."""
        for runner in self.bot.runners:
            card = runner.card
            for seat, channel_id in card.private_channels.items():
                is_it = channel_id == changed[-1].id
                if is_it and not await self.is_private(card, seat, channel_id):
                    runner.enqueue(PrivateChannelChanged(seat, None, is_lost=True))

    # The command

    @command(
        name="private-channel",
        description="Let a player submit secrets in a channel that hosts can read (hosts)",
    )
    @app_commands.describe(
        player="Who writes to me there",
        channel="A channel that only they and hosts can read (direct messages only if not set)",
    )
    async def private_channel(
        self,
        interaction: Interaction,
        player: discord.Member,
        channel: discord.TextChannel | None = None,
    ) -> str:
        """Set or remove a player's private channel."""
        await require_host(interaction)
        if channel:
            return await self._open(interaction.user.id, player, channel)
        runners = self._matches_of(player)
        _require_no_opponent(runners, player, interaction.user.id)
        await self.store.remove(player.guild.id, player.id)
        for runner in runners:
            await self.find_channels(runner)
        return texts.CLOSED(player=player.mention)

    async def _open(self, host_id: int, player: discord.Member, value: Any) -> str:
        """Give a player a private channel; return the answer to the host.

        Raises:
            Declined: The channel cannot be private to them, or the host is playing against them.
        """
        if player.bot:
            raise DeclinedError(texts.NO_BOT())
        channel = require_text_channel(value, player.guild)
        is_taken = {Claim.MATCH, Claim.PRACTICE} & await self.bot.registry.claims(channel)
        if is_taken or await self.bot.store.latest_match(channel.id):
            raise DeclinedError(texts.GAME_ROOM(channel=channel.mention))
        warnings = _require_fit(player, channel)
        runners = self._matches_of(player)
        _require_no_opponent(runners, player, host_id)
        try:
            for other_id in {*chain.from_iterable(runner.card.people_ids for runner in runners)}:
                if other_id != player.id and await self.reader(channel, other_id):
                    reader = f"<@{other_id}>"
                    raise DeclinedError(
                        texts.OPPONENT_READS(reader=reader, channel=channel.mention)
                    )
            warnings += await self._others_who_read(player, channel)
        except UnknownReaderError:
            raise DeclinedError(texts.NOT_KNOWN_WHO_READS()) from None
        if not await self.store.put(player.guild.id, player.id, channel.id):
            raise DeclinedError(texts.TAKEN(channel=channel.mention))
        for runner in runners:
            await self.find_channels(runner)
        return texts.opened(player.id, channel.id, warnings)

    def _matches_of(self, player: discord.Member) -> list[MatchRunner]:
        runners = self.bot.runners.on_server(player.guild.id)
        return [runner for runner in runners if runner.card.seat_of(player.id)]

    async def _others_who_read(
        self, player: discord.Member, channel: discord.TextChannel
    ) -> list[str]:
        """Warn of readers of a channel beside the player, hosts and the Dealer.

        Discord does not list them: roles and overwrites tell, and other players are asked about.
        """
        guild = channel.guild
        host_role = self.bot.choices.host_role_of(guild.id)
        hosts = {
            role for role in guild.roles if role.permissions.manage_guild or role.id == host_role
        }
        roles = [
            role.mention
            for role in guild.roles
            if channel.permissions_for(role).view_channel and role not in {*hosts, guild.self_role}
        ]
        cards = [runner.card for runner in self.bot.runners.on_server(guild.id)]
        cards += [card for card, _ in self.bot.registry.waiting(guild.id)]
        known = {
            *await self.store.of_server(guild.id),
            *chain.from_iterable(card.people_ids for card in cards),
            *(
                overwrite.id
                for overwrite in channel.overwrites
                if not isinstance(overwrite, discord.Role)
            ),
        } - {player.id, guild.me.id}
        asked = sorted(known)[:MAX_ASKED]
        members = [await self.reader(channel, user_id) for user_id in asked]
        readers = [
            member.mention
            for member in members
            if member
            and not (member.guild_permissions.manage_guild or hosts.intersection(member.roles))
        ]
        people = at_most([*roles, *readers])
        return [texts.OTHERS_READ(people=listing(people))] if people else []


def _require_no_opponent(runners: list[MatchRunner], player: discord.Member, host_id: int) -> None:
    if host_id != player.id and any(runner.card.seat_of(host_id) for runner in runners):
        raise DeclinedError(texts.IN_MATCH_OF_YOURS())


def _require_fit(player: discord.Member, channel: discord.TextChannel) -> list[str]:
    """Return warnings about a channel, or raise Declined if it does not serve the player."""
    guild = channel.guild
    if channel.permissions_for(guild.default_role).view_channel:
        raise DeclinedError(texts.PUBLIC(channel=channel.mention))
    known = channel_of(player, channel.id, None)
    amiss = Check(tuple(channel_findings(player.display_name, known, own_role(guild)))).problems
    for finding in amiss:
        if finding.severity > Severity.WARNING:
            raise DeclinedError(finding.text)
    return [other_finding.text for other_finding in amiss]


def require_unread(card: MatchCard, seat: Seat, by: discord.Member) -> None:
    """Check that a new player cannot read the other seat's private channel, or raise Declined."""
    channel_id = card.private_channels.get(seat.opponent, 0)
    channel = by.guild.get_channel(channel_id)
    if channel and by != by.guild.me and channel.permissions_for(by).view_channel:
        raise DeclinedError(
            texts.REPLACEMENT_READS(player=bold_name(by.display_name), channel=f"<#{channel_id}>")
        )


def private_channels_of(bot: DealerClient) -> PrivateChannelCog:
    """Return a bot's cog of private channels."""
    return cast("PrivateChannelCog", bot.get_cog(PrivateChannelCog.__name__))


setup = setup_of(PrivateChannelCog)
