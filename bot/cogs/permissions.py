"""Checks of permissions: each returns its finding, or declines with the reason.

They are made in this order: server, host, match, phase, seat; and at the last moment, as all of it
may have changed since a command was typed. Discord hides `/dealer` from users without *Manage
Server*, and each command from where it does not belong; but servers can change the one, and clients
may know yesterday's commands. The library's checks know neither host roles nor matches.
"""

from collections.abc import Mapping
from typing import Any

import discord

from bot.cogs.bot import Interaction
from bot.cogs.interactions import DeclinedError
from bot.live.feature import Claim
from bot.live.registry import MatchRegistry
from bot.live.runner import MatchRunner
from bot.live.services.checks import Check, dealer_permissions, player_permissions
from bot.posts.sending.room import MemberPermissions, own_role
from bot.storage.tables.records import StoredMatch
from bot.texts import answers, checks, hosting, seating
from bot.texts.language import Text
from bot.values.card import Address, MatchCard
from engine.game import AnyGame
from engine.matches.entries import Entry
from engine.matches.match import Match
from engine.opponents.choose import has_opponent
from engine.seats import Seat

# Servers and their hosts


def require_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """Return the server on which a command was given, or raise DeclinedError."""
    if interaction.guild is None:
        raise DeclinedError(hosting.SERVERS_ONLY())
    return interaction.guild


def require_manager(interaction: discord.Interaction[Any]) -> discord.Guild:
    """Return the server, if the user of a command manages it, or raise DeclinedError."""
    guild = require_guild(interaction)
    if not interaction.permissions.manage_guild:
        raise DeclinedError(hosting.MANAGERS_ONLY())
    return guild


async def require_host(interaction: Interaction) -> discord.Guild:
    """Return the server of a host, by role or as a manager; otherwise raise DeclinedError."""
    guild = require_guild(interaction)
    if not is_host(interaction):
        raise DeclinedError(hosting.HOSTS_ONLY())
    return guild


def is_host(interaction: Interaction) -> bool:
    """Return whether the user of an interaction is a host on its server, if any."""
    if interaction.permissions.manage_guild:
        return True
    member = interaction.user
    return isinstance(member, discord.Member) and interaction.client.hosts.has_role(member)


# Matches


def require_live(
    interaction: Interaction,
    number: int | None = None,
    room_id: int | None = None,
) -> MatchRunner:
    """Return the live match of the room, of `room_id` or by number, or raise DeclinedError."""
    guild, client = interaction.guild, interaction.client
    room_id = room_id or interaction.channel_id or 0
    if number is None and client.quarantine.in_room(room_id):
        raise DeclinedError(answers.QUARANTINED())
    runners = client.runners
    runner = runners.in_room(room_id) if number is None else runners.of_match(number)
    if (
        runner is None
        or runner.match.result
        or not (runner.card.guild_id == guild.id if guild else runner.card.room_id == room_id)
    ):
        raise DeclinedError(answers.NO_LIVE_MATCH() if number is None else answers.NO_SUCH_MATCH())
    return runner


async def require_latest(
    interaction: Interaction, reason: Text = answers.NO_MATCH
) -> tuple[MatchCard, Match]:
    """Return a room's live match, or else the last one that ended there, or raise DeclinedError."""
    latest = await interaction.client.registry.latest_in(interaction.channel_id or 0)
    if latest is None:
        raise DeclinedError(reason())
    return latest


def own_practice(interaction: Interaction) -> MatchRunner | None:
    """Return the user's practice match, if it is played where the command was given."""
    runner = interaction.client.runners.practice_of(interaction.user.id)
    is_here = runner is not None and runner.card.room_id == interaction.channel_id
    return runner if is_here else None


async def require_rulable_match(interaction: Interaction, number: int | None = None) -> MatchRunner:
    """Return the live match that its host or practising player rules, or raise DeclinedError."""
    practice = own_practice(interaction) if number is None else None
    if practice:
        return practice
    await require_host(interaction)
    runner = require_live(interaction, number)
    require_no_player(runner.card.player_ids, interaction.user.id)
    return runner


