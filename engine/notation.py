"""How typed text falls into cells and words, and where it is conversation instead."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final, TypeAlias

from engine.grid import CELL, Cell
from engine.refusals import NotASubmission

Token: TypeAlias = Cell | str
"""A cell, or a word of the game in lower case."""

PIECE: Final = re.compile(r":|[^\s,/:-]+", re.ASCII)
PART: Final = re.compile(r"[/\r\n]", re.ASCII)
# A letter straight before a number is a cell's own.
SUFFIXED: Final = re.compile(rf"{CELL.pattern}([a-z](?![0-9]))?", re.ASCII | re.IGNORECASE)
CELLS: Final = re.compile(rf"(?:{SUFFIXED.pattern})+", re.ASCII | re.IGNORECASE)

CONCEDE: Final = "concede"


def tokens(
    text: str, words: AbstractSet[str], suffixes: AbstractSet[str] = frozenset()
) -> tuple[Token, ...]:
    """Split a text into cells and words of the game (RULES.md, Common 1 and 2).

    Case does not matter; blanks, commas, hyphens, slashes and line breaks separate, and cells may
    also follow each other directly. A colon is a word of its own, in games that have it among
    theirs. `suffixes` are words of one letter that may follow a cell directly; a letter with a
    digit straight after it is a cell's.

    >>> tokens("e6E7", frozenset())
    (Cell(column=4, row=5), Cell(column=4, row=6))
    >>> tokens("D5RB4", frozenset("rb"), frozenset("rb"))
    (Cell(column=3, row=4), 'r', Cell(column=1, row=3))

    Raises:
        NotASubmission: A piece of the text is neither a cell nor one of `words`.
    """
    return tuple(token for piece in _pieces(text) for token in _tokens_of(piece, words, suffixes))


def parts(text: str) -> tuple[str, ...]:
    """The parts of a text that are typed on lines of their own or separated by `/`.

    >>> parts("pass flower / rock G9")
    ('pass flower', 'rock G9')
    """
    return tuple(part for each in PART.split(text) if (part := each.strip()))


def _pieces(text: str) -> Iterator[str]:
    return (piece[0] for piece in PIECE.finditer(text))


def _tokens_of(
    piece: str, words: AbstractSet[str], suffixes: AbstractSet[str]
) -> tuple[Token, ...]:
    if not piece.isascii():
        raise NotASubmission
    word = piece.lower()
    if word in words:
        return (word,)
    if CELLS.fullmatch(piece) is None:
        raise NotASubmission
    return tuple(_cells_and_suffixes(word, suffixes))


def _cells_and_suffixes(piece: str, suffixes: AbstractSet[str]) -> Iterator[Token]:
    for shape in SUFFIXED.finditer(piece):
        letter, number, suffix = shape.groups()
        yield Cell.parse(letter + number)
        if suffix in suffixes:
            yield suffix
        elif suffix:
            raise NotASubmission


def is_concession(text: str) -> bool:
    """Whether the text is the one word that ends a match at any time."""
    return [piece.lower() for piece in _pieces(text)] == [CONCEDE]
