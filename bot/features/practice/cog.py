"""`/practice`: a match against the Dealer that counts nowhere, for anybody."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction
from bot.cogs.interactions import Declined, reply, when_done
from bot.cogs.permissions import require_access, require_open, require_room
from bot.features.starting.options import LEVELS
from bot.storage.tables.records import PracticeRequest
from bot.texts.players import practice
from bot.values.card import NO_SERVER
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.seats import Seat

_GAMES = [
    app_commands.Choice(name=game.title, value=name)
    for name, game in GAMES.items()
    if has_opponent(game)
]
_LEVELS = [app_commands.Choice(name=each.value, value=each.value) for each in LEVELS]


class Practice(commands.Cog):
    """Deals practice in rooms that are open for it, and in direct messages."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @app_commands.command(description="Play against me; it doesn't count")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        game="The game to practise",
        level="How well I play (normal if not set)",
        seat="Your seat (the EC's if not set)",
    )
    @app_commands.choices(game=_GAMES, level=_LEVELS)
    async def practice(
        self,
        interaction: Interaction,
        game: str,
        level: str | None = None,
        seat: Literal["ec", "dmo"] | None = None,
    ) -> None:
        """Deal a practice match here, or say when there will be one."""
        require_open(self.bot.registry)
        request = PracticeRequest(
            user_id=interaction.user.id,
            user_name=interaction.user.display_name,
            interaction_id=interaction.id,
            guild_id=interaction.guild.id if interaction.guild else NO_SERVER,
            room_id=await self._room(interaction),
            game=game,
            seat=Seat(seat or Seat.EC),
            level=Level(level or Level.NORMAL),
        )
        practices = self.bot.registry.practices
        is_busy = practices.is_busy(request.user_id)
        before = await when_done(interaction, practices.ask(request))
        await reply(interaction, practice.answer(before, is_busy=is_busy))

    async def _room(self, interaction: Interaction) -> int:
        """Return the room to play in, or raise Declined."""
        guild, room_id = interaction.guild, interaction.channel_id or 0
        if guild is None:
            return room_id
        rooms = await self.bot.registry.store.servers.practice_rooms(guild.id)
        if room_id not in rooms:
            raise Declined(practice.elsewhere(rooms))
        room = require_room(interaction.channel, guild)
        if isinstance(interaction.user, discord.Member):
            require_access(interaction.user, room)
        return room_id


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Practice(bot))
