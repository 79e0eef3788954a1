"""The way of every REST request: injected faults, authorization, rate limits, route, answer."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from email.utils import formatdate
from typing import cast

from aiohttp import web

from sandbox import errors
from sandbox.faults import Fault, Target
from sandbox.gateway.sessions import encode
from sandbox.rate_limits import RateLimitedError, Scope
from sandbox.rest.audit import carry_out
from sandbox.rest.request import Access, Request, Route, read_body
from sandbox.rest.services import Services
from sandbox.state.models import API_PATH, DM_CHANNEL, User

COUNTED_AS_INVALID = (401, 403, 429)
MAJOR_PARAMETERS = ("channel_id", "guild_id", "application_id", "token")


class ConnectionCutError(Exception):
    """Error for a fault that cuts the connection instead of answering."""


def json_response(
    payload: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return an answer in JSON; discord.py expects its content type without a charset."""
    return web.Response(
        body=encode(payload).encode(),
        status=status,
        content_type="application/json",
        headers=headers,
    )


class Api:
    """The answers to Discord's routes."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def add_routes(self, router: web.UrlDispatcher, routes: Iterable[Route]) -> None:
        """Add every route to a server."""
        for route in routes:
            router.add_route(route.method, API_PATH + route.template, self._handler(route))

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        limiter, snowflakes = self._services.limiter, self._services.world.snowflakes

        async def handle(request: web.Request) -> web.Response:
            # Nobody but the bot uses routes with a token.
            header = request.headers.get("Authorization", "")
            by_bot = route.access is Access.PATH or header.startswith("Bot ")
            if by_bot and limiter.is_banned():
                return web.Response(status=429, text="This address is banned for a while.")
            try:
                response = await self._respond(route, request, by_bot=by_bot)
            except errors.DiscordError as error:
                response = json_response(error.body(), error.status, error.headers)
            except ConnectionCutError:
                cast("asyncio.Transport", request.transport).abort()
                return web.Response(status=500)
            response.headers["Date"] = formatdate(snowflakes.now(), usegmt=True)
            is_shared = response.headers.get("X-RateLimit-Scope") == Scope.SHARED
            if by_bot and response.status in COUNTED_AS_INVALID and not is_shared:
                limiter.count_invalid()
            return response

        return handle

    async def _respond(self, route: Route, request: web.Request, *, by_bot: bool) -> web.Response:
        caller = self._authorize(route, request)
        faults = self._services.faults.take(self._fault_target(route, request, by_bot=by_bot))
        for fault in faults:
            if fault.name == "latency":
                await asyncio.sleep(fault.seconds or 0)
            elif not fault.is_late():
                raise _failure(fault)
        headers = self._count(route, request) if by_bot else {}
        body, uploads = await read_body(request)
        answer = carry_out(route, Request(self._services, request, caller, body, uploads))
        for fault in faults:
            if fault.is_late():
                raise _failure(fault)
        if answer is None:
            return web.Response(status=204, headers=headers)
        return json_response(answer, headers=headers)

    def _authorize(self, route: Route, request: web.Request) -> User:
        world = self._services.world
        if route.access is Access.PATH:
            return world.bot
        header = request.headers.get("Authorization", "")
        user = world.user_of_token(header.removeprefix("Bot "))
        if user is None or user.bot != header.startswith("Bot "):
            raise errors.DiscordError(*errors.UNAUTHORIZED)
        if user.bot and route.access is Access.PERSON:
            raise errors.DiscordError(*errors.BOTS_REFUSED)
        if not user.bot and route.access is Access.BOT:
            raise errors.DiscordError(*errors.ONLY_BOTS)
        return user

    def _count(self, route: Route, request: web.Request) -> dict[str, str]:
        """Count a request of the bot against its limits; return the headers on the rest of them."""
        limiter = self._services.limiter
        resource = "/".join(
            value for name, value in request.match_info.items() if name in MAJOR_PARAMETERS
        )
        count = limiter.count_route if route.access is Access.PATH else limiter.count
        return count(route.method, route.template, resource)

    def _fault_target(self, route: Route, request: web.Request, *, by_bot: bool) -> Target:
        channel_id = request.match_info.get("channel_id", "")
        channels = self._services.world.channels
        channel = channels.get(int(channel_id)) if channel_id.isdigit() else None
        return Target(
            method=route.method,
            template=route.template,
            path=request.path.removeprefix(API_PATH),
            by_bot=by_bot,
            into_dm=channel is not None and channel.type == DM_CHANNEL,
        )


def _failure(fault: Fault) -> Exception:
    match fault.name:
        case "429":
            return RateLimitedError(fault.seconds or 0, fault.scope, via=fault.via)
        case "forbidden":
            return errors.DiscordError(*errors.MISSING_PERMISSIONS)
        case "refused":
            return errors.DiscordError(fault.status, fault.code, f"{fault.status}: Refused")
        case "dm-closed":
            return errors.DiscordError(*errors.DM_CLOSED)
        case "drop":
            return ConnectionCutError()
    return errors.DiscordError(fault.status, 0, f"{fault.status}: Server Error")
