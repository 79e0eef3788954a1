"""The contents of a message within Discord's limits: text, embeds, components, stickers, poll."""

from sandbox.errors import INVALID_STICKER, DiscordError, invalid_form, too_long, wrong_type
from sandbox.fields import Form, check_length, snowflake
from sandbox.messages.components import check_components
from sandbox.state.models import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Json,
    Message,
)
from sandbox.state.snowflakes import iso, seconds_of

CONTENT_LENGTH = 2000
NONCE_LENGTH = 25
DEFAULT_HOURS, MAX_HOURS = 24, 768
SECONDS_PER_HOUR = 3600
LOTTIE = 3  # the format of Discord's own stickers
STANDARD = {749054660769218631: "Wave"}
# A message needs one of these at least.
PARTS = ("content", "embeds", "attachments", "components", "sticker_items", "poll", "snapshots")
SETTABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2


def read_fields(payload: Json) -> Json:
    """Read the fields of a message that a request sets, checked one by one."""
    form, fields = Form(payload), Json()
    if "content" in payload:
        fields["content"] = form.optional_text("content", CONTENT_LENGTH).strip()
    if "embeds" in payload:
        fields["embeds"] = _read_embeds(form)
    if payload.get("flags") is not None:
        flags = payload["flags"]
        if not isinstance(flags, int):
            raise wrong_type("flags", "integer")
        fields["flags"] = flags & SETTABLE_FLAGS
    if "components" in payload:
        fields["components"] = [item.body for item in form.forms("components", 40)]
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


def _read_embeds(payload: Form) -> list[Json]:
    embeds = payload.forms("embeds", 10)
    if sum(map(_embed_length, embeds)) > 6000:
        raise invalid_form("embeds", "MAX_EMBED_SIZE_EXCEEDED", "At most 6000 characters in all.")
    return [{"type": "rich", **embed.body} for embed in embeds]


def _embed_length(embed: Form) -> int:
    """Check each text of an embed; return their length in all."""
    texts = [
        embed.optional_text("title", 256),
        embed.optional_text("description", 4096),
        embed.part("footer").optional_text("text", 2048),
        embed.part("author").optional_text("name", 256),
    ]
    for field in embed.forms("fields", 25):
        texts += field.optional_text("name", 256), field.optional_text("value", 1024)
    return sum(map(len, texts))


def read_poll(payload: Json, message_id: int) -> Json | None:
    """Read the poll of a new message, as it looks before anyone has voted."""
    poll = Form(payload).part("poll")
    if not poll.body:
        return None
    question = poll.part("question").text("text", 1, 300)
    hours = poll.number("duration", range(1, MAX_HOURS + 1), DEFAULT_HOURS)
    answers = [
        {"answer_id": number, "poll_media": {"text": answer.part("poll_media").text("text", 1, 55)}}
        for number, answer in enumerate(poll.forms("answers", 10, least=1), 1)
    ]
    return {
        "question": {"text": question},
        "answers": answers,
        "expiry": iso(seconds_of(message_id) + hours * SECONDS_PER_HOUR),
        "allow_multiselect": bool(poll.body.get("allow_multiselect")),
        "layout_type": 1,
        "results": {"is_finalized": False, "answer_counts": []},
    }


def read_stickers(payload: Json) -> list[Json]:
    """Read the stickers of a new message."""
    listed = payload.get("sticker_ids") or []
    if not isinstance(listed, list):
        raise wrong_type("sticker_ids", "list")
    check_length(listed, "sticker_ids", 0, 3)
    return [_sticker(snowflake(item, "sticker_ids")) for item in listed]


def _sticker(sticker_id: int) -> Json:
    if sticker_id not in STANDARD:
        raise DiscordError(*INVALID_STICKER)
    return {"id": str(sticker_id), "name": STANDARD[sticker_id], "format_type": LOTTIE}
