import re
import unicodedata
from collections.abc import Collection

from tests.games.referees.record import is_cell

MARKUP = "*_~|`"
QUOTATION_MARKS = "'\"‘’‚‛“”„‟‹›«»❛❜❝❞"  # noqa: RUF001
BRACKETS = "()[]{}"
EXCLAMATION_MARKS = "!¡❕❗"
QUESTION_MARKS = "?¿؟❓❔‽⸘⸮"
FULL_STOPS = ".。"
COMMAS = ",&+;"
BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800"
VARIATION_SELECTORS = [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810)]
ARROW_BLOCKS = [(0x2190, 0x21FF), (0x27F0, 0x27FF), (0x2900, 0x297F), (0x2B00, 0x2B11)]
OTHER_ARROWS = "➔➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯➱➲➳➴➵➶➷➸➹➺➻➼➽➾"


def is_invisible(sign: str) -> bool:
    if sign in "\t\n\v\f\r\x85":
        return False
    is_control = unicodedata.category(sign) in ("Cc", "Cf")
    return is_control or sign in BLANK_LETTERS or ord(sign) in VARIATION_SELECTORS


def is_bracket(sign: str) -> bool:
    return sign in BRACKETS or unicodedata.category(sign) in ("Ps", "Pe")


def is_quotation_mark(sign: str) -> bool:
    return sign in QUOTATION_MARKS or unicodedata.category(sign) in ("Pi", "Pf")


def is_arrow(sign: str) -> bool:
    code = ord(sign)
    is_among = any(first <= code <= last for first, last in ARROW_BLOCKS) or sign in OTHER_ARROWS
    return is_among and "ARROW" in unicodedata.name(sign, "").split()


def is_passed_over(sign: str) -> bool:
    return (
        is_invisible(sign)
        or sign in MARKUP
        or sign in EXCLAMATION_MARKS
        or is_bracket(sign)
        or is_quotation_mark(sign)
    )


def is_dash(sign: str) -> bool:
    return unicodedata.category(sign) == "Pd" or sign == "\N{MINUS SIGN}"


def one_sign(sign: str) -> str:
    """Return the meaning of a sign; empty if it is passed over."""
    counts_as = {
        "": is_passed_over(sign),
        "?": sign in QUESTION_MARKS,
        ".": sign in FULL_STOPS,
        ",": sign in COMMAS or is_arrow(sign),
        "\n": sign in "\x85\u2028\u2029",
        "-": is_dash(sign),
    }
    return next((other for other in counts_as if counts_as[other]), sign)


def as_it_counts(text: str) -> str:
    """Return a text without ignored signs but full stops, its commas and hyphens plain ones."""
    text = "".join(one_sign(sign) for sign in unicodedata.normalize("NFKC", text))
    text = re.sub("<[-=]+>|[-=]+>|<[-=]+", ",", text)
    text = text.replace("<", "").replace(">", "")
    return re.sub("([A-Za-z0-9])([ \t]*):", r"\1\2,", text)


def without_full_stops(text: str) -> str:
    """Return the same without the full stops that end a line or follow a cell or a word."""
    lines = re.split("([/\n\r])", text)
    lines = [re.sub(r"\.+(\s*)$", r" \1", line) for line in lines]
    return re.sub(r"([A-Za-z0-9])\.+", r"\1 ", "".join(lines))


def pieces_of(text: str) -> list[str]:
    """Cut a text at blanks, commas, hyphens, line breaks, `to` and `and`, in small letters."""
    text = without_full_stops(as_it_counts(text)).lower()
    pieces = re.split(r"[ \t\n\r\f\v,/-]+", text)
    return [piece for piece in pieces if piece not in ("", "to", "and")]


def parts_of(text: str) -> list[list[str]]:
    """Return the pieces of each part of a text that is on a line of its own or between slashes."""
    parts = re.split(r"[/\n\r]", as_it_counts(text))
    return [pieces for pieces in map(pieces_of, parts) if pieces]


def are_for_the_dealer(
    tokens: list[str], telling: Collection[str], others: Collection[str] = ()
) -> bool:
    """Return whether tokens are all cells and words of a game, and one of them is no small talk."""
    told = {token for token in tokens if is_cell(token) or token in telling}
    return bool(told) and all(token in told or token in others for token in tokens)
