"""Readers of a request's fields; the error for a wrong one names its path."""

from collections.abc import Sized
from typing import TypeVar

from sandbox.errors import bad_length, missing_field, too_long, wrong_choice, wrong_type
from sandbox.state.models import Json

T = TypeVar("T")


def text(body: Json, name: str, path: str, least: int, limit: int) -> str:
    """Read a required text whose length lies between two limits."""
    value = _typed(body, name, path, str, "string")
    if value is None:
        raise missing_field(_join(path, name))
    check_length(value, _join(path, name), least, limit)
    return value


def optional_text(body: Json, name: str, path: str, limit: int) -> str:
    """Read an optional text; a missing one is empty."""
    value = _typed(body, name, path, str, "string") or ""
    if len(value) > limit:
        raise too_long(_join(path, name), limit)
    return value


def whole_number(body: Json, name: str, path: str, allowed: range, default: int) -> int:
    """Read a whole number within a range."""
    value = _typed(body, name, path, int, "integer")
    if value is None:
        return default
    if value not in allowed:
        raise wrong_choice(_join(path, name))
    return value


def objects(body: Json, name: str, path: str, limit: int, least: int = 0) -> list[Json]:
    """Read a list of objects, with between `least` and `limit` entries; a missing one is empty."""
    value = _typed(body, name, path, list, "list") or []
    check_length(value, _join(path, name), least, limit)
    for index, entry in enumerate(value):
        if not isinstance(entry, dict):
            raise wrong_type(f"{_join(path, name)}.{index}", "object")
    return value


def part(body: Json, name: str, path: str = "") -> Json:
    """Read an object within an object; a missing one is empty."""
    return _typed(body, name, path, dict, "object") or {}


def check_length(value: Sized, path: str, least: int, limit: int) -> None:
    """Refuse a text or list that is too short or too long."""
    if not least <= len(value) <= limit:
        raise bad_length(path, least, limit)


def snowflake(value: object, path: str) -> int:
    """Read an id, written as a number or as its digits."""
    try:
        return int(str(value))
    except ValueError:
        raise wrong_type(path, "snowflake") from None


def permission_bits(body: Json, name: str, default: int) -> int:
    """Read a set of permissions, written as the digits of its bits."""
    value = body.get(name)
    if value is None:
        return default
    if not str(value).isdigit():
        raise wrong_type(name, "permissions")
    return int(str(value))


def _typed(body: Json, name: str, path: str, kind: type[T], called: str) -> T | None:
    """Read a field of a type, if it is there; True and False are no numbers."""
    value = body.get(name)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise wrong_type(_join(path, name), called)
    return value


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
