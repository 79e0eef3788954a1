"""Stickers that a message may contain: one of Discord's standard stickers."""

from sandbox.errors import INVALID_STICKER, DiscordError, wrong_type
from sandbox.fields import check_length, snowflake
from sandbox.state.models import Json

MOST = 3
LOTTIE = 3  # the format of Discord's own stickers
STANDARD = {749054660769218631: "Wave"}


def read_stickers(payload: Json) -> list[Json]:
    """Read the stickers of a new message."""
    listed = payload.get("sticker_ids") or []
    if not isinstance(listed, list):
        raise wrong_type("sticker_ids", "list")
    check_length(listed, "sticker_ids", 0, MOST)
    return [_item(snowflake(one, "sticker_ids")) for one in listed]


def _item(sticker_id: int) -> Json:
    if sticker_id not in STANDARD:
        raise DiscordError(*INVALID_STICKER)
    return {"id": str(sticker_id), "name": STANDARD[sticker_id], "format_type": LOTTIE}
