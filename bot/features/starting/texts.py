"""Presets and rematches, for hosts."""

from collections.abc import Mapping
from typing import Final

from bot.texts.checks import option_list
from bot.texts.language import Text, _
from bot.texts.seating import bold_name
from engine.game import AnyGame

# Presets

UNNAMED: Final = Text("A preset needs a name with visible characters.")
NO_MATCH: Final = Text(
    "There is no match in this room whose options I could save. Name a `game` and its `options`."
)
NOT_AN_OPTION: Final = Text(
    "Options are written as `name=value` with spaces in between, such as `turn=90 reserve=1h30m`; "
    "{text} is not."
)
NO_SEED: Final = Text("a preset can't set the seed: every match draws its own")
FULL: Final = Text("A server can have {most} presets. Delete one with `/preset delete` first.")
UNKNOWN: Final = Text("There is no preset {name} on this server; see `/preset list`.")
OTHER_GAME: Final = Text("The preset {name} is for {title}; leave out `game`, or name that.")
DELETED: Final = Text("The preset {name} is deleted.")
SAVED: Final = Text("Saved: {preset}.")
NONE: Final = Text("This server has no presets. `/preset save` makes one.")


def line(name: str, game: type[AnyGame], options: Mapping[str, str]) -> str:
    """Return a preset's line in a list."""
    chosen = option_list(game, options) or _("all options at their defaults")
    return f"{bold_name(name)}: {game.title}, {chosen}"


# Rematches

NO_REMATCH: Final = Text("This room has no match to repeat; practice matches don't count.")
PLAYER_LEFT: Final = Text("{player} is no longer on this server.")
