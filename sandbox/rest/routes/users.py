"""Routes of users, the bot's application, the gateway's address, and DMs."""

from sandbox.errors import INVALID_GUILD, DiscordError, wrong_choice
from sandbox.fields import snowflake
from sandbox.gateway.payloads import application_flags
from sandbox.rest.access import own_guild
from sandbox.rest.request import Access, Request, Route
from sandbox.state.models import Json


def get_me(request: Request) -> Json:
    """Return the caller's own user."""
    return request.services.payloads.me(request.caller)


def get_user(request: Request) -> Json:
    """Return any user."""
    return request.services.payloads.user(request.services.world.user(request.id("user_id")))


def get_application(request: Request) -> Json:
    """Return the bot's application."""
    return request.services.payloads.application(
        application_flags(request.services.gateway.granted)
    )


def get_gateway_bot(request: Request) -> Json:
    """Return the gateway's address, the recommended shards and the remaining identifies."""
    limiter = request.services.limiter
    return {
        "url": request.services.payloads.gateway,
        "shards": limiter.settings.shards,
        "session_start_limit": limiter.session_start_limit(),
    }


def list_guilds(request: Request) -> list[Json]:
    """Return the caller's guilds."""
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner": guild.owner_id == request.caller.id,
        }
        for guild in request.services.world.guilds_of(request.caller)
    ]


def leave_guild(request: Request) -> None:
    """Leave a guild, which its owner cannot do."""
    guild = own_guild(request)
    if guild.owner_id == request.caller.id:
        raise DiscordError(*INVALID_GUILD)
    request.services.guilds.remove(request.services.world.member(guild.id, request.caller.id))


def open_dm(request: Request) -> Json:
    """Open the DM with a user; there is only one."""
    world = request.services.world
    listed = request.fields.get("recipients") or [None]
    other_id = snowflake(request.fields.get("recipient_id", listed[0]), "recipient_id")
    other = world.user(other_id)
    if other.id == request.caller.id:
        raise wrong_choice("recipient_id")
    channel = world.dm(request.caller, other)
    if channel is None:
        channel = world.add_dm(request.caller, other)
        request.services.events.dm_opened(channel)
    return request.services.payloads.channel(channel, request.caller)


ROUTES = (
    Route("GET", "/users/@me", get_me),
    Route("GET", "/users/@me/guilds", list_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("POST", "/users/@me/channels", open_dm),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/oauth2/applications/@me", get_application, Access.BOT),
    Route("GET", "/applications/@me", get_application, Access.BOT),
    Route("GET", "/gateway/bot", get_gateway_bot, Access.BOT),
)
