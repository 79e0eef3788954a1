"""The mentions of a message: those in its text, as far as `allowed_mentions` lets them."""

import re
from collections.abc import Collection

from sandbox.errors import invalid_form
from sandbox.fields import Form, snowflake
from sandbox.state.models import Json, Message
from sandbox.state.permissions import Permission
from sandbox.state.world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")
LISTED = 100


EVERYTHING: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}


def set_mentions(world: World, message: Message, payload: Json) -> None:
    """Set the mentions of a message that a request posts or edits."""
    allowed = Form(payload).part("allowed_mentions").body
    if payload.get("allowed_mentions") is None:
        allowed = EVERYTHING
    users, roles = _listed(allowed, "users"), _listed(allowed, "roles")
    channel, text = world.channels[message.channel_id], message.content
    message.mentions = _mentioned(USER, text, world.users, users)
    replied_to = world.histories[channel.id].get(message.reference_id or 0)
    if replied_to is not None and message.application_id is None and allowed.get("replied_user"):
        message.mentions = list(dict.fromkeys((*message.mentions, replied_to.author_id)))
    may = world.permissions(world.users[message.author_id], channel)
    loud, everyone = bool(may & Permission.MENTION_EVERYONE), "everyone" in _parsed(allowed)
    message.mention_everyone = loud and everyone and bool(EVERYONE.search(text))
    known = [role.id for role in world.roles_of(channel.guild_id or 0)]
    message.mention_roles = _mentioned(ROLE, text, known, roles) if loud else []


def _parsed(allowed: Json) -> Collection[str]:
    """Return the kinds of mentions that are all allowed."""
    return allowed.get("parse") or []


def _listed(allowed: Json, kind: str) -> Collection[int] | None:
    """Return the allowed mentions of a kind; None allows all of them."""
    listed = allowed.get(kind) or []
    if kind in _parsed(allowed):
        if listed:
            path = f"allowed_mentions.{kind}"
            raise invalid_form(path, "MUTUALLY_EXCLUSIVE", "Either parse these or list them.")
        return None
    if len(listed) > LISTED:
        raise invalid_form(f"allowed_mentions.{kind}", "BASE_TYPE_BAD_LENGTH", "At most 100.")
    return [snowflake(item, f"allowed_mentions.{kind}") for item in listed]


def _mentioned(
    pattern: re.Pattern[str], text: str, known: Collection[int], allowed: Collection[int] | None
) -> list[int]:
    ids = [number for number in dict.fromkeys(map(int, pattern.findall(text))) if number in known]
    return [number for number in ids if allowed is None or number in allowed]
