"""The Discord client: asks for few intents, pings nobody unless told to, and loads the cogs."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, TypeAlias, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from sqlalchemy.exc import DatabaseError

from bot.cogs.incoming.direct_messages import DirectMessages
from bot.cogs.incoming.messages import GameRooms
from bot.cogs.interactions import CommandTree, Translator, bring_up_to_date
from bot.cogs.login import log_in
from bot.live.feature import Feature, Features
from bot.live.finished_matches import FinishedMatchPosts, Quarantine
from bot.live.outages import Outages, StorageOutage
from bot.live.registry import MatchRegistry
from bot.live.resume import Resume
from bot.live.runner import Services
from bot.live.runners import Runners
from bot.live.services.gateway import Hosts
from bot.posts.sending.discord_internals import do_without_voice, time_heartbeats
from bot.posts.sending.requests import RateLimiter
from bot.storage.choices import Choices
from bot.storage.databases.database import DatabaseServerError
from bot.storage.store import Store
from bot.storage.tables.loading import DamagedDataError
from bot.values.card import MatchCard
from bot.values.discord_time import DiscordClock
from bot.values.observer import Observer

log = logging.getLogger(__name__)

AUTHENTICATION_FAILED: Final = 4004
IDENTIFY_SECONDS: Final = 5.0
"""The pause that Discord wants before the next ones (its documentation, *Sharding*)."""


class Parts:
    """The parts of the bot, put together in `bot.app.build`."""

    services: Services
    store: Store
    choices: Choices
    clock: DiscordClock
    limiter: RateLimiter
    registry: MatchRegistry
    runners: Runners
    features: Features
    quarantine: Quarantine
    finished: FinishedMatchPosts
    outages: Outages
    storage_outage: StorageOutage
    resume: Resume
    hosts: Hosts
    direct_messages: DirectMessages


class DealerClient(Parts, commands.AutoShardedBot):
    """The bot: its cogs listen and answer, its registry holds the live matches.

    Attributes:
        when_open: Called once the matches are resumed.
        failed: Reason, as one line, why the matches cannot be resumed; None if they can.
        identify_at_once: Number of shards that may begin sessions at once, as Discord says.
    """

    def __init__(
        self,
        extensions: Iterable[str],
        trace: aiohttp.TraceConfig,
        observer: Observer | None = None,
        shard_count: int | None = None,
    ) -> None:
        """Make the client; it needs its parts before it connects."""
        do_without_voice()
        time_heartbeats()
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True, messages=True, message_content=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            tree_cls=CommandTree,
            # Unless a command says otherwise, it belongs on a server that the bot was invited to.
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            http_trace=trace,
            shard_count=shard_count,
        )
        self.when_open: Callable[[], None] = lambda: None
        self.failed: str | None = None
        self.identify_at_once = 1
        self._observer = observer
        self._extensions = tuple(extensions)
        self._syncing: asyncio.Task[None] | None = None
        self._has_started = False
        self._starting: asyncio.Task[None] | None = None

    async def add_cog(self, cog: commands.Cog, /, **where: Any) -> None:
        """Add a cog; a feature takes part in the matches from then on."""
        await super().add_cog(cog, **where)
        if isinstance(cog, Feature):
            for command in cog.grouped:
                group = cast("app_commands.Group", self.tree.get_command(cog.below))
                group.add_command(command)
            self.features.append(cog)

    def game_rooms_of(self, card: MatchCard) -> GameRooms:
        """Return the cog that hears a match's room; it is named like the game."""
        return cast("GameRooms", self.get_cog(card.game.name))

    async def stay_connected(self, token: str) -> None:
        """Log in and stay connected, however long Discord keeps the bot waiting.

        Raises:
            discord.LoginFailure: Discord does not know the token.
            discord.PrivilegedIntentsRequired: The application may not read what people write.
            discord.ConnectionClosed: Discord has ended the connection for good.
        """
        self.identify_at_once = await log_in(self, self.limiter, token)
        try:
            await self.connect()
        except discord.ConnectionClosed as closed:
            if closed.code == AUTHENTICATION_FAILED:
                raise discord.LoginFailure("the token is no longer valid") from closed
            raise

    async def setup_hook(self) -> None:
        """Load every cog."""
        await self.tree.set_translator(Translator())
        for extension in self._extensions:
            await self.load_extension(extension)

    async def on_connect(self) -> None:
        """Resume the matches in the first session of all shards; later ones come here again.

        The library says that it is ready only two seconds after the last server has come.
        """
        if self._has_started:
            return
        self._has_started, self._starting = True, asyncio.current_task()
        try:
            await self.resume.start()
        except Exception as error:  # noqa: BLE001 - no bot is better than one that is online and deaf
            self.failed = why_not_resumed(error)
        finally:
            self._starting = None
        if self.failed:
            await self.close()
            return
        log.info("ready as %s, shards: %s", self.user, self.shard_count)
        self.when_open()
        # Live matches come first, and they need no commands.
        self._syncing = asyncio.create_task(bring_up_to_date(self.tree))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait if as many shards have just identified as Discord allows at once.

        The library waits before each.
        """
        if not initial and (shard_id or 0) % self.identify_at_once == 0:
            await asyncio.sleep(IDENTIFY_SECONDS)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note a new session, and the servers that it lists; each is reported later."""
        log.info("the session of shard %s has begun", shard_id)
        guilds = {guild.id for guild in self.guilds if guild.shard_id == shard_id}
        self.outages.begin_session(shard_id, guilds)
        if self._observer:
            self._observer.session_changed("begun")

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that the gateway is back in the same session."""
        self.outages.prove_session(shard_id)
        if self._observer:
            self._observer.session_changed("resumed")

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that nothing is heard of a shard until the gateway is back."""
        self.outages.mark_disconnected(shard_id)

    async def on_message(self, message: discord.Message, /, *, is_edit: bool = False) -> None:
        """Hand a room's message, or its new text, to its game's cog, a private one to its reader.

        Unlike the library, look for no commands in it.
        """
        if not is_edit:
            self.outages.hear(message)
        runner = self.runners.in_room(message.channel.id) if message.guild else None
        if runner:
            self.game_rooms_of(runner.card).hear(runner, message, is_edit=is_edit)
        elif not message.author.bot:
            await self.direct_messages.hear(message, is_edit=is_edit)

    async def close(self) -> None:
        """Let each match finish its current event, then leave."""
        for task in (self._starting, self._syncing):
            if task:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.registry.stop()
        await self.outages.stop()
        await super().close()


