"""`/match rematch`: deals the last match of a room again, from a new seed."""

import asyncio
from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.card import MatchCard, Person
from bot.client.client import DealerClient, Interaction
from bot.client.command_tree import Declined
from bot.client.translator import described
from bot.cogs.permissions import require_host
from bot.cogs.starting.game_cog import cog_of
from bot.incoming.replies import reply, when_done
from bot.texts.hosts import hosting, seasons
from bot.texts.seating import plain_name
from engine.options import chosen_options
from engine.seats import Seat


class Rematch(commands.Cog):
    """The command; the cog of `/match` has it among its own."""

    bot: DealerClient

    @app_commands.command(
        description="Rematch: play the last match here again, with a new seed (hosts)"
    )
    @app_commands.describe(
        swap="Whether the players change seats (true if not set)",
        ready=described(hosting.COMMON_OPTIONS["ready"]),
    )
    async def rematch(
        self, interaction: Interaction, *, swap: bool = True, ready: bool | None = None
    ) -> None:
        """Deal the last match of the room again."""
        given = {"swap": swap, "ready": ready}
        # Drawing boards and keeping the match may take a while.
        await reply(interaction, await when_done(interaction, self._rematch(interaction, given)))

    async def _rematch(self, interaction: Interaction, given: Mapping[str, bool | None]) -> str:
        """Start the match, and return what to tell the host.

        Raises:
            Declined: It cannot be started.
        """
        guild = await require_host(interaction)
        last = await self._last(interaction)
        seats = {seat: seat.opponent if given["swap"] else seat for seat in Seat}
        players = {seat: await _player(guild, last.players[seats[seat]]) for seat in Seat}
        levels = [person.level for person in last.players.values() if person.level]
        options = await asyncio.to_thread(chosen_options, last.game)
        wanted = {
            **options,
            **{seat.value: member for seat, member in players.items()},
            "level": levels[0] if levels else None,
            "ready": given["ready"],
        }
        return await cog_of(self.bot, last.game.name).start(interaction, wanted)

    async def _last(self, interaction: Interaction) -> MatchCard:
        """The last match of the room, which must be over.

        Raises:
            Declined: There is none, it is not over, or it was practice.
        """
        latest = await self.bot.registry.latest_in(interaction.channel_id or 0)
        if latest is None or latest[0].is_practice:
            raise Declined(seasons.NO_REMATCH())
        card, match = latest
        if match.result is None:
            raise Declined(hosting.ROOM_TAKEN(room=f"<#{card.room_id}>"))
        return card


async def _player(guild: discord.Guild, person: Person) -> discord.Member:
    """Somebody who played, as a member of the server.

    Raises:
        Declined: They have left it.
    """
    try:
        return guild.get_member(person.id) or await guild.fetch_member(person.id)
    except discord.NotFound:
        raise Declined(seasons.PLAYER_LEFT(player=plain_name(person.name))) from None
