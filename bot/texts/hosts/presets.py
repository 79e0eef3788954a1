"""Presets and the defaults of servers, for hosts."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.hosts.checks import option_list
from bot.texts.language import NAMES, Language, Text, _
from bot.texts.seating import bold_name, lines_that_fit
from engine.options import RowOne

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


# Defaults


WHERE: Final = {
    RowOne.BOTTOM: Text("at the bottom of pictures"),
    RowOne.TOP: Text("at the top of pictures"),
}
"""The place of row 1, as an adverb."""
BEGINNING: Final = {True: Text("after both players are ready"), False: Text("at once")}
"""When matches begin, by whether both players have to be ready."""
PINGS: Final = {
    True: Text("From the next match on, my posts ping whoever has to act (`pings`)."),
    False: Text(
        "From the next match on, my posts ping nobody, except by `/match remind` and in the last "
        "minute before time runs out (`pings`)."
    ),
}
"""The pings of posts, by whether they ping players."""


def defaults(row1: RowOne, theme: str, *, ready: bool, pings: bool) -> str:
    """Answer `/dealer defaults`."""
    usual = _(
        "Defaults on this server: row 1 is {where} (`row1`), and matches start {beginning} "
        "(`ready`). A start command can override both.",
        where=WHERE[row1],
        beginning=BEGINNING[ready],
    )
    drawn = _("From the next picture on, boards are {theme} (`theme`).", theme=theme)
    return f"{usual} {PINGS[pings]()} {drawn}"


def spoken_here(language: Language, *, is_chosen: bool) -> str:
    """Name the language spoken to everybody on a server, and why."""
    name = NAMES[language]
    if is_chosen:
        return _(
            "From the next match on, I use {language} here; anyone who uses a command is answered "
            "in their own Discord language (`language`).",
            language=name,
        )
    return _(
        "From the next match on, I use {language} here, this server's language on Discord; anyone "
        "who uses a command is answered in their own Discord language (`language`).",
        language=name,
    )