def require_match(interaction: Interaction, match_id: int) -> MatchRunner:
    """Return the live match with an id, or raise DeclinedError."""
    runner = interaction.client.runners.of_match(match_id)
    if runner is None or runner.match.result:
        raise DeclinedError(answers.MATCH_ENDED())
    return runner


async def require_log(
    interaction: Interaction, match_id: int
) -> tuple[MatchCard, tuple[Entry, ...]]:
    """Return a match and its log for its players and its room's readers, or raise DeclinedError."""
    runner = interaction.client.runners.of_match(match_id)
    if runner:
        card, entries = runner.card, runner.match.entries
    else:
        stored = await interaction.client.store.finished_match(id=match_id)
        if not isinstance(stored, StoredMatch):
            raise DeclinedError(answers.NOTHING_TO_SHOW())
        card, entries = stored.card, tuple(entry.entry for entry in stored.entries)
    plays = card.seat_of(interaction.user.id) is not None
    if not plays and not reads_room(interaction, card.address):
        raise DeclinedError(answers.NOTHING_TO_SHOW())
    return card, entries


def reads_room(interaction: Interaction, address: Address) -> bool:
    """Return whether a user reads the room of a match; if that is gone, only hosts count."""
    if address.room_id == interaction.channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != address.guild_id or not isinstance(member, discord.Member):
        return False
    room = guild.get_channel_or_thread(address.room_id)
    if room is None:
        return is_host(interaction)
    allowed = room.permissions_for(member)
    return allowed.view_channel and allowed.read_message_history


def require_no_player(player_ids: Mapping[Seat, int], user_id: int) -> None:
    """Raise DeclinedError if a user plays in a match: nobody rules in their own."""
    if user_id in player_ids.values():
        raise DeclinedError(hosting.OWN_MATCH())


def require_seat(runner: MatchRunner, user_id: int) -> Seat:
    """Return a user's seat in a match, or raise DeclinedError."""
    seat = runner.card.seat_of(user_id)
    if seat is None:
        raise DeclinedError(answers.NOT_YOUR_MATCH())
    return seat


# New matches


def require_players(
    *players: discord.Member, other_id: int = 0, game: type[AnyGame] | None = None
) -> None:
    """Check that two different people are to play, `other_id` among them if it is set.

    The Dealer may take either seat, or both, if it can play the game.

    Raises:
        DeclinedError: One is another bot, they are the same person, or the Dealer cannot play.
    """
    for player in players:
        if player.bot and player != player.guild.me:
            raise DeclinedError(hosting.BOT_PLAYER(name=seating.plain_name(player.display_name)))
    people = [*(player.id for player in players if not player.bot), other_id]
    if len({*people}) < len(people):
        raise DeclinedError(hosting.SAME_PLAYER())
    if game and not has_opponent(game) and any(player == player.guild.me for player in players):
        raise DeclinedError(hosting.NO_OPPONENT(game=game.title))


def require_text_channel(room: Any, guild: discord.Guild) -> discord.TextChannel:
    """Check that matches can be played in a room, or raise DeclinedError."""
    if not isinstance(room, discord.TextChannel):
        raise DeclinedError(hosting.ROOM_MISSING())
    if room.guild.id != guild.id:
        raise DeclinedError(hosting.OTHER_SERVER())
    return room


async def require_no_private_channel(registry: MatchRegistry, room: discord.TextChannel) -> None:
    """Check that a room is nobody's private channel, or raise DeclinedError."""
    if Claim.PRIVATE in await registry.claims(room):
        raise DeclinedError(checks.ROOM_IS_PRIVATE(channel=room.mention))


# Practice


def require_room(
    room: Any, guild: discord.Guild, player: discord.User | discord.Member | None = None
) -> discord.TextChannel:
    """Check the permissions of the Dealer, and a player, in a room, or raise DeclinedError."""
    channel = require_text_channel(room, guild)
    allowed = MemberPermissions.of(guild.me, channel)
    findings = [*dealer_permissions(channel.id, allowed, own_role(guild))]
    if isinstance(player, discord.Member):
        allowed = MemberPermissions.of(player, channel)
        findings += player_permissions(channel.id, player.display_name, allowed)
    for finding in Check(tuple(findings)).problems:
        raise DeclinedError(finding.text)
    return channel
