"""`/match check` and `/match rematch`, for hosts who start matches."""

import asyncio
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, choices_of, command, described
from bot.cogs.permissions import (
    require_host,
    require_latest,
    require_players,
    require_text_channel,
)
from bot.features.starting import texts
from bot.features.starting.cog import cog_for, cog_of
from bot.features.starting.options import game_with
from bot.features.starting.players import facts_of, with_private
from bot.features.starting.presets import named, preset_of
from bot.live.feature import Feature
from bot.live.services.checks import report, run_checks
from bot.texts import hosting
from bot.texts.seating import bold_name, plain_name
from bot.values.card import MatchCard, Person
from engine.game import AnyGame
from engine.games import GAMES
from engine.options import chosen_options
from engine.seats import Seat


class Starting(Feature, BotCog):
    """The commands about a match that is to be played."""

    below = "match"

    @command(description="What could go wrong in a match here (hosts)")
    @app_commands.describe(
        game="A game to check with its default options",
        preset="A preset to check instead",
        ec=described(hosting.COMMON_OPTIONS["ec"]),
        dmo=described(hosting.COMMON_OPTIONS["dmo"]),
        room=described(hosting.COMMON_OPTIONS["room"]),
    )
    @app_commands.choices(game=choices_of(GAMES))
    @app_commands.autocomplete(preset=named)
    async def check(  # noqa: PLR0913 - each is an option of the command
        self,
        interaction: Interaction,
        *,
        game: str | None = None,
        preset: str | None = None,
        ec: discord.Member | None = None,
        dmo: discord.Member | None = None,
        room: discord.TextChannel | None = None,
    ) -> str:
        """Make the checks of a start, and report all findings."""
        guild = await require_host(interaction)
        players = {seat: member for seat, member in ((Seat.EC, ec), (Seat.DMO, dmo)) if member}
        require_players(*players.values())
        where = require_text_channel(room or interaction.channel, guild)
        dealt = await self._dealt(guild, game, preset)
        facts = await with_private(self.bot, where, await facts_of(self.bot, where, dealt, players))
        names = {seat: player.display_name for seat, player in players.items()}
        # To tell what was chosen, a game may have to draw its boards.
        return await asyncio.to_thread(report, run_checks(facts), facts, names)

    async def _dealt(
        self, guild: discord.Guild, game: str | None, preset: str | None
    ) -> AnyGame | None:
        """Return the game to check, as a start command would deal it, or raise DeclinedError."""
        options: Mapping[str, str] = {}
        if preset is not None:
            stored = await preset_of(self.bot, guild, preset)
            if game not in {None, stored.game}:
                called, title = bold_name(preset), GAMES[stored.game].title
                raise DeclinedError(texts.OTHER_GAME(name=called, title=title))
            game, options = stored.game, stored.options
        if game is None:
            return None
        defaults = self.bot.choices.server_defaults(guild.id)
        return await game_with(GAMES[game], options, defaults.options_of(GAMES[game]))

    @command(description="Rematch: play the last match here again, with a new seed (hosts)")
    @app_commands.describe(
        swap="Whether the players change seats (true if not set)",
        ready=described(hosting.COMMON_OPTIONS["ready"]),
    )
    async def rematch(
        self, interaction: Interaction, *, swap: bool = True, ready: bool | None = None
    ) -> str:
        """Deal the last match of the room again."""
        guild = await require_host(interaction)
        last = await self._last(interaction)
        seats = {seat: seat.opponent if swap else seat for seat in Seat}
        players = {seat: await _player(guild, last.players[seats[seat]]) for seat in Seat}
        levels = [person.level for person in last.players.values() if person.level]
        options = await asyncio.to_thread(chosen_options, last.game)
        requested = {
            **options,
            **{seat.value: member for seat, member in players.items()},
            "level": levels[0] if levels else None,
            "ready": ready,
        }
        return await cog_of(self.bot, last.game.name).start(interaction, requested)

    async def _last(self, interaction: Interaction) -> MatchCard:
        card, match = await require_latest(interaction, texts.NO_REMATCH)
        if card.is_practice:
            raise DeclinedError(texts.NO_REMATCH())
        if match.result is None:
            raise DeclinedError(hosting.ROOM_TAKEN(room=f"<#{card.room_id}>"))
        return card


async def _player(guild: discord.Guild, person: Person) -> discord.Member:
    try:
        return guild.get_member(person.id) or await guild.fetch_member(person.id)
    except discord.NotFound:
        raise DeclinedError(texts.PLAYER_LEFT(player=plain_name(person.name))) from None


# `cog.py` is no extension, as the library would load another copy of it.
setup = setup_of(*map(cog_for, GAMES.values()), Starting)
