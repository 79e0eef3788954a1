"""The contents of a message within Discord's limits: text, embeds, components, stickers, poll."""

from sandbox.errors import INVALID_STICKER, DiscordError, invalid_form, too_long, wrong_type
from sandbox.fields import check_length, objects, optional_text, part, snowflake, text, whole_number
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
    embeds = objects(payload, "embeds", "", 10)
    lengths = (_embed_length(embed, f"embeds.{index}") for index, embed in enumerate(embeds))
    if sum(lengths) > 6000:
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
    for index, field in enumerate(objects(embed, "fields", path, 25)):
        place = f"{path}.fields.{index}"
        texts.append(optional_text(field, "name", place, 256))
        texts.append(optional_text(field, "value", place, 1024))
    return sum(map(len, texts))


def read_poll(payload: Json, message_id: int) -> Json | None:
    """Read the poll of a new message, as it looks before anyone has voted."""
    poll = part(payload, "poll")
    if not poll:
        return None
    question = text(part(poll, "question", "poll"), "text", "poll.question", 1, 300)
    hours = whole_number(poll, "duration", "poll", range(1, MAX_HOURS + 1), DEFAULT_HOURS)
    answers = [
        {"answer_id": number, "poll_media": {"text": _poll_answer(answer, number)}}
        for number, answer in enumerate(objects(poll, "answers", "poll", 10, 1), 1)
    ]
    return {
        "question": {"text": question},
        "answers": answers,
        "expiry": iso(seconds_of(message_id) + hours * SECONDS_PER_HOUR),
        "allow_multiselect": bool(poll.get("allow_multiselect")),
        "layout_type": 1,
        "results": {"is_finalized": False, "answer_counts": []},
    }


def _poll_answer(answer: Json, number: int) -> str:
    path = f"poll.answers.{number - 1}.poll_media"
    return text(part(answer, "poll_media", path), "text", path, 1, 55)


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
