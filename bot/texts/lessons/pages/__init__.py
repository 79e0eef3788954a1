"""The rules of each game in pages: words, a position, and what is typed there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Final, TypeAlias, cast

from bot.texts.language import Text
from bot.texts.lessons import sections
from engine.game import AnyGame
from engine.seats import PUBLIC, Seat, Viewer

Meanings: TypeAlias = Mapping[str | None, Text]
"""The meanings of an option's values: '' if it is not set, None for any other value."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text typed in a page's position, and its expected effect.

    Attributes:
        refused: The engine's refusal code; empty if the text is legal.
        ends: The code of the reason for which it ends the match; empty if it does not.
        by_host: True if the host types it.
    """

    typed: str
    refused: str = ""
    ends: str = ""
    by_host: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a game's rules, or of its rules in one match.

    Attributes:
        record: Position as a match record without times (docs/record.md).
        seat: Seat that types the examples, but for the host's.
        viewer: Viewer of the picture: a seat for what only it may see.
        board: Board to show in games with several, as refusals name it.
        cells: Cells to mark, unless a refusal says them.
        by_option: Meanings of options, by their names.
        title: Heading of its words.
        words: Paragraphs. Their values by name: each option as a record has it, those in
            `by_option` in words, and `clocks`, the times of the match.
        examples: Texts tried in the position, each by itself. The picture shows the first: the
            board after it or, if it is refused, before it with the refusal's cells marked.
    """

    record: str
    seat: Seat = Seat.EC
    viewer: Viewer = PUBLIC
    board: str = ""
    cells: tuple[str, ...] = ()
    by_option: Mapping[str, Meanings] = field(default_factory=dict)
    title: str = ""
    words: tuple[Text, ...] = ()
    examples: tuple[Example, ...] = ()


def pages_of(game: type[AnyGame]) -> tuple[Page, ...]:
    """Return a game's pages in order, from the module named like the folder of its rules."""
    pages: dict[str, tuple[Page, ...]] = import_module(f"{__name__}.{game.folder}").PAGES
    return pages[game.name]


# Paragraphs that the pages of several games share

BEGINNING: Final[Meanings] = {
    "": Text("The DMO says who goes first, by typing `first me` or `first them`."),
    "ec": Text("The {seat} goes first, by the host's choice.", seat=Seat.EC.upper()),
    "dmo": Text("The {seat} goes first, by the host's choice.", seat=Seat.DMO.upper()),
}
"""The rule on the first seat, by the option `first`, in games in which the DMO chooses."""

RESERVE: Final = Text(
    "Reserve is for the whole match: what you have used is gone. I tell you when you start to use "
    "it, every 30 seconds from then on, and how much is left after your move."
)
SHARED: Final = {
    "{cells}": Text(
        "A cell is named by its column and row: `A1` is at the lower left. Capitals don't matter, "
        "and `e6e7`, `E6, E7` and `E6 to E7!` are all the same to me."
    ),
    "{talk}": Text(
        "Chat is free. A message counts as a move only if every word in it belongs to the game; "
        "any other word, or a question mark, makes it chat. If it was nearly a move, I say how to "
        "type it."
    ),
    "{times}": Text("**Your time:** {clocks}."),
    "{clock}": Text(
        "A clock runs from the moment my post with the board is in the room until your message is, "
        "both by Discord's own time. Exactly at the limit is in time. I remind you 30 and 5 "
        "seconds before your time is up. No clock runs while the host has paused the match or "
        "while I am down."
    ),
    "{reserve}": RESERVE,
    "{concede}": Text(
        "`concede` loses the match at once, at any time, on anyone's turn. When a match is over, I "
        "show everyone what was hidden."
    ),
}

# Reading pages

EXAMPLE: Final = re.compile(r"> (host )?`(.+)`(?: refused: (.+)| ends: (.+))?")
"""A line in a page's words: what its seat or the host types there, and if it is not just legal."""


def pages(
    words: str, positions: Mapping[str, Page], paragraphs: Mapping[str, Text] = SHARED
) -> tuple[Page, ...]:
    """Return pages with their words: each has its title as a heading, and `EXAMPLE`s at its end.

    A paragraph that is a key of `paragraphs` stands for that text.
    """
    return tuple(
        replace(
            positions[title],
            title=title,
            words=tuple(paragraphs.get(part) or Text(part) for part in parts if part[0] != ">"),
            examples=tuple(
                _example(line) for part in parts if part[0] == ">" for line in part.split("\n")
            ),
        )
        for title, parts in sections(words)
    )


def _example(line: str) -> Example:
    found = cast("re.Match[str]", EXAMPLE.fullmatch(line))
    by_host, typed, refused, ends = found.groups("")
    return Example(typed, refused, ends, by_host=bool(by_host))
