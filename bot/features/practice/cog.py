"""`/practice`: matches against the Dealer that count nowhere; `/dealer practice`: their rooms."""

import asyncio
import logging
import secrets
from functools import partial
from typing import Final, Literal

import discord
from discord import app_commands

from bot.cogs.bot import BotCog, DealerClient, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, choices_of, command
from bot.cogs.permissions import require_host, require_no_private_channel, require_room
from bot.features.practice import texts
from bot.features.practice.store import PracticeRequest, PracticeStore, drop_request
from bot.live.decide.rulings import is_on_hold
from bot.live.feature import Claim, Feature
from bot.live.runner import MatchRunner
from bot.live.runners import is_secret_awaited
from bot.storage.store import RoomTakenError
from bot.storage.tables.records import ServerDefaults
from bot.storage.writer import StorageUnavailableError
from bot.values.card import LEVELS, NO_SERVER, MatchCard, Person
from bot.values.discord_time import snowflake_before
from bot.values.events import PracticeHoldChanged
from bot.values.tasks import Tasks
from engine.game import AnyGame
from engine.games import GAMES
from engine.opponents.choose import has_opponent
from engine.opponents.thinking import Level
from engine.options import read_options
from engine.seats import Seat

log = logging.getLogger(__name__)

LARGEST_SEED: Final = 10**9
AGAIN_SECONDS: Final = 2.0
"""After how long what could not be kept is tried again."""
_GAMES = choices_of(name for name, game in GAMES.items() if has_opponent(game))
_LEVELS = [app_commands.Choice(name=level.value, value=level.value) for level in LEVELS]


