"""Plain text: typed text without decoration, in the signs of a keyboard."""

import re
from typing import Final
from unicodedata import category, name, normalize

_PASSED_OVER: Final = frozenset("*_~|`'\"!()[]{}")
_COMMAS: Final = frozenset("&+;")
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
_NEXT_LINE: Final = "\x85"
_MINUS: Final = "\N{MINUS SIGN}"
# Letters and marks that are invisible without being control characters.
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800")
_MAX_KNOWN: Final = 10_000

# A text of nothing but these is plain already, as most moves are.
_PLAIN: Final = re.compile(r"[0-9A-Za-z \n,./-]*+")
_ARROW: Final = re.compile(r"<[-=]++>?|(?<![-=])[-=]++>")
_ANGLE_BRACKETS: Final = str.maketrans("", "", "<>")
_COLON: Final = re.compile(r"([0-9A-Za-z][ \t]*+):")
_STOP: Final = re.compile(r"(?<!\.)\.++(?=[^\S\r\n]*+(?:[/\r\n]|\Z))|(?<=[0-9A-Za-z])\.++")


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
    if sign in _PASSED_OVER or sign in _UNSEEN:
        return ""
    if sign in _COMMAS:
        return ","
    if sign == _MINUS:
        return "-"
    if sign == _NEXT_LINE:
        return "\n"
    if sign.isascii() and (sign.isprintable() or sign in "\t\n\v\f\r"):
        return sign
    return _BY_CATEGORY.get(category(sign), _read_by_name(sign))


def _read_by_name(sign: str) -> str:
    called = f" {name(sign, '')} "
    return next((read for words, read in _NAMED if words in called), sign)


_SIGNS: Final = _Signs()
