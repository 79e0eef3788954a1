"""Who may do what: guild, role, match, phase and seat, asked in this order wherever they are asked.

Discord itself does not offer `/dealer` to anybody without Manage Server, nor any command where it
does not belong; but a server can change the one, and a client may know the commands of yesterday.

Each is asked when something is about to be done, since all may have changed since it was wanted.
"""

from collections.abc import Mapping
from typing import Any

import discord

from bot.client import DealerClient
from bot.command_tree import Declined
from bot.matches.registry import MatchRegistry
from bot.matches.runner import MatchRunner
from bot.texts import answers, hosts, submissions
from engine.seats import Seat


def require_guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The guild in which a command was given.

    Raises:
        Declined: It was given in a direct message.
    """
    if interaction.guild is None:
        raise Declined(hosts.SERVERS_ONLY)
    return interaction.guild


def require_manager(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The guild in which somebody who manages it gave a command.

    Raises:
        Declined: It was given outside a guild, or by somebody else.
    """
    guild = require_guild(interaction)
    if not interaction.permissions.manage_guild:
        raise Declined(hosts.MANAGERS_ONLY)
    return guild


async def require_host(interaction: discord.Interaction[DealerClient]) -> discord.Guild:
    """The guild in which somebody who is a host there gave a command.

    Raises:
        Declined: It was given outside a guild, or not by a host.
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


def require_live(
    interaction: discord.Interaction[DealerClient], number: int | None = None
) -> MatchRunner:
    """The live match of the room in which a command was given, or the guild's of a number.

    Raises:
        Declined: It was given outside a guild, or no such match is live.
    """
    guild, registry = require_guild(interaction), interaction.client.registry
    room_id = interaction.channel_id or 0
    if number is None and registry.quarantine.in_room(room_id):
        raise Declined(answers.SET_ASIDE)
    runner = registry.runner_in(room_id) if number is None else registry.runner_of(number)
    if runner is None or runner.match.result or runner.card.guild_id != guild.id:
        raise Declined(answers.NO_LIVE_MATCH if number is None else answers.NO_SUCH_MATCH)
    return runner


def require_no_player(player_ids: Mapping[Seat, int], user_id: int) -> None:
    """Nothing, where somebody does not play in a match: nobody rules in a match of their own.

    Raises:
        Declined: They play in it.
    """
    if user_id in player_ids.values():
        raise Declined(hosts.OWN_MATCH)


def require_open(registry: MatchRegistry) -> None:
    """Check that the matches are resumed; before that, none can be found.

    Raises:
        Declined: They are not yet.
    """
    if not registry.is_open:
        raise Declined(answers.STARTING)


def require_match(registry: MatchRegistry, match_id: int) -> MatchRunner:
    """The live match of an id.

    Raises:
        Declined: It is over.
    """
    runner = registry.runner_of(match_id)
    if runner is None or runner.match.result:
        raise Declined(submissions.MATCH_ENDED)
    return runner


def require_secrets_awaited(runner: MatchRunner) -> None:
    """Nothing, where something secret is awaited now.

    Raises:
        Declined: Nothing secret is.
    """
    if not runner.match.game.takes_secrets(runner.match.state):
        raise Declined(submissions.NONE_AWAITED)


def require_seat(runner: MatchRunner, user_id: int) -> Seat:
    """The seat of somebody at a match.

    Raises:
        Declined: They have none.
    """
    seat = runner.card.seat_of(user_id)
    if seat is None:
        raise Declined(submissions.NOT_YOUR_MATCH)
    return seat
