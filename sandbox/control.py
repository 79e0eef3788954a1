"""The sandbox's own routes below `/sandbox`: its world, faults and limits.

They listen on loopback only, as all routes do, and need no authorization; requests of foreign pages
and to foreign names are refused (`sandbox.server`).

| route                    | what it does                                                        |
| ------------------------ | ------------------------------------------------------------------- |
| GET /sandbox/world       | addresses, guild, channels, people with their tokens, shortcuts; of |
|                          | the first guild, or of the `guild_id` in the query                  |
| POST /sandbox/world      | adds `guilds`, which everyone joins; `users` (with the part `role`),|
|                          | who join every guild or `guild_id` alone; `channels`, to the first  |
|                          | guild or `guild_id`                                                 |
| POST /sandbox/guilds     | adds a guild with people of its own, and shows it as                |
|                          | GET /sandbox/world does; its events come on `shard`, `[id, count]`  |
| POST /sandbox/members    | adds `user_id` (a person or the bot) to the first guild again, or to|
|                          | `guild_id`                                                          |
| POST /sandbox/timeouts   | times `user_id` (a person or the bot) out in the first guild, or in |
|                          | `guild_id`, for so many `seconds`; 0 ends it                        |
| GET, POST /sandbox/faults| lists the faults that are waiting; adds one (see `sandbox.faults`)  |
| DELETE /sandbox/faults   | removes them                                                        |
| GET, POST /sandbox/clock | shows and sets `shift`, by how many seconds the sandbox's clock is  |
|                          | ahead of this machine's: ids, `Date`, timestamps and expiries alike |
| GET, POST /sandbox/limits| shows and sets `enforce`, `requests_per_second`,                    |
|                          | `identifies_per_day`, `max_concurrency`,                            |
|                          | `seconds_between_identifies`, `shards` (how many are recommended),  |
|                          | `guilds_per_shard`, `invalid_answers`, and how often the bot may    |
|                          | still identify: `session_start_limit` with `remaining` and          |
|                          | `reset_after` (milliseconds)                                        |
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from aiohttp import web

from sandbox.errors import DiscordError, invalid_form, wrong_choice, wrong_type
from sandbox.faults import FORGET_NONCES, GUILD_OUTAGE, read_fault
from sandbox.fields import Form, snowflake
from sandbox.rest.api import json_response
from sandbox.rest.request import read_body
from sandbox.rest.services import Services
from sandbox.state.models import Guild, Json
from sandbox.state.snowflakes import iso, read_shard, seconds_of
from sandbox.state.world import PARTS

MAX_ADDED = 10_000
MAX_GUILDS = 100
MAX_SHARDS = 100
DAY_MILLISECONDS = 86_400_000

Fields = Mapping[str, Any]
Handler = Callable[[Any], Json | None]


class Control:
    """The handlers of the sandbox's own routes."""

    def __init__(self, services: Services, shortcuts: Json) -> None:
        self._services = services
        self._shortcuts = shortcuts

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Add the routes to a server."""
        for method, name, handler in (
            ("GET", "world", self._show_world),
            ("POST", "world", self._add_to_world),
            ("POST", "guilds", self._add_guild),
            ("POST", "members", self._add_member),
            ("POST", "timeouts", self._time_out),
            ("GET", "faults", self._show_faults),
            ("POST", "faults", self._add_fault),
            ("DELETE", "faults", self._clear_faults),
            ("GET", "clock", self._show_clock),
            ("POST", "clock", self._set_clock),
            ("GET", "limits", self._show_limits),
            ("POST", "limits", self._set_limits),
        ):
            router.add_route(method, f"/sandbox/{name}", _answering(handler))

    def _show_world(self, fields: Fields) -> Json:
        return self._world(self._guild(fields))

    def _add_to_world(self, body: Json) -> Json:
        world, guild, form = self._services.world, self._guild(body), Form(body)
        everywhere = body.get("guild_id") is None
        role = body.get("role", "spectator")
        if role not in PARTS:
            raise wrong_choice("role")
        rooms = form.number("channels", range(MAX_ADDED + 1), 0)
        guests = form.number("users", range(MAX_ADDED + 1), 0)
        towns = form.number("guilds", range(MAX_GUILDS + 1), 0)
        first_guest = len(world.people()) + 1
        for number in range(first_guest, first_guest + guests):
            user = world.add_user(f"Guest{number}", role, guild.id)
            for joined in world.guilds.values() if everywhere else (guild,):
                self._services.guilds.add(joined, user)
        for _ in range(towns):
            self._services.guilds.create(for_everyone=True)
        first_room = len(world.guild_channels(guild.id))
        for number in range(first_room, first_room + rooms):
            channel = world.add_channel(guild.id, f"dm{number}-game-room")
            self._services.events.channel_created(channel)
        return self._world(guild)

    def _add_guild(self, body: Json) -> Json:
        shard = read_shard(body.get("shard"))
        if shard is None or shard.count > MAX_SHARDS:
            raise wrong_type("shard", f"[id, count] with a count of at most {MAX_SHARDS}")
        return self._world(self._services.guilds.create(shard))

    def _add_member(self, body: Json) -> Json:
        user = self._services.world.users[Form(body).id("user_id")]
        member = self._services.guilds.add(self._guild(body), user)
        return self._services.payloads.full_member(member)

    def _time_out(self, body: Json) -> Json:
        world, form = self._services.world, Form(body)
        member = world.members[self._guild(body).id, form.id("user_id")]
        seconds = form.number("seconds", range(DAY_MILLISECONDS), 0)
        until = iso(seconds_of(world.snowflakes.next()) + seconds) if seconds else None
        changed = replace(member, communication_disabled_until=until)
        return self._services.payloads.full_member(self._services.guilds.change_member(changed))

    def _show_faults(self, _: Fields) -> Json:
        waiting = [fault.describe() for fault in self._services.faults.waiting()]
        return {"faults": waiting + self._services.guilds.outages()}

    def _add_fault(self, body: Json) -> Json:
        fault = read_fault(body)
        if fault.name == GUILD_OUTAGE:
            self._services.guilds.begin_outage(self._guild(body), fault.seconds)
        elif fault.name == FORGET_NONCES:
            self._services.messages.forget_nonces()
        elif not fault.on_gateway() or fault.until is not None:
            self._services.faults.add(fault)
        if fault.on_gateway():
            self._services.gateway.disturb_bot(fault.name)
        return self._show_faults(body)

    def _clear_faults(self, _: Fields) -> None:
        self._services.faults.clear()
        self._services.guilds.end_outages()

    def _show_clock(self, _: Fields) -> Json:
        clock = self._services.world.snowflakes
        return {"shift": clock.shift, "now": clock.now_iso()}

    def _set_clock(self, body: Json) -> Json:
        shift = body.get("shift")
        if not isinstance(shift, int | float):
            raise wrong_type("shift", "number")
        self._services.world.snowflakes.shift = shift
        return self._show_clock(body)

    def _show_limits(self, _: Fields) -> Json:
        limiter = self._services.limiter
        return vars(limiter.settings) | {"session_start_limit": limiter.session_start_limit()}

    def _set_limits(self, body: Json) -> Json:
        starts = Form(body).part("session_start_limit")
        settings = self._services.limiter.settings
        for name in body.keys() - {"session_start_limit"}:
            if name not in vars(settings):
                raise invalid_form(name, "BASE_TYPE_CHOICES", "There is no such setting.")
            setattr(settings, name, body[name])
        if starts.body:
            self._set_session_starts(starts)
        return self._show_limits(body)

    def _set_session_starts(self, form: Form) -> None:
        limiter = self._services.limiter
        now = limiter.session_start_limit()
        remaining, reset_after = (
            form.number(name, range(limit + 1), now[name])
            for name, limit in (("remaining", now["total"]), ("reset_after", DAY_MILLISECONDS))
        )
        limiter.leave_identifies(remaining, reset_after)

    def _world(self, guild: Guild) -> Json:
        world, payloads = self._services.world, self._services.payloads
        return {
            "api": payloads.api,
            "gateway": payloads.gateway,
            "guild": {"id": str(guild.id), "name": guild.name},
            "channels": [
                {"id": str(channel.id), "name": channel.name}
                for channel in world.guild_channels(guild.id)
            ],
            "users": [
                {
                    "id": str(user.id),
                    "name": user.display_name,
                    "role": user.part,
                    "token": user.token,
                }
                for user in world.people_of(guild)
            ],
            "application_id": str(world.bot.id),
            "bot_id": str(world.bot.id),
            "shortcuts": self._shortcuts,
        }

    def _guild(self, fields: Fields) -> Guild:
        world = self._services.world
        named = fields.get("guild_id")
        return world.guild if named is None else world.guilds[snowflake(named, "guild_id")]


def _answering(handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the handler of requests that gives their fields to another, and answers in JSON."""

    async def handle(request: web.Request) -> web.Response:
        try:
            body, _ = await read_body(request)
            payload = handler(request.query if request.method == "GET" else body)
            return web.Response(status=204) if payload is None else json_response(payload)
        except DiscordError as error:
            return json_response(error.body(), error.status)

    return handle
