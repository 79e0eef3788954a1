"""`/dealer private-channel`, and what becomes of private channels in matches.

In a private channel a player speaks to the Dealer while hosts read along. A match uses it only
while the other player cannot read it.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, Final, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import BotCog, DealerClient, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, command
from bot.cogs.permissions import require_host, require_text_channel
from bot.features.private_channels import texts
from bot.features.private_channels.store import PrivateChannelStore
from bot.live.feature import Claim, Feature
from bot.live.runner import MatchRunner
from bot.live.services.checks import Check, Finding, Severity, player_permissions
from bot.posts.compose import Composer
from bot.posts.sending.room import (
    PRIVATE_PERMISSIONS,
    MemberPermissions,
    is_fit_for_private,
    missing_in,
    own_role,
    timed_out_ms,
)
from bot.texts import checks
from bot.texts.language import speaking
from bot.texts.seating import at_most, bold_name
from bot.values.card import MatchCard
from bot.values.events import PrivateChannelChanged
from bot.values.post import Post
from engine.seats import Seat
from engine.words.sentences import listing

log = logging.getLogger(__name__)

LONGEST_SECONDS: Final = 1.5
"""Longest wait for Discord; the beginning of a match waits too."""
MAX_ASKED: Final = 10
"""Largest number of people that Discord is asked about: each is a request."""


def fit_channel(guild: discord.Guild | None, channel_id: int) -> discord.TextChannel | None:
    """Return a channel in which the Dealer can speak with a player; None if it cannot."""
    channel = guild.get_channel(channel_id) if guild else None
    if not isinstance(channel, discord.TextChannel):
        return None
    return channel if is_fit_for_private(channel.permissions_for(channel.guild.me)) else None


def serves(player: discord.Member, channel_id: int, other: discord.Member | None) -> bool:
    """Return whether a match can use a player's channel, which the other player may not read."""
    channel = fit_channel(player.guild, channel_id)
    return channel is not None and not (other and channel.permissions_for(other).view_channel)


def channel_findings(
    player: discord.Member, channel_id: int, other: discord.Member | None
) -> Iterator[Finding]:
    """Yield findings about a player's private channel and how to fix them."""
    guild, name = player.guild, player.display_name
    channel = guild.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        yield Finding(Severity.WARNING, texts.GONE(player=bold_name(name)))
        return
    allowed = channel.permissions_for(guild.me)
    lacking = missing_in(allowed, PRIVATE_PERMISSIONS)
    if lacking and not timed_out_ms(guild.me):
        text = texts.dealer_lacks(lacking, channel_id, checks.in_room(channel_id, own_role(guild)))
        is_fit = is_fit_for_private(allowed)
        yield Finding(Severity.WARNING if is_fit else Severity.STOP, text)
    yield from player_permissions(channel_id, name, MemberPermissions.of(player, channel))
    if other and channel.permissions_for(other).view_channel:
        yield Finding(Severity.STOP, texts.read_by(name, channel_id, other.display_name))
    if serves(player, channel_id, other):
        text = texts.IN_USE(player=bold_name(name), channel=channel.mention)
        yield Finding(Severity.FINE, text)


class UnknownReaderError(Exception):
    """Error if Discord does not say whether somebody can read a channel."""


class PrivateChannels(Feature, BotCog):
    """Gives players private channels, as long as these are private in their matches."""

    below = "dealer"

    def __init__(self, bot: DealerClient) -> None:
        super().__init__(bot)
        self.store = PrivateChannelStore(bot.store.access)

    async def of_match(self, card: MatchCard) -> tuple[MatchCard, dict[Seat, int]]:
        """Return a match with its usable private channels, and the unusable ones."""
        known = {} if card.is_direct else await self.store.of_server(card.guild_id)
        people = zip(card.people, card.people_ids, strict=True)
        own = {seat: known[user_id] for seat, user_id in people if user_id in known}
        fit = {
            seat: channel_id
            for seat, channel_id in own.items()
            if await self.is_private(card, seat, channel_id)
        }
        unfit = {seat: channel_id for seat, channel_id in own.items() if seat not in fit}
        return replace(card, private_channels=fit), unfit

    async def is_private(self, card: MatchCard, seat: Seat, channel_id: int) -> bool:
        """Return whether a channel serves a seat, and the other seat cannot read it.

        False if that is unknown.
        """
        other = card.players[seat.opponent]
        channel = fit_channel(self.bot.get_guild(card.guild_id), channel_id)
        if channel is None or other.level is not None:
            return channel is not None
        try:
            return await self.reader(channel, other.id) is None
        except UnknownReaderError:
            return False

    async def reader(self, channel: discord.TextChannel, user_id: int) -> discord.Member | None:
        """Return a user as a channel's reader, or None; raise UnknownReaderError if unknown."""
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                member = await channel.guild.fetch_member(user_id)
        except discord.NotFound:
            return None
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("cannot tell whether %s can read %s: %s", user_id, channel.id, error)
            raise UnknownReaderError from error
        return member if channel.permissions_for(member).view_channel else None

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
        guild = self.bot.get_guild(runner.card.guild_id)
        for seat, channel_id in runner.card.private_channels.items():
            if not fit_channel(guild, channel_id):
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
            DeclinedError: The channel cannot be private to them, or the host plays against them.
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
    """Return warnings about a channel, or raise DeclinedError if it does not serve the player."""
    if channel.permissions_for(channel.guild.default_role).view_channel:
        raise DeclinedError(texts.PUBLIC(channel=channel.mention))
    problems = Check(tuple(channel_findings(player, channel.id, None))).problems
    for finding in problems:
        if finding.severity > Severity.WARNING:
            raise DeclinedError(finding.text)
    return [finding.text for finding in problems]


def require_unread(card: MatchCard, seat: Seat, by: discord.Member) -> None:
    """Raise DeclinedError if a new player can read the other seat's private channel."""
    channel_id = card.private_channels.get(seat.opponent, 0)
    channel = by.guild.get_channel(channel_id)
    if channel and by != by.guild.me and channel.permissions_for(by).view_channel:
        raise DeclinedError(
            texts.REPLACEMENT_READS(player=bold_name(by.display_name), channel=f"<#{channel_id}>")
        )


def private_channels_of(bot: DealerClient) -> PrivateChannels:
    """Return a bot's cog of private channels."""
    return cast("PrivateChannels", bot.get_cog(PrivateChannels.__name__))


setup = setup_of(PrivateChannels)
