"""A cog for each game: its command `start`, and the texts typed in its rooms."""

import inspect
from dataclasses import replace
from types import new_class
from typing import Any, ClassVar, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction
from bot.cogs.incoming.messages import GameRooms
from bot.cogs.interactions import DeclinedError, described, reply, when_done
from bot.cogs.permissions import require_host, require_players, require_text_channel
from bot.features.panels import texts as panels
from bot.features.panels.cog import panels_of
from bot.features.starting.options import game_with, level_of_dealer, panel_for, parameters_of
from bot.features.starting.players import startable
from bot.storage.store import RoomTakenError
from bot.texts import hosting
from bot.texts.seating import lines_that_fit
from bot.values.card import MatchCard, Person
from bot.values.discord_time import snowflake_ms
from engine.game import AnyGame
from engine.options import descriptions
from engine.seats import Seat


class GameCog(GameRooms, commands.GroupCog):
    """One game: `/<game> start`, and the texts typed in the rooms where it is played.

    The subclass for a game (`cog_for`) has the game's name.
    """

    game: ClassVar[type[AnyGame]]

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        cast("app_commands.Group", self.app_command).add_command(self._start_command())

    def _start_command(self) -> app_commands.Command[Any, Any, Any]:
        async def start(interaction: discord.Interaction[Any], /, **value: Any) -> None:
            # Fetching a file and keeping the match may take a while.
            await reply(interaction, await when_done(interaction, self.start(interaction, value)))

        parameters = parameters_of(self.game)
        start.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        texts = hosting.COMMON_OPTIONS | descriptions(self.game)
        options = {parameter.name: described(texts[parameter.name]) for parameter in parameters[1:]}
        app_commands.describe(**options)(start)
        return app_commands.Command(
            name="start",
            description=described(hosting.START_COMMAND.about(title=self.game.title)),
            callback=start,
        )

    async def start(self, interaction: Interaction, values: dict[str, Any]) -> str:
        """Start a match as the host has chosen; return the answer, or raise DeclinedError.

        `values` has players by their seats, and options by their names.
        """
        guild = await require_host(interaction)
        ready, start_time = values.pop("ready", None), values.pop("at", None)
        players = {seat: values.pop(seat.value) for seat in Seat}
        require_players(*players.values(), game=self.game)
        level = level_of_dealer(values.pop("level", None), has_seat=guild.me in players.values())
        room = require_text_channel(values.pop("room", None) or interaction.channel, guild)
        force = bool(values.pop("force", None))
        defaults = self.bot.choices.server_defaults(guild.id)
        card = MatchCard(
            guild_id=guild.id,
            room_id=room.id,
            game=await game_with(self.game, values, defaults.options_of(self.game)),
            players={
                seat: Person(player.id, player.display_name, level if player == guild.me else None)
                for seat, player in players.items()
            },
            host_id=interaction.user.id,
            began_ms=snowflake_ms(interaction.id),
            pings=defaults.pings,
            language=self.bot.choices.language_of_server(guild.id),
        )
        panel = panel_for(card, defaults.ready if ready is None else ready, start_time)
        panel = replace(panel, is_forced=force)
        check = await startable(self.bot, room, card.game, players, force=force)
        try:
            if panel.begins(card.began_ms):
                await self.bot.registry.open_match(card, interaction.id)
                started = hosting.STARTED(room=room.mention)
            else:
                await panels_of(self.bot).set_up(panel)
                started = panels.set_up(room.mention, panel.at_ms)
        except RoomTakenError:
            raise DeclinedError(hosting.ROOM_TAKEN(room=room.mention)) from None
        return lines_that_fit([started, *(finding.line for finding in check.problems)])


def cog_of(bot: DealerClient, game: str) -> GameCog:
    """Return a game's cog."""
    return cast("GameCog", bot.get_cog(game))


def cog_for(game: type[AnyGame]) -> type[GameCog]:
    """Return the class of a game's cog."""
    named = {"name": game.name, "group_description": game.title}
    kind = new_class(f"{game.__name__}Cog", (GameCog,), named, lambda body: body.update(game=game))
    return cast("type[GameCog]", kind)
