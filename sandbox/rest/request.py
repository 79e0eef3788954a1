"""A request as a route sees it, the routes, and the checks of what a caller may see and do."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar, cast
from urllib.parse import unquote

from aiohttp import BodyPartReader, web

from sandbox import errors
from sandbox.fields import Form, snowflake
from sandbox.messages.attachments import FILE_SIZE
from sandbox.rest.services import Services
from sandbox.state.locales import USUAL, locale_of
from sandbox.state.models import AuditEntry, Channel, Guild, Json, Message, User
from sandbox.state.permissions import Permission
from sandbox.state.world import Upload

REQUEST_SIZE = 26 * 1024 * 1024
BODIES = ("POST", "PUT", "PATCH")


class Access(Enum):
    """The users of a route."""

    ALL = "bots and people"
    BOT = "bots only"
    PERSON = "people only"
    PATH = "anyone who has the token in the path"


@dataclass(frozen=True)
class Request:
    """One request."""

    services: Services
    http: web.Request
    caller: User
    body: Any
    uploads: Mapping[int, Upload]

    @property
    def fields(self) -> Json:
        """The body, which has to be an object."""
        if not isinstance(self.body, dict):
            raise errors.DiscordError(*errors.NOT_JSON)
        return self.body

    @property
    def form(self) -> Form:
        """The body's fields, to be read one by one."""
        return Form(self.fields)

    @property
    def locale(self) -> str:
        """The caller's language, which Discord's apps tell in a header."""
        return locale_of(self.http.headers.get("X-Discord-Locale", USUAL))

    def part(self, name: str) -> str:
        """Return a part of the path."""
        return self.http.match_info[name]

    def id(self, name: str) -> int:
        """Return an id in the path."""
        return snowflake(self.part(name), name)

    def query_id(self, name: str) -> int | None:
        """Return an id in the query."""
        value = self.http.query.get(name)
        return None if value is None else snowflake(value, name)

    def query_number(self, name: str, default: int, limit: int) -> int:
        """Return a number from 1 to a limit in the query."""
        value = self.http.query.get(name, str(default))
        if not value.isdigit() or not 1 <= int(value) <= limit:
            raise errors.wrong_type(name, f"number from 1 to {limit}")
        return int(value)

    def is_asked(self, name: str) -> bool:
        """Return whether a switch in the query is on."""
        return self.http.query.get(name, "").lower() in ("1", "true")

    # What the caller may see and do

    def seen_channel(self) -> Channel:
        """Return the path's channel; the caller has to see it."""
        channel = self.services.world.channels[self.id("channel_id")]
        if not self.services.world.sees(self.caller, channel):
            raise errors.DiscordError(*errors.MISSING_ACCESS)
        return channel

    def channel_with(self, *needed: Permission) -> Channel:
        """Return the path's channel; the caller needs these permissions in it."""
        channel = self.seen_channel()
        self.require(channel, *needed)
        return channel

    def require(self, channel: Channel, *needed: Permission) -> None:
        """Refuse a caller who lacks one of these permissions in a channel."""
        if not all(self.may(channel, permission) for permission in needed):
            raise errors.DiscordError(*errors.MISSING_PERMISSIONS)

    def refuse_in_time_out(self, channel: Channel) -> None:
        """Refuse a caller in time-out what needs no permission, but is more than reading."""
        world = self.services.world
        member = world.members.get((channel.guild_id or 0, self.caller.id))
        if member and world.is_timed_out(member):
            raise errors.DiscordError(*errors.MISSING_PERMISSIONS)

    def may(self, channel: Channel, permission: Permission) -> bool:
        """Return whether the caller has a permission in a channel."""
        return bool(self.permissions(channel) & permission)

    def permissions(self, channel: Channel) -> Permission:
        """Return the caller's permissions in a channel."""
        return self.services.world.permissions(self.caller, channel)

    def readable_message(self) -> Message:
        """Return the path's message; the caller has to be allowed to read the channel's history."""
        channel = self.channel_with(Permission.READ_MESSAGE_HISTORY)
        return self.services.world.histories[channel.id][self.id("message_id")]

    def own_guild(self, needed: Permission | None = None) -> Guild:
        """Return the path's guild; the caller has to be a member, and may need a permission."""
        world = self.services.world
        guild = world.guilds[self.id("guild_id")]
        member = world.members.get((guild.id, self.caller.id))
        if member is None:
            raise errors.DiscordError(*errors.MISSING_ACCESS)
        if needed is not None and not world.guild_permissions(member) & needed:
            raise errors.DiscordError(*errors.MISSING_PERMISSIONS)
        return guild

    def note(self, action: int, guild_id: int | None, target_id: int, **more: object) -> None:
        """Note in a guild's audit log what the caller has done; what is empty is left out."""
        if not guild_id:
            return
        entry_id = self.services.world.snowflakes.next()
        about = {"id": str(entry_id), "user_id": str(self.caller.id), "target_id": str(target_id)}
        more["reason"] = unquote(self.http.headers.get("X-Audit-Log-Reason", ""))
        filled = {name: value for name, value in more.items() if value}
        body = {"action_type": action, **about, **filled}
        self.services.world.keep(AuditEntry(entry_id, guild_id, body))


Handler = Callable[[Request], object]
Handling = TypeVar("Handling", bound=Handler)


@dataclass(frozen=True)
class Route:
    """A method and a path below /api/v10, with its users and its handler."""

    method: str
    template: str
    handler: Handler
    access: Access = Access.ALL


ROUTES: list[Route] = []
"""Every route, in the order in which they are tried."""


def route(
    method: str, template: str, access: Access = Access.ALL
) -> Callable[[Handling], Handling]:
    """Return a decorator that makes a function the handler of a route."""

    def add(handler: Handling) -> Handling:
        ROUTES.append(Route(method, template, handler, access))
        return handler

    return add


async def read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Read a request's JSON, and the files of a multipart one."""
    if request.method not in BODIES or not request.body_exists:
        return {}, {}
    if (request.content_length or 0) > REQUEST_SIZE:
        raise errors.DiscordError(*errors.TOO_LARGE)
    if request.content_type == "multipart/form-data":
        return await _read_multipart(request)
    return _parse(await request.read()), {}


async def _read_multipart(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = {}
    uploads: dict[int, Upload] = {}
    reader = await request.multipart()
    while (part := cast("BodyPartReader | None", await reader.next())) is not None:
        data = await part.read()
        name = part.name or ""
        if name == "payload_json":
            body = _parse(data)
        elif name.startswith("files[") and name[6:-1].isdigit():
            if len(data) > FILE_SIZE:
                raise errors.DiscordError(*errors.TOO_LARGE)
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads[int(name[6:-1])] = Upload(part.filename or "unnamed", kind, bytes(data))
    return body, uploads


def _parse(data: bytes | bytearray) -> Any:
    if not data:
        return {}
    try:
        return json.loads(data)
    except ValueError as error:
        raise errors.DiscordError(*errors.NOT_JSON) from error


def in_guild(channel: Channel) -> Channel:
    """Return a channel, which must not be a DM."""
    if channel.guild_id is None:
        raise errors.DiscordError(*errors.NOT_IN_A_DM)
    return channel


def refuse_if_archived(channel: Channel) -> None:
    """Refuse to change anything in an archived thread; only a new message reopens it."""
    if channel.thread is not None and channel.thread["archived"]:
        raise errors.DiscordError(*errors.THREAD_ARCHIVED)
