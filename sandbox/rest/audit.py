"""The notes of a guild's audit log on requests, from the path's object before and after each."""

from typing import cast

from sandbox.rest.request import Request, Route
from sandbox.state.models import Json

# Discord's number for making an object; for changing it, it is one more, and for deleting it two.
GUILD, CHANNEL, OVERWRITE, MEMBER, ROLE, THREAD = 0, 10, 13, 23, 30, 110
MEMBER_KICK, MEMBER_ROLE_UPDATE = 20, 25
MADE_AT = {"channels": CHANNEL, "roles": ROLE, "threads": THREAD}
KEYS = (
    *("name", "type", "topic", "position", "rate_limit_per_user", "permission_overwrites"),
    *("archived", "locked", "auto_archive_duration", "allow", "deny", "permissions"),
    *("nick", "communication_disabled_until", "preferred_locale"),
)


def carry_out(route: Route, request: Request) -> object:
    """Let a route's handler answer, and note what it has changed, if anything."""
    made = MADE_AT.get(route.template.rpartition("/")[2]) if route.method == "POST" else None
    if made is None and route.method in ("GET", "POST"):
        return route.handler(request)
    guild_id, number, target_id, before = _object(request)
    answer = route.handler(request)
    _, _, _, after = _object(request)
    if made is not None:
        before, after = {}, cast("Json", answer)
        number, target_id = made, int(after["id"])
    if before:
        number += 1 if after else 2
    entries = {number: _changes(before, after), MEMBER_ROLE_UPDATE: _role_changes(before, after)}
    if "joined_at" in before and not after:
        entries = {MEMBER_KICK: []}
    options = _options(request, {**before, **after})
    for action, changes in entries.items():
        if changes or action == MEMBER_KICK:
            request.note(action, guild_id, target_id, changes=changes, options=options)
    return answer


def _object(request: Request) -> tuple[int, int, int, Json]:
    """Return the path's guild, its object's number and id, and the state of what is there."""
    world, shown = request.services.world, request.services.payloads
    ids = {name: int(text) for name, text in request.http.match_info.items() if text.isdecimal()}
    channel = world.channels.get(ids.get("channel_id", 0))
    state = shown.channel(channel, request.caller) if channel else Json()
    guild_id = ids.get("guild_id", 0) or int(state.get("guild_id", 0))
    match ids:
        case {"channel_id": channel_id, "overwrite_id": overwrite_id}:
            overwrites = state.get("permission_overwrites", ())
            found = [item for item in overwrites if item["id"] == str(overwrite_id)]
            return guild_id, OVERWRITE, channel_id, found[0] if found else {}
        case {"channel_id": channel_id}:
            kind = THREAD if channel and channel.thread else CHANNEL
            return guild_id, kind, channel_id, state
        case {"user_id": user_id}:
            member = world.members.get((guild_id, user_id))
            roles = [shown.role(world.roles[role]) for role in member.roles] if member else []
            state = {**shown.member(member), "roles": roles} if member else {}
            return guild_id, MEMBER, user_id, state
        case {"role_id": role_id}:
            role = world.roles.get(role_id)
            return guild_id, ROLE, role_id, shown.role(role) if role else {}
    guild = world.guilds.get(guild_id)
    return guild_id, GUILD, guild_id, shown.guild(guild) if guild else {}


def _changes(before: Json, after: Json) -> list[Json]:
    old, new = ({**state, **state.get("thread_metadata", {})} for state in (before, after))
    sides = {"old_value": old, "new_value": new}
    return [
        {"key": key}
        | {name: side[key] for name, side in sides.items() if side.get(key) is not None}
        for key in KEYS
        if old.get(key) != new.get(key)
    ]


def _role_changes(before: Json, after: Json) -> list[Json]:
    had, has = (state.get("roles", []) for state in (before, after))
    lists = {"$add": [role for role in has if role not in had]}
    lists["$remove"] = [role for role in had if role not in has]
    names = {
        key: [{"id": role["id"], "name": role["name"]} for role in lists[key]] for key in lists
    }
    return [{"key": key, "new_value": named} for key, named in names.items() if named]


def _options(request: Request, overwrite: Json) -> dict[str, str]:
    """Return what is said of an overwrite's role or member; nothing of other objects."""
    if "overwrite_id" not in request.http.match_info:
        return {}
    role = request.services.world.roles.get(int(overwrite["id"]))
    about = {"id": overwrite["id"], "type": str(overwrite["type"])}
    return {**about, "role_name": role.name} if role else about
