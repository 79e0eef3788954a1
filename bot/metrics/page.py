"""Serves the metrics to Prometheus."""

import asyncio
from collections.abc import Callable
from typing import Final

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from bot.matches.registry import MatchRegistry
from bot.metrics.metrics import Metrics

PATH: Final = "/metrics"
SHUTDOWN_SECONDS: Final = 1.0
"""How long a reader that has not finished keeps the bot from stopping."""


async def serve(
    metrics: Metrics, registry: Callable[[], MatchRegistry | None], host: str, port: int
) -> web.AppRunner:
    """Answer whoever asks for the metrics, until what is returned is cleaned up.

    The event loop only looks at what there is; the page is written in a thread.

    Raises:
        OSError: Nothing can be served there.
    """

    async def page(request: web.Request) -> web.Response:
        metrics.look(registry())
        write, content_type = choose_encoder(request.headers.get("Accept", ""))
        body = await asyncio.to_thread(write, metrics.page)
        return web.Response(body=body, headers={"Content-Type": content_type})

    app = web.Application()
    app.router.add_get(PATH, page)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner
