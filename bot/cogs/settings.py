"""`/dealer`: the settings of a server, and `/me`: those of a person."""

from dataclasses import replace
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, command
from bot.cogs.permissions import require_host, require_manager
from bot.storage.tables.records import ServerDefaults
from bot.texts import answers, hosting
from bot.texts.language import NAMES, Language
from engine.options import RowOne
from rendering.themes import Theme

THEMES: Final = [app_commands.Choice(name=theme.value, value=theme.value) for theme in Theme]
AS_THE_SERVER: Final = "as the server"


class Me(BotCog):
    """Stores people's own choices, also in direct messages."""

    @command(name="me", description="Your own settings: shows them, or changes one")
    @app_commands.describe(
        theme="The colours of board pictures that only you see",
        text="Whether I also send you each board of your matches in words, for screen readers",
    )
    @app_commands.choices(
        theme=[*THEMES, app_commands.Choice(name=AS_THE_SERVER, value=AS_THE_SERVER)]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def me(
        self,
        interaction: Interaction,
        theme: str | None = None,
        text: Literal["on", "off"] | None = None,
    ) -> str:
        """Set the given choices, and report all of them."""
        choices, user_id = self.bot.choices, interaction.user.id
        if theme is not None:
            chosen = None if theme == AS_THE_SERVER else Theme(theme)
            await choices.choose_theme(user_id, chosen)
        if text is not None:
            await choices.choose_text_boards(user_id, is_sent=text == "on")
            self.bot.registry.note_player(user_id)
        themed = answers.themed(choices.theme_chosen_by(user_id))
        in_text = answers.IN_TEXT[choices.is_sent_text_boards(user_id)]()
        return f"{themed}\n{in_text}"


AS_DISCORD_SAYS: Final = "as Discord says"
LANGUAGES: Final = [
    *(app_commands.Choice(name=NAMES[language], value=language.value) for language in Language),
    app_commands.Choice(name=AS_DISCORD_SAYS, value=AS_DISCORD_SAYS),
]


@app_commands.default_permissions(manage_guild=True)
class DealerCog(
    BotCog,
    commands.GroupCog,
    group_name="dealer",
    group_description="Settings of the Dealer (hosts)",
):
    """Settings of a server, for those who manage it."""

    @command(name="host-role", description="Choose the role that makes someone a host (hosts)")
    @app_commands.describe(role="Everyone with it can start, pause, resume and abort matches")
    async def host_role(self, interaction: Interaction, role: discord.Role) -> str:
        """Make everyone with a role a host."""
        guild = require_manager(interaction)
        if role.is_default():
            raise DeclinedError(hosting.EVERYONE_NO_HOST())
        await self.bot.choices.put_host_role(guild.id, role.id)
        return hosting.HOST_ROLE_SET(role=role.mention)

    @command(description="Defaults for matches, unless a start command overrides them (hosts)")
    @app_commands.describe(
        row1="Where pictures have row 1",
        ready="Whether a match waits until both players are ready",
        pings="Whether posts ping the players who have to act (if not, only when necessary)",
        theme="The colours of board pictures, from the next one on",
        language="The language I use here with everyone, from the next match on",
    )
    @app_commands.choices(theme=THEMES, language=LANGUAGES)
    async def defaults(  # noqa: PLR0913 - each is an option of the command
        self,
        interaction: Interaction,
        *,
        row1: Literal["bottom", "top"] | None = None,
        ready: bool | None = None,
        pings: bool | None = None,
        theme: str | None = None,
        language: str | None = None,
    ) -> str:
        """Set the given defaults of the server, and report all of them."""
        guild, choices = await require_host(interaction), self.bot.choices
        before = choices.server_defaults(guild.id)
        now = ServerDefaults(
            row1=before.row1 if row1 is None else RowOne(row1),
            ready=before.ready if ready is None else ready,
            pings=before.pings if pings is None else pings,
            theme=before.theme if theme is None else Theme(theme),
            language=before.language if language is None else _language(language),
        )
        if now != before:
            await choices.put_server_defaults(guild.id, now)
        text = hosting.defaults(now.row1, now.theme, ready=now.ready, pings=now.pings)
        return f"{text} {self._spoken(guild.id, now)}"

    @command(description="The language I use here with everyone (hosts)")
    @app_commands.describe(language="From the next match on; if not set, shows the current one")
    @app_commands.choices(language=LANGUAGES)
    async def language(self, interaction: Interaction, language: str | None = None) -> str:
        """Set the server's language if one is given, and report it."""
        guild, choices = await require_host(interaction), self.bot.choices
        now = choices.server_defaults(guild.id)
        if language is not None:
            now = replace(now, language=_language(language))
            await choices.put_server_defaults(guild.id, now)
        return self._spoken(guild.id, now)

    def _spoken(self, guild_id: int, defaults: ServerDefaults) -> str:
        language = self.bot.choices.language_of_server(guild_id)
        return hosting.SPOKEN_HERE[defaults.language is not None](language=NAMES[language])


def _language(chosen: str) -> Language | None:
    return None if chosen == AS_DISCORD_SAYS else Language(chosen)


setup = setup_of(Me, DealerCog)
