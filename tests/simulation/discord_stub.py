"""A client of discord.py's that reaches nobody: each request waits for its permit and is answered.

The outbox, the rate limits and the guards of requests are the Dealer's own; only what is behind
them is made up here.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from bot.discord_clock import snowflake_ms
from bot.posts.sending.rate_limit import RateLimiter
from bot.posts.sending.request_guard import _GUARD, Request, RequestGuard
from tests.bot.fake_clock import BEGAN_MS, snowflake

ANSWER_SECONDS: Final = 0.1
"""How long Discord takes to answer a request."""
MOST_PRIVATE_CHANNELS: Final = 128
"""Of how many people discord.py remembers the channel of direct messages."""


def now_ms() -> int:
    """The present by Discord's clock, which is the loop's."""
    return BEGAN_MS + round(asyncio.get_running_loop().time() * 1000)


class Clock:
    """Discord's clock, which is known for certain."""

    def now_ms(self) -> int:
        """The present."""
        return now_ms()

    def local_ms(self) -> float:
        """The same."""
        return now_ms()

    def observe(self, snowflake: int, sent_ms: float, answered_ms: float) -> None:
        """It is right as it is."""
        assert sent_ms <= snowflake_ms(snowflake) <= answered_ms


class Discord:
    """Answers requests.

    Attributes:
        requests: When each request left.
    """

    application_id = 1

    def __init__(self, limiter: RateLimiter) -> None:
        self.requests: list[float] = []
        self._limiter = limiter
        self._numbers = count()
        self._private_channels: OrderedDict[int, Channel] = OrderedDict()

    async def request(self, *, posts: bool) -> int:
        """Make a request as the `RequestTrace` would let it out; the id of what it makes."""
        guard = _GUARD.get()
        assert isinstance(guard, RequestGuard)
        permit = await guard.request_begins(Request(posts, is_counted=True))
        assert permit
        self._limiter.leaves(permit)
        self.requests.append(permit.left_at)
        made = snowflake(now_ms(), next(self._numbers))
        await asyncio.sleep(ANSWER_SECONDS)
        guard.request_ends(succeeded=True)
        return made

    # What the outbox asks of a client

    def get_guild(self, _: int) -> None:
        """Nothing is known of any server's permissions."""

    def get_partial_messageable(self, channel_id: int, **_: Any) -> "Channel":
        """A room."""
        return Channel(self, channel_id)

    async def create_dm(self, user: Any) -> "Channel":
        """Somebody's direct messages: discord.py asks for a channel that it has forgotten."""
        known = self._private_channels.get(user.id)
        if known:
            self._private_channels.move_to_end(user.id)
            return known
        await self.request(posts=False)
        channel = self._private_channels[user.id] = Channel(self, user.id)
        if len(self._private_channels) > MOST_PRIVATE_CHANNELS:
            self._private_channels.popitem(last=False)
        return channel


@dataclass(frozen=True)
class Sent:
    """A message that stands."""

    id: int


@dataclass(frozen=True)
class Channel:
    """A room, or somebody's direct messages."""

    discord: Discord
    id: int

    async def send(self, *_: Any, **__: Any) -> Sent:
        """Post a message."""
        return Sent(await self.discord.request(posts=True))

    def get_partial_message(self, _: int) -> "Channel":
        """Some message in it."""
        return self

    async def add_reaction(self, _: str) -> None:
        """React to a message."""
        await self.discord.request(posts=False)
