"""Answers slash commands that cannot be carried out: always, in private, and with the reason."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.incoming.replies import answer_in_own_language, reply
from bot.storage.access import NotStored
from bot.texts import answers
from bot.texts.hosts import hosting

log = logging.getLogger(__name__)


class Declined(app_commands.AppCommandError):
    """A command or a component is declined; the reason is a sentence for whoever used it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class CommandTree(app_commands.CommandTree[Any]):
    """The library's tree of commands, with an answer to everything that goes wrong."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Decline every command until the matches are resumed: before that, rooms look empty."""
        answer_in_own_language(interaction)
        if not interaction.client.registry.is_open:
            await reply(interaction, answers.STARTING())
        return bool(interaction.client.registry.is_open)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Answer with the reason, or with an apology where there is none to give."""
        if _is_too_late(interaction, error):
            log.warning("a command comes too late: %s", error)
            return
        await reply(interaction, _reason(interaction, error))


def _is_too_late(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> bool:
    """Whether a command failed because the bot was stopped meanwhile, or lost the shard."""
    failed = error.original if isinstance(error, app_commands.CommandInvokeError) else None
    return isinstance(failed, RuntimeError) and bool(interaction.client.is_closed())


def _reason(interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> str:
    match error:
        case Declined():
            return error.reason
        case app_commands.TransformerError(type=discord.AppCommandOptionType.string):
            # It had no choices when the client last looked.
            return answers.OUTDATED_COMMAND()
        case app_commands.TransformerError():
            # Discord sends whole members only of the server; anyone else comes as a mere user.
            return hosting.SERVERS_ONLY() if interaction.guild is None else hosting.NOT_HERE()
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return answers.OUTDATED_COMMAND()
        case app_commands.CommandInvokeError(original=NotStored()):
            return answers.NOT_KEPT()
    log.error("a command failed", exc_info=error)
    return answers.TRY_AGAIN()
