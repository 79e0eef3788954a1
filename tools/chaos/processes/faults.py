"""The faults between the bot and Discord, of every kind, at random."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.helpers.people import World

POSTS: Final = {"method": "POST", "route": "/channels/{channel_id}/messages"}
READS: Final = {"method": "GET", "route": "/channels/{channel_id}/messages"}
MARKS: Final = {"method": "PUT"}
CALLBACKS: Final = {"method": "POST", "route": "/callback"}
ANSWERS: Final = {"method": "PATCH", "route": "/webhooks/*"}
BETWEEN_SECONDS: Final = (0.1, 1.2)
TROUBLE_SECONDS: Final = 3.0
"""For how long after a fault the bot may still be busy with it."""

Fault = Mapping[str, Any]

REST_FAULTS: Final[tuple[Fault, ...]] = tuple(
    {"fault": fault, "match": match, **more}
    for match in (POSTS, READS, MARKS, CALLBACKS, ANSWERS)
    for fault, more in (
        ("429", {"seconds": 0.2}),
        ("5xx-before", {"status": 500}),
        ("5xx-before", {"status": 503}),
        ("5xx-after", {"status": 502}),
        ("drop", {}),
        ("drop", {"after": True}),
        ("latency", {"seconds": 0.4}),
    )
)
OTHER_FAULTS: Final[tuple[Fault, ...]] = (
    {"fault": "429", "seconds": 0.3, "global": True},
    {"fault": "drop"},
    {"fault": "drop", "seconds": 0.5},
    {"fault": "reconnect"},
    {"fault": "invalid-session"},
    {"fault": "drop", "match": POSTS, "seconds": 0.5, "after": True},
    {"fault": "5xx-after", "match": POSTS, "seconds": 0.5},
)

OUTAGE: Final = "guild-outage"
CLOSED: Final = "dm-closed"
OUTAGE_SECONDS: Final = (0.3, 4.0)
CLOSED_SECONDS: Final = 2.0

LOGIN: Final = {"method": "GET", "route": "/users/@me"}
APPLICATION: Final = {"method": "GET", "route": "/oauth2/applications/@me"}
SESSIONS: Final = {"method": "GET", "route": "/gateway/bot"}
COMMANDS: Final = {"method": "GET", "route": "/applications/{application_id}/commands"}
AT_START: Final[tuple[Fault, ...]] = tuple(
    {"fault": fault, "match": match, **more}
    for match in (LOGIN, APPLICATION, SESSIONS, COMMANDS)
    for fault, more in (("5xx-before", {"status": 503}), ("429", {"seconds": 0.2}))
)
"""Faults that only a start may meet."""

ROLE: Final = "Dealer"
DISPENSABLE: Final = {"Attach Files": 1 << 15, "Add Reactions": 1 << 6}
"""Optional permissions, by Discord's names, with their bits."""
LOST_SECONDS: Final = (0.3, 2.5)
BETWEEN_LOSSES_SECONDS: Final = (2.0, 8.0)


@dataclass
class FaultInjector:
    """Injects faults until it is stopped, and takes permissions away for a while.

    Attributes:
        private: Direct messages with the Dealer that may be closed at times.
        counts: Number of faults by kind.
        troubled: Spans of the faults, in seconds of the wall clock.
        outages: Spans in which nothing was reported of the server.
    """

    world: World
    generator: Random
    private: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    troubled: list[tuple[float, float]] = field(default_factory=list)
    outages: list[tuple[float, float]] = field(default_factory=list)
    _outage_over: float = 0.0

    async def inject_forever(self) -> None:
        """Inject one fault after another, and take one permission after another in parallel."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._inject())
            both.create_task(self._take_and_give_back())

    async def fail_posts_in(self, room: str) -> None:
        """Let nothing be posted into a room for a while."""
        match = {**POSTS, "route": f"/channels/{room}/messages"}
        seconds = self.generator.uniform(*LOST_SECONDS)
        await self._inject_one(
            {"fault": "5xx-before", "status": 503, "match": match, "seconds": seconds}
        )

    def end_outages(self) -> None:
        """Note that no outage lasts any longer."""
        now = time.time()
        self.outages[:] = [(begun, min(over, now)) for begun, over in self.outages]

    async def _inject(self) -> None:
        while True:
            luck = self.generator.random()
            if luck < 0.7:
                await self._inject_one(self.generator.choice(REST_FAULTS))
            elif luck < 0.9:
                await self._inject_one(self.generator.choice(OTHER_FAULTS))
            elif luck < 0.95:
                await self._lose_the_server(self.generator.uniform(*OUTAGE_SECONDS))
            else:
                await self._close_conversations()
            await asyncio.sleep(self.generator.uniform(*BETWEEN_SECONDS))

    async def _inject_one(self, fault: Fault) -> None:
        self._note(fault["fault"], fault.get("seconds", 0))
        await self.world.fault(**fault)

    async def _lose_the_server(self, seconds: float) -> None:
        if time.time() < self._outage_over:
            return
        self._outage_over = self._note(OUTAGE, seconds)
        self.outages.append((time.time(), self._outage_over))
        await self.world.fault(OUTAGE, seconds=seconds)

    async def _close_conversations(self) -> None:
        """Close some direct messages for a while; hosts' stay open, for they must be told."""
        self._note(CLOSED, CLOSED_SECONDS)
        for channel in self.generator.sample(self.private, len(self.private) // 2):
            match = {"route": f"/channels/{channel}/messages"}
            await self.world.fault(fault=CLOSED, seconds=CLOSED_SECONDS, match=match)

    def _note(self, kind: str, seconds: float) -> float:
        now = time.time()
        self.counts[kind] += 1
        self.troubled.append((now, now + TROUBLE_SECONDS + seconds))
        return now + seconds

    async def _take_and_give_back(self) -> None:
        role = await self.world.role(ROLE)
        path = f"/guilds/{self.world.guild_id}/roles/{role['id']}"
        allowed = int(role["permissions"])
        while True:
            await asyncio.sleep(self.generator.uniform(*BETWEEN_LOSSES_SECONDS))
            name, bit = self.generator.choice(list(DISPENSABLE.items()))
            self.counts[f"{name} lost"] += 1
            await self._allow(path, allowed & ~bit)
            try:
                await asyncio.sleep(self.generator.uniform(*LOST_SECONDS))
            finally:
                await self._allow(path, allowed)

    async def _allow(self, path: str, permissions: int) -> None:
        await self.world.host.request("PATCH", path, json={"permissions": str(permissions)})
