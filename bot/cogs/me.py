"""`/me`: what people choose for themselves."""

from typing import Final, Literal

from discord import app_commands
from discord.ext import commands

from bot.client.client import DealerClient, Interaction
from bot.incoming.replies import reply, when_done
from bot.texts.players import own_settings
from rendering.themes import Theme

THEMES: Final = [app_commands.Choice(name=each.value, value=each.value) for each in Theme]
AS_THE_SERVER: Final = "as the server"


class Me(commands.Cog):
    """Keeps what somebody chooses for themselves, also in direct messages."""

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot

    @app_commands.command(name="me", description="Your own settings: shows them, or changes one")
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
    ) -> None:
        """Set what is given, and say how everything is set."""
        preferences, user_id = self.bot.registry.preferences, interaction.user.id
        if theme is not None:
            chosen = None if theme == AS_THE_SERVER else Theme(theme)
            await when_done(interaction, preferences.choose_theme(user_id, chosen))
        if text is not None:
            choosing = preferences.choose_text_boards(user_id, is_sent=text == "on")
            await when_done(interaction, choosing)
        themed = own_settings.themed(preferences.theme_chosen_by(user_id))
        in_text = own_settings.in_text(is_sent=preferences.is_sent_text_boards(user_id))
        await reply(interaction, f"{themed}\n{in_text}")


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Me(bot))
