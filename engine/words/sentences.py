"""Sentences as data: their English and the facts in them, said in any language by a catalogue."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final, Self, TypeAlias

Catalogue: TypeAlias = NullTranslations
"""The sentences of a language, by their English."""

ENGLISH: Final = NullTranslations()


class Wording(ABC):
    """Words that can be said in several languages."""

    __slots__ = ()

    @abstractmethod
    def said(self, catalogue: Catalogue) -> str:
        """Return the words in a catalogue's language."""

    def __str__(self) -> str:
        return self.said(ENGLISH)


Words: TypeAlias = Wording | str
"""Words to be said; text that is the same in all languages, and none at all, as it is."""

Fact: TypeAlias = object | Wording


class Sentence(Wording):
    """A sentence, or a part of one.

    Attributes:
        source: The English, with a name in braces for each fact.
        facts: The values to put in, by name; words among them are put in as they are said.
    """

    __slots__ = ("facts", "source")

    def __init__(self, source: str, /, **facts: Fact) -> None:
        self.source = source
        self.facts = facts

    def about(self, **facts: Fact) -> Self:
        """Return the same sentence with more facts."""
        sentence = copy(self)
        sentence.facts = {**self.facts, **facts}
        return sentence

    def said(self, catalogue: Catalogue) -> str:
        facts = {
            name: fact.said(catalogue) if isinstance(fact, Wording) else fact
            for name, fact in self.facts.items()
        }
        return self._translated(catalogue).format(**facts)

    def _translated(self, catalogue: Catalogue) -> str:
        return catalogue.gettext(self.source)


def as_sentence(sentence: Sentence | str) -> Sentence:
    """Return a sentence, which may be given as its English alone."""
    return sentence if isinstance(sentence, Sentence) else Sentence(sentence)


class Plural(Sentence):
    """A sentence about a number of things.

    Attributes:
        source: The English about one of them.
        many: The English about any other number.
        number: The number that decides; by default the fact `count`.
    """

    __slots__ = ("many", "number")

    def __init__(self, one: str, many: str, number: int | None = None, /, **facts: Fact) -> None:
        super().__init__(one, **facts)
        self.many = many
        self.number = number

    def _translated(self, catalogue: Catalogue) -> str:
        number = int(str(self.facts["count"])) if self.number is None else self.number
        return catalogue.ngettext(self.source, self.many, number)


class WordInContext(Sentence):
    """A word with several translations, and the context that tells which is meant."""

    __slots__ = ("context",)

    def __init__(self, context: str, source: str, /, **facts: Fact) -> None:
        super().__init__(source, **facts)
        self.context = context

    def _translated(self, catalogue: Catalogue) -> str:
        return catalogue.pgettext(self.context, self.source)


@dataclass(frozen=True, slots=True)
class Joined(Wording):
    """Words one after another, without those that are empty.

    Attributes:
        parts: The words; other things among them stand as they are.
        glue: The text between two of them.
    """

    parts: Iterable[Fact]
    glue: str = " "

    def said(self, catalogue: Catalogue) -> str:
        parts = (
            part.said(catalogue) if isinstance(part, Wording) else str(part) for part in self.parts
        )
        return self.glue.join(filter(None, parts))


def listing(things: Iterable[Fact]) -> Wording:
    """Join things into a row, with "and" before the last.

    >>> str(listing(["E5", "E6", "E7"])), str(listing(range(2))), str(listing(iter(())))
    ('E5, E6 and E7', '0 and 1', '')
    """
    *others, last = [*things] or [""]
    if not others:
        return Joined([last])
    return Sentence("{others} and {last}", others=Joined(others, ", "), last=last)


SMALL_NUMBERS: Final = (
    *(Sentence("no"), Sentence("one"), Sentence("two"), Sentence("three"), Sentence("four")),
    *(Sentence("five"), Sentence("six"), Sentence("seven"), Sentence("eight"), Sentence("nine")),
    *(Sentence("ten"), Sentence("eleven"), Sentence("twelve")),
)


def spelled(number: int) -> Words:
    """Return a number as a sentence has it: small ones in words.

    >>> str(spelled(2)), str(spelled(31))
    ('two', '31')
    """
    return SMALL_NUMBERS[number] if number < len(SMALL_NUMBERS) else str(number)