class Practice(Feature, BotCog):
    """Deals practice in rooms that are open for it, and in direct messages, in turn."""

    def __init__(self, bot: DealerClient) -> None:
        super().__init__(bot)
        self.store = PracticeStore(bot.store.access)
        self._tasks = Tasks("practice")
        self._dealing = asyncio.Lock()
        self._tries_again = False
        bot.features.watchers.append(self.let_secrets_go_first)

    async def after_resume(self) -> None:
        """Deal the matches that an earlier process left waiting."""
        self._tasks.spawn(self.deal())

    async def before_stop(self) -> None:
        """Deal nothing more."""
        await self._tasks.stop()

    async def room_freed(self) -> None:
        """Serve the queue of requests."""
        await self.deal()

    async def ask(self, request: PracticeRequest) -> int | None:
        """Deal a practice match, now or as soon as that is possible.

        Return how many wait before them for the same room; None if the match is dealt.

        Raises:
            StorageUnavailableError: The database cannot do it right now.
        """
        await self.store.put_request(request)
        await self.deal()
        waiting = await self.store.requests()
        there = [item.user_id for item in waiting if item.room_id == request.room_id]
        return there.index(request.user_id) if request.user_id in there else None

    async def deal(self) -> None:
        """Deal every waiting match that can begin, the oldest first.

        Those that cannot be stored just now are dealt later.
        """
        async with self._dealing:
            for request in await self.store.requests():
                guild = self.bot.get_guild(request.guild_id)
                is_known = guild is not None and not guild.unavailable
                if is_known and self.bot.get_channel(request.room_id) is None:
                    drop = partial(drop_request, user_id=request.user_id)
                    await self.bot.store.access.write(drop)
                elif not (
                    self.bot.runners.in_room(request.room_id)
                    or self.bot.runners.is_busy(request.user_id)
                ):
                    await self._begin(request)

    async def _begin(self, request: PracticeRequest) -> None:
        defaults = self.bot.choices.server_defaults(request.guild_id)
        game = await asyncio.to_thread(_dealt, GAMES[request.game], defaults)
        now_ms = self.bot.clock.now_ms()
        card = MatchCard(
            guild_id=request.guild_id,
            room_id=request.room_id,
            game=game,
            players={
                request.seat: Person(request.user_id, request.user_name),
                request.seat.opponent: self._dealer(request),
            },
            host_id=request.user_id,
            began_ms=now_ms,
            is_practice=True,
            pings=defaults.pings,
            language=self._language(request),
        )
        try:
            drop = partial(drop_request, user_id=request.user_id)
            await self.bot.registry.open_match(card, snowflake_before(now_ms), drop)
        except (RoomTakenError, StorageUnavailableError) as error:
            log.warning("practice in room %s waits: %r", request.room_id, error)
            # In a room that is taken, the end of the next match is another chance.
            if isinstance(error, StorageUnavailableError) and not self._tries_again:
                self._tries_again = True
                self._tasks.spawn(self._deal_later())

    async def _deal_later(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self._tries_again = False
        await self.deal()

    def _language(self, request: PracticeRequest) -> str:
        language = self.bot.choices.language_of_server(request.guild_id)
        if request.guild_id != NO_SERVER:
            return language
        return self.bot.choices.language_of_person(request.user_id, language)

    def _dealer(self, request: PracticeRequest) -> Person:
        guild, user = self.bot.get_guild(request.guild_id), self.bot.user
        me = guild.me if guild and request.guild_id != NO_SERVER else user
        return Person(user.id if user else 0, me.display_name if me else "", request.level)

    # Secrets first

    def let_secrets_go_first(self, runner: MatchRunner) -> None:
        """Hold the practice of a changed match's players while one that counts awaits a secret."""
        for user_id in runner.card.people_ids:
            practice = self.bot.runners.practice_of(user_id)
            if practice:
                self._look_at(practice, user_id)

    def _look_at(self, practice: MatchRunner, user_id: int) -> None:
        awaiting = next(
            (
                runner.card.room_id
                for runner in self.bot.runners
                if runner.card.seat_of(user_id) and is_secret_awaited(runner)
            ),
            None,
        )
        if (awaiting is not None) != is_on_hold(practice.live):
            practice.enqueue(PracticeHoldChanged(awaiting, self.bot.clock.now_ms()))

    # Commands

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Claim a room that is open for practice."""
        rooms = await self.store.rooms(channel.guild.id)
        return Claim.PRACTICE if channel.id in rooms else None

    @command(description="Play against me; it doesn't count")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        game="The game to practise",
        level="How well I play (normal if not set)",
        seat="Your seat (the EC's if not set)",
    )
    @app_commands.choices(game=_GAMES, level=_LEVELS)
    async def practice(
        self,
        interaction: Interaction,
        game: str,
        level: str | None = None,
        seat: Literal["ec", "dmo"] | None = None,
    ) -> str:
        """Deal a practice match here, or say when there will be one."""
        request = PracticeRequest(
            user_id=interaction.user.id,
            user_name=interaction.user.display_name,
            interaction_id=interaction.id,
            guild_id=interaction.guild.id if interaction.guild else NO_SERVER,
            room_id=await self._room(interaction),
            game=game,
            seat=Seat(seat or Seat.EC),
            level=Level(level or Level.NORMAL),
        )
        is_busy = self.bot.runners.is_busy(request.user_id)
        return texts.answer(await self.ask(request), is_busy=is_busy)

    async def _room(self, interaction: Interaction) -> int:
        guild, room_id = interaction.guild, interaction.channel_id or 0
        if guild is None:
            return room_id
        rooms = await self.store.rooms(guild.id)
        if room_id not in rooms:
            raise DeclinedError(texts.elsewhere(rooms))
        return require_room(interaction.channel, guild, interaction.user).id


def _dealt(game: type[AnyGame], defaults: ServerDefaults) -> AnyGame:
    """Return a game for practice: with the server's default options, and lots of its own."""
    options = read_options(game, defaults.options_of(game))
    return game(seed=secrets.randbelow(LARGEST_SEED), **options)


class PracticeRooms(Feature, BotCog):
    """Opens rooms for practice, and closes them."""

    below = "dealer"

    @command(description="Open a room for practice against me, or close it (hosts)")
    @app_commands.describe(
        room="The room in which anyone can then use /practice",
        is_open="Whether it is open for practice (true if not set)",
    )
    @app_commands.rename(is_open="open")
    async def practice(
        self, interaction: Interaction, room: discord.TextChannel, *, is_open: bool = True
    ) -> str:
        """Open a room for practice, or close it."""
        guild, store = await require_host(interaction), PracticeStore(self.bot.store.access)
        if is_open:
            await require_no_private_channel(self.bot.registry, require_room(room, guild))
            await store.open_room(guild.id, room.id)
            return texts.ROOM_OPENED(room=room.id)
        await store.close_room(room.id)
        return texts.ROOM_CLOSED(room=room.id)


setup = setup_of(Practice, PracticeRooms)
