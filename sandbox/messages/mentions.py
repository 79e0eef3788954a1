"""The mentions of a message: those in its text, as far as `allowed_mentions` lets them."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from sandbox.errors import invalid_form
from sandbox.fields import Form, snowflake
from sandbox.state.models import Json, Message
from sandbox.state.permissions import Permission
from sandbox.state.world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")
LISTED = 100


@dataclass(frozen=True)
class Allowed:
    """The mentions that `allowed_mentions` lets through; None allows all of a kind."""

    users: Collection[int] | None
    roles: Collection[int] | None
    everyone: bool
    replied_user: bool


EVERYTHING = Allowed(None, None, everyone=True, replied_user=True)


def read_allowed(payload: Json) -> Allowed:
    """Read a request's allowed_mentions."""
    if payload.get("allowed_mentions") is None:
        return EVERYTHING
    body = Form(payload).part("allowed_mentions").body
    parse = body.get("parse") or []
    return Allowed(
        users=_listed(body, "users", parse),
        roles=_listed(body, "roles", parse),
        everyone="everyone" in parse,
        replied_user=bool(body.get("replied_user")),
    )


def set_mentions(world: World, message: Message, payload: Json) -> None:
    """Set the mentions of a message that a request posts or edits."""
    channel, allowed = world.channel(message.channel_id), read_allowed(payload)
    may, text = world.permissions(world.user(message.author_id), channel), message.content
    message.mentions = _mentioned(USER, text, world.users, allowed.users)
    replied_to = world.histories[channel.id].get(message.reference_id or 0)
    if replied_to is not None and message.application_id is None and allowed.replied_user:
        message.mentions = list(dict.fromkeys((*message.mentions, replied_to.author_id)))
    loud = bool(may & Permission.MENTION_EVERYONE)
    message.mention_everyone = loud and allowed.everyone and bool(EVERYONE.search(text))
    roles = [role.id for role in world.roles_of(channel.guild_id or 0)]
    message.mention_roles = _mentioned(ROLE, text, roles, allowed.roles) if loud else []


def _listed(body: Json, kind: str, parse: Collection[str]) -> Collection[int] | None:
    listed = body.get(kind) or []
    if kind in parse:
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
