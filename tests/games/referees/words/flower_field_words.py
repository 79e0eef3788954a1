"""The words of both Flower Fields, and the comparison of fields.

The two games differ in the name of the third colour; all other words are the same.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from tests.games.referees.record import (
    CELL,
    Cell,
    cell_named,
    cells_in,
    is_cell,
    is_connected,
    seat_named_first,
)
from tests.games.referees.words.typed import are_for_the_dealer, parts_of, pieces_of

Flowers = dict[Cell, str]  # what stands on which cell: "r", "b" or "y"

DOUBTING = "doubting-flower-field"
PLAIN = "flower-field"
BOARD = [(column, row) for column in range(1, 8) for row in range(1, 8)]
MIDDLE = (4, 4)

# ------------------------------------------------------------------------------- the field


def turned_and_flipped(flowers: Flowers) -> list[Flowers]:
    """Return the eight ways for flowers to lie when the field is turned and flipped."""
    return [
        {(column, row): color for (column, row), color in flowers.items()},
        {(row, -column): color for (column, row), color in flowers.items()},
        {(-column, -row): color for (column, row), color in flowers.items()},
        {(-row, column): color for (column, row), color in flowers.items()},
        {(-column, row): color for (column, row), color in flowers.items()},
        {(row, column): color for (column, row), color in flowers.items()},
        {(column, -row): color for (column, row), color in flowers.items()},
        {(-row, -column): color for (column, row), color in flowers.items()},
    ]


def moved_to_corner(flowers: Flowers) -> Flowers:
    """Return the same flowers, moved until they touch the lowest row and the leftmost column."""
    left = min(column for column, _ in flowers)
    low = min(row for _, row in flowers)
    return {(column - left, row - low): color for (column, row), color in flowers.items()}


def match_each_other(one: Flowers, other: Flowers) -> bool:
    """Return whether one of two fields, turned, flipped and moved, becomes the other."""
    expected = moved_to_corner(other)
    return any(moved_to_corner(form) == expected for form in turned_and_flipped(one))


def is_field(cells: list[Cell]) -> bool:
    return len(set(cells)) == 4 and is_connected(cells)


def once_each(cells: Iterable[Cell]) -> list[Cell]:
    return list(dict.fromkeys(cells))


# -------------------------------------------------------------------------- what a text says

COLORS = {"red": "r", "r": "r", "blue": "b", "b": "b"}
THIRD_COLOR = {DOUBTING: {"yellow": "y", "y": "y"}, PLAIN: {"purple": "y", "p": "y"}}
TELLING_WORDS = ("hide", "challenge", "cc", "doubt", "accept", "pass", "concede", "first")
OTHER_WORDS = ("give", "up", "ec", "dmo", "me", "them")
PHRASES = {
    ("concede",): "concede",
    ("challenge",): "challenge",
    ("give", "up"): "give up",
    ("challenge", "challenge"): "doubt",
    ("cc",): "doubt",
    ("doubt",): "doubt",
    ("accept",): "accept",
    ("pass",): "pass",
}


@dataclass
class Said:
    """A submission's request.

    `what` is one of the phrases' meanings, or `first` (with a seat), `hide` and `plant` (with
    flowers), `fields` (with two of them, and whether the word stood before them), or `malformed`.
    """

    what: str
    seat: str = ""
    flowers: Flowers = field(default_factory=dict)
    fields: list[list[Cell]] = field(default_factory=list)
    with_word: bool = False
    cells: list[Cell] = field(default_factory=list)


@dataclass
class Language:
    """The words of one of the two games, and how it reads a text."""

    game: str

    @property
    def colours(self) -> dict[str, str]:
        return COLORS | THIRD_COLOR[self.game]

    def tokens_of(self, text: str) -> list[str]:
        return self.tokens_in(pieces_of(text))

    def tokens_in(self, pieces: list[str]) -> list[str]:
        letters = "".join(name for name in self.colours if len(name) == 1)
        with_colors = f"({CELL})([{letters}](?![0-9]))?"
        tokens = []
        for piece in pieces:
            if re.fullmatch(f"({with_colors})+", piece):
                for cell, color in re.findall(with_colors, piece):
                    tokens += [cell, color] if color else [cell]
            else:
                tokens.append(piece)
        return tokens

    def is_submission(self, text: str) -> bool:
        tokens = self.tokens_of(text)
        # Of `give up` neither word tells anything alone.
        told = ("give", "up") if ("give", "up") in pairwise(tokens) else ()
        return are_for_the_dealer(tokens, (*TELLING_WORDS, *told), (*OTHER_WORDS, *self.colours))

    def what_is_said(self, text: str, speaker: str) -> Said:
        tokens = self.tokens_of(text)
        if tuple(tokens) in PHRASES:
            return Said(PHRASES[tuple(tokens)])
        seat = seat_named_first(tokens, speaker)
        if seat is not None:
            return Said("first", seat=seat)
        return (
            self.said_of_flowers(tokens)
            or self.said_of_fields(text)
            or Said("malformed", cells=cells_in(tokens))
        )

    def said_of_flowers(self, tokens: list[str]) -> Said | None:
        """Read one flower or two to be planted, or exactly two to be hidden."""
        is_hiding = tokens[0] == "hide"
        rest = tokens[is_hiding:]
        cells, colors = rest[0::2], rest[1::2]
        if len(cells) != len(colors) or len(cells) not in ((2,) if is_hiding else (1, 2)):
            return None
        if not all(is_cell(name) for name in cells) or len(set(cells)) < len(cells):
            return None
        if not all(color in self.colours for color in colors):
            return None
        flowers = {
            cell_named(name): self.colours[color] for name, color in zip(cells, colors, strict=True)
        }
        return Said("hide" if is_hiding else "plant", flowers=flowers)

    def said_of_fields(self, text: str) -> Said | None:
        """Return two fields of four cells, with or without the word before them."""
        parts = [self.tokens_in(part) for part in parts_of(text)]
        with_word = parts[0][0] == "challenge"
        if with_word:
            parts[0] = parts[0][1:]
        parts = [part for part in parts if part]
        if len(parts) == 1 and len(parts[0]) == 8:
            parts = [parts[0][:4], parts[0][4:]]
        if [len(part) for part in parts] != [4, 4] or not all(map(is_cell, parts[0] + parts[1])):
            return None
        fields = [[cell_named(name) for name in part] for part in parts]
        return Said("fields", fields=fields, with_word=with_word)
