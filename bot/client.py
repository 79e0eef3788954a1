"""The Discord client: least intents, no pings but by name, every command error answered."""

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import extensions
from bot.command_sync import bring_up_to_date
from bot.connection import stay_connected
from bot.incoming.replies import tell
from bot.matches.registry import MatchRegistry
from bot.posts.rate_limit import RateLimiter
from bot.posts.request_guard import RequestTrace
from bot.storage.database import CANNOT_BE_READ, why_not_read
from bot.storage.rows import Damaged
from bot.storage.store import NotKept, Store
from bot.texts import common as words

log = logging.getLogger(__name__)


class Declined(app_commands.AppCommandError):
    """A command is not carried out; the reason is a sentence for whoever gave it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Tree(app_commands.CommandTree["DealerClient"]):
    """Turns what goes wrong in a command into a private answer."""

    async def interaction_check(self, interaction: discord.Interaction["DealerClient"], /) -> bool:
        """Decline until the matches are taken up: before that, a room seems to have none."""
        if not interaction.client.registry.is_open:
            await tell(interaction, words.STARTING)
        return interaction.client.registry.is_open

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Answer with the reason, or with an apology where there is none to give."""
        await tell(interaction, _reason(interaction, error))


def _reason(interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> str:
    """What is said of an error."""
    match error:
        case Declined():
            return error.reason
        case app_commands.TransformerError():
            # Discord tells of a person in full, but of a member only where they are one.
            return words.SERVERS_ONLY if interaction.guild is None else words.NOT_HERE
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return words.OUTDATED_COMMAND
        case app_commands.CommandInvokeError(original=NotKept()):
            return words.NOT_KEPT
    log.error("a command failed", exc_info=error)
    return words.TRY_AGAIN


class DealerClient(commands.Bot):
    """The bot. Its cogs hear and answer; its house holds the matches."""

    def __init__(self, store: Store) -> None:
        # The Dealer never speaks aloud, so the libraries for that are not missed.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        limiter = RateLimiter()
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=_intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            tree_cls=Tree,
            # A command that says nothing else belongs on a server to which the bot was invited.
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            http_trace=RequestTrace(limiter),
        )
        self.registry = MatchRegistry(self, store, limiter)
        self.failed: str | None = None
        self._limiter = limiter
        self._telling: asyncio.Task[None] | None = None
        self._is_starting = False

    async def stay_connected(self, token: str) -> None:
        """Log in and stay connected, for however long Discord has to be waited for.

        Raises:
            discord.LoginFailure: Discord does not know the token.
            discord.PrivilegedIntentsRequired: The application is not granted what people write.
            discord.ConnectionClosed: Discord has ended the connection for good.
        """
        await stay_connected(self, self._limiter, token)

    async def setup_hook(self) -> None:
        """Load every cog."""
        for extension in extensions():
            await self.load_extension(extension)

    async def on_ready(self) -> None:
        """Open the house once the guilds are known, and only once."""
        if self._is_starting:
            return
        self._is_starting = True
        try:
            await self.registry.start()
        except Exception as error:  # noqa: BLE001 - a bot that is online and deaf is worse than none
            self.failed = _why_not_taken_up(error)
            await self.close()
            return
        log.info("ready as %s", self.user)
        self.dispatch("dealer_ready")
        # Live matches come first, and need no commands.
        self._telling = asyncio.create_task(bring_up_to_date(self.tree))

    async def on_disconnect(self) -> None:
        """Until the gateway is back, what happens is not heard."""
        self.registry.lose_sight()

    async def on_message(self, message: discord.Message, /) -> None:
        """No commands are typed as messages; the cogs listen by themselves."""

    async def close(self) -> None:
        """Stop between two events, then leave."""
        if self._telling:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        await self.registry.stop()
        await super().close()


def _why_not_taken_up(error: Exception) -> str:
    """Why the matches cannot be resumed, as a line that says what to do."""
    if isinstance(error, (*CANNOT_BE_READ, Damaged)):
        why = error if isinstance(error, Damaged) else why_not_read(error)
        return (
            f"The database is damaged ({why}): `dealer verify` names all that is wrong with it. "
            "Put a sound copy in its place, and start again."
        )
    log.error("the matches cannot be resumed", exc_info=error)
    return "The matches cannot be resumed; the log above says why."


def _intents() -> discord.Intents:
    """Guilds and their channels, and the text of messages in rooms and DMs; nothing else."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.messages = True
    intents.message_content = True
    return intents
