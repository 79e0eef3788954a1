"""The Discord client: asks for few intents, pings nobody unless told to, and loads the cogs."""

import asyncio
import logging
from collections.abc import Iterable

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.command_sync import bring_up_to_date
from bot.client.command_tree import CommandTree
from bot.client.login import stay_connected
from bot.incoming.direct_messages import DirectMessages
from bot.incoming.reader import Reader
from bot.matches.registry import MatchRegistry
from bot.matches.runner import Runners
from bot.posts.rate_limit import RateLimiter
from bot.posts.request_guard import RequestTrace
from bot.storage.database import CANNOT_BE_READ, why_not_read
from bot.storage.loading import Damaged
from bot.storage.store import Store

log = logging.getLogger(__name__)


class DealerClient(commands.Bot):
    """The bot: its cogs listen and answer, its registry holds the live matches.

    Attributes:
        registry: The live matches.
        direct_messages: What people say to the Dealer alone.
        failed: Why the matches cannot be resumed, as one line; None where they can.
    """

    def __init__(self, store: Store, extensions: Iterable[str]) -> None:
        # The Dealer joins no voice channel, so nobody needs to be warned of missing libraries.
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
            tree_cls=CommandTree,
            # Unless a command says otherwise, it belongs on a server that the bot was invited to.
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            http_trace=RequestTrace(limiter),
        )
        runners = Runners()
        self.direct_messages = DirectMessages(self, runners)
        reader = Reader(self, self.direct_messages, limiter)
        self.registry = MatchRegistry(self, store, limiter, runners, reader)
        self.failed: str | None = None
        self._limiter = limiter
        self._extensions = tuple(extensions)
        self._syncing: asyncio.Task[None] | None = None
        self._is_starting = False

    async def stay_connected(self, token: str) -> None:
        """Log in and stay connected, however long Discord keeps the bot waiting.

        Raises:
            discord.LoginFailure: Discord does not know the token.
            discord.PrivilegedIntentsRequired: The application may not read what people write.
            discord.ConnectionClosed: Discord has ended the connection for good.
        """
        await stay_connected(self, self._limiter, token)

    async def setup_hook(self) -> None:
        """Load every cog."""
        for extension in self._extensions:
            await self.load_extension(extension)

    async def on_connect(self) -> None:
        """Resume the matches in the first session; later ones come here again.

        The library says that it is ready only two seconds after the last server has come.
        """
        if self._is_starting:
            return
        self._is_starting = True
        try:
            await self.registry.start()
        except Exception as error:  # noqa: BLE001 - no bot is better than one that is online and deaf
            self.failed = _why_not_resumed(error)
            await self.close()
            return
        log.info("ready as %s", self.user)
        self.dispatch("dealer_ready")
        # Live matches come first, and they need no commands.
        self._syncing = asyncio.create_task(bring_up_to_date(self.tree))

    async def on_disconnect(self) -> None:
        """Note that nothing is heard until the gateway is back."""
        self.registry.lose_sight()

    async def on_message(self, message: discord.Message, /) -> None:
        """Note that a message comes, in which the library would look for commands.

        What it is for is found by the listeners of the cogs.
        """
        self.registry.hear(message)

    async def close(self) -> None:
        """Let each match finish the event at hand, then leave."""
        if self._syncing:
            self._syncing.cancel()
            await asyncio.gather(self._syncing, return_exceptions=True)
        await self.registry.stop()
        await super().close()


def _why_not_resumed(error: Exception) -> str:
    """Say in one line why the matches cannot be resumed, and what to do."""
    if isinstance(error, (*CANNOT_BE_READ, Damaged)):
        why = error if isinstance(error, Damaged) else why_not_read(error)
        return (
            f"The database is damaged ({why}): `dealer verify` names all that is wrong with it. "
            "Put a sound copy in its place, and start again."
        )
    log.error("the matches cannot be resumed", exc_info=error)
    return "The matches cannot be resumed; the log above says why."


def _intents() -> discord.Intents:
    """Servers with their channels, and the text of messages in rooms and DMs; nothing else."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.messages = True
    intents.message_content = True
    return intents
