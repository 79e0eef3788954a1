"""Routes about users, the bot's application, the gateway's address and DMs."""

from sandbox.calls import Access, Call, Route
from sandbox.errors import INVALID_GUILD, DiscordError, wrong_choice
from sandbox.fields import snowflake
from sandbox.guards import own_guild
from sandbox.models import Json
from sandbox.payloads import application_flags


def get_me(call: Call) -> Json:
    """The caller's own user."""
    return call.hub.payloads.me(call.caller)


def get_user(call: Call) -> Json:
    """Any user."""
    return call.hub.payloads.user(call.hub.world.user(call.id("user_id")))


def get_application(call: Call) -> Json:
    """The bot's application."""
    return call.hub.payloads.application(application_flags(call.hub.gateway.granted))


def get_gateway(call: Call) -> Json:
    """Where the gateway is."""
    return {"url": call.hub.payloads.gateway}


def get_gateway_bot(call: Call) -> Json:
    """Where the gateway is, and how often a bot may identify."""
    return {
        "url": call.hub.payloads.gateway,
        "shards": 1,
        "session_start_limit": call.hub.limiter.session_start_limit(),
    }


def list_guilds(call: Call) -> list[Json]:
    """The guilds that the caller is in."""
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner": guild.owner_id == call.caller.id,
        }
        for guild in call.hub.world.guilds_of(call.caller)
    ]


def leave_guild(call: Call) -> None:
    """Leave a guild; its owner cannot."""
    guild = own_guild(call)
    if guild.owner_id == call.caller.id:
        raise DiscordError(*INVALID_GUILD)
    call.hub.guilds.remove(call.hub.world.member(guild.id, call.caller.id))


def list_dms(call: Call) -> list[Json]:
    """The caller's DMs."""
    dms = call.hub.world.dms(call.caller)
    return [call.hub.payloads.channel(channel, call.caller) for channel in dms]


def open_dm(call: Call) -> Json:
    """Open the DM with a user, the same one each time."""
    world = call.hub.world
    listed = call.fields.get("recipients") or [None]
    other_id = snowflake(call.fields.get("recipient_id", listed[0]), "recipient_id")
    other = world.user(other_id)
    if other.id == call.caller.id:
        raise wrong_choice("recipient_id")
    channel = world.dm(call.caller, other)
    if channel is None:
        channel = world.add_dm(call.caller, other)
        call.hub.events.dm_opened(channel)
    return call.hub.payloads.channel(channel, call.caller)


ROUTES = (
    Route("GET", "/users/@me", get_me),
    Route("GET", "/users/@me/guilds", list_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("GET", "/users/@me/channels", list_dms, Access.PERSON),
    Route("POST", "/users/@me/channels", open_dm),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/oauth2/applications/@me", get_application, Access.BOT),
    Route("GET", "/applications/@me", get_application, Access.BOT),
    Route("GET", "/gateway", get_gateway),
    Route("GET", "/gateway/bot", get_gateway_bot, Access.BOT),
)
