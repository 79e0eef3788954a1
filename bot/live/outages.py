"""Standstill: all clocks stop while nothing can be stored, without using the database."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.live.runner import MatchRunner
from bot.posts.sending.failures import FINAL_STATUSES
from bot.posts.sending.rate_limit import RateLimiter
from bot.posts.sending.request_guard import GivenUpError, NonceTooOldError, RequestGuard
from bot.storage.writer import WriteRetries
from bot.texts import hosting, matches
from bot.texts.language import speaking
from bot.values.discord_time import DiscordClock
from bot.values.events import GapEnded, GapStarted
from bot.values.post import Urgency

log = logging.getLogger(__name__)

LONGEST_BLIP_SECONDS: Final = 3.0
"""A write that fails for less time than this has kept nobody waiting."""
LOOK_EVERY_SECONDS: Final = 0.5
PAUSES_SECONDS: Final = (0.3, 1.0, 5.0, 0.0)
"""Pauses after each try of a notice that may have failed."""


@dataclass(frozen=True, slots=True)
class OutageNotice:
    """A notice of a standstill to a room or a host; the nonce keeps it from standing twice."""

    content: str
    nonce: str
    room: discord.PartialMessageable | None = None
    host_id: int = 0


@dataclass(frozen=True)
class StorageOutage:
    """Stops all matches while nothing can be stored, and says so once each time.

    Attributes:
        is_connected_to: Returns whether Discord reports a server's events.
    """

    client: discord.Client
    clock: DiscordClock
    limiter: RateLimiter
    write_retries: WriteRetries
    runners: Iterable[MatchRunner]
    is_connected_to: Callable[[int], bool]

    async def run(self) -> None:
        """Stop the matches whenever it is needed, for as long as the task lives."""
        while True:
            seconds = self.write_retries.failing_seconds
            if seconds is not None and seconds >= LONGEST_BLIP_SECONDS:
                await self._stand_still(self.clock.now_ms() - round(seconds * 1000))
            await asyncio.sleep(LOOK_EVERY_SECONDS)

    async def _stand_still(self, since_ms: int) -> None:
        """Judge nothing until everything is stored again; nobody loses that time."""
        runners = tuple(self.runners)
        for runner in runners:
            runner.interrupt(GapStarted(since_ms))
        async with asyncio.TaskGroup() as telling:
            for notice in self._beginning(runners, since_ms):
                telling.create_task(self._post(notice))
            await self.write_retries.restored()
            ending = tuple(self._ending(runners, since_ms))
            for runner in runners:
                # Other servers are read once Discord tells about them again.
                if self.is_connected_to(runner.card.guild_id):
                    runner.enqueue(GapEnded(None))
        await asyncio.gather(*(self._post(other_notice, keeps=True) for other_notice in ending))

    def _beginning(self, runners: Iterable[MatchRunner], since_ms: int) -> Iterator[OutageNotice]:
        for runner in runners:
            nonce = f"{runner.card.id:x}.{since_ms:x}.stop"
            with speaking(runner.card.language):
                content = matches.STANDSTILL()
            yield OutageNotice(content, nonce, room=self._room(runner))
        for host_id, theirs in _by_host(runners).items():
            rooms = [runner.card.room_id for runner in theirs]
            with speaking(theirs[0].card.language):
                content = hosting.standstill(rooms, self.write_retries.reason)
            yield OutageNotice(content, f"{theirs[0].card.id:x}.{since_ms:x}.host", host_id=host_id)

    def _ending(self, runners: Iterable[MatchRunner], since_ms: int) -> Iterator[OutageNotice]:
        """Yield the closing notices for matches that do not announce its length themselves."""
        for runner in runners:
            if runner.match.clock.paused_since is not None:
                nonce = f"{runner.card.id:x}.{since_ms:x}.go"
                with speaking(runner.card.language):
                    content = matches.KEPT_AGAIN()
                yield OutageNotice(content, nonce, room=self._room(runner))
        for host_id, theirs in _by_host(runners).items():
            nonce = f"{theirs[0].card.id:x}.{since_ms:x}.told"
            with speaking(theirs[0].card.language):
                content = matches.KEPT_AGAIN()
            yield OutageNotice(content, nonce, host_id=host_id)

    def _room(self, runner: MatchRunner) -> discord.PartialMessageable:
        card = runner.card
        return self.client.get_partial_messageable(card.room_id, guild_id=card.guild_id)

    async def _post(self, notice: OutageNotice, *, keeps: bool = False) -> None:
        """Post a notice; unless it `keeps`, it goes out only while the standstill lasts."""
        guard = RequestGuard(self.limiter, Urgency.TURN, lambda: not (keeps or self._is_on))
        for seconds in PAUSES_SECONDS:
            try:
                async with guard.watching():
                    await self._send(notice)
            except GivenUpError:
                return
            except (discord.HTTPException, aiohttp.ClientError, OSError, NonceTooOldError) as error:
                log.warning("a notice could not be posted: %s", error)
                if isinstance(error, discord.HTTPException) and error.status in FINAL_STATUSES:
                    return
                await asyncio.sleep(seconds)
            else:
                return

    @property
    def _is_on(self) -> bool:
        return self.write_retries.failing_seconds is not None

    async def _send(self, notice: OutageNotice) -> None:
        channel = notice.room or await self.client.create_dm(discord.Object(notice.host_id))
        await channel.send(notice.content, nonce=notice.nonce)


def _by_host(runners: Iterable[MatchRunner]) -> dict[int, Sequence[MatchRunner]]:
    result = defaultdict[int, list[MatchRunner]](list)
    for runner in runners:
        result[runner.card.host_id].append(runner)
    return dict(result)
