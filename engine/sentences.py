"""Sentences as data: their English and the facts in them, for whoever says them to a reader."""

from typing import Final, TypeAlias


class Sentence:
    """A sentence, or a part of one, so that it can also be said in another language.

    Attributes:
        source: The English, with a name in braces for each fact.
        facts: The values to put in, by name; sentences are put in as words, lists of them with
            commas.
    """

    __slots__ = ("facts", "source")

    def __init__(self, source: str, /, **facts: "Fact") -> None:
        self.source = source
        self.facts = facts

    def about(self, **facts: "Fact") -> "Sentence":
        """Return the same sentence with more facts."""
        return Sentence(self.source, **{**self.facts, **facts})

    def __str__(self) -> str:
        return self.source.format(**{name: _put_in(fact) for name, fact in self.facts.items()})


Fact: TypeAlias = object | Sentence | list[Sentence]


def _put_in(fact: Fact) -> Fact:
    return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


SMALL_NUMBERS: Final = (
    *(Sentence("no"), Sentence("one"), Sentence("two"), Sentence("three"), Sentence("four")),
    *(Sentence("five"), Sentence("six"), Sentence("seven"), Sentence("eight"), Sentence("nine")),
    *(Sentence("ten"), Sentence("eleven"), Sentence("twelve")),
)
