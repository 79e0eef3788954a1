"""Copies of frozen values that change with every move, so that making one has to be quick."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # So that the names and types of the changes are checked.
    from dataclasses import replace as changed
else:

    def changed(value: Any, /, **changes: Any) -> Any:
        """The same as `dataclasses.replace`, in a sixth of the time.

        That one sets every field again; this one copies them all at once. So the class must have no
        slots, and keep nothing but its fields.
        """
        copy = object.__new__(type(value))
        copy.__dict__.update(value.__dict__, **changes)
        return copy


__all__ = ["changed"]
