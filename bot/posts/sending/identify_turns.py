"""When a shard may identify: Discord takes so many at once, and the next ones five seconds later.

Which shards may do so at once is told by their rate limit keys (Discord's documentation,
*Sharding*): each key has a log of its own, which all processes of the bot share.
"""

import asyncio
import logging
from typing import Final

from bot.posts.sending.shared_budget import LATE_SECONDS, Lender, NotLent
from bot.posts.sending.slots import Claim, Pace

log = logging.getLogger(__name__)

PACE: Final = Pace(most=1, window_ms=5_250)
"""One in five seconds, and room for those that leave late or travel unevenly."""
NOW: Final = Claim(apart_ms=0, ahead_ms=0)
"""Nobody takes a turn ahead: it would be lost with the process."""
RETRY_SECONDS: Final = 1.0


class IdentifyTurns:
    """Lets one shard after the other identify, whichever process it is in."""

    def __init__(self, lender: Lender) -> None:
        self._lender = lender

    async def wait(self, shard_number: int, max_concurrency: int) -> None:
        """Wait until a shard may identify, which it must then do at once.

        Args:
            shard_number: Its number, from 0.
            max_concurrency: How many shards may identify at once, as Discord says.
        """
        name = f"identify:{shard_number % max_concurrency}"
        loop = asyncio.get_running_loop()
        while True:
            try:
                lease = await self._lender.lease(name, (NOW,), PACE)
            except NotLent as why:
                log.warning("shard %d cannot learn when it may identify: %s", shard_number, why)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if lease.again_at is not None:
                await asyncio.sleep(lease.again_at - loop.time())
            elif loop.time() <= lease.slots[0] + LATE_SECONDS:
                return
