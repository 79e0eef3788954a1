"""Typed text made plain; its cells and words; submissions told from conversation."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final, TypeAlias
from unicodedata import category, name, normalize

from engine.grids.grid import CELL, TYPED_CELLS, Cell
from engine.refusals import NotASubmission


def one_of(words: Iterable[object], *, exact: bool = False) -> str:
    """Return the words to choose from, in ABNF (RFC 5234, RFC 7405); in any case, if not `exact`.

    A parser and the rules of its grammar stand side by side; both take their words from one table.

    >>> one_of(("white", "red"))
    '"white" / "red"'
    >>> one_of(("on", "off"), exact=True)
    '%s"on" / %s"off"'
    """
    return " / ".join(f'{"%s" if exact else ""}"{word}"' for word in words)


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

# Signs that their Unicode category does not tell apart; the first name that fits decides.
_NAMED: Final = (
    ("QUESTION MARK", "?"),
    ("INTERROBANG", "?"),
    ("EXCLAMATION MARK", ""),
    ("QUOTATION MARK", ""),
    ("VARIATION SELECTOR", ""),
    ("FULL STOP", "."),
    (" ARROW ", ","),
)
_BY_CATEGORY: Final = {
    **dict.fromkeys(("Ps", "Pe", "Pi", "Pf", "Cf", "Cc"), ""),
    **dict.fromkeys(("Zl", "Zp"), "\n"),
    "Pd": "-",
}
_BY_SIGN: Final = {
    **dict.fromkeys("*_~|`'\"!()[]{}", ""),
    # Letters and marks that are invisible without being control characters.
    **dict.fromkeys("\u034f\u115f\u1160\u17b4\u17b5\u2800", ""),
    **dict.fromkeys("&+;", ","),
    "\N{MINUS SIGN}": "-",
    "\x85": "\n",
}
_MAX_KNOWN: Final = 10_000

# A text of nothing but these is plain already, as most moves are.
_PLAIN: Final = re.compile(r"[0-9A-Za-z \n,./-]*+")
_ARROW: Final = re.compile(r"<[-=]++>?|(?<![-=])[-=]++>")
_ANGLE_BRACKETS: Final = str.maketrans("", "", "<>")
_COLON: Final = re.compile(r"([0-9A-Za-z][ \t]*+):")
_STOP: Final = re.compile(r"(?<!\.)\.++(?=[^\S\r\n]*+(?:[/\r\n]|\Z))|(?<=[0-9A-Za-z])\.++")


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
        typed_tokens.append(TYPED_CELLS[letter + number])
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


class _Signs(dict[int, str]):
    """The plain sign for each character, worked out when it first appears.

    Characters are normalised one by one, since normalising a whole text is slow if somebody piles
    up accents. Nothing is lost: a text with accents left in it is conversation anyway.
    """

    def __missing__(self, code: int) -> str:
        read = "".join(map(_read, normalize("NFKC", chr(code))))
        if len(self) < _MAX_KNOWN:
            self[code] = read
        return read


def plain(text: str) -> str:
    """Return a text as it is read (docs/rulings/README.md, 2): with only a keyboard's signs.

    Marks around a move are removed. All kinds of commas, hyphens and question marks become one;
    full stops stay, since they mean something in a layout.

    >>> plain("**E6** → (E7)!")
    'E6 , E7'
    """
    if _PLAIN.fullmatch(text):
        return text
    bare = _ARROW.sub(",", text.translate(_SIGNS)).translate(_ANGLE_BRACKETS)
    return _COLON.sub(r"\1,", bare)


def without_stops(text: str) -> str:
    """Return a plain text without the full stops that end a line, or follow a cell or a word.

    A blank replaces each, so that nothing runs together.

    >>> without_stops("E6.E7.")
    'E6 E7 '
    """
    return _STOP.sub(" ", text) if "." in text else text


def _read(sign: str) -> str:
    if sign in _BY_SIGN:
        return _BY_SIGN[sign]
    if sign.isascii() and (sign.isprintable() or sign in "\t\n\v\f\r"):
        return sign
    return _BY_CATEGORY.get(category(sign), _read_by_name(sign))


def _read_by_name(sign: str) -> str:
    called = f" {name(sign, '')} "
    return next((read for words, read in _NAMED if words in called), sign)


_SIGNS: Final = _Signs()
