"""The route of a guild's audit log."""

from sandbox.rest.request import Request, route
from sandbox.state.models import Json
from sandbox.state.permissions import Permission


@route("GET", "/guilds/{guild_id}/audit-logs")
def _get_audit_log(request: Request) -> Json:
    """Return a page of entries, newest first; those after an entry oldest first."""
    guild, world = request.own_guild(Permission.VIEW_AUDIT_LOG), request.services.world
    limit = request.query_number("limit", 50, 100)
    after, before = request.query_id("after"), request.query_id("before")
    query = request.http.query
    entries = [
        entry.body
        for entry in world.audit_log.values()
        if entry.guild_id == guild.id
        and entry.id > (after or 0)
        and (before is None or entry.id < before)
        and query.get("user_id") in (None, entry.body["user_id"])
        and query.get("action_type") in (None, str(entry.body["action_type"]))
    ]
    page = entries[::-1][:limit] if after is None else entries[:limit]
    named = {int(entry[name]) for entry in page for name in ("user_id", "target_id")}
    users = [world.users[user_id] for user_id in sorted(named & world.users.keys())]
    # What the sandbox has none of, or nobody reads in the log.
    others = ("application_commands", "auto_moderation_rules", "guild_scheduled_events")
    return {
        **{name: [] for name in (*others, "integrations", "threads", "webhooks")},
        "audit_log_entries": page,
        "users": list(map(request.services.payloads.user, users)),
    }
