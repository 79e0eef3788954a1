"""Files uploaded with a message, and their attachments, within Discord's limits."""

import mimetypes
import re
import struct
from collections.abc import Mapping

from sandbox.errors import TOO_LARGE, DiscordError
from sandbox.fields import Form, check_length
from sandbox.state.models import Json
from sandbox.state.world import Upload

FILES = 10
FILE_SIZE = 10 * 1024 * 1024
DESCRIPTION_LENGTH = 1024
SPOILER_PREFIX, IS_SPOILER = "SPOILER_", 1 << 3
PNG_START = b"\x89PNG\r\n\x1a\n"
GIF_STARTS = (b"GIF87a", b"GIF89a")


def described_files(payload: Json, uploads: Mapping[int, Upload]) -> list[tuple[Upload, Json]]:
    """Return the uploaded files, each with its part of the request."""
    check_length(uploads, "files", 0, FILES)
    if any(len(upload.data) > FILE_SIZE for upload in uploads.values()):
        raise DiscordError(*TOO_LARGE)
    listed = [description.body for description in Form(payload).forms("attachments", FILES)]
    values = {str(description.get("id")): description for description in listed}
    for key, description in values.items():
        Form(description, f"attachments.{key}").check({"description": DESCRIPTION_LENGTH})
    return [(upload, values.get(str(number), {})) for number, upload in sorted(uploads.items())]


def attachment(file_id: int, upload: Upload, payload: Json) -> Json:
    """Return an attachment as stored with its message; its address is added when it is shown."""
    # Underscores stand for characters that do not belong in an address.
    name = payload.get("filename") or upload.filename
    filename = re.sub(r"[^\w.\-]", "_", name) or "unnamed"
    guessed = mimetypes.guess_type(filename)[0]
    stored: Json = {
        "id": file_id,
        "filename": filename,
        "size": len(upload.data),
        "content_type": guessed or upload.content_type,
    }
    if filename.startswith(SPOILER_PREFIX):
        stored["flags"] = IS_SPOILER
    size = image_size(upload.data)
    if size is not None:
        stored["width"], stored["height"] = size
    return describe(stored, payload)


def describe(stored: Json, payload: Json) -> Json:
    """Return an attachment, new or kept by an edit, with what a request says of it."""
    described = {"description": payload["description"]} if payload.get("description") else {}
    if "is_spoiler" in payload:
        described["flags"] = IS_SPOILER if payload["is_spoiler"] else 0
    return {**stored, **described}


def image_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG or GIF in pixels, read from its first bytes."""
    if data.startswith(PNG_START) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
    elif data.startswith(GIF_STARTS) and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
    else:
        return None
    return width, height
