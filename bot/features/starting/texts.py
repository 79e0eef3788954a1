"""Presets and rematches, for hosts."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.checks import option_list
from bot.texts.language import Text, _
from bot.texts.seating import bold_name, lines_that_fit

# Presets

UNNAMED: Final = Text("A preset needs a name with visible characters.")
NO_MATCH: Final = Text(
    "There is no match in this room whose options I could save. Name a `game` and its `options`."
)
NOT_AN_OPTION: Final = Text(
    "Options are written as `name=value` with spaces in between, such as `turn=90 choice=30`; "
    "{text} is not."
)
NO_SEED: Final = Text("a preset can't set the seed: every match draws its own")
FULL: Final = Text("A server can have {most} presets. Delete one with `/preset delete` first.")
UNKNOWN: Final = Text("There is no preset {name} on this server; see `/preset list`.")
OTHER_GAME: Final = Text("The preset {name} is for {title}; leave out `game`, or name that.")
DELETED: Final = Text("The preset {name} is deleted.")
NONE: Final = Text("This server has no presets. `/preset save` makes one.")


def called(name: str) -> str:
    """Return a preset's name, which cannot break the text around it."""
    return bold_name(name)


def saved(name: str, title: str, options: Mapping[str, str]) -> str:
    """Answer `/preset save`."""
    return _("Saved: {preset}.", preset=line(name, title, options))


def line(name: str, title: str, options: Mapping[str, str]) -> str:
    """Return a preset's line in a list."""
    chosen = option_list(options) or _("all options at their defaults")
    return f"{called(name)}: {title}, {chosen}"


def listed(lines: Sequence[str]) -> str:
    """Answer `/preset list`."""
    return lines_that_fit(lines) or NONE()


# Rematches

NO_REMATCH: Final = Text("This room has no match to repeat; practice matches don't count.")
PLAYER_LEFT: Final = Text("{player} is no longer on this server.")
