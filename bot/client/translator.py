"""Tells Discord what the commands do in each language; what is typed stays English."""

from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import locale_str

from bot.texts.language import Language, Text, _, language_of, speaking

TEXT: Final = "text"
DESCRIPTIONS: Final = {
    Location.command_description,
    Location.group_description,
    Location.parameter_description,
}


def described(text: Text, **values: str) -> locale_str:
    """A text with what is put into it, as a command's description of itself or of an option."""
    return locale_str(text(**values), **{TEXT: partial(text, **values)})


class Translator(app_commands.Translator):
    """Translates descriptions; names are left as they are, since players tell them each other."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A description in one of Discord's locales; None where it stays English."""
        language = language_of(locale.value)
        if language is Language.EN or context.location not in DESCRIPTIONS:
            return None
        with speaking(language):
            text = string.extras.get(TEXT)
            return text() if text else _(string.message)
