"""Routes of users, the bot's application, the gateway's address, and DMs."""

from sandbox.errors import INVALID_GUILD, DiscordError, wrong_choice
from sandbox.fields import snowflake
from sandbox.gateway.payloads import application_flags
from sandbox.rest.request import Access, Request, route
from sandbox.state.models import DM_CHANNEL, Channel, Json


@route("GET", "/users/@me")
def _get_me(request: Request) -> Json:
    return request.services.payloads.me(request.caller)


@route("GET", "/users/{user_id}")
def _get_user(request: Request) -> Json:
    return request.services.payloads.user(request.services.world.users[request.id("user_id")])


@route("GET", "/oauth2/applications/@me", Access.BOT)
@route("GET", "/applications/@me", Access.BOT)
def _get_application(request: Request) -> Json:
    return request.services.payloads.application(
        application_flags(request.services.gateway.granted)
    )


@route("GET", "/gateway/bot", Access.BOT)
def _get_gateway_bot(request: Request) -> Json:
    limiter = request.services.limiter
    return {
        "url": request.services.payloads.gateway,
        "shards": limiter.settings.shards,
        "session_start_limit": limiter.session_start_limit(),
    }


@route("GET", "/users/@me/guilds")
def _list_guilds(request: Request) -> list[Json]:
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner": guild.owner_id == request.caller.id,
        }
        for guild in request.services.world.guilds_of(request.caller)
    ]


@route("DELETE", "/users/@me/guilds/{guild_id}")
def _leave_guild(request: Request) -> None:
    """Leave a guild, which its owner cannot do."""
    guild = request.own_guild()
    if guild.owner_id == request.caller.id:
        raise DiscordError(*INVALID_GUILD)
    request.services.guilds.remove(request.services.world.members[guild.id, request.caller.id])


@route("POST", "/users/@me/channels")
def _open_dm(request: Request) -> Json:
    """Open the DM with a user; there is only one."""
    world = request.services.world
    listed = request.fields.get("recipients") or [None]
    other_id = snowflake(request.fields.get("recipient_id", listed[0]), "recipient_id")
    other = world.users[other_id]
    if other.id == request.caller.id:
        raise wrong_choice("recipient_id")
    channel = world.dm(request.caller, other)
    if channel is None:
        recipients = [request.caller.id, other.id]
        channel = world.keep(
            Channel(world.snowflakes.next(), DM_CHANNEL, "", recipients=recipients)
        )
        request.services.events.dm_opened(channel)
    return request.services.payloads.channel(channel, request.caller)
