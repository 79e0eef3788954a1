"""Signs around and between what is typed, most of which make no difference."""

import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from random import Random

from tests.engine.scribbles import LIKENESSES, ODDITIES, PUNCTUATION

PAIRS = ("()", "[]", "{}", "<>", "“”", "«»", "「」", '""', "''", "``", "**", "__")
SIGNS = (
    *"*_~|`'\"!()[]{}<>.,;:+&-=?/#",
    *"\u200b\u200d\u00ad\ufeff\u202e\ufe0f\u0301\x00\x1c",
    *"“”«»¡❗。…–—−→⇒➡‽¿？！．",  # noqa: RUF001
)
SEPARATORS = (" -> ", " => ", "-->", " → ", " to ", " TO ", " and ", " & ", " + ", "; ", ": ", ". ")
OTHER_BLANKS = ("\u00a0", "\u3000", "\t", " \u200b")
EVERY_SIGN = (*SIGNS, *ODDITIES, *PUNCTUATION)
SIGNS_AT_A_PLACE = 4
LETTERS = (
    *LIKENESSES,
    str.maketrans("eoi", "\u00e9\u00f6\u0131"),
    str.maketrans("/,", "\N{FRACTION SLASH}\N{IDEOGRAPHIC COMMA}"),
)
"""Letters, digits and marks that look like those of a text, more or less."""
ENDINGS = (".", "!", "...", " .", "?", " :)", "…", "!!1", " lol")


def decorated(text: str, dice: Random) -> str:
    for _ in range(dice.choice((1, 1, 2, 3))):
        decorate = dice.choice((wrapped, with_sign, with_separator, in_full_width, cased, ended))
        text = decorate(text, dice)
    return text


def disguised(texts: Iterable[str]) -> Iterator[str]:
    """Yield texts with one sign more or another one, at each place; all signs have their turn."""
    signs = cycle(EVERY_SIGN)
    for text in texts:
        for index in range(len(text) + 1):
            start, here, end = text[:index], text[index : index + 1], text[index + 1 :]
            for sign in islice(signs, SIGNS_AT_A_PLACE):
                yield start + sign + here + end
            for other in sorted({here.translate(letters) for letters in LETTERS} - {here}):
                yield start + other + end


def wrapped(text: str, dice: Random) -> str:
    before, result = dice.choice(PAIRS)
    start, end = sorted(dice.choices([*word_ends(text), 0, len(text)], k=2))
    return text[:start] + before + text[start:end] + result + text[end:]


def with_sign(text: str, dice: Random) -> str:
    place = dice.choice([*word_ends(text), dice.randint(0, len(text))])
    return text[:place] + dice.choice(SIGNS) + text[place:]


def with_separator(text: str, dice: Random) -> str:
    match = dice.choice([*re.finditer("[ ,-]+", text), None])
    if match is None:
        return text
    return text[: match.start()] + dice.choice([*SEPARATORS, *OTHER_BLANKS]) + text[match.end() :]


def in_full_width(text: str, dice: Random) -> str:
    place = dice.randint(0, len(text))
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    return text[:place] + text[place:].translate(wide)


def cased(text: str, dice: Random) -> str:
    return dice.choice((text.upper(), text.lower(), text.title()))


def ended(text: str, dice: Random) -> str:
    return text + dice.choice(ENDINGS)


def word_ends(text: str) -> list[int]:
    return [match.end() for match in re.finditer("[A-Za-z0-9]+", text)]
