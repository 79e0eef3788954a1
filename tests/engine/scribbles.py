"""Texts that nobody should have to fear: a game's own tokens, damaged submissions, odd characters.

Everything is drawn from a generator that is handed in, so that an input can be made again.
"""

from collections.abc import Callable, Sequence
from random import Random

LONGEST_MESSAGE = 4_000
"""Longest message that Discord lets anybody send."""
MAX_CELLS = 10_000

SEPARATORS = (*(" ",) * 6, ", ", ",", "-", "", "/", " / ", "\n", "\r\n", "\t", ":", " and ", "\x0b")
CYRILLIC = str.maketrans("ABCEHIKMOPTXaceiopxy", "АВСЕНІКМОРТХасеіорху")  # noqa: RUF001
GREEK = str.maketrans("ABEHIKMNOTXZo", "ΑΒΕΗΙΚΜΝΟΤΧΖο")  # noqa: RUF001
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
MATHEMATICAL = {ord("A") + index: 0x1D400 + index for index in range(26)}
LIKENESSES = (CYRILLIC, GREEK, FULL_WIDTH, ARABIC_DIGITS, MATHEMATICAL)

UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u115f\u3164\u2800"
DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
BLANKS = "\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\x85\x1c\x1d\x1e\x1f"
COMBINING = "\u0300\u0301\u0327\u0338\u20dd\ufe0f\u0e31\u0652"
CONTROLS = "\x00\x01\x02\x03\x07\x08\x0b\x0c\x1b\x7f"
SURROGATES = "\ud800\udbff\udc00\udfff"
ODDITIES = UNSEEN + DIRECTIONS + BLANKS + COMBINING + CONTROLS + SURROGATES
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
AROUND = (
    "()",
    "[]",
    "<>",
    "\u201c\u201d",
    ("**", "**"),
    ("||", "||"),
    ("```", "```"),
    ("", "!"),
    ("", "."),
)
BETWEEN = (" \u2192 ", " -> ", "\u2013", "\u2212", " to ", " & ", "; ", ": ", ". ", "\u00a0", "...")
# Letters whose lower or upper case is longer, or an ASCII letter.
CASES = "İıſKßŉǰΐﬀﬃẞ"  # noqa: RUF001


def any_character(generator: Random) -> str:
    """Return a character of any plane, preferably one that is known for trouble."""
    kind = generator.random()
    if kind < 0.35:
        return generator.choice(ODDITIES)
    if kind < 0.6:
        return generator.choice(PUNCTUATION + CASES)
    if kind < 0.8:
        return chr(generator.randrange(0x20, 0x7F))
    return chr(generator.randrange(0x110000))


def anything(generator: Random, limit: int = 40) -> str:
    """Return unrelated characters."""
    return "".join(any_character(generator) for _ in range(generator.randint(0, limit)))


def likeness(generator: Random, text: str) -> str:
    """Return a text of which all letters, or one, only look as they did."""
    runner = generator.choice(LIKENESSES)
    if generator.random() < 0.5 or not text:
        return text.translate(runner)
    index = generator.randrange(len(text))
    return text[:index] + text[index].translate(runner) + text[index + 1 :]


def damaged(generator: Random, text: str) -> str:
    """Return a text after a few slips."""
    for _ in range(generator.choice((1, 1, 1, 2, 3, 8))):
        text = generator.choice(SLIPS)(generator, text)
    return text


def _dropped(generator: Random, text: str) -> str:
    start = generator.randint(0, len(text))
    return text[:start] + text[start + generator.choice((1, 1, 1, 2, 5)) :]


def _inserted(generator: Random, text: str) -> str:
    index = generator.randint(0, len(text))
    return text[:index] + any_character(generator) + text[index:]


def _replaced(generator: Random, text: str) -> str:
    index = generator.randint(0, len(text))
    return text[:index] + any_character(generator) + text[index + 1 :]


def _doubled(generator: Random, text: str) -> str:
    start, end = sorted(generator.randint(0, len(text)) for _ in range(2))
    return text[:end] + text[start:end] + text[end:]


def _swapped(generator: Random, text: str) -> str:
    words = text.split(" ")
    generator.shuffle(words)
    return " ".join(words)


def _cased(generator: Random, text: str) -> str:
    return generator.choice((str.upper, str.lower, str.title, str.swapcase))(text)


def _renumbered(generator: Random, text: str) -> str:
    """Change one digit, which is another cell, ship or board."""
    places = [position for position, other_text in enumerate(text) if other_text.isdigit()]
    if not places:
        return text
    index = generator.choice(places)
    return f"{text[:index]}{generator.randint(0, 9)}{text[index + 1 :]}"


def _decorated(generator: Random, text: str) -> str:
    """Put marks around a part of it, as people do."""
    before, result = generator.choice(AROUND)
    start, end = sorted(generator.randint(0, len(text)) for _ in range(2))
    return text[:start] + before + text[start:end] + result + text[end:]


def _rejoined(generator: Random, text: str) -> str:
    """Put other signs between its words, as phones do."""
    return generator.choice(BETWEEN).join(text.split(generator.choice((" ", ", ", "-"))))


SLIPS: tuple[Callable[[Random, str], str], ...] = (
    _dropped,
    _inserted,
    _replaced,
    _doubled,
    _swapped,
    _cased,
    *(_decorated,) * 2,
    _rejoined,
    *(_renumbered,) * 4,
    likeness,
)


def a_cell(generator: Random) -> str:
    """Return a cell's name, mostly of a small board, sometimes of none."""
    if generator.random() < 0.9:
        return f"{generator.choice('ABCDEFGHI')}{generator.randint(1, 9)}"
    return f"{chr(generator.randint(65, 90))}{generator.choice((0, 13, 18, 99, 100, '05'))}"


def in_tokens(generator: Random, words: Sequence[str], limit: int = 12) -> str:
    tokens = (
        a_cell(generator) if generator.random() < 0.6 else generator.choice(words)
        for _ in range(generator.randint(1, limit))
    )
    return "".join(token + generator.choice(SEPARATORS) for token in tokens)


def huge(generator: Random, words: Sequence[str], text: str) -> str:
    """Return the longest message, of one kind all through, or so many cells."""
    kind = generator.random()
    if kind < 0.1:
        joint = generator.choice((" ", "", ", ", "/"))
        return text + " " + joint.join(a_cell(generator) for _ in range(MAX_CELLS))
    if kind < 0.5:
        head, unit = generator.choice(words), generator.choice((text, in_tokens(generator, words)))
    else:
        unit = generator.choice(
            (*SEPARATORS, *words, *ODDITIES, a_cell(generator), "A", "9", "A1/")
        )
        head = generator.choice((text, generator.choice(words), ""))
    tail = generator.choice(("", "!", " ", "A1"))
    times = LONGEST_MESSAGE // max(1, len(unit)) + 1
    return (head + " " + unit * times)[: LONGEST_MESSAGE - 2] + tail


def a_submission(generator: Random, words: Sequence[str], lines: Sequence[str]) -> str:
    """Return a text that somebody may type: whole, damaged, or at random."""
    kind, text = generator.random(), generator.choice(lines)
    if kind < 0.15:
        return text
    if kind < 0.6:
        return damaged(generator, text)
    if kind < 0.66:
        return likeness(generator, text)
    if kind < 0.9:
        return in_tokens(generator, words)
    if kind < 0.985:
        return anything(generator)
    return huge(generator, words, text)
