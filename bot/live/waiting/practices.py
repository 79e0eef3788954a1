"""Deals practice matches against the Dealer, one at a time for each person."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.live.runner import MatchRunner
from bot.live.runners import Runners
from bot.storage.preferences import Preferences
from bot.storage.store import RoomTaken, Store
from bot.storage.tables.records import PracticeRequest, ServerDefaults
from bot.storage.writer import NotStored
from bot.texts.language import Language
from bot.values.card import NO_SERVER, MatchCard, Person
from bot.values.discord_time import DiscordClock, snowflake_before
from engine.game import AnyGame
from engine.games import GAMES
from engine.options import read_options

log = logging.getLogger(__name__)

LARGEST_SEED: Final = 10**9
AGAIN_SECONDS: Final = 2.0
"""After how long what could not be kept is tried again."""

OpenMatch = Callable[[MatchCard, int], Awaitable[MatchRunner]]


@dataclass(eq=False)
class Practices:
    """Who practises, who has a match analysed, and who waits for either.

    Attributes:
        client: Knows the rooms.
        store: Keeps who waits.
        clock: Discord's time.
        runners: The runners of live matches.
        open_match: Begins a match.
        preferences: Knows in which language that is.
        spawn: Does something beside all else.
    """

    client: discord.Client
    store: Store
    clock: DiscordClock
    runners: Runners
    open_match: OpenMatch
    preferences: Preferences
    spawn: Callable[[Coroutine[Any, Any, None]], object]

    def __post_init__(self) -> None:
        self._analysing = set[int]()
        self._changes = asyncio.Condition()
        self._dealing = asyncio.Lock()
        self._tries_again = False

    def is_busy(self, user_id: int) -> bool:
        """Whether somebody practises, or has a match analysed."""
        return self.runners.practice_of(user_id) is not None or user_id in self._analysing

    # Practice

    async def ask(self, request: PracticeRequest) -> int | None:
        """Deal a practice match, now or as soon as that is possible.

        Returns:
            How many wait before them for the same room, if the match waits; None if it is dealt.

        Raises:
            NotStored: Nothing can be kept just now.
        """
        await self.store.people.put_practice_request(request)
        await self.deal()
        waiting = await self.store.people.practice_requests()
        there = [each.user_id for each in waiting if each.room_id == request.room_id]
        return there.index(request.user_id) if request.user_id in there else None

    async def deal(self) -> None:
        """Deal every match that waits and can begin, the oldest first.

        Whatever cannot be kept just now is dealt once it can.
        """
        async with self._dealing:
            for request in await self.store.people.practice_requests():
                if self._is_room_gone(request):
                    await self.store.people.drop_practice_request(request.user_id)
                elif self._can_begin(request):
                    await self._begin(request)

    async def go_on(self) -> None:
        """Let whoever waits have their turn: somebody has finished."""
        async with self._changes:
            self._changes.notify_all()
        await self.deal()

    def _can_begin(self, request: PracticeRequest) -> bool:
        is_free = self.runners.in_room(request.room_id) is None
        return is_free and not self.is_busy(request.user_id)

    def _is_room_gone(self, request: PracticeRequest) -> bool:
        guild = self.client.get_guild(request.guild_id)
        is_known = guild is not None and not guild.unavailable
        return is_known and self.client.get_channel(request.room_id) is None

    async def _begin(self, request: PracticeRequest) -> None:
        defaults = await self.preferences.server_defaults(request.guild_id)
        game = await asyncio.to_thread(_dealt, GAMES[request.game], defaults)
        now_ms = self.clock.now_ms()
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
            await self.open_match(card, snowflake_before(now_ms))
        except RoomTaken as error:
            # They go on waiting; the end of the next match is another chance.
            log.warning("practice in room %s waits: %r", request.room_id, error)
        except NotStored as error:
            log.warning("practice in room %s waits: %r", request.room_id, error)
            self._try_again()

    def _try_again(self) -> None:
        if not self._tries_again:
            self._tries_again = True
            self.spawn(self._deal_later())

    async def _deal_later(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self._tries_again = False
        await self.deal()

    def _language(self, request: PracticeRequest) -> Language:
        language = self.preferences.language_of_server(request.guild_id)
        if request.guild_id != NO_SERVER:
            return language
        return self.preferences.language_of_person(request.user_id, language)

    def _dealer(self, request: PracticeRequest) -> Person:
        guild, user = self.client.get_guild(request.guild_id), self.client.user
        me = guild.me if guild and request.guild_id != NO_SERVER else user
        return Person(user.id if user else 0, me.display_name if me else "", request.level)

    # Analyses

    async def begin_analysis(self, user_id: int) -> None:
        """Wait until somebody neither practises nor has another match analysed."""
        async with self._changes:
            await self._changes.wait_for(lambda: not self.is_busy(user_id))
            self._analysing.add(user_id)

    async def end_analysis(self, user_id: int) -> None:
        """Let what somebody has waited for begin."""
        self._analysing.remove(user_id)
        await self.go_on()


def _dealt(game: type[AnyGame], defaults: ServerDefaults) -> AnyGame:
    """A game as it is practised: with the server's usual options, and lots of its own."""
    options = read_options(game, defaults.options_of(game))
    return game(seed=secrets.randbelow(LARGEST_SEED), **options)
