"""The rules of games in pages, and their guided positions; each game's words are one text."""

import re
from collections.abc import Iterator

# Lines are as long as code has them; only quotations and a block of code have lines of their own.
WRAPPED = re.compile(r"(?<!```)\n(?!```|> )")


def sections(words: str) -> Iterator[tuple[str, list[str]]]:
    r"""Yield the headings of a text, each with the paragraphs below it.

    >>> [*sections("# One\n\nA\nparagraph.\n\n# Two\n\n> a\n> b\n")]
    [('One', ['A paragraph.']), ('Two', ['> a\n> b'])]
    """
    for section in f"\n{words}".split("\n# ")[1:]:
        heading, *paragraphs = section.strip().split("\n\n")
        yield heading, [WRAPPED.sub(" ", paragraph) for paragraph in paragraphs]
