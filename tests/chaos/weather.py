"""What goes wrong between the bot and Discord meanwhile: faults of every kind, at random."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.people import World

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
    {"fault": "guild-outage", "seconds": 0.4},
    {"fault": "dm-closed", "seconds": 1.0},
    {"fault": "drop", "match": POSTS, "seconds": 0.5, "after": True},
    {"fault": "5xx-after", "match": POSTS, "seconds": 0.5},
)


@dataclass
class Weather:
    """Injects faults until it is stopped.

    Attributes:
        counts: How many of each kind.
        troubled: When they were, in seconds of the wall clock, from and to.
    """

    world: World
    generator: Random
    counts: Counter[str] = field(default_factory=Counter)
    troubled: list[tuple[float, float]] = field(default_factory=list)

    async def rage(self) -> None:
        """Let one fault follow the other."""
        while True:
            kinds = REST_FAULTS if self.generator.random() < 0.75 else OTHER_FAULTS
            fault = self.generator.choice(kinds)
            now = time.time()
            self.troubled.append((now, now + TROUBLE_SECONDS + fault.get("seconds", 0)))
            self.counts[fault["fault"]] += 1
            await self.world.fault(**fault)
            await asyncio.sleep(self.generator.uniform(*BETWEEN_SECONDS))
