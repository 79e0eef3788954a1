"""A sandbox in a process of its own that counts the bot's requests: a line in, a line out.

It ends with its standard input, so that it cannot outlive its parent.
"""

import asyncio
import json
import sys
from collections import Counter
from typing import Any

from sandbox.rate_limits import RateLimitedError
from sandbox.server import Sandbox
from tests.end_to_end.helpers.matches import count_requests

REFUSED = "refused for the rate"


def count_refusals(sandbox: Sandbox, counts: Counter[str]) -> None:
    """Count the requests over a rate limit from now on."""
    count = sandbox.services.limiter.count

    def counting(method: str, template: str, resource: str) -> Any:
        try:
            return count(method, template, resource)
        except RateLimitedError:
            counts[REFUSED] += 1
            raise

    sandbox.services.limiter.count = counting  # type: ignore[method-assign]


def tell(about: Any) -> None:
    """Write a line for the parent process."""
    sys.stdout.write(json.dumps(about) + "\n")
    sys.stdout.flush()


async def main() -> None:
    """Run the sandbox, and tell its counts when asked."""
    async with Sandbox() as sandbox:
        counts = count_requests(sandbox)
        count_refusals(sandbox, counts)
        tell({"address": sandbox.address, "api": sandbox.api, "gateway": sandbox.gateway})
        while await asyncio.to_thread(sys.stdin.readline):
            tell(counts)


if __name__ == "__main__":
    asyncio.run(main())
