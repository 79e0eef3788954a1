"""Faults between the bot and Discord, one after another, and the times that they disturb."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from time import time
from typing import Any

from tests.helpers.people import World
from tools.soak.lateness import Disturbance, Ledger

ROOM_FAULTS: tuple[dict[str, Any], ...] = (
    {"fault": "429", "seconds": 1},
    {"fault": "5xx-before", "count": 1},
    {"fault": "5xx-after", "count": 1},
    {"fault": "5xx-before", "status": 503, "count": 1},
    {"fault": "drop", "count": 1},
    {"fault": "drop", "count": 1, "after": True},
    {"fault": "latency", "seconds": 0.5},
)
"""Faults for the next post in one room."""
WIDE_FAULTS: tuple[dict[str, Any], ...] = (
    {"fault": "drop", "match": {"route": "/gateway"}},
    {"fault": "429", "seconds": 1, "global": True},
    {"fault": "invalid-session"},
    {"fault": "latency", "seconds": 0.2, "count": 20},
    {"fault": "reconnect"},
)
"""Faults for all rooms at once."""
WIDE_LASTS_SECONDS = 15.0


@dataclass
class FaultInjector:
    """Injects faults and records them; `calm` is set while the gateway is left alone."""

    world: World
    rooms: list[str]
    ledger: Ledger
    generator: Random
    count: int = 0
    calm: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.calm.set()

    async def in_rooms(self, seconds: float) -> None:
        """Disturb one room after another, until cancelled."""
        while True:
            await asyncio.sleep(seconds)
            room = self.generator.choice(self.rooms)
            await self._meet(self.generator.choice(ROOM_FAULTS), room)

    async def everywhere(self, seconds: float, quiet_seconds: float) -> None:
        """Disturb all rooms at once, by one fault after another, until cancelled."""
        await asyncio.sleep(quiet_seconds)
        while True:
            for fault in WIDE_FAULTS:
                await asyncio.sleep(seconds)
                self.calm.clear()
                disturbance = await self._meet(fault)
                await asyncio.sleep(min(seconds, WIDE_LASTS_SECONDS))
                disturbance.ended_ms = time() * 1000
                self.calm.set()

    async def _meet(self, fault: dict[str, Any], room: str | None = None) -> Disturbance:
        about = {"method": "POST", "route": f"/channels/{room}/messages"} if room else {}
        self.count += 1
        disturbance = Disturbance(room, round(time() * 1000))
        self.ledger.disturbances.append(disturbance)
        await self.world.fault(**{"match": about, **fault})
        return disturbance
