"""One page of a game's rules: words, a position, and examples typed in it."""

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
    """A text typed in a page's position, and its expected effect.

    Attributes:
        refused: The engine's refusal code; empty if the text is legal.
        ends: Reason for which it ends the match, if it does.
        by_host: True if the host types it.
    """

    typed: str
    refused: str = ""
    ends: Reason | None = None
    by_host: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a game's rules, or of its rules in one match.

    Attributes:
        words: Paragraphs. Their values by name: each option as a record has it, those in
            `by_option` in words, and `clocks`, the times of the match.
        record: Position as a match record without times (docs/record.md).
        seat: Seat that types the examples, but for the host's.
        examples: Texts tried in the position, each by itself. The picture shows the first: the
            board after it or, if it is refused, before it with the refusal's cells marked.
        viewer: Viewer of the picture: a seat for what only it may see.
        board: Board to show in games with several, as refusals name it.
        cells: Cells to mark, unless a refusal says them.
        by_option: Meanings of options, by their names.
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