Interaction: TypeAlias = discord.Interaction[DealerClient]
Handlers: TypeAlias = Mapping[str, Callable[[Interaction, re.Match[str]], Awaitable[None]]]
"""The functions that carry out components or forms, by the patterns of their ids."""


class BotCog(commands.Cog):
    """A cog of the bot.

    Attributes:
        components: Its buttons and selects, heard whichever process posted them.
        forms: Its forms, likewise.
    """

    components: ClassVar[Handlers] = {}
    forms: ClassVar[Handlers] = {}

    def __init__(self, bot: DealerClient) -> None:
        self.bot = bot


def setup_of(
    *cogs: Callable[[DealerClient], commands.Cog],
) -> Callable[[DealerClient], Awaitable[None]]:
    """Return what the library calls to load a module that has these cogs."""

    async def setup(bot: DealerClient) -> None:
        for cog in cogs:
            await bot.add_cog(cog(bot))

    return setup


def why_not_resumed(error: Exception) -> str:
    """Say in one line why the matches cannot be resumed, and what to do."""
    why = error.orig if isinstance(error, DatabaseError) else error
    if isinstance(why, DatabaseServerError):
        return f"DATABASE_URL: the database cannot be read ({why}): start again once it can."
    if isinstance(error, DatabaseError | DamagedDataError):
        return (
            f"The database is damaged ({why}): `dealer verify` names all that is wrong with it. "
            "Put a sound copy in its place, and start again."
        )
    log.error("the matches cannot be resumed", exc_info=error)
    return "The matches cannot be resumed; the log above says why."
