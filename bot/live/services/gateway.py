"""The servers that Discord reports, and how far; their members and hosts."""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Final

import aiohttp
import discord

from bot.posts.sending.room import timed_out_ms
from bot.storage.choices import Choices
from bot.storage.store import Store
from bot.values.card import NO_SERVER, MatchCard
from bot.values.discord_time import (
    IDS_OF_A_MILLISECOND,
    TOLERABLE_ERROR_MS,
    DiscordClock,
    GatewayLag,
    RecentLag,
)
from bot.values.effects import Circumstances
from bot.values.events import GapEnded
from bot.values.obstacles import PlayerAbsent
from engine.seats import Seat

log = logging.getLogger(__name__)

ALIVE_EVERY_SECONDS: Final = 0.75
"""Time between stored proofs of life: so soon it is also noticed that nothing can be stored."""
LONGEST_BLIP_MS: Final = 3_000
"""A session resumed sooner than this has missed nothing, and nobody was kept waiting."""


@dataclass(slots=True)
class _Session:
    """The session of one shard.

    Attributes:
        alive_ms: Last proof that it was alive, by Discord's clock.
        told_since_ms: Start of its complete reports.
        lost_ms: Start of its silence; None while it reports.
        guilds: Servers that it began with, and later ones; None if it has not begun.
    """

    alive_ms: int
    told_since_ms: int
    lost_ms: int | None = None
    guilds: set[int] | None = None


class Gateway:
    """The sessions in which Discord reports events, as far as the matches depend on them."""

    def __init__(self, clock: DiscordClock) -> None:
        self._clock = clock
        self._sessions: list[_Session] = []
        self._told_of_since_ms: dict[int, int] = {}
        self._logged_error_ms = 0
        self._lag = RecentLag()
        self._silent: set[int] = set()
        self.begin(1)

    def begin(self, shards: int) -> None:
        """Set the number of sessions that report events, or are about to."""
        now_ms = self._clock.now_ms()
        for known in self._sessions:
            known.alive_ms = now_ms
        more = shards - len(self._sessions)
        self._sessions += [_Session(now_ms, now_ms) for _ in range(more)]

    def shard_of(self, guild_id: int) -> int:
        """Return the number of a server's shard (Discord's documentation, *Sharding*).

        Direct messages, whose server is 0, come in the session of the first.
        """
        return guild_id // IDS_OF_A_MILLISECOND % len(self._sessions)

    def _of(self, guild_id: int) -> _Session:
        return self._sessions[self.shard_of(guild_id)]

    def is_connected_to(self, guild_id: int) -> bool:
        """Return whether Discord reports a server's events at present."""
        return self._of(guild_id).lost_ms is None and guild_id not in self._silent

    def is_silent(self, guild_id: int) -> bool:
        """Return whether the session does not report a server, early on or in an outage."""
        return guild_id in self._silent

    def is_member(self, guild_id: int) -> bool:
        """Return whether the Dealer was on a server when the session began, as far as is known."""
        guilds = self._of(guild_id).guilds
        return guild_id == NO_SERVER or guilds is None or guild_id in guilds

    @property
    def is_connected(self) -> bool:
        """True if every session has begun and is alive."""
        return all(
            session.guilds is not None and session.lost_ms is None for session in self._sessions
        )

    def lose(self, shard: int) -> bool:
        """Note that a session has fallen silent; return whether it reported until now."""
        session = self._sessions[shard]
        has_told = session.lost_ms is None
        if has_told:
            session.lost_ms = self._clock.now_ms()
        return has_told

    def prove_alive(self, shard: int) -> GapEnded | None:
        """Note that a session is alive, and reports everything from now on.

        Returns:
            The end of its silence if it was lost; a short one spares nobody.
        """
        session, now_ms = self._sessions[shard], self._clock.now_ms()
        lost_ms, alive_ms, session.alive_ms = session.lost_ms, session.alive_ms, now_ms
        if lost_ms is None:
            return None
        session.lost_ms, session.told_since_ms = None, now_ms
        return GapEnded(None if now_ms - lost_ms <= LONGEST_BLIP_MS else alive_ms)

    def note_event(self, happened_ms: int) -> None:
        """Note the arrival of an event that happened at an instant by Discord's clock."""
        self._clock.hear(happened_ms)
        earliest_ms = happened_ms - self._clock.uncertainty_ms
        self._lag = self._lag.with_event(self._clock.now_ms(), earliest_ms)

    def circumstances(self, guild_id: int) -> Circumstances:
        """Return the present instant, and how Discord tells now what happens on a server."""
        clock, now_ms, session = self._clock, self._clock.now_ms(), self._of(guild_id)
        since_ms = max(session.told_since_ms, self._told_of_since_ms.get(guild_id, 0))
        is_connected = self.is_connected_to(guild_id)
        lag = GatewayLag(since_ms, self._lag.at(now_ms))
        return Circumstances(now_ms, is_connected, lag, clock.heard_ms, clock.uncertainty_ms)

    def alive_ms(self, shard: int) -> int:
        """Return the last proof that a session was alive, by Discord's clock."""
        return self._sessions[shard].alive_ms

    @property
    def all_alive_ms(self) -> int:
        """The last proof of life of the session that has been silent for longest."""
        return min(session.alive_ms for session in self._sessions)

    def begin_session(self, shard: int, guild_ids: Collection[int]) -> None:
        """Note that a new session reports these servers, each once it has come as a whole."""
        session, before = self._sessions[shard], self._sessions[shard].guilds or set()
        session.lost_ms, session.told_since_ms = None, self._clock.now_ms()
        session.guilds = set(guild_ids)
        self._silent = (self._silent - before) | session.guilds

    def lose_guild(self, guild_id: int) -> None:
        """Note that nothing is reported of a server any more."""
        self._silent.add(guild_id)

    def regain_guild(self, guild_id: int) -> bool:
        """Note that a server has come as a whole; return whether it was silent before."""
        guilds = self._of(guild_id).guilds
        if guilds is not None:
            guilds.add(guild_id)
        was_silent = guild_id in self._silent
        self._silent.discard(guild_id)
        self._told_of_since_ms[guild_id] = self._clock.now_ms()
        return was_silent

    def leave_guild(self, guild_id: int) -> None:
        """Note that the Dealer is not on a server any more."""
        self._silent.discard(guild_id)

    async def keep_alive(self, client: discord.AutoShardedClient, store: Store) -> None:
        """Store the proof of life again and again; the last one is where a gap begins.

        It is written even if it is no newer: that shows soon when nothing can be stored.
        """
        known = dict(client.latencies)
        while True:
            for shard, latency in client.latencies:
                # The library measures anew when a heartbeat is acknowledged. Its latency of a
                # closed or new connection proves nothing.
                session, is_new = self._sessions[shard], latency != known.get(shard)
                known[shard] = latency
                if is_new and session.lost_ms is None and isfinite(latency):
                    session.alive_ms = self._clock.now_ms()
            self._log_host_clock()
            put_alive = partial(store.put_alive, self.all_alive_ms, self._clock.bounds())
            await store.write_retries.until_stored(put_alive)
            await asyncio.sleep(ALIVE_EVERY_SECONDS)

    def _log_host_clock(self) -> None:
        """Log once that the host's clock is wrong, and again when that changes."""
        error_ms = self._clock.host_error_ms()
        if abs(error_ms - self._logged_error_ms) > TOLERABLE_ERROR_MS:
            self._logged_error_ms = error_ms
            seconds = error_ms / 1000
            log.warning("this machine's clock is %+.1f s off; matches go by Discord's", seconds)


