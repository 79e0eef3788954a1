"""The checks of `/dealer private-channel`, and its effects on matches."""

from itertools import chain
from typing import Any, Final

import discord

from bot.cogs.bot import DealerClient
from bot.cogs.interactions import DeclinedError
from bot.cogs.permissions import require_text_channel
from bot.live.feature import Claim
from bot.live.people.private_channels import UnknownReaderError
from bot.live.registry import MatchRegistry
from bot.live.runner import MatchRunner
from bot.live.services.checks import Check, PrivateChannel, Severity, channel_findings
from bot.posts.sending.room import MemberPermissions, own_role
from bot.texts.hosts import private_channels as texts

MAX_ASKED: Final = 10
"""Largest number of people that Discord is asked about: each is a request."""


async def open_channel(bot: DealerClient, host_id: int, player: discord.Member, value: Any) -> str:
    """Give a player a private channel; return the answer to the host.

    Raises:
        Declined: The channel cannot be private to them, or the host is playing against them.
        StorageUnavailableError: Nothing can be stored just now.
    """
    try:
        return await _opened(bot, host_id, player, value)
    except UnknownReaderError:
        raise DeclinedError(texts.NOT_KNOWN_WHO_READS()) from None


async def _opened(bot: DealerClient, host_id: int, player: discord.Member, value: Any) -> str:
    registry, guild = bot.registry, player.guild
    if player.bot:
        raise DeclinedError(texts.NO_BOT())
    channel = require_text_channel(value, guild)
    await _require_no_game_room(registry, channel)
    warnings = _require_fit(player, channel)
    runners = matches_of(registry, player)
    require_no_opponent(runners, player, host_id)
    await _require_unread(registry, runners, player, channel)
    warnings += await _others_who_read(registry, player, channel)
    if not await registry.store.choices.put_private_channel(guild.id, player.id, channel.id):
        raise DeclinedError(texts.is_taken(channel.id))
    for runner in runners:
        await registry.find_private_channels(runner)
    return texts.opened(player.id, channel.id, warnings)


async def close_channel(bot: DealerClient, host_id: int, player: discord.Member) -> str:
    """Remove a player's private channel; return the answer to the host.

    Raises:
        Declined: The host is playing against them.
        StorageUnavailableError: Nothing can be stored just now.
    """
    registry, runners = bot.registry, matches_of(bot.registry, player)
    require_no_opponent(runners, player, host_id)
    await registry.store.choices.put_private_channel(player.guild.id, player.id, None)
    for runner in runners:
        await registry.find_private_channels(runner)
    return texts.closed(player.id)


def matches_of(registry: MatchRegistry, player: discord.Member) -> list[MatchRunner]:
    """Return the live matches of a player on their server."""
    runners = registry.runners.on_server(player.guild.id)
    return [runner for runner in runners if runner.card.seat_of(player.id)]


def require_no_opponent(runners: list[MatchRunner], player: discord.Member, host_id: int) -> None:
    """Check that a host is not playing against a player, or raise Declined."""
    if host_id != player.id and any(runner.card.seat_of(host_id) for runner in runners):
        raise DeclinedError(texts.IN_MATCH_OF_YOURS())


async def _require_no_game_room(registry: MatchRegistry, channel: discord.TextChannel) -> None:
    """Check that no match is, was, or is to be played in a channel, or raise Declined."""
    is_taken = {Claim.MATCH, Claim.PRACTICE} & await registry.claims(channel)
    if is_taken or await registry.store.latest_match(channel.id):
        raise DeclinedError(texts.is_game_room(channel.id))


def _require_fit(player: discord.Member, channel: discord.TextChannel) -> list[str]:
    """Return warnings about a channel, or raise Declined if it does not serve the player."""
    guild = channel.guild
    if channel.permissions_for(guild.default_role).view_channel:
        raise DeclinedError(texts.public(channel.id))
    of_dealer, of_player = (
        MemberPermissions.of(guild.me, channel),
        MemberPermissions.of(player, channel),
    )
    known = PrivateChannel(channel.id, of_dealer, of_player)
    amiss = Check(tuple(channel_findings(player.display_name, known, own_role(guild)))).problems
    for finding in amiss:
        if finding.severity > Severity.WARNING:
            raise DeclinedError(finding.text)
    return [other_finding.text for other_finding in amiss]


async def _require_unread(
    registry: MatchRegistry,
    runners: list[MatchRunner],
    player: discord.Member,
    channel: discord.TextChannel,
) -> None:
    """Raise Declined if a current opponent can read a channel, or UnknownReaderError."""
    for card in (runner.card for runner in runners):
        for other_id in set(card.people_ids) - {player.id}:
            if await registry.private_channels.reader(channel, other_id):
                raise DeclinedError(texts.opponent_reads(channel.id, other_id))


async def _others_who_read(
    registry: MatchRegistry, player: discord.Member, channel: discord.TextChannel
) -> list[str]:
    """Warn of readers of a channel beside the player, hosts and the Dealer.

    Discord does not list them: roles and overwrites tell, and other players are asked about.
    """
    guild, host_role = channel.guild, registry.preferences.host_role_of(channel.guild.id)
    hosts = {role for role in guild.roles if role.permissions.manage_guild or role.id == host_role}
    roles = [
        role.mention
        for role in guild.roles
        if channel.permissions_for(role).view_channel and role not in {*hosts, guild.self_role}
    ]
    cards = [runner.card for runner in registry.runners.on_server(guild.id)]
    cards += [card for card, _ in registry.waiting(guild.id)]
    known = {
        *await registry.store.choices.private_channels(guild.id),
        *chain.from_iterable(card.people_ids for card in cards),
        *(
            overwrite.id
            for overwrite in channel.overwrites
            if not isinstance(overwrite, discord.Role)
        ),
    } - {player.id, guild.me.id}
    asked = sorted(known)[:MAX_ASKED]
    members = [await registry.private_channels.reader(channel, user_id) for user_id in asked]
    readers = [member.mention for member in members if member and not _is_host(member, hosts)]
    return [texts.others_read([*roles, *readers])] if roles or readers else []


def _is_host(member: discord.Member, host_roles: set[discord.Role]) -> bool:
    return member.guild_permissions.manage_guild or not host_roles.isdisjoint(member.roles)
