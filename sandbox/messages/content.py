"""What a message may hold: texts, embeds, components and files within Discord's limits."""

import mimetypes
import re
import struct
from collections.abc import Mapping

from sandbox.errors import TOO_LARGE, DiscordError, bad_length, invalid_form, too_long, wrong_type
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
from sandbox.state.world import Upload

CONTENT_LENGTH = 2000
EMBEDS = 10
EMBEDS_LENGTH = 6000
EMBED_FIELDS = 25
FILES = 10
FILE_SIZE = 10 * 1024 * 1024
DESCRIPTION_LENGTH = 1024
NONCE_LENGTH = 25
SETTABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2

PNG_START = b"\x89PNG\r\n\x1a\n"
GIF_STARTS = (b"GIF87a", b"GIF89a")


def read_fields(payload: Json) -> Json:
    """The fields of a message that a request sets, checked one by one."""
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
    """Refuse combinations that Discord refuses, in a message with all its fields set."""
    version_2 = bool(message.flags & COMPONENTS_V2)
    if version_2 and (message.content or message.embeds):
        taken = "content" if message.content else "embeds"
        raise invalid_form(taken, "MESSAGE_COMPONENTS_V2", "Components v2 take the place of this.")
    check_components(message.components, version_2=version_2)


def is_empty(message: Message) -> bool:
    """Whether there is nothing in a message."""
    return not (
        message.content
        or message.embeds
        or message.attachments
        or message.components
        or message.sticker_items
        or message.poll
        or message.snapshots
    )


def wants_ephemeral(payload: Json) -> bool:
    """Whether an answer to an interaction asks to be seen by its person only."""
    flags = payload.get("flags") or 0
    return isinstance(flags, int) and bool(flags & EPHEMERAL)


def read_nonce(payload: Json) -> str | int | None:
    """The nonce of a message to be posted."""
    nonce = payload.get("nonce")
    if nonce is None or (isinstance(nonce, int) and not isinstance(nonce, bool)):
        return nonce
    if not isinstance(nonce, str):
        raise wrong_type("nonce", "string or integer")
    if len(nonce) > NONCE_LENGTH:
        raise too_long("nonce", NONCE_LENGTH)
    return nonce


def described_files(payload: Json, uploads: Mapping[int, Upload]) -> list[tuple[Upload, Json]]:
    """The files sent along, each with what the request says about it."""
    if len(uploads) > FILES:
        raise bad_length("files", 0, FILES)
    if any(len(upload.data) > FILE_SIZE for upload in uploads.values()):
        raise DiscordError(*TOO_LARGE)
    said = {str(one.get("id")): one for one in objects(payload, "attachments", "", FILES)}
    for key, one in said.items():
        optional_text(one, "description", f"attachments.{key}", DESCRIPTION_LENGTH)
    return [(upload, said.get(str(number), {})) for number, upload in sorted(uploads.items())]


def attachment(file_id: int, upload: Upload, said: Json) -> Json:
    """An attachment as it is kept with its message; the address is added when it is shown."""
    filename = safe_filename(said.get("filename") or upload.filename)
    guessed = mimetypes.guess_type(filename)[0]
    kept: Json = {
        "id": file_id,
        "filename": filename,
        "size": len(upload.data),
        "content_type": guessed or upload.content_type,
    }
    if said.get("description"):
        kept["description"] = said["description"]
    size = image_size(upload.data)
    if size is not None:
        kept["width"], kept["height"] = size
    return kept


def safe_filename(name: str) -> str:
    """A file's name with underscores for what does not belong into an address."""
    return re.sub(r"[^\w.\-]", "_", name) or "unnamed"


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF, told by its first bytes."""
    if data.startswith(PNG_START) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
    elif data.startswith(GIF_STARTS) and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
    else:
        return None
    return width, height


def _read_embeds(payload: Json) -> list[Json]:
    embeds = objects(payload, "embeds", "", EMBEDS)
    if sum(_embed_length(embed, f"embeds.{index}") for index, embed in enumerate(embeds)) > (
        EMBEDS_LENGTH
    ):
        raise invalid_form("embeds", "MAX_EMBED_SIZE_EXCEEDED", "At most 6000 characters in all.")
    return [{"type": "rich", **embed} for embed in embeds]


def _embed_length(embed: Json, path: str) -> int:
    """Check each text of an embed and add up how much there is in it."""
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
