"""Knows which servers Discord tells of, and up to when it is sure to have told everything."""

import asyncio
from collections.abc import Collection
from functools import partial
from math import isfinite
from typing import Final

import discord

from bot.card import NO_SERVER
from bot.discord_clock import DiscordClock
from bot.live.values.promptness import Promptness, RecentLag
from bot.storage.store import Store

ALIVE_EVERY_SECONDS: Final = 0.75
"""How often a proof of life is kept: so soon it is also noticed that nothing can be kept."""
LONGEST_BLIP_MS: Final = 3_000
"""A session resumed sooner than this has missed nothing, and nobody was kept waiting."""


class Gateway:
    """The connection on which Discord tells what happens, as far as the matches depend on it.

    Attributes:
        alive_ms: The last proof that the gateway was alive, by Discord's clock.
    """

    def __init__(self, clock: DiscordClock) -> None:
        self.alive_ms = 0
        self._clock = clock
        self._lost_ms: int | None = None
        self._told_since_ms = clock.now_ms()
        self._told_of_since_ms: dict[int, int] = {}
        self._lag = RecentLag()
        self._guilds: set[int] | None = None
        self._silent: set[int] = set()

    def hears(self, guild_id: int) -> bool:
        """Whether Discord tells what happens on a server at present."""
        return self._lost_ms is None and guild_id not in self._silent

    def is_silent(self, guild_id: int) -> bool:
        """Whether the session tells nothing of a server: it has not come yet, or has an outage."""
        return guild_id in self._silent

    def is_member(self, guild_id: int) -> bool:
        """Whether the Dealer was on a server when the session began, as far as that is known."""
        return guild_id == NO_SERVER or self._guilds is None or guild_id in self._guilds

    def lose(self) -> None:
        """Note that the gateway tells nothing any more."""
        if self._lost_ms is None:
            self._lost_ms = self._clock.now_ms()

    def prove_alive(self) -> None:
        """Note that the gateway is alive, and tells everything from now on."""
        self.alive_ms = self._clock.now_ms()
        if self._lost_ms is not None:
            self._lost_ms, self._told_since_ms = None, self.alive_ms

    def note_event(self, happened_ms: int) -> None:
        """Note that something comes now that happened at an instant by Discord's clock."""
        if self._clock.is_set:
            self._lag = self._lag.with_event(self._clock.now_ms(), happened_ms)

    def promptness(self, guild_id: int) -> Promptness:
        """How soon Discord tells what happens on a server."""
        since_ms = max(self._told_since_ms, self._told_of_since_ms.get(guild_id, 0))
        return Promptness(since_ms, self._lag.at(self._clock.now_ms()))

    @property
    def is_lost(self) -> bool:
        """Whether the gateway tells nothing."""
        return self._lost_ms is not None

    @property
    def gap_since_ms(self) -> int | None:
        """Since when nothing was told; None where that is too short for anybody to be spared it."""
        lost_ms = self._lost_ms
        is_blip = lost_ms is None or self._clock.now_ms() - lost_ms <= LONGEST_BLIP_MS
        return None if is_blip else self.alive_ms

    def begin_session(self, guild_ids: Collection[int]) -> None:
        """Note that a new session tells of these servers, each once it has come as a whole."""
        self._lost_ms, self._told_since_ms = None, self._clock.now_ms()
        self._guilds, self._silent = set(guild_ids), set(guild_ids)

    def lose_guild(self, guild_id: int) -> None:
        """Note that nothing is told of a server any more."""
        self._silent.add(guild_id)

    def regain_guild(self, guild_id: int) -> bool:
        """Note that a server has come as a whole; whether nothing was told of it before."""
        if self._guilds is not None:
            self._guilds.add(guild_id)
        was_silent = guild_id in self._silent
        self._silent.discard(guild_id)
        self._told_of_since_ms[guild_id] = self._clock.now_ms()
        return was_silent

    def leave_guild(self, guild_id: int) -> None:
        """Note that the Dealer is not on a server any more."""
        self._silent.discard(guild_id)

    async def keep_alive(self, client: discord.Client, store: Store) -> None:
        """Keep the proof of life again and again; the last one kept is where a gap begins.

        It is written even if it is no newer: that shows soon when nothing can be kept.
        """
        latency = client.latency
        while True:
            if client.latency != latency:
                # The library measures anew exactly when a heartbeat is acknowledged. What it says
                # of a connection that is closed, or has no session yet, proves nothing.
                latency = client.latency
                if self._lost_ms is None and isfinite(latency):
                    self.alive_ms = self._clock.now_ms()
            await store.write_retries.until_stored(partial(store.put_alive, self.alive_ms))
            await asyncio.sleep(ALIVE_EVERY_SECONDS)
