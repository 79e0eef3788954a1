"""Cells and words in typed text; submissions told from conversation."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final, TypeAlias

from engine.grammar import one_of
from engine.grids.grid import CELL, Cell
from engine.plain_text import plain, without_stops
from engine.refusals import NotASubmission

Token: TypeAlias = Cell | str
"""A cell, or a word of the game in lower case."""

PIECE: Final = re.compile(r"[^\s,/-]+", re.ASCII)
PART: Final = re.compile(r"[/\r\n]", re.ASCII)
# A letter right before a number belongs to a cell.
SUFFIXED: Final = re.compile(rf"{CELL.pattern}([a-z]+(?![0-9]))?", re.ASCII | re.IGNORECASE)
CELLS: Final = re.compile(rf"(?:{SUFFIXED.pattern})+", re.ASCII | re.IGNORECASE)

CONCEDE: Final = "concede"
PASS: Final = "pass"  # noqa: S105 - no password, a word of several games
_MARKS: Final = ("!", "\N{FULLWIDTH EXCLAMATION MARK}")
_COUNTS: Final = "".join((*_MARKS, " "))
COMMA_WORDS: Final = frozenset({"to", "and"})
GRAMMAR: Final = f"""
said       = before ( "{CONCEDE}" / action ) after
before     = *sign *( fill 1*sign )
after      = *( 1*sign fill ) *sign
S          = 1*sign *( fill 1*sign )            ; between any two
L          = 1*mark *( fill 1*mark )            ; between two on one line
D          = *( 1*mark fill ) *mark "/" before  ; between two lines
sign       = mark / "/"
mark       = WSP / "," / "-"
fill       = {one_of(sorted(COMMA_WORDS, reverse=True))}
cell       = ALPHA ( "0" / %x31-39 [ DIGIT ] )
"""


def tokens(
    text: str, words: frozenset[str], suffixes: frozenset[str] = frozenset()
) -> tuple[Token, ...]:
    """Split a plain text into cells and words of the game (docs/rulings/README.md, 1 and 2).

    Case does not matter; blanks, commas, hyphens, slashes, line breaks, `to` and `and` separate,
    and cells may also follow each other directly. `suffixes` are words that may follow a cell
    directly; a letter with a digit right after it belongs to a cell.

    >>> tokens("e6E7", frozenset())
    (Cell(column=4, row=5), Cell(column=4, row=6))
    >>> tokens("D5RB4", frozenset("rb"), frozenset("rb"))
    (Cell(column=3, row=4), 'r', Cell(column=1, row=3))

    Raises:
        NotASubmission: Part of the text is neither a cell nor one of `words`.
    """
    typed_tokens: list[Token] = []
    for piece in pieces(text):
        understood = tokens_of(piece, words, suffixes)
        if understood is None:
            raise NotASubmission
        typed_tokens += understood
    return tuple(typed_tokens)


def parts(text: str) -> tuple[str, ...]:
    """Return the parts of a text on lines of their own or separated by `/`.

    >>> parts("pass flower / rock G9")
    ('pass flower', 'rock G9')
    """
    return tuple(part for piece in PART.split(text) if (part := piece.strip()))


def pieces(text: str) -> Iterator[str]:
    """Yield the pieces between the separators of a plain text, in lower case."""
    texts = (piece[0].lower() for piece in PIECE.finditer(without_stops(text)))
    return (piece for piece in texts if piece not in COMMA_WORDS)


def tokens_of(
    piece: str, words: AbstractSet[str], suffixes: AbstractSet[str]
) -> tuple[Token, ...] | None:
    """Return the tokens of one of the `pieces`; None if it is foreign."""
    if piece in words:
        return (piece,)
    if not piece.isascii() or CELLS.fullmatch(piece) is None:
        return None
    typed_tokens: list[Token] = []
    for letter, number, suffix in SUFFIXED.findall(piece):
        typed_tokens.append(Cell.typed(letter, number))
        if suffix and suffix not in suffixes:
            return None
        if suffix:
            typed_tokens.append(suffix)
    return tuple(typed_tokens)


def counted(text: str) -> str | None:
    """Return the rest of a text that begins with `!`; None if it begins otherwise.

    >>> counted("!bid 5"), counted("B2 B3!")
    ('bid 5', None)
    """
    bare = text.lstrip()
    return bare.lstrip(_COUNTS) if bare.startswith(_MARKS) else None


def is_concession(text: str) -> bool:
    """Return whether a text, as typed, is the one word that ends a match at any time."""
    read = plain(text)
    return CONCEDE in read.lower() and list(islice(pieces(read), 2)) == [CONCEDE]
