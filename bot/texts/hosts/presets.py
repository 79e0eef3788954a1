"""What hosts read about presets and the defaults of their server."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.hosts.checks import option_list
from bot.texts.language import NAMES, Language, Text, _
from bot.texts.seating import lines_that_fit, plain_name
from engine.options import RowOne

# Presets

UNNAMED: Final = Text("A preset needs a name that can be read.")
NO_MATCH: Final = Text(
    "There is no match in this room whose options I could save. Name a `game` and its `options`."
)
NOT_AN_OPTION: Final = Text(
    "Options are written as `name=value` with spaces in between, such as `turn=90 choice=30`; "
    "{text} is not."
)
NO_SEED: Final = Text("every match has a seed of its own, so a preset has none")
FULL: Final = Text("A server can have {most} presets. Delete one with `/preset delete` first.")
UNKNOWN: Final = Text("There is no preset {name} on this server; see `/preset list`.")
OTHER_GAME: Final = Text("The preset {name} is for {title}; leave out `game`, or name that.")
DELETED: Final = Text("The preset {name} is deleted.")
NONE: Final = Text("This server has no presets. `/preset save` makes one.")


def called(name: str) -> str:
    """A preset's name, which cannot break the text around it."""
    return f"**{plain_name(name)}**"


def saved(name: str, title: str, options: Mapping[str, str]) -> str:
    """The answer to `/preset save`."""
    return _("Saved: {preset}.", preset=line(name, title, options))


def line(name: str, title: str, options: Mapping[str, str]) -> str:
    """A preset in a list."""
    chosen = option_list(options) or _("all options as usual")
    return f"{called(name)}: {title}, {chosen}"


def listed(lines: Sequence[str]) -> str:
    """The answer to `/preset list`."""
    return lines_that_fit(lines) or NONE()


# Defaults


WHERE: Final = {
    RowOne.BOTTOM: Text("at the bottom of pictures"),
    RowOne.TOP: Text("at the top of pictures"),
}
"""Where row 1 is, as an adverb."""
BEGINNING: Final = {True: Text("after both players are ready"), False: Text("at once")}
"""When matches begin, by whether both players have to be ready."""
PINGS: Final = {
    True: Text("In matches set up from now on, my posts ping whoever is awaited (`pings`)."),
    False: Text(
        "In matches set up from now on, my posts ping nobody, except by `/match remind` and in the "
        "last minute before time runs out (`pings`)."
    ),
}
"""Whom posts ping, by whether they ping players."""


def defaults(row1: RowOne, theme: str, *, ready: bool, pings: bool) -> str:
    """The answer to `/dealer defaults`."""
    usual = _(
        "On this server, row 1 is {where} (`row1`), and matches begin {beginning} (`ready`), "
        "unless a start command says otherwise.",
        where=WHERE[row1],
        beginning=BEGINNING[ready],
    )
    drawn = _("From the next picture on, boards are {theme} (`theme`).", theme=theme)
    return f"{usual} {PINGS[pings]()} {drawn}"


def spoken_here(language: Language, *, is_chosen: bool) -> str:
    """What is spoken to everybody on a server, and why."""
    name = NAMES[language]
    if is_chosen:
        return _(
            "Matches set up from now on are in {language}; whoever uses a command is answered in "
            "the language of their own Discord (`language`).",
            language=name,
        )
    return _(
        "Matches set up from now on are in {language}, as Discord says of this server; whoever "
        "uses a command is answered in the language of their own Discord (`language`).",
        language=name,
    )
