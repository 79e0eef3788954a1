"""The sandbox's own routes below `/sandbox`: who is there, what goes wrong, what is limited.

They listen on loopback only, and need no authorization.

| route                    | what it does                                                        |
| ------------------------ | ------------------------------------------------------------------- |
| GET /sandbox/world       | addresses, guild, channels, people with their tokens                |
| POST /sandbox/world      | adds `guilds`, which everyone joins; `users` (with the part `role`),|
|                          | who join every guild; `channels`, to the first guild or `guild_id`  |
| POST /sandbox/members    | adds `user_id` (a person or the bot) to the first guild again, or to|
|                          | `guild_id`                                                          |
| GET, POST /sandbox/faults| lists the faults that are waiting; adds one (see `sandbox.faults`)  |
| DELETE /sandbox/faults   | removes them                                                        |
| GET, POST /sandbox/limits| shows and sets `enforce`, `requests_per_second`,                    |
|                          | `identifies_per_day`, `max_concurrency`,                            |
|                          | `seconds_between_identifies`, `invalid_answers`                     |
"""

from aiohttp import web

from sandbox.errors import DiscordError, invalid_form, wrong_choice
from sandbox.faults import FORGET_NONCES, GUILD_OUTAGE, read_fault
from sandbox.fields import snowflake, whole_number
from sandbox.rest.api import json_response
from sandbox.rest.request import read_body
from sandbox.rest.services import Services
from sandbox.state.models import Guild, Json
from sandbox.state.world import PARTS

MOST_ADDED = 10_000
MOST_GUILDS = 100


class Control:
    """Answers the sandbox's own routes."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Add the routes to a server."""
        router.add_get("/sandbox/world", self.show_world)
        router.add_post("/sandbox/world", self.add_to_world)
        router.add_post("/sandbox/members", self.add_member)
        router.add_get("/sandbox/faults", self.show_faults)
        router.add_post("/sandbox/faults", self.add_fault)
        router.add_delete("/sandbox/faults", self.clear_faults)
        router.add_get("/sandbox/limits", self.show_limits)
        router.add_post("/sandbox/limits", self.set_limits)

    async def show_world(self, _: web.Request) -> web.Response:
        """Show who and what is there."""
        return json_response(self._world())

    async def add_to_world(self, request: web.Request) -> web.Response:
        """Add channels and people."""
        body, _ = await read_body(request)
        try:
            self._add(body)
        except DiscordError as error:
            return json_response(error.body(), error.status)
        return json_response(self._world())

    async def add_member(self, request: web.Request) -> web.Response:
        """Add somebody to a guild."""
        body, _ = await read_body(request)
        try:
            user = self._services.world.user(snowflake(body.get("user_id"), "user_id"))
            member = self._services.guilds.add(self._guild(body), user)
        except DiscordError as error:
            return json_response(error.body(), error.status)
        return json_response(self._services.payloads.full_member(member))

    async def show_faults(self, _: web.Request) -> web.Response:
        """List the faults that are waiting, and the outages."""
        waiting = [one.describe() for one in self._services.faults.waiting()]
        return json_response({"faults": waiting + self._services.guilds.outages()})

    async def add_fault(self, request: web.Request) -> web.Response:
        """Inject a fault."""
        body, _ = await read_body(request)
        try:
            self._inject(body)
        except DiscordError as error:
            return json_response(error.body(), error.status)
        return await self.show_faults(request)

    async def clear_faults(self, _: web.Request) -> web.Response:
        """Remove every fault, and end every outage."""
        self._services.faults.clear()
        self._services.guilds.end_outages()
        return web.Response(status=204)

    async def show_limits(self, _: web.Request) -> web.Response:
        """Show what is limited."""
        return json_response(vars(self._services.limiter.settings))

    async def set_limits(self, request: web.Request) -> web.Response:
        """Set what is limited."""
        body, _ = await read_body(request)
        settings = self._services.limiter.settings
        for name, value in body.items():
            if name not in vars(settings):
                error = invalid_form(name, "BASE_TYPE_CHOICES", "There is no such setting.")
                return json_response(error.body(), error.status)
            setattr(settings, name, value)
        return await self.show_limits(request)

    def _world(self) -> Json:
        world, payloads = self._services.world, self._services.payloads
        return {
            "api": payloads.api,
            "gateway": payloads.gateway,
            "guild": {"id": str(world.guild.id), "name": world.guild.name},
            "channels": [
                {"id": str(channel.id), "name": channel.name}
                for channel in world.guild_channels(world.guild.id)
            ],
            "users": [
                {
                    "id": str(user.id),
                    "name": user.display_name,
                    "role": user.part,
                    "token": user.token,
                }
                for user in world.people()
            ],
            "application_id": str(world.bot.id),
            "bot_id": str(world.bot.id),
        }

    def _add(self, body: Json) -> None:
        world, guild = self._services.world, self._guild(body)
        part = body.get("role", "spectator")
        if part not in PARTS:
            raise wrong_choice("role")
        rooms = whole_number(body, "channels", "", range(MOST_ADDED + 1), 0)
        guests = whole_number(body, "users", "", range(MOST_ADDED + 1), 0)
        towns = whole_number(body, "guilds", "", range(MOST_GUILDS + 1), 0)
        first_guest = len(world.people()) + 1
        for number in range(first_guest, first_guest + guests):
            user = world.add_user(f"Guest{number}", part)
            for joined in world.guilds.values():
                self._services.guilds.add(joined, user)
        for number in range(len(world.guilds) + 1, len(world.guilds) + towns + 1):
            self._services.guilds.create(f"{world.guild.name} {number}")
        first_room = len(world.guild_channels(guild.id))
        for number in range(first_room, first_room + rooms):
            channel = world.add_channel(guild.id, f"dm{number}-game-room")
            self._services.events.channel_created(channel)

    def _guild(self, body: Json) -> Guild:
        """The guild that a request names, or the first."""
        world = self._services.world
        named = body.get("guild_id")
        return world.guild if named is None else world.guild_with(snowflake(named, "guild_id"))

    def _inject(self, body: Json) -> None:
        fault = read_fault(body)
        if fault.name == GUILD_OUTAGE:
            self._services.guilds.begin_outage(self._guild(body), fault.seconds)
            return
        gateway = self._services.gateway
        if fault.name == FORGET_NONCES:
            self._services.messages.forget_nonces()
            return
        if not fault.on_gateway() or fault.until is not None:
            self._services.faults.add(fault)
        if fault.name == "invalid-session":
            gateway.invalidate_bot()
        elif fault.name == "reconnect":
            gateway.reconnect_bot()
        elif fault.on_gateway():
            gateway.drop_bot()
