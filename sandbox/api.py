"""The way of every REST request: faults, authorization, limits, then its route, then the answer."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import cast

from aiohttp import web

from sandbox.calls import Access, Call, Route, read_body
from sandbox.errors import (
    BOTS_REFUSED,
    DM_CLOSED,
    MISSING_PERMISSIONS,
    ONLY_BOTS,
    DiscordError,
    unauthorized,
)
from sandbox.faults import Fault, Target
from sandbox.hub import Hub
from sandbox.limits import RateLimitedError, Scope
from sandbox.models import API_PATH, DM_CHANNEL, User
from sandbox.sessions import encode

COUNTED_AS_INVALID = (401, 403, 429)
MAJOR_PARTS = ("channel_id", "guild_id", "application_id", "token")


class ConnectionCutError(Exception):
    """A fault wants the connection cut in place of an answer."""


def add_routes(router: web.UrlDispatcher, hub: Hub, routes: Iterable[Route]) -> None:
    """Let a server answer Discord's routes."""
    for route in routes:
        router.add_route(route.method, API_PATH + route.template, _answering(hub, route))


def json_response(
    payload: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """An answer in JSON, its content type without a charset, as discord.py wants it."""
    return web.Response(
        body=encode(payload).encode(),
        status=status,
        content_type="application/json",
        headers=headers,
    )


def _answering(hub: Hub, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(request: web.Request) -> web.Response:
        by_bot = _by_bot(route, request)
        if by_bot and hub.limiter.banned_for():
            return web.Response(status=429, text="This address is banned for a while.")
        try:
            response = await _respond(hub, route, request, by_bot=by_bot)
        except DiscordError as error:
            response = json_response(error.body(), error.status)
        except RateLimitedError as limited:
            response = json_response(limited.body, 429, limited.headers)
        except ConnectionCutError:
            cast("asyncio.Transport", request.transport).abort()
            return web.Response(status=500)
        if by_bot and _counts_as_invalid(response):
            hub.limiter.count_invalid()
        return response

    return answer


def _counts_as_invalid(response: web.Response) -> bool:
    shared = response.headers.get("X-RateLimit-Scope") == Scope.SHARED
    return response.status in COUNTED_AS_INVALID and not shared


async def _respond(hub: Hub, route: Route, request: web.Request, *, by_bot: bool) -> web.Response:
    caller = _authorize(hub, route, request)
    faults = hub.faults.take(_target(hub, route, request, by_bot=by_bot))
    await _fail_before(faults)
    headers: Mapping[str, str] = {}
    if by_bot:
        majors = [value for name, value in request.match_info.items() if name in MAJOR_PARTS]
        count = hub.limiter.count_route if route.access is Access.PATH else hub.limiter.count
        headers = count(route.method, route.template, "/".join(majors))
    body, uploads = await read_body(request)
    answer = route.handler(Call(hub, request, caller, body, uploads))
    _fail_after(faults)
    if answer is None:
        return web.Response(status=204, headers=headers)
    return json_response(answer, headers=headers)


def _by_bot(route: Route, request: web.Request) -> bool:
    """Whether a request is a bot's; one with its token in the path can only be that."""
    header = request.headers.get("Authorization", "")
    return route.access is Access.PATH or header.startswith("Bot ")


def _authorize(hub: Hub, route: Route, request: web.Request) -> User:
    if route.access is Access.PATH:
        return hub.world.bot
    header = request.headers.get("Authorization", "")
    user = hub.world.user_of_token(header.removeprefix("Bot "))
    if user is None or user.bot != header.startswith("Bot "):
        raise unauthorized()
    if user.bot and route.access is Access.PERSON:
        raise DiscordError(*BOTS_REFUSED)
    if not user.bot and route.access is Access.BOT:
        raise DiscordError(*ONLY_BOTS)
    return user


def _target(hub: Hub, route: Route, request: web.Request, *, by_bot: bool) -> Target:
    channel_id = request.match_info.get("channel_id", "")
    channel = hub.world.channels.get(int(channel_id)) if channel_id.isdigit() else None
    return Target(
        method=route.method,
        template=route.template,
        path=request.path.removeprefix(API_PATH),
        by_bot=by_bot,
        into_dm=channel is not None and channel.type == DM_CHANNEL,
    )


async def _fail_before(faults: Iterable[Fault]) -> None:
    """Let happen what goes wrong before a request takes effect."""
    for fault in faults:
        if fault.name == "latency":
            await asyncio.sleep(fault.seconds or 0)
        elif fault.name == "429":
            raise RateLimitedError(fault.seconds or 0, fault.scope, via=fault.via)
        elif fault.name == "5xx-before":
            raise _server_error(fault)
        elif fault.name == "forbidden":
            raise DiscordError(*MISSING_PERMISSIONS)
        elif fault.name == "refused":
            raise DiscordError(fault.status, fault.code, f"{fault.status}: Refused")
        elif fault.name == "dm-closed":
            raise DiscordError(*DM_CLOSED)
        elif fault.name == "drop" and not fault.after:
            raise ConnectionCutError


def _fail_after(faults: Iterable[Fault]) -> None:
    """Let happen what goes wrong after a request took effect."""
    for fault in faults:
        if fault.name == "5xx-after":
            raise _server_error(fault)
        if fault.name == "drop":
            raise ConnectionCutError


def _server_error(fault: Fault) -> DiscordError:
    return DiscordError(fault.status, 0, f"{fault.status}: Server Error")
