"""Reads the fields of a request; the error for a wrong one names its path."""

from typing import Any

from sandbox.errors import bad_length, missing_field, too_long, wrong_choice, wrong_type
from sandbox.state.models import Json


def text(body: Json, name: str, path: str, least: int, most: int) -> str:
    """A required text whose length lies between two limits."""
    value = body.get(name)
    if value is None:
        raise missing_field(_join(path, name))
    if not isinstance(value, str):
        raise wrong_type(_join(path, name), "string")
    if not least <= len(value) <= most:
        raise bad_length(_join(path, name), least, most)
    return value


def optional_text(body: Json, name: str, path: str, most: int) -> str:
    """An optional text; a missing one is empty."""
    value = body.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise wrong_type(_join(path, name), "string")
    if len(value) > most:
        raise too_long(_join(path, name), most)
    return value


def whole_number(body: Json, name: str, path: str, allowed: range, default: int) -> int:
    """A whole number within a range."""
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(_join(path, name), "integer")
    if value not in allowed:
        raise wrong_choice(_join(path, name))
    return value


def objects(body: Json, name: str, path: str, most: int, least: int = 0) -> list[Json]:
    """A list of objects, with between `least` and `most` entries; a missing one is empty."""
    value: Any = body.get(name)
    if value is None:
        value = []
    if not isinstance(value, list):
        raise wrong_type(_join(path, name), "list")
    if not least <= len(value) <= most:
        raise bad_length(_join(path, name), least, most)
    for index, entry in enumerate(value):
        if not isinstance(entry, dict):
            raise wrong_type(f"{_join(path, name)}.{index}", "object")
    return value


def part(body: Json, name: str, path: str = "") -> Json:
    """An object within an object; a missing one is empty."""
    value = body.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise wrong_type(_join(path, name), "object")
    return value


def snowflake(value: object, path: str) -> int:
    """An id, written as a number or as its digits."""
    try:
        return int(str(value))
    except ValueError:
        raise wrong_type(path, "snowflake") from None


def permission_bits(body: Json, name: str, default: int) -> int:
    """A set of permissions, written as the digits of its bits."""
    value = body.get(name)
    if value is None:
        return default
    if not str(value).isdigit():
        raise wrong_type(name, "permissions")
    return int(str(value))


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
