"""`/preset`: a game's options under a name, for hosts of a server."""

import asyncio
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import DealerClient, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, choices_of, command, described
from bot.cogs.permissions import require_host, require_latest
from bot.features.starting import texts
from bot.features.starting.cog import cog_of
from bot.features.starting.options import game_with, in_notation
from bot.features.starting.store import MAX_PRESETS, Preset, StartingStore
from bot.texts import hosting, seating
from bot.values.card import LEVELS
from engine.game import AnyGame
from engine.games import GAMES
from engine.options import chosen_options

LONGEST_NAME: Final = 32
LONGEST_OPTIONS: Final = 1000

STARTING: Final = ("ec", "dmo", "room", "level", "ready", "at", "force")
"""The options of a start that no preset has."""


async def preset_of(client: DealerClient, guild: discord.Guild, name: str) -> Preset:
    """Return a server's preset, or raise DeclinedError."""
    stored_presets = await StartingStore(client.store.access).presets(guild.id)
    preset = next((preset for preset in stored_presets if preset.name == name), None)
    if preset is None:
        raise DeclinedError(texts.UNKNOWN(name=seating.bold_name(name)))
    return preset


async def named(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer a host the matching names of a server's presets; others are offered none."""
    try:
        guild = await require_host(interaction)
    except DeclinedError:
        return []
    stored_presets = await StartingStore(interaction.client.store.access).presets(guild.id)
    names = [preset.name for preset in stored_presets if typed.casefold() in preset.name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in names[:MAX_PRESETS]]


class PresetCog(
    commands.GroupCog, group_name="preset", group_description="Options under a name (hosts)"
):
    """Saves a game's options, starts matches with them, lists and deletes them."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot
        self.store = StartingStore(bot.store.access)

    @command(description="Save a game's options under a name (hosts)")
    @app_commands.describe(
        name="The preset's name; replaces one of the same name",
        game="The game (the one in this room if not set, with the options it has)",
        options="Options as name=value with spaces in between, such as turn=90 reserve=1h30m",
    )
    @app_commands.choices(game=choices_of(GAMES))
    async def save(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        game: str | None = None,
        options: app_commands.Range[str, 1, LONGEST_OPTIONS] | None = None,
    ) -> str:
        """Save options under a name."""
        guild = await require_host(interaction)
        name = " ".join(name.split())
        if seating.plain_name(name) == seating.NAMELESS:
            raise DeclinedError(texts.UNNAMED())
        game, chosen = await self._base(interaction, game)
        chosen |= _read(GAMES[game], options or "")
        # A preset must be acceptable to the start command.
        await game_with(GAMES[game], chosen, {})
        if not await self.store.put_preset(guild.id, Preset(name, game, chosen)):
            raise DeclinedError(texts.FULL(most=MAX_PRESETS))
        return texts.SAVED(preset=texts.line(name, GAMES[game], chosen))

    @command(description="Start a match with the options of a preset (hosts)")
    @app_commands.describe(
        name="The preset",
        **{name: described(hosting.COMMON_OPTIONS[name]) for name in STARTING},
    )
    @app_commands.autocomplete(name=named)
    async def use(  # noqa: PLR0913 - each is an option of the command
        self,
        interaction: Interaction,
        name: str,
        ec: discord.Member,
        dmo: discord.Member,
        *,
        room: discord.TextChannel | None = None,
        level: Literal[tuple(map(str, LEVELS))] | None = None,  # type: ignore[valid-type]
        ready: bool | None = None,
        at: str | None = None,
        force: bool = False,
    ) -> str:
        """Start a match like the game's own command."""
        guild = await require_host(interaction)
        preset = await preset_of(self.bot, guild, name)
        people = {"ec": ec, "dmo": dmo, "room": room, "level": level}
        values = {**preset.options, **people, "ready": ready, "at": at, "force": force}
        return await cog_of(self.bot, preset.game).start(interaction, values)

    @command(name="list", description="All presets of this server (hosts)")
    async def list_all(self, interaction: Interaction) -> str:
        """List the texts."""
        guild = await require_host(interaction)
        stored_presets = await self.store.presets(guild.id)
        lines = [
            texts.line(preset.name, GAMES[preset.game], preset.options) for preset in stored_presets
        ]
        return seating.lines_that_fit(lines) or texts.NONE()

    @command(description="Delete a preset (hosts)")
    @app_commands.describe(name="The preset")
    @app_commands.autocomplete(name=named)
    async def delete(self, interaction: Interaction, name: str) -> str:
        """Delete a preset."""
        guild = await require_host(interaction)
        called = seating.bold_name(name)
        if not await self.store.delete_preset(guild.id, name):
            raise DeclinedError(texts.UNKNOWN(name=called))
        return texts.DELETED(name=called)

    async def _base(self, interaction: Interaction, game: str | None) -> tuple[str, dict[str, str]]:
        """Return a game with default options, or the room's with its chosen ones."""
        if game is not None:
            return game, {}
        card, _ = await require_latest(interaction, texts.NO_MATCH)
        return card.game.name, await asyncio.to_thread(chosen_options, card.game)


def _read(game: type[AnyGame], written: str) -> dict[str, str]:
    options = {}
    for piece in written.split():
        name, equals, value = piece.partition("=")
        if not (name and equals and value):
            raise DeclinedError(texts.NOT_AN_OPTION(text=seating.bold_name(piece)))
        options[name] = in_notation(game, name, value)
    if "seed" in options:
        raise DeclinedError(hosting.bad_option("seed", texts.NO_SEED()))
    return options


setup = setup_of(PresetCog)
