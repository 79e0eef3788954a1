"""The contents of a message: text, embeds and components within Discord's limits."""

from sandbox.errors import invalid_form, too_long, wrong_type
from sandbox.fields import objects, optional_text, part
from sandbox.messages.components import check_components
from sandbox.state.models import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Json,
    Message,
)

CONTENT_LENGTH = 2000
EMBEDS = 10
EMBEDS_LENGTH = 6000
EMBED_FIELDS = 25
NONCE_LENGTH = 25
# A message needs one of these at least.
PARTS = ("content", "embeds", "attachments", "components", "sticker_items", "poll", "snapshots")
SETTABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2


def read_fields(payload: Json) -> Json:
    """Read the fields of a message that a request sets, checked one by one."""
    fields: Json = {}
    if "content" in payload:
        fields["content"] = optional_text(payload, "content", "", CONTENT_LENGTH).strip()
    if "embeds" in payload:
        fields["embeds"] = _read_embeds(payload)
    if payload.get("flags") is not None:
        flags = payload["flags"]
        if not isinstance(flags, int):
            raise wrong_type("flags", "integer")
        fields["flags"] = flags & SETTABLE_FLAGS
    if "components" in payload:
        fields["components"] = objects(payload, "components", "", 40)
    if payload.get("tts"):
        fields["tts"] = True
    return fields


def check_whole(message: Message) -> None:
    """Refuse combinations that Discord refuses; all fields of the message must be set."""
    version_2 = bool(message.flags & COMPONENTS_V2)
    if version_2 and (message.content or message.embeds):
        taken = "content" if message.content else "embeds"
        raise invalid_form(taken, "MESSAGE_COMPONENTS_V2", "Components v2 take the place of this.")
    check_components(message.components, version_2=version_2)


def is_empty(message: Message) -> bool:
    """Return whether a message contains nothing."""
    return not any(getattr(message, part) for part in PARTS)


def wants_ephemeral(payload: Json) -> bool:
    """Return whether an answer to an interaction is meant to be ephemeral."""
    flags = payload.get("flags") or 0
    return isinstance(flags, int) and bool(flags & EPHEMERAL)


def read_nonce(payload: Json) -> str | int | None:
    """Read the nonce of a new message."""
    nonce = payload.get("nonce")
    if nonce is None or (isinstance(nonce, int) and not isinstance(nonce, bool)):
        return nonce
    if not isinstance(nonce, str):
        raise wrong_type("nonce", "string or integer")
    if len(nonce) > NONCE_LENGTH:
        raise too_long("nonce", NONCE_LENGTH)
    return nonce


def _read_embeds(payload: Json) -> list[Json]:
    embeds = objects(payload, "embeds", "", EMBEDS)
    if sum(_embed_length(embed, f"embeds.{index}") for index, embed in enumerate(embeds)) > (
        EMBEDS_LENGTH
    ):
        raise invalid_form("embeds", "MAX_EMBED_SIZE_EXCEEDED", "At most 6000 characters in all.")
    return [{"type": "rich", **embed} for embed in embeds]


def _embed_length(embed: Json, path: str) -> int:
    """Check each text of an embed; return their length in all."""
    texts = [
        optional_text(embed, "title", path, 256),
        optional_text(embed, "description", path, 4096),
        optional_text(part(embed, "footer", path), "text", f"{path}.footer", 2048),
        optional_text(part(embed, "author", path), "name", f"{path}.author", 256),
    ]
    for index, field in enumerate(objects(embed, "fields", path, EMBED_FIELDS)):
        place = f"{path}.fields.{index}"
        texts.append(optional_text(field, "name", place, 256))
        texts.append(optional_text(field, "value", place, 1024))
    return sum(map(len, texts))
