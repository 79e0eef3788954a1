"""A request's objects, read field by field; the error for a wrong field names its path."""

from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import TypeVar

from sandbox.errors import bad_length, missing_field, too_long, wrong_choice, wrong_type
from sandbox.state.models import Json

T = TypeVar("T")

# By the name of each field: the range of an optional number, the least and greatest length of a
# required text, or the greatest length of an optional text.
Shape = Mapping[str, range | tuple[int, int] | int]


@dataclass(frozen=True)
class Form:
    """An object in a request, and its path there."""

    body: Json
    path: str = ""

    def at(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def check(self, shape: Shape) -> None:
        """Check the fields that a shape names."""
        for name, rule in shape.items():
            match rule:
                case range():
                    self.number(name, rule, 0)
                case least, limit:
                    self.text(name, least, limit)
                case _:
                    self.optional_text(name, rule)

    def text(self, name: str, least: int, limit: int) -> str:
        """Read a required text whose length lies between two limits."""
        value = self._typed(name, str, "string")
        if value is None:
            raise missing_field(self.at(name))
        check_length(value, self.at(name), least, limit)
        return value

    def optional_text(self, name: str, limit: int) -> str:
        """Read an optional text; a missing one is empty."""
        value = self._typed(name, str, "string") or ""
        if len(value) > limit:
            raise too_long(self.at(name), limit)
        return value

    def number(self, name: str, allowed: range, default: int) -> int:
        """Read a whole number within a range."""
        value = self._typed(name, int, "integer")
        if value is None:
            return default
        if value not in allowed:
            raise wrong_choice(self.at(name))
        return value

    def forms(self, name: str, limit: int, least: int = 0) -> list["Form"]:
        """Read a list of `least` to `limit` objects; a missing one is empty."""
        value = self._typed(name, list, "list") or []
        check_length(value, self.at(name), least, limit)
        forms = [Form(entry, f"{self.at(name)}.{index}") for index, entry in enumerate(value)]
        for form in forms:
            if not isinstance(form.body, dict):
                raise wrong_type(form.path, "object")
        return forms

    def part(self, name: str) -> "Form":
        """Read an object within this one; a missing one is empty."""
        return Form(self._typed(name, dict, "object") or {}, self.at(name))

    def id(self, name: str) -> int:
        """Read a required id."""
        return snowflake(self.body.get(name), self.at(name))

    def permissions(self, name: str, default: int) -> int:
        """Read a set of permissions, written as the digits of its bits."""
        value = self.body.get(name)
        if value is None:
            return default
        if not str(value).isdigit():
            raise wrong_type(self.at(name), "permissions")
        return int(str(value))

    def _typed(self, name: str, kind: type[T], called: str) -> T | None:
        """Read a field of a type, if it is there; True and False are no numbers."""
        value = self.body.get(name)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            raise wrong_type(self.at(name), called)
        return value


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
