"""Outages of Discord, of which the matches are told, and of the database.

All clocks stand still while nothing can be stored, without using the database.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import discord

from bot.live.registry import MatchRegistry
from bot.live.runner import MatchRunner, Services
from bot.live.services.resume_order import ResumeOrder
from bot.posts.sending.failures import EXPECTED, FINAL_STATUSES
from bot.posts.sending.requests import GivenUpError, RequestGuard
from bot.texts import hosting, matches
from bot.texts.language import speaking
from bot.values.card import NO_SERVER, MatchCard
from bot.values.discord_time import snowflake_ms
from bot.values.events import GapEnded, GapStarted
from bot.values.obstacles import Obstacle
from bot.values.post import Urgency

log = logging.getLogger(__name__)

LONGEST_BLIP_SECONDS: Final = 3.0
"""A write that fails for less time than this has kept nobody waiting."""
LOOK_EVERY_SECONDS: Final = 0.5
PAUSES_SECONDS: Final = (0.3, 1.0, 5.0, 0.0)
"""Pauses after each try of a notice that may have failed."""
ASK_EVERY_SECONDS: Final = 600.0
"""Time between questions for the time alone: in a quiet night nothing else tells it."""

OutageNotice: TypeAlias = tuple[discord.abc.Messageable | discord.Object, str, str]
"""A room or, for direct messages, the host; a text; and a nonce, so that it stands only once."""


@dataclass(frozen=True)
class StorageOutage:
    """Stops all matches while nothing can be stored, and says so once each time."""

    client: discord.Client
    services: Services
    runners: Iterable[MatchRunner]

    async def run(self) -> None:
        """Stop the matches whenever it is needed, for as long as the task lives."""
        while True:
            if (since_ms := self.since_ms) is not None:
                await self._stand_still(since_ms)
            await asyncio.sleep(LOOK_EVERY_SECONDS)

    @property
    def since_ms(self) -> int | None:
        """The instant since which all clocks stand still; None while they do not."""
        seconds = self.services.store.write_retries.failing_seconds or 0
        if seconds < LONGEST_BLIP_SECONDS:
            return None
        return self.services.clock.now_ms() - round(seconds * 1000)

    async def _stand_still(self, since_ms: int) -> None:
        """Judge nothing until everything is stored again; nobody loses that time."""
        runners = tuple(self.runners)
        for runner in runners:
            runner.interrupt(GapStarted(since_ms))
        async with asyncio.TaskGroup() as telling:
            for notice in self._beginning(runners, since_ms):
                telling.create_task(self._post(notice))
            await self.services.store.write_retries.restored()
            ending = tuple(self._ending(runners, since_ms))
            for runner in runners:
                # Other servers are read once Discord tells about them again.
                if self.services.gateway.is_connected_to(runner.card.guild_id):
                    runner.enqueue(GapEnded(None))
        await asyncio.gather(*(self._post(notice, keeps=True) for notice in ending))

    def _beginning(self, runners: Iterable[MatchRunner], since_ms: int) -> Iterator[OutageNotice]:
        for runner in runners:
            yield self._notice(runner.card, f"{since_ms:x}.stop", matches.STANDSTILL)
        for theirs in _by_host(runners):
            rooms = [runner.card.room_id for runner in theirs]
            reason = self.services.store.write_retries.reason
            say = partial(hosting.standstill, rooms, reason)
            yield self._notice(theirs[0].card, f"{since_ms:x}.host", say, is_for_host=True)

    def _ending(self, runners: Iterable[MatchRunner], since_ms: int) -> Iterator[OutageNotice]:
        """Yield the closing notices for matches that do not announce its length themselves."""
        for runner in runners:
            if runner.match.clock.paused_since is not None:
                yield self._notice(runner.card, f"{since_ms:x}.go", matches.KEPT_AGAIN)
        for theirs in _by_host(runners):
            nonce = f"{since_ms:x}.told"
            yield self._notice(theirs[0].card, nonce, matches.KEPT_AGAIN, is_for_host=True)

    def _notice(
        self, card: MatchCard, nonce: str, say: Callable[[], str], *, is_for_host: bool = False
    ) -> OutageNotice:
        with speaking(card.language):
            content = say()
        room = self.client.get_partial_messageable(card.room_id, guild_id=card.guild_id)
        place = discord.Object(card.host_id) if is_for_host else room
        return place, content, f"{card.id:x}.{nonce}"

    async def _post(self, notice: OutageNotice, *, keeps: bool = False) -> None:
        """Post a notice; unless it `keeps`, it goes out only while the standstill lasts."""
        place, content, nonce = notice
        guard = RequestGuard(
            self.services.limiter,
            Urgency.TURN,
            lambda: not keeps and self.services.store.write_retries.failing_seconds is None,
        )
        for seconds in PAUSES_SECONDS:
            try:
                async with guard.watching():
                    if isinstance(place, discord.Object):
                        place = await self.client.create_dm(place)
                    await place.send(content, nonce=nonce)
            except GivenUpError:
                return
            except EXPECTED as error:
                log.warning("a notice could not be posted: %s", error)
                if isinstance(error, discord.HTTPException) and error.status in FINAL_STATUSES:
                    return
                await asyncio.sleep(seconds)
            else:
                return


def _by_host(runners: Iterable[MatchRunner]) -> Iterable[Sequence[MatchRunner]]:
    result = defaultdict[int, list[MatchRunner]](list)
    for runner in runners:
        result[runner.card.host_id].append(runner)
    return result.values()


@dataclass(eq=False)
class Outages:
    """Tells the matches of Discord's outages, and lets them read what they have missed."""

    client: discord.AutoShardedClient
    services: Services
    matches: MatchRegistry
    order: ResumeOrder
    _is_gap_stored: bool = False

    async def keep_alive(self, alive_ms: int) -> None:
        """Store the gap of all matches before any new proof of life, so that it is never lost."""
        store = self.services.store
        await store.write_retries.until_stored(partial(store.put_gap, alive_ms))
        self._is_gap_stored = True
        for runner in self.matches.runners:
            self.catch_up(runner)
        await self.services.gateway.keep_alive(self.client, store)

    async def keep_time(self) -> None:
        """Ask Discord for the time now and then, for as long as the task lives."""
        while True:
            await asyncio.sleep(ASK_EVERY_SECONDS)
            with suppress(*EXPECTED):
                async with RequestGuard(self.services.limiter).watching():
                    await self.client.application_info()

    async def stop(self) -> None:
        """Store the last proof of life."""
        if self._is_gap_stored:
            # Neither a database that fails nor another owner of it keeps it from stopping.
            proof = self.services.store.put_alive(self.services.gateway.all_alive_ms)
            await asyncio.gather(proof, return_exceptions=True)

    def catch_up(self, runner: MatchRunner) -> None:
        """Let a match read the messages it has missed, unless something has to come first."""
        if not self.services.gateway.is_member(runner.card.guild_id):
            self.matches.obstruct(runner.card.room_id, Obstacle.REMOVED)
        elif self._is_gap_stored and not self.services.gateway.is_silent(runner.card.guild_id):
            known = max(runner.live.read_through, runner.live.newest_message_id)
            if (self.order.newest_in(runner.card.room_id) or 0) > known:
                self.matches.answer_first(runner.card)
            for feature in self.matches.features:
                feature.before_catch_up(runner)
            runner.enqueue(GapEnded(None, is_new_session=True))

    def mark_disconnected(self, shard: int) -> None:
        """Note that the session of a shard reports nothing any more.

        The library says so at each vain try to resume it.
        """
        observer = self.services.observer
        if self.services.gateway.lose(shard) and observer:
            observer.session_changed("lost")

    def prove_alive(self, guild_id: int) -> None:
        """Note that the session of a server's shard has just reported something."""
        self.prove_session(self.services.gateway.shard_of(guild_id))

    def prove_session(self, shard: int) -> None:
        """Note that the session of a shard reports everything from now on.

        Events since the break are read, except on servers it reports nothing of yet.
        """
        gap = self.services.gateway.prove_alive(shard)
        if gap:
            for runner in self._in_session(shard):
                if not self.services.gateway.is_silent(runner.card.guild_id):
                    runner.enqueue(gap)
            self._read_missed_secrets(shard)

    def _in_session(self, shard: int) -> list[MatchRunner]:
        on = self.services.gateway.shard_of
        return [runner for runner in self.matches.runners if on(runner.card.guild_id) == shard]

    def _read_missed_secrets(self, shard: int) -> None:
        """Let other shards' matches read the direct messages that a session has not reported."""
        if shard == self.services.gateway.shard_of(NO_SERVER):
            own = self._in_session(shard)
            for runner in self.matches.runners:
                if runner not in own and runner.live.awaits_secrets:
                    runner.enqueue(GapEnded(None))

    def begin_session(self, shard: int, guild_ids: Collection[int]) -> None:
        """Note that a new session of a shard begins, on these servers; each is to come as a whole.

        Events since the session before are never reported, nor a server with an outage until that
        is over.
        """
        since_ms = self.services.gateway.alive_ms(shard)
        self.services.gateway.begin_session(shard, guild_ids)
        self._read_missed_secrets(shard)
        for runner in self._in_session(shard):
            if self.services.gateway.is_member(runner.card.guild_id):
                runner.enqueue(GapStarted(since_ms))
            else:
                self.matches.obstruct(runner.card.room_id, Obstacle.REMOVED)
            if runner.card.is_direct:
                # Direct messages belong to no server that would have to come first.
                self.catch_up(runner)
        self.prove_session(shard)

    def lose_guild(self, guild_id: int) -> None:
        """Note that nothing is reported of a server any more."""
        self.services.gateway.lose_guild(guild_id)
        for runner in self.matches.runners.on_server(guild_id):
            runner.enqueue(GapStarted(self.services.clock.now_ms()))

    def regain_guild(self, guild_id: int) -> None:
        """Note that a server has come as a whole, and is reported from now on."""
        is_told_again = self.services.gateway.regain_guild(guild_id)
        self.order.hasten_guild(guild_id)
        for runner in self.matches.runners.on_server(guild_id):
            if is_told_again:
                self.catch_up(runner)
            for channel_id in (runner.card.room_id, runner.card.host_id):
                self.services.outbox.retry(channel_id)

    def hear(self, message: discord.Message) -> None:
        """Note that a message comes; if its match is not resumed yet, it is read then."""
        self.services.gateway.note_event(snowflake_ms(message.id))
        self.prove_alive(message.guild.id if message.guild else NO_SERVER)
        runner = self.matches.runners.in_room(message.channel.id)
        if message.author == self.client.user:
            if runner:
                runner.hear_echo(message.id)
        elif not self.matches.is_open and message.author.id in self.order.hasten_room(
            message.channel.id
        ):
            self.services.limiter.hold_reports(message.channel.id)

    def leave_guild(self, guild_id: int) -> None:
        """Note that the Dealer is not on a server any more."""
        self.services.gateway.leave_guild(guild_id)
        for runner in self.matches.runners.on_server(guild_id):
            self.matches.obstruct(runner.card.room_id, Obstacle.REMOVED)
