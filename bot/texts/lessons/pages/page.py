"""One page of a game's rules: what is said on it, a position, and what is typed there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.texts.language import Text
from engine.game import Reason
from engine.seats import PUBLIC, Seat, Viewer

Meanings: TypeAlias = Mapping[str | None, Text]
"""What the values of an option mean: '' if it is not set, None for any other value."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text that is typed in a page's position, and what it is there to show.

    Attributes:
        typed: The text.
        refused: The code with which the engine refuses it; empty if it is legal.
        ends: The reason for which it ends the match, if it does.
        by_host: Whether the host types it.
    """

    typed: str
    refused: str = ""
    ends: Reason | None = None
    by_host: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a game's rules, or of its rules in one match.

    Attributes:
        title: What it is about.
        words: Its paragraphs. What is put into them, by name: each option of the match as a record
            has it, those in `by_option` in words, and `clocks`, the times of the match.
        record: Its position, as a match record without times (docs/record.md).
        seat: Who types the examples, but for those of the host's.
        examples: What is typed in the position; each is tried there by itself, and the picture is
            that of the first one: the board after it or, if it is refused, before it with the cells
            marked that the refusal is about.
        viewer: Who sees the picture: a seat for what only it may see.
        board: Which of a game's boards is shown, as its refusals name it.
        cells: What is marked there, unless a refusal says it.
        by_option: What options mean, by their names.
    """

    title: Text
    words: tuple[Text, ...]
    record: str
    seat: Seat = Seat.EC
    examples: tuple[Example, ...] = ()
    viewer: Viewer = PUBLIC
    board: str = ""
    cells: tuple[str, ...] = ()
    by_option: Mapping[str, Meanings] = field(default_factory=dict)
