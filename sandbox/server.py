"""The sandbox as one server: Discord's API and gateway, attachments, control routes, the page."""

import mimetypes
import re
import socket
from functools import partial
from pathlib import Path
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox.control import Control
from sandbox.gateway.client import serve
from sandbox.gateway.payloads import GATEWAY_PATH, Payloads
from sandbox.gateway.sessions import PRIVILEGED, Intent
from sandbox.rate_limits import Limiter, LimitSettings
from sandbox.rest.api import Api
from sandbox.rest.request import REQUEST_SIZE
from sandbox.rest.routes import ROUTES
from sandbox.rest.services import Services
from sandbox.state.models import Json
from sandbox.state.new_world import create_world
from sandbox.state.storage import Store
from sandbox.state.world import World

HOST = "127.0.0.1"
BOT_TOKEN = "sandbox-bot"  # noqa: S105 - no secret: it is good for nothing but a sandbox
PAGE = Path(__file__).parent / "page"
PAGE_MISSING = "The sandbox is running, but its page is not here: sandbox/page/index.html"
FRESH = {"Cache-Control": "no-cache"}
SHOWN_IN_PLACE = ("image/png", "image/gif", "image/jpeg", "image/webp", "text/plain")
# A forwarded port may have another number.
OWN_HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?")


class Sandbox:
    """A stand-in for Discord: start it, and point a bot at `api` and `gateway`.

    A state file keeps everything for the next sandbox that is started with it.
    `granted_intents` are the privileged intents that the bot's application has been granted.

    Attributes:
        shortcuts: The commands that the page offers in one press, in direct messages with the bot:
            a `title`, and `buttons` with a `label`, a `command` as one types it (`match status`)
            and its `options` by name. Set before the start.
        guilds: The number of guilds when it starts empty; set before the start.
        shift: Seconds by which its clock is ahead of this machine's at first; set before the start.
    """

    services: Services

    def __init__(
        self,
        port: int = 0,
        state: Path | None = None,
        bot_token: str = BOT_TOKEN,
        *,
        rate_limits: bool = True,
        granted_intents: int = PRIVILEGED,
    ) -> None:
        self._port = port
        self._state = state
        self._bot_token = bot_token
        self._granted = Intent(granted_intents)
        self.shortcuts: Json = {"title": "", "buttons": []}
        self.guilds = 1
        self.shift = 0.0
        self._limiter = Limiter(LimitSettings(enforce=rate_limits))
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """The address of the page; everything else lies below it."""
        return self.services.payloads.address

    @property
    def api(self) -> str:
        """The address of Discord's API."""
        return self.services.payloads.api

    @property
    def gateway(self) -> str:
        """The address of the gateway."""
        return self.services.payloads.gateway

    async def start(self) -> None:
        """Start listening; from then on the addresses are known."""
        listener = socket.create_server((HOST, self._port))
        world = World(Store(self._state), self.shift)
        if not world.guilds:
            create_world(world, self._bot_token, self.guilds)
        elif world.bot.token != self._bot_token:
            world.change_bot_token(self._bot_token)
        payloads = Payloads(world, HOST, listener.getsockname()[1])
        self.services = Services(world, payloads, self._limiter, self._granted)
        app = web.Application(middlewares=[refuse_others], client_max_size=REQUEST_SIZE)
        self._add_routes(app.router)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def close(self) -> None:
        """Stop listening, and write what is still to be written."""
        if self._runner is None:
            return
        self.services.interactions.close()
        self.services.guilds.close()
        self.services.gateway.close()
        await self._runner.cleanup()
        self.services.world.store.close()
        self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _add_routes(self, router: web.UrlDispatcher) -> None:
        Api(self.services).add_routes(router, ROUTES)
        Control(self.services, self.shortcuts).add_routes(router)
        gateway, faults = self.services.gateway, self.services.faults
        router.add_get(GATEWAY_PATH, partial(serve, gateway, faults))
        router.add_get("/attachments/{channel_id}/{file_id}/{filename}", self._send_attachment)
        router.add_get("/", self._send_page)
        router.add_get("/page/{path:.+}", self._send_page)

    async def _send_attachment(self, request: web.Request) -> web.Response:
        file_id = request.match_info["file_id"]
        data = self.services.world.store.file(int(file_id)) if file_id.isdigit() else None
        if data is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(request.match_info["filename"])[0] or "application/octet-stream"
        headers = {} if kind in SHOWN_IN_PLACE else {"Content-Disposition": "attachment"}
        return web.Response(body=data, content_type=kind, headers=headers)

    async def _send_page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("path", "index.html")
        path = (PAGE / name).resolve()
        if path.is_file() and path.is_relative_to(PAGE):
            return web.FileResponse(path, headers=FRESH)
        if name == "index.html":
            return web.Response(status=404, text=PAGE_MISSING)
        raise web.HTTPNotFound


@web.middleware
async def refuse_others(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what was sent to another host's name, or by a page that is not the sandbox's own.

    Tokens are no secret here: any page that a browser shows could otherwise speak for everybody,
    by a form, or by a name of its own that leads to this machine.
    """
    host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
    if not OWN_HOST.fullmatch(host) or origin not in (None, f"http://{host}"):
        raise web.HTTPForbidden(text="The sandbox answers only on this machine, and to its page.")
    return await handler(request)