UNKNOWN_MEMBER: Final = 10007


@dataclass(frozen=True)
class Members:
    """Asks Discord for a server's members: the gateway needs a privileged intent for that."""

    client: discord.Client

    async def absence(self, card: MatchCard, seat: Seat) -> PlayerAbsent | None:
        """Return why a player cannot write, if they are known to have left or to be timed out."""
        if card.is_direct:
            return None
        try:
            guild = self.client.get_guild(card.guild_id)
            guild = guild or await self.client.fetch_guild(card.guild_id, with_counts=False)
            until_ms = timed_out_ms(await guild.fetch_member(card.players[seat].id))
        except discord.NotFound as error:
            return PlayerAbsent(seat) if error.code == UNKNOWN_MEMBER else None
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("match %s: cannot tell who has left: %s", card.id, error)
            return None
        return PlayerAbsent(seat, until_ms) if until_ms else None


@dataclass(frozen=True)
class Hosts:
    """The hosts of each server: its managers, and the members of its chosen role.

    The roles are in memory: a room's messages are judged in the order in which Discord reports
    them, and no reading may come in between.
    """

    client: discord.Client
    choices: Choices

    def has_role(self, member: discord.Member) -> bool:
        """Return whether a member has their server's host role, which cannot be everyone's."""
        roles = {role.id for role in member.roles if not role.is_default()}
        return self.choices.host_role_of(member.guild.id) in roles

    def includes(self, author: discord.abc.User) -> bool:
        """Return whether a message's author is a host on its server; other bots never are."""
        if author.bot or not isinstance(author, discord.Member):
            return False
        return author.guild_permissions.manage_guild or self.has_role(author)

    async def include(self, guild_id: int, user_id: int) -> bool:
        """Return whether a user is a host, as Discord says now, or raise discord.HTTPException."""
        guild = self.client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            return self.includes(await guild.fetch_member(user_id))
        except discord.NotFound:
            return False
