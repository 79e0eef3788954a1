"""Checks who may do what: each check returns what it found, or declines and says why.

They are made in this order: server, host, match, phase, seat; and when something is about to be
done, as all of it may have changed since a command was typed. Discord hides `/dealer` from whoever
lacks *Manage Server*, and each command from where it does not belong; but servers can change the
one, and clients may know yesterday's commands. The library's checks know neither host roles nor
matches.
"""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.client.client import DealerClient
from bot.client.command_tree import Declined
from bot.matches.registry import MatchRegistry
from bot.matches.runner import MatchRunner
from bot.texts import answers, hosts, seating, submissions
from engine.seats import Seat

PLAYER_PERMISSIONS: Final = ("view_channel", "send_messages")
ROOM_PERMISSIONS: Final = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "add_reactions",
)

# Servers and their hosts


def require_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """Return the server on which a command was given.

    Raises:
        Declined: It was given in a direct message.
    """
    if interaction.guild is None:
        raise Declined(hosts.SERVERS_ONLY)
    return interaction.guild


def require_manager(interaction: discord.Interaction[Any]) -> discord.Guild:
    """Return the server, if whoever gave a command manages it.

    Raises:
        Declined: They do not, or it was given in a direct message.
    """
    guild = require_guild(interaction)
    if not interaction.permissions.manage_guild:
        raise Declined(hosts.MANAGERS_ONLY)
    return guild


async def require_host(interaction: discord.Interaction[DealerClient]) -> discord.Guild:
    """Return the server, if whoever gave a command is a host there: by the role, or as a manager.

    Raises:
        Declined: They are not, or it was given in a direct message.
    """
    guild = require_guild(interaction)
    if interaction.permissions.manage_guild:
        return guild
    role_id = await interaction.client.registry.store.host_role(guild.id)
    member = interaction.user
    roles = member.roles if isinstance(member, discord.Member) else []
    if role_id not in {role.id for role in roles if not role.is_default()}:
        raise Declined(hosts.HOSTS_ONLY)
    return guild


# Matches


def require_open(registry: MatchRegistry) -> None:
    """Check that the matches are resumed; before that, none can be found.

    Raises:
        Declined: They are not yet.
    """
    if not registry.is_open:
        raise Declined(answers.STARTING)


def require_live(
    interaction: discord.Interaction[DealerClient], number: int | None = None
) -> MatchRunner:
    """Return the live match in the room of a command, or the one on its server with a number.

    Raises:
        Declined: There is none, or it is quarantined, or this is a direct message.
    """
    guild, registry = require_guild(interaction), interaction.client.registry
    room_id = interaction.channel_id or 0
    if number is None and registry.quarantine.in_room(room_id):
        raise Declined(answers.QUARANTINED)
    runner = registry.runner_in(room_id) if number is None else registry.runner_of(number)
    if runner is None or runner.match.result or runner.card.guild_id != guild.id:
        raise Declined(answers.NO_LIVE_MATCH if number is None else answers.NO_SUCH_MATCH)
    return runner


def require_match(registry: MatchRegistry, match_id: int) -> MatchRunner:
    """Return the live match with an id.

    Raises:
        Declined: It is over.
    """
    runner = registry.runner_of(match_id)
    if runner is None or runner.match.result:
        raise Declined(submissions.MATCH_ENDED)
    return runner


def require_no_player(player_ids: Mapping[Seat, int], user_id: int) -> None:
    """Check that somebody does not play in a match: nobody rules in a match of their own.

    Raises:
        Declined: They play in it.
    """
    if user_id in player_ids.values():
        raise Declined(hosts.OWN_MATCH)


def require_secrets_awaited(runner: MatchRunner) -> None:
    """Check that something secret is awaited now.

    Raises:
        Declined: Nothing secret is.
    """
    if not runner.match.game.takes_secrets(runner.match.state):
        raise Declined(submissions.NONE_AWAITED)


def require_seat(runner: MatchRunner, user_id: int) -> Seat:
    """Return somebody's seat in a match.

    Raises:
        Declined: They have none.
    """
    seat = runner.card.seat_of(user_id)
    if seat is None:
        raise Declined(submissions.NOT_YOUR_MATCH)
    return seat


# New matches


def require_players(*players: discord.Member) -> None:
    """Check that two different people are to play; the Dealer may take either seat, or both.

    Raises:
        Declined: One is another bot, or they are the same person.
    """
    for player in players:
        if player.bot and player != player.guild.me:
            raise Declined(hosts.BOT_PLAYER.format(name=seating.plain_name(player.display_name)))
    people = [player.id for player in players if not player.bot]
    if len({*people}) < len(people):
        raise Declined(hosts.SAME_PLAYER)


def require_room(room: Any, guild: discord.Guild) -> discord.TextChannel:
    """Check that the Dealer can hold a match in a room.

    Raises:
        Declined: It is no text channel of the server, or the Dealer lacks permissions there.
    """
    if not isinstance(room, discord.TextChannel):
        raise Declined(hosts.ROOM_MISSING)
    if room.guild.id != guild.id:
        raise Declined(hosts.OTHER_SERVER)
    missing = _missing(room.permissions_for(guild.me), ROOM_PERMISSIONS)
    if missing:
        raise Declined(hosts.ROOM_PERMISSIONS.format(room=room.mention, missing=missing))
    return room


def require_access(player: discord.Member, room: discord.TextChannel) -> None:
    """Check that a player can read and write in a room.

    Raises:
        Declined: They cannot.
    """
    missing = _missing(room.permissions_for(player), PLAYER_PERMISSIONS)
    if missing:
        name = seating.plain_name(player.display_name)
        raise Declined(
            hosts.PLAYER_PERMISSIONS.format(player=name, room=room.mention, missing=missing)
        )


def _missing(allowed: discord.Permissions, wanted: tuple[str, ...]) -> str:
    return seating.listing(
        [each.replace("_", " ") for each in wanted if not getattr(allowed, each)]
    )
