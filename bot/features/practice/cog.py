"""`/practice`: matches against the Dealer that count nowhere; `/dealer practice`: their rooms."""

from typing import Literal

import discord
from discord import app_commands

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, command
from bot.cogs.permissions import require_host, require_no_private_channel, require_room
from bot.features.practice import texts
from bot.features.practice.practices import PracticeQueue
from bot.features.practice.store import PracticeRequest, PracticeStore
from bot.live.feature import Claim, Feature
from bot.values.card import LEVELS, NO_SERVER
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.seats import Seat

_GAMES = [
    app_commands.Choice(name=game.title, value=name)
    for name, game in GAMES.items()
    if has_opponent(game)
]
_LEVELS = [app_commands.Choice(name=level.value, value=level.value) for level in LEVELS]


class Practice(PracticeQueue):
    """Deals practice in rooms that are open for it, and in direct messages."""

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Claim a room that is open for practice."""
        rooms = await self.store.rooms(channel.guild.id)
        return Claim.PRACTICE if channel.id in rooms else None

    @command(description="Play against me; it doesn't count")
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
    ) -> str:
        """Deal a practice match here, or say when there will be one."""
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
        is_busy = self.bot.runners.is_busy(request.user_id)
        return texts.answer(await self.ask(request), is_busy=is_busy)

    async def _room(self, interaction: Interaction) -> int:
        guild, room_id = interaction.guild, interaction.channel_id or 0
        if guild is None:
            return room_id
        rooms = await self.store.rooms(guild.id)
        if room_id not in rooms:
            raise DeclinedError(texts.elsewhere(rooms))
        return require_room(interaction.channel, guild, interaction.user).id


class PracticeRooms(Feature, BotCog):
    """Opens rooms for practice, and closes them."""

    below = "dealer"

    @command(description="Open a room for practice against me, or close it (hosts)")
    @app_commands.describe(
        room="The room in which anyone can then use /practice",
        is_open="Whether it is open for practice (true if not set)",
    )
    @app_commands.rename(is_open="open")
    async def practice(
        self, interaction: Interaction, room: discord.TextChannel, *, is_open: bool = True
    ) -> str:
        """Open a room for practice, or close it."""
        guild, store = await require_host(interaction), PracticeStore(self.bot.store.access)
        if is_open:
            await require_no_private_channel(self.bot.registry, require_room(room, guild))
            await store.open_room(guild.id, room.id)
            return texts.ROOM_OPENED(room=room.id)
        await store.close_room(room.id)
        return texts.ROOM_CLOSED(room=room.id)


setup = setup_of(Practice, PracticeRooms)
